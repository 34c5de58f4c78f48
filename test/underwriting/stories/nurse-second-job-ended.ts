import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const HOSPITAL = { id: '00-1000011', name: 'SAINT ANNE HOSPITAL' }
const CLINIC = { id: '00-1000012', name: 'RIVERSIDE CLINIC' }

export const story: Story = {
  description: 'a nurse who gave up the second of two jobs: it does not count and is not a decline',
  dossier: dossier([
    irs(2022, w2(HOSPITAL, 73000, 8760), w2(CLINIC, 24000, 2880)),
    irs(2023, w2(HOSPITAL, 75500, 9060), w2(CLINIC, 26000, 3120)),
    irs(2024, w2(HOSPITAL, 79000, 9480)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # The row's amounts are the totals': 75,500 + 26,000 = 101,500; (79,000 - 101,500) / 101,500 = -0.221675.
      # The clinic ended in 2023 and no job starts in 2023 or 2024, so it is over. The hospital: (75,500 + 79,000) / 24 = 154,500 / 24
      # = 6,437.50, less than 79,000 / 12 = 6,583.33. Of the confirmed amounts the same.
      wages 79000.00 101500.00 -0.221675 decreasing 24 6437.50 flags=employer_ended
      total 79000.00 101500.00         - -           0 6437.50
    `,
  },
  indicators: [
    ...employers(1, 1, 3), // The clinic left.
    // 97,000, 101,500, 79,000: mean 92,500, variance 94,500,000; 9,480 / 79,000 = 0.12.
    ...incomeIndicators('1.000000', '0.105093', [2022, 2023, 2024], '0.120000'),
  ],
}
