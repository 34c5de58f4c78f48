import {
  asOf,
  basisDifference,
  dossier,
  employers,
  history,
  income,
  indicator,
  irs,
  need,
  type Story,
  same,
  total,
  w2,
  whole,
} from './build.js'

const FOUNDRY = { id: '00-1000231', name: 'IRON FOUNDRY' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

export const story: Story = {
  told: 'a tax debt without a lien, and nobody says how it is paid',
  dossier: dossier([irs(2023, w2(FOUNDRY, 60000, 6000)), irs(2024, w2(FOUNDRY, 61000, 6100))], {
    analysis: { total_liabilities: '7201.00', liabilities_with_lien_filed: '0.00' },
    details: { balance_summary: { balance_due: 7201, tax_years: [{ year: '2022', amount: 7201 }] } },
  }),
  known: { monthlyObligations: 1000 },
  qualifying: asOf(
    2024,
    same(POLICIES, [
      // 1,000 / 60,000 = 0.016667; 121,000 / 24 = 5,041.67, less than 61,000 / 12 = 5,083.33.
      income('wages', {
        latest_amount: '61000.00',
        prior_amount: '60000.00',
        change: '0.016667',
        trend: 'stable',
        months: '24',
        monthly_amount: '5041.67',
      }),
      total({ latest_amount: '61000.00', prior_amount: '60000.00', monthly_amount: '5041.67' }),
    ]),
  ),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    ...employers(0, 1, 2),
    ...whole('1.000000', '0.008264', [2023, 2024], '0.100000'), // mean 60,500, deviation 500
    basisDifference('0.00'),
    indicator('liability_to_income', { ratio: '0.119025' }), // 7,201 / (12 x 5,041.67)
    indicator('lien_share', { ratio: '0.000000' }),
    indicator('lien_filed', { label: 'false' }),
    indicator('tax_debt_state', { label: 'balance_no_lien/unknown' }),
    indicator('imputed_monthly_tax_payment', { amount: '100.02' }), // 7,201 / 72 = 100.0139, rounded up
    indicator('oldest_balance_year', { count: '2022' }),
    indicator('dti', { ratio: '0.218186' }), // (1,000 + 100.02) / 5,041.67
  ]),
  needs: same(POLICIES, [need('installment_agreement', { amount: '7201.00' })]),
}
