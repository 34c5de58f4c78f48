import { asOf, dossier, incomeIndicators, irs, nec, need, needs, type Story, software } from './build.js'

const NORTHWIND = { id: '00-1000141', name: 'NORTHWIND TRADERS' }
const VESPER = { id: '00-1000381', name: 'VESPER MEDIA' }
const paid = (amount: number) => ({ non_employee_compensation: amount })

export const story: Story = {
  description: 'a contractor whose receipts fell, with one more client in software that no transcript has',
  dossier: dossier([
    irs(2022, nec(NORTHWIND, paid(90000))),
    irs(2023, nec(NORTHWIND, paid(100000))),
    irs(2024, nec(NORTHWIND, paid(80000))),
    software(2024, nec(NORTHWIND, paid(80000)), nec(VESPER, paid(12000))),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1': asOf(2024)`
      # 100,000 then 92,000, of which the transcripts have 80,000.
      self_employment 92000.00 100000.00 -0.080000 decreasing 0 0.00 flags=needs_schedule_c;not_computable;not_on_transcript verified_latest=80000.00
      total           92000.00 100000.00         - -          0 0.00 verified_latest=80000.00
    `,
    'nonqm-1099': asOf(2024)`
      # Vesper is left out: 100,000 then 80,000, less a tenth: the lesser of 162,000 / 24 = 6,750.00 and 72,000 / 12 = 6,000.00.
      self_employment 80000.00 100000.00 -0.200000 decreasing 12 6000.00 flags=declining;expenses_assumed;not_on_transcript
      total           80000.00 100000.00         - -           0 6000.00
    `,
  },
  indicators: [
    // 80,000 / 92,000; 90,000, 100,000, 92,000: mean 94,000, deviation 4,320.49.
    ...incomeIndicators('0.869565', '0.045963', [2022, 2023, 2024], '0.000000', 'gross_receipts'),
  ],
  needs: {
    'fannie-2026-03, fha-4000.1': [
      ...needs('schedule_c', NORTHWIND, { 2023: '100000.00', 2024: '80000.00' }),
      need('schedule_c', { about: VESPER.name, tax_year: '2024', amount: '12000.00' }),
      need('transcript_match', { about: VESPER.name, tax_year: '2024', amount: '12000.00' }),
    ],
    'nonqm-1099': [need('transcript_match', { about: VESPER.name, tax_year: '2024', amount: '12000.00' })],
  },
}
