import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const HOSPITAL = { id: '00-1000011', name: 'SAINT ANNE HOSPITAL' }
const CLINIC = { id: '00-1000012', name: 'RIVERSIDE CLINIC' }

export const story: Story = {
  description: 'a nurse whose second job is down to a few shifts: only that job declines',
  dossier: dossier([
    irs(2022, w2(HOSPITAL, 73000, 8760), w2(CLINIC, 24000, 2880)),
    irs(2023, w2(HOSPITAL, 75500, 9060), w2(CLINIC, 26000, 3120)),
    irs(2024, w2(HOSPITAL, 79000, 9480), w2(CLINIC, 3100, 372)),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # The hospital (75,500 + 79,000) / 24 = 6,437.50; the clinic fell by 88 %: 0, supportable 3,100 / 12 = 258.33.
      # Supportable of the row: 6,437.50 + 258.33 = 6,695.83.
      # 79,000 + 3,100 = 82,100; 75,500 + 26,000 = 101,500; (82,100 - 101,500) / 101,500 = -0.191133.
      wages 82100.00 101500.00 -0.191133 decreasing 24 6437.50 supportable_if_stabilized=6695.83 flags=declining_not_stabilized
      total 82100.00 101500.00         - -           0 6437.50 supportable_if_stabilized=6695.83
    `,
    'fha-4000.1, conservative': asOf(2024)`
      # The hospital: the smaller of 6,437.50 and 79,000 / 12 = 6,583.33; the clinic: of 29,100 / 24 = 1,212.50 and 258.33.
      # 6,437.50 + 258.33 = 6,695.83.
      wages 82100.00 101500.00 -0.191133 decreasing 24 6695.83 flags=declining
      total 82100.00 101500.00         - -           0 6695.83
    `,
  },
  indicators: [
    ...employers(0, 2, 3),
    // 79,000 / 82,100; 97,000, 101,500, 82,100: mean 93,533.33, deviation 8,290.69; (9,480 + 372) / 82,100 = 0.12.
    ...incomeIndicators('0.962241', '0.088639', [2022, 2023, 2024], '0.120000'),
  ],
}
