import {
  asOf,
  dossier,
  f5498,
  history,
  income,
  indicator,
  irs,
  r,
  type Story,
  same,
  ssa,
  total,
  whole,
} from './build.js'

const AGENCY = { id: '00-1000061', name: 'SOCIAL SECURITY ADMINISTRATION' }
const TRUSTEE = { id: '00-1000171', name: 'OAKLEAF TRUST' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'va']
const IRA = { sep_indicator: 'IRA/SEP/SIMP box checked' }

/** 22,800 then 24,000: 0.052632; 24,000 / 12, all taxable. The gift of 10,000 (code Y) is no income. */
const DISTRIBUTIONS = income('retirement', {
  latest_amount: '24000.00',
  prior_amount: '22800.00',
  change: '0.052632',
  trend: 'increasing',
  months: '12',
  monthly_amount: '2000.00',
})
/** 19,200 then 20,400: 0.0625; 20,400 / 12 = 1,700.00, of which 15 %, 255.00, is taken as nontaxable. */
const BENEFITS = {
  latest_amount: '20400.00',
  prior_amount: '19200.00',
  change: '0.062500',
  trend: 'increasing',
  months: '12',
  monthly_amount: '1700.00',
}
const ALL = { latest_amount: '44400.00', prior_amount: '42000.00', monthly_amount: '3700.00' }

export const story: Story = {
  told: 'a retiree who gives a part of an IRA to charity',
  dossier: dossier([
    irs(
      2023,
      ssa(AGENCY, { pensions_and_annuities: 19200 }),
      r(TRUSTEE, 22800, 22800, ['7'], { ...IRA, 'Tax Withheld': 2280 }),
    ),
    irs(
      2024,
      ssa(AGENCY, { pensions_and_annuities: 20400 }),
      r(TRUSTEE, 24000, 24000, ['7'], { ...IRA, 'Tax Withheld': 2400 }),
      r(TRUSTEE, 10000, 0, ['7', 'Y'], IRA),
      f5498(TRUSTEE, { fair_market_value_of_account: 300000, ira_code: true }),
    ),
  ]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      DISTRIBUTIONS,
      income('social_security', { ...BENEFITS, gross_up: '63.75', qualifying_monthly: '1763.75' }), // 25 % of 255.00
      total({ ...ALL, gross_up: '63.75', qualifying_monthly: '3763.75' }),
    ],
    'fha-4000.1': [
      DISTRIBUTIONS,
      income('social_security', { ...BENEFITS, gross_up: '38.25', qualifying_monthly: '1738.25' }), // 15 % of 255.00
      total({ ...ALL, gross_up: '38.25', qualifying_monthly: '3738.25' }),
    ],
    va: [
      DISTRIBUTIONS,
      income('social_security', { ...BENEFITS, gross_up: '63.75', flags: 'ratio_only' }),
      total({ ...ALL, gross_up: '63.75', flags: 'ratio_only' }), // 3,700.00 without the 63.75
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    // 24,000 / 44,400; 42,000 and 44,400: mean 43,200, deviation 1,200; 2,400 / 44,400.
    ...whole('0.540541', '0.027778', [2023, 2024], '0.054054'),
    indicator('retirement_continuance_months', { count: '150' }), // 300,000 / 2,000
    indicator('continuance_met', { label: 'true' }),
  ]),
}
