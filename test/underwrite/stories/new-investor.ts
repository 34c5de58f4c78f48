import {
  asOf,
  b,
  basisDifference,
  div,
  dossier,
  employers,
  history,
  income,
  irs,
  type Story,
  same,
  total,
  w2,
  whole,
} from './build.js'

const FIRM = { id: '00-1000101', name: 'QUARRY FIRM' }
const BROKER = { id: '00-1000102', name: 'CRESTLINE BROKERAGE' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'latest-year']

/** 3,000 then 3,600: up by 0.2. */
const GAINS = { latest_amount: '3600.00', prior_amount: '3000.00', change: '0.200000', trend: 'increasing' }
const DIVIDENDS = { latest_amount: '480.00', prior_amount: null, change: null, trend: 'new' }
/** 50,000 then 51,000: 0.02. */
const WAGES = { latest_amount: '51000.00', prior_amount: '50000.00', change: '0.020000', trend: 'stable' }
const ALL = { latest_amount: '55080.00', prior_amount: '53000.00' }
const TOO_SHORT = { months: '0', monthly_amount: '0.00', flags: 'insufficient_history' }
/** 101,000 / 24, less than 51,000 / 12 = 4,250.00. */
const AVERAGE = { months: '24', monthly_amount: '4208.33' }

export const story: Story = {
  told: 'a new investor: one year of dividends, two of gains',
  dossier: dossier([
    irs(2023, w2(FIRM, 50000, 5000), b(BROKER, 5000, 2000)), // 3,000
    irs(2024, w2(FIRM, 51000, 5508), b(BROKER, 5000, 1400), div(BROKER, { ordinary_dividend: 480 })), // 3,600
  ]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      income('capital_gains', { ...GAINS, months: '24', monthly_amount: '275.00' }), // two years: 6,600 / 24
      income('dividends', { ...DIVIDENDS, ...TOO_SHORT }), // two years are asked for
      income('wages', { ...WAGES, ...AVERAGE }),
      total({ ...ALL, monthly_amount: '4483.33' }), // 275.00 + 4,208.33
    ],
    'fha-4000.1': [
      income('capital_gains', { ...GAINS, ...TOO_SHORT }), // three years are asked for
      income('dividends', { ...DIVIDENDS, ...TOO_SHORT }),
      income('wages', { ...WAGES, ...AVERAGE }),
      total({ ...ALL, monthly_amount: '4208.33' }),
    ],
    'latest-year': [
      income('capital_gains', { ...GAINS, months: '12', monthly_amount: '300.00' }), // 3,600 / 12
      income('dividends', { ...DIVIDENDS, months: '12', monthly_amount: '40.00', flags: 'short_history' }), // 480 / 12
      income('wages', { ...WAGES, months: '12', monthly_amount: '4250.00' }), // 51,000 / 12
      total({ ...ALL, monthly_amount: '4590.00' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    ...employers(0, 1, 2),
    // 51,000 / 55,080; 53,000 and 55,080: mean 54,040, deviation 1,040; 5,508 / 55,080 = 0.1.
    ...whole('0.925926', '0.019245', [2023, 2024], '0.100000'),
    basisDifference('0.00'),
  ]),
}
