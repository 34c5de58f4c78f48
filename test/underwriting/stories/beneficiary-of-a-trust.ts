import { asOf, dossier, incomeIndicators, irs, k1Trust, needs, type Story } from './build.js'

const TRUST = { id: '00-1000211', name: 'HALE FAMILY TRUST' }
const share = (portfolio: number, dividends: number, gains: number) =>
  k1Trust(TRUST, { other_portfolio_and_non_business_income: portfolio, dividends, long_term_capital_gain: gains })

export const story: Story = {
  description: 'a beneficiary of a trust, with its dividends and gains',
  dossier: dossier([
    irs(2022, share(2350, 950, 500)), // 3,800
    irs(2023, share(2400, 1000, 700)), // 4,100
    irs(2024, share(2460, 1200, 900)), // 4,560
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 200 / 700 = 0.285714; 1,600 / 24 = 66.67, less than 900 / 12 = 75.00; three years, as FHA asks.
      capital_gains  900.00  700.00 0.285714 increasing 24  66.67 flags=access_to_income_not_shown
      # 2,200 / 24 = 91.67, less than 1,200 / 12 = 100.00.
      dividends     1200.00 1000.00 0.200000 increasing 24  91.67 flags=access_to_income_not_shown
      # 60 / 2,400 = 0.025; 4,860 / 24 = 202.50, less than 2,460 / 12 = 205.00.
      estate_trust  2460.00 2400.00 0.025000 stable     24 202.50 flags=access_to_income_not_shown
      # 66.67 + 91.67 + 202.50.
      total         4560.00 4100.00        - -           0 360.84
    `,
  },
  indicators: [
    // 3,800, 4,100, 4,560: mean 4,153.33, deviation 312.55.
    ...incomeIndicators('1.000000', '0.075253', [2022, 2023, 2024], '0.000000'),
  ],
  needs: [
    // 2,400 + 1,000 + 700; 2,460 + 1,200 + 900
    ...needs('k1_distributions', TRUST, { 2023: '4100.00', 2024: '4560.00' }),
  ],
}
