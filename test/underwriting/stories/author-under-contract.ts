import { asOf, dossier, incomeIndicators, irs, misc, needs, type Story } from './build.js'

const PRESS = { id: '00-1000221', name: 'LANTERN PRESS' }

export const story: Story = {
  description: 'an author whose contract runs for four more years',
  dossier: dossier([irs(2023, misc(PRESS, { royalties: 4800 })), irs(2024, misc(PRESS, { royalties: 5400 }))]),
  knownFacts: { continuance: { royalties: 48 } },
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 48 months are 36 or more: as interest. 10,200 / 24 = 425.00, less than 5,400 / 12 = 450.00.
      # They count as gross amounts. The net income is on Schedule E.
      royalties 5400.00 4800.00 0.125000 increasing 24 425.00 flags=needs_schedule_e
      total     5400.00 4800.00        - -           0 425.00
    `,
  },
  indicators: [...incomeIndicators('1.000000', '0.058824', [2023, 2024], '0.000000', 'gross_receipts')],
  needs: needs('schedule_e', PRESS, { 2023: '4800.00', 2024: '5400.00' }),
}
