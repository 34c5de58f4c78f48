import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const OLD = { id: '00-1000031', name: 'AMBER GRILL' }
const NEW = { id: '00-1000032', name: 'CELADON KITCHEN' }

export const story: Story = {
  description:
    'a cook who left a job in spring and began another the next year: one job, averaged with the partial year',
  dossier: dossier([irs(2022, w2(OLD, 66000, 6600)), irs(2023, w2(OLD, 22000, 2200)), irs(2024, w2(NEW, 54000, 5400))]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # Amber ends in 2023, Celadon starts in the next year: one job, 22,000 then 54,000, up by 32,000 / 22,000 = 1.454545.
      # 76,000 / 24 = 3,166.67, less than 54,000 / 12 = 4,500.00.
      wages 54000.00 22000.00 1.454545 increasing 24 3166.67 flags=employer_changed
      total 54000.00 22000.00        - -           0 3166.67
    `,
  },
  indicators: [
    ...employers(2, 1, 2), // One new, one left.
    // 66,000, 22,000, 54,000: mean 47,333.33, deviation 18,571.18.
    ...incomeIndicators('1.000000', '0.392349', [2022, 2023, 2024], '0.100000'),
  ],
}
