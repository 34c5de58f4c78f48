import { asOf, dossier, incomeIndicators, int, irs, r, type Story, ssa } from './build.js'

const AGENCY = { id: '00-1000061', name: 'SOCIAL SECURITY ADMINISTRATION' }
const FUND = { id: '00-1000062', name: 'STEELWORKERS PENSION FUND' }
const BANK = { id: '00-1000063', name: 'MILL STREET BANK' }

export const story: Story = {
  description: "a widow: Social Security, a survivor's pension that is new, and one year of interest",
  dossier: dossier([
    irs(2022, ssa(AGENCY, { pensions_and_annuities: 20400 })),
    irs(2023, ssa(AGENCY, { pensions_and_annuities: 21600 })),
    irs(
      2024,
      ssa(AGENCY, { pensions_and_annuities: 22800 }),
      r(FUND, 9600, 9600, ['4'], { 'Tax Withheld': 960 }),
      int(BANK, { interest_income: 600 }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # One year of interest: under two years by category (Fannie, FHA) or for all (VA).
      interest          600.00        -        - new         0    0.00 flags=insufficient_history
      # 9,600 / 12 = 800.00, all of it taxable; it began with the death in 2024, and needs no history.
      retirement       9600.00        -        - new        12  800.00
      # 22,800 / 12 = 1,900.00; up by 1,200 / 21,600 = 0.055556. 15 % of it, 285.00, is taken as nontaxable.
      # 25 % of 285.00
      social_security 22800.00 21600.00 0.055556 increasing 12 1900.00 gross_up=71.25 qualifying_monthly=1971.25
      # 22,800 + 9,600 + 600; before, the benefits alone. 1,900.00 + 800.00 a month.
      total           33000.00 21600.00        - -           0 2700.00 gross_up=71.25 qualifying_monthly=2771.25
    `,
    'fha-4000.1': asOf(2024)`
      interest          600.00        -        - new         0    0.00 flags=insufficient_history
      retirement       9600.00        -        - new        12  800.00
      # 15 % of 285.00
      social_security 22800.00 21600.00 0.055556 increasing 12 1900.00 gross_up=42.75 qualifying_monthly=1942.75
      total           33000.00 21600.00        - -           0 2700.00 gross_up=42.75 qualifying_monthly=2742.75
    `,
    va: asOf(2024)`
      interest          600.00        -        - new         0    0.00 flags=insufficient_history
      retirement       9600.00        -        - new        12  800.00
      # shown, not qualifying
      social_security 22800.00 21600.00 0.055556 increasing 12 1900.00 gross_up=71.25 flags=ratio_only
      # 2,700.00 without the 71.25
      total           33000.00 21600.00        - -           0 2700.00 gross_up=71.25 flags=ratio_only
    `,
  },
  indicators: [
    // 22,800 / 33,000; 20,400, 21,600, 33,000: mean 25,000, deviation 5,678.03; 960 / 33,000. No W-2, so no employers.
    ...incomeIndicators('0.690909', '0.227121', [2022, 2023, 2024], '0.029091'),
  ],
}
