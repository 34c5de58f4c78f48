import {
  asOf,
  b,
  basisDifference,
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

const MILL = { id: '00-1000091', name: 'PAPER MILL' }
const BROKER = { id: '00-1000092', name: 'CRESTLINE BROKERAGE' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'freddie-5300']

/** 70,000 then 71,400: 0.02; 141,400 / 24 = 5,891.67, less than 71,400 / 12 = 5,950.00. */
const WAGES = income('wages', {
  latest_amount: '71400.00',
  prior_amount: '70000.00',
  change: '0.020000',
  trend: 'stable',
  months: '24',
  monthly_amount: '5891.67',
})
/** -6,000 then -4,800: no change is worked out from a loss, and it went up. Nothing of a loss is confirmed a month. */
const LOSSES = {
  latest_amount: '-4800.00',
  prior_amount: '-6000.00',
  change: null,
  trend: 'increasing',
  verified_monthly: '0.00',
}
const ALL = { latest_amount: '66600.00', prior_amount: '64000.00', verified_monthly: '5891.67' }

export const story: Story = {
  told: 'a seller of stock with losses, which Fannie need not consider',
  dossier: dossier([
    irs(2022, w2(MILL, 69000, 8280), b(BROKER, 9000, 10000)), // -1,000
    irs(2023, w2(MILL, 70000, 8400), b(BROKER, 24000, 30000)), // -6,000
    irs(2024, w2(MILL, 71400, 7992), b(BROKER, 15200, 20000)), // -4,800
  ]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      // -10,800 / 24 = -450.00, left out.
      income('capital_gains', {
        ...LOSSES,
        months: '0',
        monthly_amount: '0.00',
        flags: 'loss_not_considered',
      }),
      WAGES,
      total({ ...ALL, monthly_amount: '5891.67' }),
    ],
    ...same(
      ['fha-4000.1', 'freddie-5300'],
      [
        // -450.00 is the average, and less than -4,800 / 12 = -400.00. 5,891.67 - 450.00 = 5,441.67.
        income('capital_gains', { ...LOSSES, months: '24', monthly_amount: '-450.00' }),
        WAGES,
        total({ ...ALL, monthly_amount: '5441.67' }),
      ],
    ),
  }),
  indicators: same(POLICIES, [
    ...history(2022, 2023, 2024),
    ...employers(0, 1, 3),
    // Of what is positive, all is the mill's. 68,000, 64,000, 66,600: mean 66,200, deviation 1,657.31. 7,992 / 66,600 = 0.12.
    ...whole('1.000000', '0.025035', [2022, 2023, 2024], '0.120000'),
    basisDifference('0.00'),
  ]),
}
