import {
  asOf,
  div,
  dossier,
  employers,
  incomeIndicators,
  int,
  irs,
  nec,
  needs,
  type Story,
  tieOut,
  w2,
} from './build.js'

const METRO = { id: '00-1000301', name: 'METROPOLITAN TRANSIT' }
const BANK = { id: '00-1000302', name: 'GRANITE SAVINGS BANK' }
const FUND = { id: '00-1000303', name: 'LODESTAR FUND' }
const CLIENT = { id: '00-1000304', name: 'WESTERLY MAGAZINE' }

export const story: Story = {
  description: 'an application with matching, higher and lower amounts and an undocumented employer',
  dossier: dossier([
    irs(
      2023,
      w2(METRO, 48000, 4800),
      int(BANK, { interest_income: 540 }),
      div(FUND, { ordinary_dividend: 600 }),
      nec(CLIENT, { non_employee_compensation: 6000 }),
    ),
    irs(
      2024,
      w2(METRO, 50000, 5810),
      int(BANK, { interest_income: 660 }),
      div(FUND, { ordinary_dividend: 840 }),
      nec(CLIENT, { non_employee_compensation: 6600 }),
    ),
  ]),
  statedIncome: {
    borrowers: [
      {
        last4: '1234',
        employers: [
          { name: METRO.name, ein: METRO.id, monthly: 4150 },
          { name: 'GHOST WORKS', monthly: 1000 },
        ],
        income: [
          { category: 'interest', monthly: 60 },
          { category: 'dividends', monthly: 10 },
          { category: 'self_employment', monthly: 500 },
        ],
      },
    ],
    mortgages: [],
  },
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 240 / 600; 1,440 / 24 = 60.00, less than 840 / 12 = 70.00.
      dividends         840.00   600.00 0.400000 increasing 24   60.00
      # 120 / 540 = 0.222222; 1,200 / 24 = 50.00, less than 660 / 12 = 55.00.
      interest          660.00   540.00 0.222222 increasing 24   50.00
      # 600 / 6,000.
      self_employment  6600.00  6000.00 0.100000 increasing  0    0.00 flags=needs_schedule_c;not_computable
      # 2,000 / 48,000 = 0.041667; 98,000 / 24 = 4,083.33, less than 50,000 / 12 = 4,166.67.
      wages           50000.00 48000.00 0.041667 stable     24 4083.33
      # 840 + 660 + 6,600 + 50,000; 600 + 540 + 6,000 + 48,000; 60.00 + 50.00 + 4,083.33.
      total           58100.00 55140.00        - -           0 4193.33
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    // 50,000 / 58,100; 55,140 and 58,100: mean 56,620, deviation 1,480; 5,810 / 58,100 = 0.1.
    ...incomeIndicators('0.860585', '0.026139', [2023, 2024], '0.100000', 'gross_receipts'),
  ],
  needs: needs('schedule_c', CLIENT, { 2023: '6000.00', 2024: '6600.00' }),
  tieOut: tieOut`
    # 66.67 / 4,083.33, within 5 %
    employer | METROPOLITAN TRANSIT | 4150.00 | 4083.33 |  66.67 |  0.016327 | agrees
    employer | GHOST WORKS          | 1000.00 |       - |      - |         - | stated_only
    category | interest             |   60.00 |   50.00 |  10.00 |  0.200000 | stated_higher
    category | dividends            |   10.00 |   60.00 | -50.00 | -0.833333 | stated_lower
    category | self_employment      |  500.00 |       - |      - |         - | not_computable
  `,
}
