import { asOf, dossier, history, indicator, irs, k1Partnership, need, type Story } from './build.js'

const HOLLIS = { id: '00-1000361', name: 'HOLLIS LLP' }

export const story: Story = {
  description: 'a partner with a share of 10% and a one-time guaranteed payment',
  dossier: dossier([
    irs(2023, k1Partnership(HOLLIS, { ordinary_income_k1: 30000, partner_share_of_capital_end: 0.1 })),
    irs(
      2024,
      k1Partnership(HOLLIS, {
        ordinary_income_k1: 31000,
        total_guaranteed_payments: 20000,
        partner_share_of_capital_end: 0.1,
      }),
    ),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # Without the 20,000: 1,000 / 30,000; 61,000 / 24 = 2,541.67, less than 31,000 / 12 = 2,583.33.
      partnership 31000.00 30000.00 0.033333 stable 24 2541.67 flags=access_to_income_not_shown;guaranteed_payment_one_year
      total       31000.00 30000.00        - -       0 2541.67
    `,
  },
  indicators: [
    ...history(2023, 2024),
    indicator('payer_concentration', { ratio: '1.000000' }),
    // The specification does not say whether the payment is in the total of its year. Only the row is compared.
    { indicator: 'income_stability' },
    indicator('effective_withholding_rate', { ratio: '0.000000', note: null }),
  ],
  needs: [
    need('k1_distributions', { about: HOLLIS.name, tax_year: '2023' }),
    need('k1_distributions', { about: HOLLIS.name, tax_year: '2024' }),
  ],
}
