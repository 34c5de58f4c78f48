import {
  asOf,
  basisDifference,
  dossier,
  employers,
  history,
  income,
  int,
  irs,
  irsOfSpouse,
  type Story,
  same,
  total,
  w2,
  whole,
} from './build.js'

const BAKERY = { id: '00-1000311', name: 'CORNER BAKERY' }
const CLINIC = { id: '00-1000312', name: 'ELM CLINIC' }
const BANK = { id: '00-1000313', name: 'TIDEWATER BANK' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

export const story: Story = {
  told: 'a borrower whose spouse is not on the loan: what is the other one is listed, and counts nothing',
  dossier: dossier([
    irs(2023, w2(BAKERY, 40000, 4000)),
    irs(2024, w2(BAKERY, 41000, 4100)),
    irsOfSpouse(2024, w2(CLINIC, 90000, 18000), int(BANK, { interest_income: 500 })),
  ]),
  qualifying: asOf(
    2024,
    same(POLICIES, [
      income('interest', {
        latest_amount: null,
        prior_amount: null,
        change: null,
        trend: null,
        months: '0',
        monthly_amount: '0.00',
        flags: 'other_recipient',
      }),
      // 1,000 / 40,000; 81,000 / 24 = 3,375.00, less than 41,000 / 12 = 3,416.67.
      income('wages', {
        latest_amount: '41000.00',
        prior_amount: '40000.00',
        change: '0.025000',
        trend: 'stable',
        months: '24',
        monthly_amount: '3375.00',
        flags: 'other_recipient',
      }),
      total({ latest_amount: '41000.00', prior_amount: '40000.00', monthly_amount: '3375.00' }),
    ]),
  ),
  // Of the taxpayer alone.
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    ...employers(0, 1, 2),
    ...whole('1.000000', '0.012346', [2023, 2024], '0.100000'), // mean 40,500, deviation 500; 4,100 / 41,000
    basisDifference('0.00'),
  ]),
}
