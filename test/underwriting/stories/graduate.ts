import { asOf, dossier, employers, incomeIndicators, int, irs, type Story, w2 } from './build.js'

const LAB = { id: '00-1000251', name: 'CALDER LABORATORIES' }
const BANK = { id: '00-1000252', name: 'TIDEWATER BANK' }

export const story: Story = {
  description: 'a graduate in the first year of a first job',
  dossier: dossier([irs(2024, w2(LAB, 48000, 4812, 50000), int(BANK, { interest_income: 120 }))]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      interest   120.00 - - new  0    0.00 flags=insufficient_history
      # 48,000 / 12. Nobody paid wages the year before, so no employer is added to others.
      wages    48000.00 - - new 12 4000.00 flags=short_history
      total    48120.00 - - -    0 4000.00
    `,
    'latest-year': asOf(2024)`
      # 120 / 12
      interest   120.00 - - new 12   10.00 flags=short_history
      wages    48000.00 - - new 12 4000.00 flags=short_history
      total    48120.00 - - -    0 4010.00
    `,
    va: asOf(2024)`
      # Two years are asked for.
      interest   120.00 - - new 0 0.00 flags=insufficient_history
      wages    48000.00 - - new 0 0.00 flags=insufficient_history
      total    48120.00 - - -   0 0.00
    `,
  },
  indicators: [
    ...employers(null, 1, 1, '2000.00'), // No W-2 before, so no change. 50,000 - 48,000.
    ...incomeIndicators('0.997506', null, [2024], '0.100000'), // 48,000 / 48,120; one year; 4,812 / 48,120
  ],
}
