import { asOf, dossier, history, income, indicator, irs, type Story, same, ssa, total } from './build.js'

const AGENCY = { id: '00-1000061', name: 'SOCIAL SECURITY ADMINISTRATION' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'va']

/** 30,000 less the 6,000 for 2021 is 24,000: 2,000.00 a month; 600 / 23,400 = 0.025641. 15 %, 300.00, is taken as nontaxable. */
const BENEFITS = {
  latest_amount: '24000.00',
  prior_amount: '23400.00',
  change: '0.025641',
  trend: 'stable',
  months: '12',
  monthly_amount: '2000.00',
  flags: 'lump_sum_excluded',
}
const ALL = { latest_amount: '24000.00', prior_amount: '23400.00', monthly_amount: '2000.00' }

export const story: Story = {
  told: 'Social Security with back pay of an earlier year in it',
  dossier: dossier([
    irs(2023, ssa(AGENCY, { pensions_and_annuities: 23400 })),
    irs(2024, ssa(AGENCY, { pensions_and_annuities: 30000, payments: [{ year: '2021', payment: 6000 }] })),
  ]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      income('social_security', { ...BENEFITS, gross_up: '75.00', qualifying_monthly: '2075.00' }), // 25 % of 300.00
      total({ ...ALL, gross_up: '75.00', qualifying_monthly: '2075.00' }),
    ],
    'fha-4000.1': [
      income('social_security', { ...BENEFITS, gross_up: '45.00', qualifying_monthly: '2045.00' }), // 15 % of 300.00
      total({ ...ALL, gross_up: '45.00', qualifying_monthly: '2045.00' }),
    ],
    va: [
      income('social_security', { ...BENEFITS, gross_up: '75.00', flags: 'lump_sum_excluded;ratio_only' }),
      total({ ...ALL, gross_up: '75.00', flags: 'ratio_only' }), // 2,000.00 without the 75.00
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    indicator('payer_concentration', { ratio: '1.000000' }),
    // Whether back pay is in the total of its year is not written: only that the row is there.
    { indicator: 'income_stability' },
    indicator('effective_withholding_rate', { ratio: '0.000000', note: null }),
  ]),
}
