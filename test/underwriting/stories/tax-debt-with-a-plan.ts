import { asOf, dossier, employers, incomeIndicators, indicator, irs, type Story, w2 } from './build.js'

const FOUNDRY = { id: '00-1000231', name: 'IRON FOUNDRY' }

export const story: Story = {
  description: 'a tax debt with a lien and an installment plan in good standing',
  dossier: dossier([irs(2023, w2(FOUNDRY, 60000, 6000)), irs(2024, w2(FOUNDRY, 62400, 6240))], {
    analysis: { total_liabilities: '18000.00', liabilities_with_lien_filed: '12000.00' },
    details: {
      balance_summary: {
        balance_due: 14400,
        tax_years: [
          { year: '2021', amount: 9400 },
          { year: '2020', amount: 5000 },
        ],
      },
    },
  }),
  knownFacts: { monthlyObligations: 1400, plan: { state: 'approved_current', monthlyPayment: 250 } },
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 2,400 / 60,000; 122,400 / 24 = 5,100.00, less than 62,400 / 12 = 5,200.00.
      wages 62400.00 60000.00 0.040000 stable 24 5100.00
      total 62400.00 60000.00        - -       0 5100.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.019608', [2023, 2024], '0.100000'), // mean 61,200, deviation 1,200
    indicator('liability_to_income', { ratio: '0.294118' }), // 18,000 / (12 x 5,100)
    indicator('lien_share', { ratio: '0.666667' }), // 12,000 / 18,000
    indicator('lien_filed', { label: 'true' }),
    indicator('tax_debt_state', { label: 'lien/approved_current' }),
    indicator('imputed_monthly_tax_payment', { amount: '200.00' }), // 14,400 / 72
    indicator('oldest_balance_year', { count: '2020' }),
    indicator('dti', { ratio: '0.323529' }), // (1,400 + 250) / 5,100
  ],
}
