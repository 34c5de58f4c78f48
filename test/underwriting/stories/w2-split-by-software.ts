import { asOf, dossier, employers, incomeIndicators, irs, type Story, software, w2 } from './build.js'

const COURIER = { id: '00-1000391', name: 'TRI STATE COURIER' }

export const story: Story = {
  description: 'a courier whose W-2 is split in two by software: the transcript verifies the sum',
  dossier: dossier([
    irs(2023, w2(COURIER, 68000, 6800)),
    irs(2024, w2(COURIER, 70000, 7000)),
    software(2024, w2(COURIER, 50000, 5000), w2(COURIER, 20000, 2000)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 2,000 / 68,000 = 0.029412; 138,000 / 24 = 5,750.00, less than 70,000 / 12 = 5,833.33.
      wages 70000.00 68000.00 0.029412 stable 24 5750.00
      total 70000.00 68000.00        - -       0 5750.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2),
    ...incomeIndicators('1.000000', '0.014493', [2023, 2024], '0.100000'), // mean 69,000, deviation 1,000
  ],
}
