import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2, w2g } from './build.js'

const CASINO = { id: '00-1000191', name: 'BLUE RIVER CASINO' }
const TRACK = { id: '00-1000192', name: 'GREENWAY RACE TRACK' }

export const story: Story = {
  description: 'a dealer at a casino with allocated tips, and winnings of one day at the races',
  dossier: dossier([
    irs(2023, w2(CASINO, 31000, 3100, 31000, { allocated_tips: 900 })),
    irs(
      2024,
      w2(CASINO, 33000, 3300, 33000, { allocated_tips: 1200 }),
      w2g(TRACK, { gross_winnings: 4500, federal_income_tax_withheld: 1080 }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 300 / 900.
      allocated_tips  1200.00   900.00 0.333333 increasing  0    0.00 flags=unreported
      gambling        4500.00        -        - new         0    0.00 flags=not_recurring
      # 2,000 / 31,000 = 0.064516; 64,000 / 24 = 2,666.67, less than 33,000 / 12 = 2,750.00.
      wages          33000.00 31000.00 0.064516 increasing 24 2666.67
      # 1,200 + 4,500 + 33,000; 900 + 31,000.
      total          38700.00 31900.00        - -           0 2666.67
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    // Tips are in no total: 37,500. 33,000 / 37,500; 31,000 and 37,500: mean 34,250, deviation 3,250; 4,380 / 37,500.
    ...incomeIndicators('0.880000', '0.094891', [2023, 2024], '0.116800'),
  ],
}
