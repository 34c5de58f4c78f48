import { asOf, dossier, history, income, irs, misc, need, type Story, same, total, whole } from './build.js'

const PRESS = { id: '00-1000221', name: 'LANTERN PRESS' }
const POLICIES = ['fannie-2026-03', 'fha-4000.1', 'latest-year']

/** 4,800 then 5,400: up by an eighth. */
const ROYALTIES = {
  latest_amount: '5400.00',
  prior_amount: '4800.00',
  change: '0.125000',
  trend: 'increasing',
}
const ALL = { latest_amount: '5400.00', prior_amount: '4800.00' }

export const story: Story = {
  told: 'an author of whose royalties nobody says that they go on',
  dossier: dossier([
    irs(2023, misc(PRESS, { royalties: 4800 })),
    irs(2024, misc(PRESS, { royalties: 5400 })),
  ]),
  qualifying: asOf(2024, {
    ...same(
      ['fannie-2026-03', 'fha-4000.1'],
      [
        income('royalties', { ...ROYALTIES, months: '0', monthly_amount: '0.00', flags: 'needs_schedule_e' }),
        total({ ...ALL, monthly_amount: '0.00' }),
      ],
    ),
    'latest-year': [
      income('royalties', { ...ROYALTIES, months: '12', monthly_amount: '450.00' }), // 5,400 / 12
      total({ ...ALL, monthly_amount: '450.00' }),
    ],
  }),
  indicators: same(POLICIES, [
    ...history(2023, 2024),
    // 4,800 and 5,400: mean 5,100, deviation 300.
    ...whole('1.000000', '0.058824', [2023, 2024], '0.000000', 'gross_receipts'),
  ]),
  needs: same(
    ['fannie-2026-03', 'fha-4000.1'],
    [
      need('schedule_e', { about: PRESS.name, tax_year: '2023', amount: '4800.00' }),
      need('schedule_e', { about: PRESS.name, tax_year: '2024', amount: '5400.00' }),
    ],
  ),
}
