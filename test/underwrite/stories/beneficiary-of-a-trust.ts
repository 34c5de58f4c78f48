import {
  asOf,
  dossier,
  history,
  income,
  irs,
  k1Trust,
  need,
  type Story,
  same,
  total,
  whole,
} from './build.js'

const TRUST = { id: '00-1000211', name: 'HALE FAMILY TRUST' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']
const share = (portfolio: number, dividends: number, gains: number) =>
  k1Trust(TRUST, {
    other_portfolio_and_non_business_income: portfolio,
    dividends,
    long_term_capital_gain: gains,
  })

export const story: Story = {
  told: 'a beneficiary of a trust, with its dividends and gains',
  dossier: dossier([
    irs(2022, share(2350, 950, 500)), // 3,800
    irs(2023, share(2400, 1000, 700)), // 4,100
    irs(2024, share(2460, 1200, 900)), // 4,560
  ]),
  qualifying: asOf(
    2024,
    same(POLICIES, [
      // 200 / 700 = 0.285714; 1,600 / 24 = 66.67, less than 900 / 12 = 75.00; three years, as FHA asks.
      income('capital_gains', {
        latest_amount: '900.00',
        prior_amount: '700.00',
        change: '0.285714',
        trend: 'increasing',
        months: '24',
        monthly_amount: '66.67',
        flags: 'access_to_income_not_shown',
      }),
      // 2,200 / 24 = 91.67, less than 1,200 / 12 = 100.00.
      income('dividends', {
        latest_amount: '1200.00',
        prior_amount: '1000.00',
        change: '0.200000',
        trend: 'increasing',
        months: '24',
        monthly_amount: '91.67',
        flags: 'access_to_income_not_shown',
      }),
      // 60 / 2,400 = 0.025; 4,860 / 24 = 202.50, less than 2,460 / 12 = 205.00.
      income('estate_trust', {
        latest_amount: '2460.00',
        prior_amount: '2400.00',
        change: '0.025000',
        trend: 'stable',
        months: '24',
        monthly_amount: '202.50',
        flags: 'access_to_income_not_shown',
      }),
      // 66.67 + 91.67 + 202.50.
      total({ latest_amount: '4560.00', prior_amount: '4100.00', monthly_amount: '360.84' }),
    ]),
  ),
  indicators: same(POLICIES, [
    ...history(2022, 2023, 2024),
    // 3,800, 4,100, 4,560: mean 4,153.33, deviation 312.55.
    ...whole('1.000000', '0.075253', [2022, 2023, 2024], '0.000000'),
  ]),
  needs: same(POLICIES, [
    need('k1_distributions', { about: TRUST.name, tax_year: '2023', amount: '4100.00' }), // 2,400 + 1,000 + 700
    need('k1_distributions', { about: TRUST.name, tax_year: '2024', amount: '4560.00' }), // 2,460 + 1,200 + 900
  ]),
}
