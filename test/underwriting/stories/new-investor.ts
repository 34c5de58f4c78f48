import { asOf, b, div, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const FIRM = { id: '00-1000101', name: 'QUARRY FIRM' }
const BROKER = { id: '00-1000102', name: 'CRESTLINE BROKERAGE' }

export const story: Story = {
  description: 'a new investor: one year of dividends, two of gains',
  dossier: dossier([
    irs(2023, w2(FIRM, 50000, 5000), b(BROKER, 5000, 2000)), // 3,000
    irs(2024, w2(FIRM, 51000, 5508), b(BROKER, 5000, 1400), div(BROKER, { ordinary_dividend: 480 })), // 3,600
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 3,000 then 3,600: up by 0.2.
      # two years: 6,600 / 24
      capital_gains  3600.00  3000.00 0.200000 increasing 24  275.00
      # two years are asked for
      dividends       480.00        -        - new         0    0.00 flags=insufficient_history
      # 50,000 then 51,000: 0.02.
      # 101,000 / 24, less than 51,000 / 12 = 4,250.00.
      wages         51000.00 50000.00 0.020000 stable     24 4208.33
      # 275.00 + 4,208.33
      total         55080.00 53000.00        - -           0 4483.33
    `,
    'fha-4000.1': asOf(2024)`
      # three years are asked for
      capital_gains  3600.00  3000.00 0.200000 increasing  0    0.00 flags=insufficient_history
      dividends       480.00        -        - new         0    0.00 flags=insufficient_history
      wages         51000.00 50000.00 0.020000 stable     24 4208.33
      total         55080.00 53000.00        - -           0 4208.33
    `,
    'latest-year': asOf(2024)`
      # 3,600 / 12
      capital_gains  3600.00  3000.00 0.200000 increasing 12  300.00
      # 480 / 12
      dividends       480.00        -        - new        12   40.00 flags=short_history
      # 51,000 / 12
      wages         51000.00 50000.00 0.020000 stable     12 4250.00
      total         55080.00 53000.00        - -           0 4590.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    // 51,000 / 55,080; 53,000 and 55,080: mean 54,040, deviation 1,040; 5,508 / 55,080 = 0.1.
    ...incomeIndicators('0.925926', '0.019245', [2023, 2024], '0.100000'),
  ],
}
