import { asOf, dossier, employers, incomeIndicators, irs, pullRecord, type Story, w2 } from './build.js'

const WAREHOUSE = { id: '00-1000261', name: 'LOOMIS WAREHOUSE' }

export const story: Story = {
  description: 'a transcript of the last year pulled in February: the figures use the prior year',
  dossier: dossier([
    irs(2022, w2(WAREHOUSE, 40000, 4000)),
    irs(2023, w2(WAREHOUSE, 42000, 4200)),
    pullRecord('irs', 2024, '2025-02-10', [w2(WAREHOUSE, 9999, 999)]),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2023)`
      # 2,000 / 40,000 is the edge of what is stable; 82,000 / 24 = 3,416.67, less than 42,000 / 12 = 3,500.00.
      wages 42000.00 40000.00 0.050000 stable 24 3416.67
      total 42000.00 40000.00        - -       0 3416.67
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.024390', [2022, 2023], '0.100000'), // mean 41,000, deviation 1,000
  ],
}
