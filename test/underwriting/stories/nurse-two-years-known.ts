import { asOf, dossier, employers, incomeIndicators, irs, need, type Story, w2 } from './build.js'

const HOSPITAL = { id: '00-1000011', name: 'SAINT ANNE HOSPITAL' }
const CLINIC = { id: '00-1000012', name: 'RIVERSIDE CLINIC' }

export const story: Story = {
  description: 'a nurse with two years of history: the other job may have replaced the one that ended',
  dossier: dossier([
    irs(2023, w2(HOSPITAL, 75500, 7550), w2(CLINIC, 26000, 2600)),
    irs(2024, w2(HOSPITAL, 98500, 9850)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # Whether the hospital started in 2023 cannot be known, and the clinic ended without a replacement: one stream of the
      # totals, 101,500 then 98,500, down by 3,000 / 101,500 = 0.029557, stable: 200,000 / 24 = 8,333.33; at most what the
      # hospital paid in 2024, 98,500 / 12 = 8,208.33, which is also the lesser of one and two years.
      wages 98500.00 101500.00 -0.029557 stable 12 8208.33 flags=employer_ended
      total 98500.00 101500.00         - -       0 8208.33
    `,
  },
  indicators: [
    ...employers(1, 1, 2),
    // 101,500 and 98,500: mean 100,000, deviation 1,500; 9,850 / 98,500 = 0.1.
    ...incomeIndicators('1.000000', '0.015000', [2023, 2024], '0.100000'),
  ],
  needs: [need('verification_of_employment')],
}
