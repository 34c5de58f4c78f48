import { asOf, dossier, history, income, irs, r, type Story, same, total, whole } from './build.js'

const FUND = { id: '00-1000321', name: 'COUNTY RETIREMENT FUND' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'conservative']

/** 12,000 twice; 12,000 / 12, of which 6,000 / 12 = 500.00 is nontaxable. */
const PENSION = {
  latest_amount: '12000.00',
  prior_amount: '12000.00',
  change: '0.000000',
  trend: 'stable',
  months: '12',
  monthly_amount: '1000.00',
}
const ALL = { latest_amount: '12000.00', prior_amount: '12000.00', monthly_amount: '1000.00' }

export const story: Story = {
  told: 'a pensioner whose pension is taxed by half',
  dossier: dossier([irs(2023, r(FUND, 12000, 6000, ['7'])), irs(2024, r(FUND, 12000, 6000, ['7']))]),
  qualifying: asOf(2024, {
    'fannie-2026-03': [
      income('retirement', { ...PENSION, gross_up: '125.00', qualifying_monthly: '1125.00' }), // 25 % of 500.00
      total({ ...ALL, gross_up: '125.00', qualifying_monthly: '1125.00' }),
    ],
    'fha-4000.1': [
      income('retirement', { ...PENSION, gross_up: '75.00', qualifying_monthly: '1075.00' }), // 15 % of 500.00
      total({ ...ALL, gross_up: '75.00', qualifying_monthly: '1075.00' }),
    ],
    conservative: [income('retirement', PENSION), total(ALL)],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    ...whole('1.000000', '0.000000', [2023, 2024], '0.000000'),
  ]),
}
