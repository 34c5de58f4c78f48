import { asOf, dossier, employers, incomeIndicators, indicator, irs, need, type Story, w2 } from './build.js'

const FOUNDRY = { id: '00-1000231', name: 'IRON FOUNDRY' }

export const story: Story = {
  description: 'a tax debt without a lien or a known payment plan',
  dossier: dossier([irs(2023, w2(FOUNDRY, 60000, 6000)), irs(2024, w2(FOUNDRY, 61000, 6100))], {
    analysis: { total_liabilities: '7201.00', liabilities_with_lien_filed: '0.00' },
    details: { balance_summary: { balance_due: 7201, tax_years: [{ year: '2022', amount: 7201 }] } },
  }),
  knownFacts: { monthlyObligations: 1000 },
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 1,000 / 60,000 = 0.016667; 121,000 / 24 = 5,041.67, less than 61,000 / 12 = 5,083.33.
      wages 61000.00 60000.00 0.016667 stable 24 5041.67
      total 61000.00 60000.00        - -       0 5041.67
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.008264', [2023, 2024], '0.100000'), // mean 60,500, deviation 500
    indicator('liability_to_income', { ratio: '0.119025' }), // 7,201 / (12 x 5,041.67)
    indicator('lien_share', { ratio: '0.000000' }),
    indicator('lien_filed', { label: 'false' }),
    indicator('tax_debt_state', { label: 'balance_no_lien/unknown' }),
    indicator('imputed_monthly_tax_payment', { amount: '100.02' }), // 7,201 / 72 = 100.0139, rounded up
    indicator('oldest_balance_year', { count: '2022' }),
    indicator('dti', { ratio: '0.218186' }), // (1,000 + 100.02) / 5,041.67
  ],
  needs: [need('installment_agreement', { amount: '7201.00' })],
}
