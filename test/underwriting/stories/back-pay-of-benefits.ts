import { asOf, dossier, history, indicator, irs, type Story, ssa } from './build.js'

const AGENCY = { id: '00-1000061', name: 'SOCIAL SECURITY ADMINISTRATION' }

export const story: Story = {
  description: 'Social Security benefits that include back pay for an earlier year',
  dossier: dossier([
    irs(2023, ssa(AGENCY, { pensions_and_annuities: 23400 })),
    irs(2024, ssa(AGENCY, { pensions_and_annuities: 30000, payments: [{ year: '2021', payment: 6000 }] })),
  ]),
  qualifying: {
    'fannie-2026-03': asOf(2024)`
      # 30,000 less the 6,000 for 2021 is 24,000: 2,000.00 a month; 600 / 23,400 = 0.025641. 15 %, 300.00, is taken as nontaxable.
      # 25 % of 300.00
      social_security 24000.00 23400.00 0.025641 stable 12 2000.00 gross_up=75.00 qualifying_monthly=2075.00 flags=lump_sum_excluded
      total           24000.00 23400.00        - -       0 2000.00 gross_up=75.00 qualifying_monthly=2075.00
    `,
    'fha-4000.1': asOf(2024)`
      # 15 % of 300.00
      social_security 24000.00 23400.00 0.025641 stable 12 2000.00 gross_up=45.00 qualifying_monthly=2045.00 flags=lump_sum_excluded
      total           24000.00 23400.00        - -       0 2000.00 gross_up=45.00 qualifying_monthly=2045.00
    `,
    va: asOf(2024)`
      social_security 24000.00 23400.00 0.025641 stable 12 2000.00 gross_up=75.00 flags=lump_sum_excluded;ratio_only
      # 2,000.00 without the 75.00
      total           24000.00 23400.00        - -       0 2000.00 gross_up=75.00 flags=ratio_only
    `,
  },
  indicators: [
    ...history(2023, 2024),
    indicator('payer_concentration', { ratio: '1.000000' }),
    // The specification does not say whether back pay is in the total of its year. Only the row is compared.
    { indicator: 'income_stability' },
    indicator('effective_withholding_rate', { ratio: '0.000000', note: null }),
  ],
}
