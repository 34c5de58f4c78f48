import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const DAY = { id: '00-1000371', name: 'ARDEN OFFICES' }
const EVENING = { id: '00-1000372', name: 'BELL TOWER CINEMA' }
const NEW = { id: '00-1000373', name: 'CROWN LOGISTICS' }

export const story: Story = {
  description: 'two jobs that ended in one year and a new one the next year: it replaces the larger job',
  dossier: dossier([
    irs(2022, w2(DAY, 40000, 4000), w2(EVENING, 12000, 1200)),
    irs(2023, w2(DAY, 20000, 2000), w2(EVENING, 6000, 600)),
    irs(2024, w2(NEW, 45000, 4500)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # The row: 26,000 then 45,000, up by 19,000 / 26,000. Arden's 20,000 and Crown's 45,000 are one job: 65,000 / 24 =
      # 2,708.33, less than 45,000 / 12 = 3,750.00. The cinema's 6,000 are over.
      wages 45000.00 26000.00 0.730769 increasing 24 2708.33 flags=employer_changed;employer_ended
      total 45000.00 26000.00        - -           0 2708.33
    `,
  },
  indicators: [
    ...employers(3, 1, 2), // One new, two left.
    // 52,000, 26,000, 45,000: mean 41,000, deviation 10,984.84.
    ...incomeIndicators('1.000000', '0.267923', [2022, 2023, 2024], '0.100000'),
  ],
}
