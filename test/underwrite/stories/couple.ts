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

const SHIPYARD = { id: '00-1000051', name: 'HALCYON SHIPYARD' }
const LIBRARY = { id: '00-1000052', name: 'COUNTY LIBRARY' }
const BANK = { id: '00-1000053', name: 'TIDEWATER BANK' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

/** 60,000 then 72,000: up by 0.2; 132,000 / 24 = 5,500.00, less than 72,000 / 12 = 6,000.00. */
const OWN = [
  income('wages', {
    latest_amount: '72000.00',
    prior_amount: '60000.00',
    change: '0.200000',
    trend: 'increasing',
    months: '24',
    monthly_amount: '5500.00',
  }),
  total({ latest_amount: '72000.00', prior_amount: '60000.00', monthly_amount: '5500.00' }),
]
/** 300 then 420: up by 0.4; 720 / 24 = 30.00, less than 420 / 12 = 35.00. */
const INTEREST = income('interest', {
  borrower: '5678',
  latest_amount: '420.00',
  prior_amount: '300.00',
  change: '0.400000',
  trend: 'increasing',
  months: '24',
  monthly_amount: '30.00',
})
/** 50,000 then 38,000: down by 12,000 / 50,000. */
const WAGES = {
  borrower: '5678',
  latest_amount: '38000.00',
  prior_amount: '50000.00',
  change: '-0.240000',
  trend: 'decreasing',
}
/** 38,000 + 420 and 50,000 + 300; with the other's 72,000 and 60,000. */
const THEIRS = { borrower: '5678', latest_amount: '38420.00', prior_amount: '50300.00' }
const ALL = { borrower: 'all', latest_amount: '110420.00', prior_amount: '110300.00' }

export const story: Story = {
  told: "a couple: the one's rise does not hide the other's fall",
  dossier: dossier(
    [
      irs(2022, w2(SHIPYARD, 58000, 5800)),
      irs(2023, w2(SHIPYARD, 60000, 6000)),
      irs(2024, w2(SHIPYARD, 72000, 7200)),
      irsOfSpouse(2022, w2(LIBRARY, 49000, 4900), int(BANK, { interest_income: 280 })),
      irsOfSpouse(2023, w2(LIBRARY, 50000, 5000), int(BANK, { interest_income: 300 })),
      irsOfSpouse(2024, w2(LIBRARY, 38000, 3842), int(BANK, { interest_income: 420 })),
    ],
    // Each has three form objects: this says who is the taxpayer.
    { analysis: { tin: 'XXX-XX-1234' } },
  ),
  known: { recipients: ['5678'] },
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      ...OWN,
      INTEREST,
      // The library's wages fell by 24 %: 0; 38,000 / 12 = 3,166.67 if stabilized.
      income('wages', {
        ...WAGES,
        months: '0',
        monthly_amount: '0.00',
        supportable_if_stabilized: '3166.67',
        flags: 'declining_not_stabilized',
      }),
      total({ ...THEIRS, monthly_amount: '30.00', supportable_if_stabilized: '3166.67' }),
      // 5,500.00 + 30.00. Of one pool of 110,000 and 110,000 it would have been 9,166.67.
      total({ ...ALL, monthly_amount: '5530.00', supportable_if_stabilized: '3166.67' }),
    ],
    ...same(
      ['fha-4000.1', 'conservative'],
      [
        ...OWN,
        INTEREST,
        // The smaller of 88,000 / 24 = 3,666.67 and 38,000 / 12 = 3,166.67.
        income('wages', { ...WAGES, months: '12', monthly_amount: '3166.67', flags: 'declining' }),
        total({ ...THEIRS, monthly_amount: '3196.67' }), // 3,166.67 + 30.00
        total({ ...ALL, monthly_amount: '8696.67' }), // 5,500.00 + 3,196.67
      ],
    ),
  }),
  // Of both together, since the caller names the spouse.
  indicators: same(POLICIES, [
    ...history(2022, 2023, 2024),
    ...employers(0, 2, 3),
    // 72,000 / 110,420; 107,280, 110,300, 110,420: mean 109,333.33, deviation 1,452.75; (7,200 + 3,842) / 110,420 = 0.1.
    ...whole('0.652056', '0.013287', [2022, 2023, 2024], '0.100000'),
    basisDifference('0.00'),
  ]),
}
