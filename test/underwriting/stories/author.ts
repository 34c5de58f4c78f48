import { asOf, dossier, incomeIndicators, irs, misc, needs, type Story } from './build.js'

const PRESS = { id: '00-1000221', name: 'LANTERN PRESS' }

export const story: Story = {
  description: 'an author without evidence that the royalties will continue',
  dossier: dossier([irs(2023, misc(PRESS, { royalties: 4800 })), irs(2024, misc(PRESS, { royalties: 5400 }))]),
  qualifying: {
    'fannie-2026-03, fha-4000.1': asOf(2024)`
      # 4,800 then 5,400: up by an eighth.
      royalties 5400.00 4800.00 0.125000 increasing 0 0.00 flags=needs_schedule_e
      total     5400.00 4800.00        - -          0 0.00
    `,
    'latest-year': asOf(2024)`
      # 5,400 / 12
      royalties 5400.00 4800.00 0.125000 increasing 12 450.00
      total     5400.00 4800.00        - -           0 450.00
    `,
  },
  indicators: [
    // 4,800 and 5,400: mean 5,100, deviation 300.
    ...incomeIndicators('1.000000', '0.058824', [2023, 2024], '0.000000', 'gross_receipts'),
  ],
  needs: { 'fannie-2026-03, fha-4000.1': needs('schedule_e', PRESS, { 2023: '4800.00', 2024: '5400.00' }) },
}
