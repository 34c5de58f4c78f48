import {
  asOf,
  dossier,
  employers,
  f1098,
  incomeIndicators,
  irs,
  loanIndicators,
  loanRow,
  nec,
  need,
  type Story,
  tieOut,
  w2,
} from './build.js'

const QUILL = { id: '00-1000291', name: 'QUILL DATA' }
const CLIENT = { id: '00-1000292', name: 'WESTERLY MAGAZINE' }
const BANK = { id: '00-1000293', name: 'FIRST ALDER BANK' }

export const story: Story = {
  description: 'an application that states more than the documents show, and leaves out a client and a mortgage',
  dossier: dossier([
    irs(2023, w2(QUILL, 96000, 9600)),
    irs(
      2024,
      w2(QUILL, 102000, 12022),
      nec(CLIENT, { non_employee_compensation: 18220 }),
      f1098(BANK, {
        outstanding_mortgage_principal: 310000,
        mortgage_interest_received: 12600,
        points_paid_on_purchase: 1500,
      }),
    ),
  ]),
  statedIncome: {
    borrowers: [{ last4: '1234', employers: [{ name: QUILL.name, monthly: 9500 }], income: [] }],
    mortgages: [],
  },
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      self_employment  18220.00        -        - new         0    0.00 flags=needs_schedule_c;not_computable
      # 6,000 / 96,000 = 0.0625; 198,000 / 24 = 8,250.00, less than 102,000 / 12 = 8,500.00.
      wages           102000.00 96000.00 0.062500 increasing 24 8250.00
      total           120220.00 96000.00        - -           0 8250.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    // 102,000 / 120,220; 96,000 and 120,220: mean 108,110, deviation 12,110; 12,022 / 120,220 = 0.1.
    ...incomeIndicators('0.848445', '0.112016', [2023, 2024], '0.100000', 'gross_receipts'),
    ...loanIndicators('1', '310000.00', '1050.00'), // 12,600 / 12
  ],
  needs: [need('schedule_c', { about: CLIENT.name, tax_year: '2024', amount: '18220.00' })],
  mortgages: [
    loanRow({
      lenders: 'FIRST ALDER BANK',
      origination_date: null,
      principal: '310000.00',
      interest: '12600.00',
      points: '1500.00',
    }),
  ],
  tieOut: tieOut`
    # 1,250 / 8,250
    employer | QUILL DATA       | 9500.00 | 8250.00 | 1250.00 | 0.151515 | stated_higher
    category | self_employment  |       - |       * |       - |        - | documented_only
    mortgage | FIRST ALDER BANK |       - |       * |       - |        - | documented_only
  `,
}
