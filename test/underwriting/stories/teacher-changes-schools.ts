import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const LINCOLN = { id: '00-1000001', name: 'LINCOLN SCHOOL DISTRICT' }
const HARBOR = { id: '00-1000002', name: 'HARBOR SCHOOL DISTRICT' }

export const story: Story = {
  description: 'a teacher who changed schools in the summer: one job, neither a decline nor a beginning',
  dossier: dossier([
    irs(2022, w2(LINCOLN, 52400, 4600)),
    irs(2023, w2(LINCOLN, 54100, 4700)),
    irs(2024, w2(LINCOLN, 33250, 2900, 35150), w2(HARBOR, 24900, 2100, 26000)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # Lincoln fell from 54,100 to 33,250, by 38.5 % (more than 20 %), in the year in which Harbor starts: one job.
      # 33,250 + 24,900 = 58,150. (58,150 - 54,100) / 54,100 = 0.074861. (54,100 + 58,150) / 24 = 112,250 / 24 = 4,677.08,
      # less than 58,150 / 12 = 4,845.83, so also the lesser of one and two years.
      wages 58150.00 54100.00 0.074861 increasing 24 4677.08 flags=employer_changed
      total 58150.00 54100.00        - -           0 4677.08
    `,
  },
  indicators: [
    // Harbor is new, Lincoln is still there in 2024: one change; two in 2024; Lincoln for three years.
    // 35,150 - 33,250 = 1,900; 26,000 - 24,900 = 1,100.
    ...employers(1, 2, 3, '3000.00'),
    // 33,250 / 58,150; mean of 52,400, 54,100 and 58,150 is 54,883.33, deviation 2,411.89; (2,900 + 2,100) / 58,150.
    ...incomeIndicators('0.571797', '0.043946', [2022, 2023, 2024], '0.085985'),
  ],
}
