import { asOf, dossier, employers, incomeIndicators, irs, type Story, w2 } from './build.js'

const OLD = { id: '00-1000041', name: 'ALDERSHOT OFFICES' }
const NEW = { id: '00-1000042', name: 'CARDINAL OFFICES' }

export const story: Story = {
  description: 'a clerk with two years of history who changed jobs in the middle of the second year',
  dossier: dossier([irs(2023, w2(OLD, 60450, 6045)), irs(2024, w2(OLD, 36120, 3612), w2(NEW, 27980, 2798))]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # Aldershot fell by 24,330 / 60,450 = 40 % where Cardinal starts (2023 is known): one job, 60,450 then 64,100, up by
      # 3,650 / 60,450 = 0.060380. 124,550 / 24 = 5,189.58, less than 64,100 / 12 = 5,341.67.
      wages 64100.00 60450.00 0.060380 increasing 24 5189.58 flags=employer_changed
      total 64100.00 60450.00        - -           0 5189.58
    `,
  },
  indicators: [
    ...employers(1, 2, 2),
    // 36,120 / 64,100; 60,450 and 64,100: mean 62,275, deviation 1,825; 6,410 / 64,100 = 0.1.
    ...incomeIndicators('0.563495', '0.029305', [2023, 2024], '0.100000'),
  ],
}
