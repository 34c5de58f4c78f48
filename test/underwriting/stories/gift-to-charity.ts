import { asOf, dossier, f5498, incomeIndicators, indicator, irs, r, type Story, ssa } from './build.js'

const AGENCY = { id: '00-1000061', name: 'SOCIAL SECURITY ADMINISTRATION' }
const TRUSTEE = { id: '00-1000171', name: 'OAKLEAF TRUST' }
const IRA = { sep_indicator: 'IRA/SEP/SIMP box checked' }

export const story: Story = {
  description: 'a retiree who gives a part of an IRA to charity',
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
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 22,800 then 24,000: 0.052632; 24,000 / 12, all taxable. The gift of 10,000 (code Y) is no income.
      retirement      24000.00 22800.00 0.052632 increasing 12 2000.00
      # 19,200 then 20,400: 0.0625; 20,400 / 12 = 1,700.00, of which 15 %, 255.00, is taken as nontaxable.
      # 25 % of 255.00
      social_security 20400.00 19200.00 0.062500 increasing 12 1700.00 gross_up=63.75 qualifying_monthly=1763.75
      total           44400.00 42000.00        - -           0 3700.00 gross_up=63.75 qualifying_monthly=3763.75
    `,
    'fha-4000.1': asOf(2024)`
      retirement      24000.00 22800.00 0.052632 increasing 12 2000.00
      # 15 % of 255.00
      social_security 20400.00 19200.00 0.062500 increasing 12 1700.00 gross_up=38.25 qualifying_monthly=1738.25
      total           44400.00 42000.00        - -           0 3700.00 gross_up=38.25 qualifying_monthly=3738.25
    `,
    va: asOf(2024)`
      retirement      24000.00 22800.00 0.052632 increasing 12 2000.00
      social_security 20400.00 19200.00 0.062500 increasing 12 1700.00 gross_up=63.75 flags=ratio_only
      # 3,700.00 without the 63.75
      total           44400.00 42000.00        - -           0 3700.00 gross_up=63.75 flags=ratio_only
    `,
  },
  indicators: [
    // 24,000 / 44,400; 42,000 and 44,400: mean 43,200, deviation 1,200; 2,400 / 44,400.
    ...incomeIndicators('0.540541', '0.027778', [2023, 2024], '0.054054'),
    indicator('retirement_continuance_months', { count: '150' }), // 300,000 / 2,000
    indicator('continuance_met', { label: 'true' }),
  ],
}
