import { asOf, dossier, employers, incomeIndicators, int, irs, irsOfSpouse, type Story, w2 } from './build.js'

const BAKERY = { id: '00-1000311', name: 'CORNER BAKERY' }
const CLINIC = { id: '00-1000312', name: 'ELM CLINIC' }
const BANK = { id: '00-1000313', name: 'TIDEWATER BANK' }

export const story: Story = {
  description: 'a borrower whose spouse is not on the loan: income of the spouse is listed but does not count',
  dossier: dossier([
    irs(2023, w2(BAKERY, 40000, 4000)),
    irs(2024, w2(BAKERY, 41000, 4100)),
    irsOfSpouse(2024, w2(CLINIC, 90000, 18000), int(BANK, { interest_income: 500 })),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      interest        -        -        - -       0    0.00 flags=other_recipient
      # 1,000 / 40,000; 81,000 / 24 = 3,375.00, less than 41,000 / 12 = 3,416.67.
      wages    41000.00 40000.00 0.025000 stable 24 3375.00 flags=other_recipient
      total    41000.00 40000.00        - -       0 3375.00
    `,
  },
  // The indicators cover only the taxpayer.
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.012346', [2023, 2024], '0.100000'), // mean 40,500, deviation 500; 4,100 / 41,000
  ],
}
