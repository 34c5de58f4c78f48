import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const AGENCY = { id: '00-1000241', name: 'HARTLEY AGENCY' }

export const story: Story = {
  description: 'wages that fell by a tenth: excluded, latest year, or within the stable band',
  dossier: dossier([
    irs(2022, w2(AGENCY, 99000, 9900)),
    irs(2023, w2(AGENCY, 100000, 10000)),
    irs(2024, w2(AGENCY, 90000, 9000)),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 90,000 / 12
      # 100,000 then 90,000: down by a tenth.
      wages 90000.00 100000.00 -0.100000 decreasing 0 0.00 supportable_if_stabilized=7500.00 flags=declining_not_stabilized
      total 90000.00 100000.00         - -          0 0.00 supportable_if_stabilized=7500.00
    `,
    'fannie-2024, fha-4000.1': asOf(2024)`
      # The latest year, which is the lesser of 190,000 / 24 = 7,916.67 and 7,500.00 too.
      wages 90000.00 100000.00 -0.100000 decreasing 12 7500.00 flags=declining
      total 90000.00 100000.00         - -           0 7500.00
    `,
    'freddie-5300': asOf(2024)`
      # A tenth is the edge of its band, and inside: 190,000 / 24.
      wages 90000.00 100000.00 -0.100000 stable 24 7916.67
      total 90000.00 100000.00         - -       0 7916.67
    `,
  },
  indicators: [
    ...employers(0, 1, 3),
    // 99,000, 100,000, 90,000: mean 96,333.33, deviation 4,496.91.
    ...incomeIndicators('1.000000', '0.046681', [2022, 2023, 2024], '0.100000'),
  ],
}
