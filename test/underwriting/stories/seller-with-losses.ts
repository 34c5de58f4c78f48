import { asOf, b, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const MILL = { id: '00-1000091', name: 'PAPER MILL' }
const BROKER = { id: '00-1000092', name: 'CRESTLINE BROKERAGE' }

export const story: Story = {
  description: 'a seller of stock with losses, which Fannie Mae does not require to be considered',
  dossier: dossier([
    irs(2022, w2(MILL, 69000, 8280), b(BROKER, 9000, 10000)), // -1,000
    irs(2023, w2(MILL, 70000, 8400), b(BROKER, 24000, 30000)), // -6,000
    irs(2024, w2(MILL, 71400, 7992), b(BROKER, 15200, 20000)), // -4,800
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # -10,800 / 24 = -450.00, left out.
      # -6,000 then -4,800: no change is worked out from a loss, and it went up. Nothing of a loss is confirmed a month.
      capital_gains -4800.00 -6000.00        - increasing  0    0.00 flags=loss_not_considered
      # 70,000 then 71,400: 0.02; 141,400 / 24 = 5,891.67, less than 71,400 / 12 = 5,950.00.
      wages         71400.00 70000.00 0.020000 stable     24 5891.67
      total         66600.00 64000.00        - -           0 5891.67
    `,
    'fha-4000.1, freddie-5300': asOf(2024)`
      # -450.00 is the average, and less than -4,800 / 12 = -400.00. 5,891.67 - 450.00 = 5,441.67.
      capital_gains -4800.00 -6000.00        - increasing 24 -450.00 verified_monthly=0.00
      wages         71400.00 70000.00 0.020000 stable     24 5891.67
      total         66600.00 64000.00        - -           0 5441.67 verified_monthly=5891.67
    `,
  },
  indicators: [
    ...employers(0, 1, 3),
    // Of what is positive, all is the mill's. 68,000, 64,000, 66,600: mean 66,200, deviation 1,657.31. 7,992 / 66,600 = 0.12.
    ...incomeIndicators('1.000000', '0.025035', [2022, 2023, 2024], '0.120000'),
  ],
}
