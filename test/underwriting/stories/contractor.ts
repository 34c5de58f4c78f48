import { asOf, dossier, incomeIndicators, irs, nec, needs, type Story } from './build.js'

const NORTHWIND = { id: '00-1000141', name: 'NORTHWIND TRADERS' }
const SOUTHGATE = { id: '00-1000142', name: 'SOUTHGATE STUDIOS' }
const paid = (amount: number) => ({ non_employee_compensation: amount })

export const story: Story = {
  description: 'a contractor with two clients: income needs Schedule C, except under the 1099 program',
  dossier: dossier([
    irs(2022, nec(NORTHWIND, paid(80000))),
    irs(2023, nec(NORTHWIND, paid(63000)), nec(SOUTHGATE, paid(27000))),
    irs(2024, nec(NORTHWIND, paid(70000)), nec(SOUTHGATE, paid(30000))),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1': asOf(2024)`
      # 63,000 + 27,000 = 90,000, then 70,000 + 30,000 = 100,000: up by a ninth.
      self_employment 100000.00 90000.00 0.111111 increasing 0 0.00 flags=needs_schedule_c;not_computable
      total           100000.00 90000.00        - -          0 0.00
    `,
    'nonqm-1099': asOf(2024)`
      # 190,000 less a tenth is 171,000; / 24 = 7,125.00. All of it is on the transcripts.
      self_employment 100000.00 90000.00 0.111111 increasing 24 7125.00 flags=expenses_assumed
      total           100000.00 90000.00        - -           0 7125.00
    `,
  },
  indicators: [
    // 70,000 / 100,000; 80,000, 90,000, 100,000: mean 90,000, deviation 8,164.97; nothing withheld, of gross receipts.
    ...incomeIndicators('0.700000', '0.090722', [2022, 2023, 2024], '0.000000', 'gross_receipts'),
  ],
  needs: {
    'fannie-2026-03, fha-4000.1': [
      ...needs('schedule_c', NORTHWIND, { 2023: '63000.00', 2024: '70000.00' }),
      ...needs('schedule_c', SOUTHGATE, { 2023: '27000.00', 2024: '30000.00' }),
    ],
  },
}
