import {
  asOf,
  basisDifference,
  dossier,
  employers,
  history,
  income,
  int,
  irs,
  type Story,
  same,
  total,
  w2,
  whole,
} from './build.js'

const LAB = { id: '00-1000251', name: 'CALDER LABORATORIES' }
const BANK = { id: '00-1000252', name: 'TIDEWATER BANK' }
const POLICIES = ['fannie-2026-03', 'latest-year', 'va']

const INTEREST = { latest_amount: '120.00', prior_amount: null, change: null, trend: 'new' }
const WAGES = { latest_amount: '48000.00', prior_amount: null, change: null, trend: 'new' }
const ALL = { latest_amount: '48120.00', prior_amount: null }

export const story: Story = {
  told: 'a graduate in the first year of a first job',
  dossier: dossier([irs(2024, w2(LAB, 48000, 4812, 50000), int(BANK, { interest_income: 120 }))]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      income('interest', { ...INTEREST, months: '0', monthly_amount: '0.00', flags: 'insufficient_history' }),
      // 48,000 / 12. Nobody paid wages the year before, so no employer is added to others.
      income('wages', {
        ...WAGES,
        months: '12',
        monthly_amount: '4000.00',
        flags: 'short_history',
      }),
      total({ ...ALL, monthly_amount: '4000.00' }),
    ],
    'latest-year': [
      income('interest', { ...INTEREST, months: '12', monthly_amount: '10.00', flags: 'short_history' }), // 120 / 12
      income('wages', {
        ...WAGES,
        months: '12',
        monthly_amount: '4000.00',
        flags: 'short_history',
      }),
      total({ ...ALL, monthly_amount: '4010.00' }),
    ],
    va: [
      // Two years are asked for.
      income('interest', { ...INTEREST, months: '0', monthly_amount: '0.00', flags: 'insufficient_history' }),
      income('wages', {
        ...WAGES,
        months: '0',
        monthly_amount: '0.00',
        flags: 'insufficient_history',
      }),
      total({ ...ALL, monthly_amount: '0.00' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2024),
    ...employers(null, 1, 1), // No W-2 before, so no change.
    ...whole('0.997506', null, [], '0.100000'), // 48,000 / 48,120; one year; 4,812 / 48,120
    basisDifference('2000.00'), // 50,000 - 48,000
  ]),
}
