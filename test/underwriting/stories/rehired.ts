import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const HARBOR = { id: '00-1000131', name: 'HARBOR FREIGHTWAYS' }
const DELTA = { id: '00-1000132', name: 'DELTA STORAGE' }

export const story: Story = {
  description: 'a worker who went elsewhere for a year and was rehired',
  dossier: dossier([
    irs(2021, w2(HARBOR, 48000, 4800)),
    irs(2022, w2(DELTA, 30000, 3000)),
    irs(2023, w2(HARBOR, 51000, 5100)),
    irs(2024, w2(HARBOR, 54000, 5400)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, va': asOf(2024)`
      # Two years in a row, as VA asks. 3,000 / 51,000 = 0.058824; 105,000 / 24 = 4,375.00, less than 54,000 / 12 = 4,500.00.
      wages 54000.00 51000.00 0.058824 increasing 24 4375.00
      total 54000.00 51000.00        - -           0 4375.00
    `,
  },
  indicators: [
    ...employers(0, 1, 2), // Harbor in 2023 and 2024: the run that 2022 broke is not counted.
    // 48,000, 30,000, 51,000, 54,000: mean 45,750, deviation 9,337.42.
    ...incomeIndicators('1.000000', '0.204097', [2021, 2022, 2023, 2024], '0.100000'),
  ],
}
