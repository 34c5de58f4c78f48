import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const OLD = { id: '00-1000021', name: 'ASPEN FREIGHT' }
const NEW = { id: '00-1000022', name: 'BOULDER FREIGHT' }

export const story: Story = {
  description: 'a driver who changed in the middle of the year before: one job of three years',
  dossier: dossier([
    irs(2022, w2(OLD, 50000, 5000)),
    irs(2023, w2(OLD, 30000, 3000), w2(NEW, 31000, 3100)),
    irs(2024, w2(NEW, 62000, 6200)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, va': asOf(2024)`
      # Aspen's last year is 2023, in which Boulder starts: one job, 61,000 then 62,000, up by 1,000 / 61,000 = 0.016393.
      # 123,000 / 24 = 5,125.00, less than 62,000 / 12 = 5,166.67.
      wages 62000.00 61000.00 0.016393 stable 24 5125.00 flags=employer_changed
      total 62000.00 61000.00        - -       0 5125.00
    `,
  },
  indicators: [
    ...employers(1, 1, 2), // Aspen left; each of the two has two years in a row.
    // 50,000, 61,000, 62,000: mean 57,666.67, deviation 5,436.50.
    ...incomeIndicators('1.000000', '0.094275', [2022, 2023, 2024], '0.100000'),
  ],
}
