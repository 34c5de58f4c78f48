import { asOf, dossier, f1042s, incomeIndicators, irs, needs, type Story } from './build.js'

const UNIVERSITY = { id: '00-1000121', name: 'STATE UNIVERSITY' }
/** Income code 20: pay while studying (wages). 16: a scholarship (other). Box 10 is the withholding. */
const paid = (year: number, code: string, gross: number, withheld: number) =>
  f1042s(UNIVERSITY, {
    income_code: code,
    gross_income: gross,
    total_withholding_credit: withheld,
    unique_form_identifier: `00000${year}${code}`.slice(-10),
  })

export const story: Story = {
  description: 'a student from abroad: pay and a scholarship on Forms 1042-S',
  dossier: dossier([
    irs(2023, paid(2023, '20', 14000, 1400), paid(2023, '16', 12000, 1680)),
    irs(2024, paid(2024, '20', 15000, 1500), paid(2024, '16', 12600, 1764)),
  ]),
  qualifying: {
    'fannie-2026-03, fha-4000.1, conservative': asOf(2024)`
      # 12,000 then 12,600: 0.05, the edge of what is stable. Nobody says that it goes on; 12,600 / 12 = 1,050.00.
      other 12600.00 12000.00 0.050000 stable      0    0.00 supportable_if_stabilized=1050.00 flags=continuance_unknown
      # 1,000 / 14,000 = 0.071429; 29,000 / 24 = 1,208.33, less than 15,000 / 12 = 1,250.00.
      wages 15000.00 14000.00 0.071429 increasing 24 1208.33
      total 27600.00 26000.00        - -           0 1208.33 supportable_if_stabilized=1050.00
    `,
  },
  indicators: [
    // 26,000 and 27,600: mean 26,800, deviation 800; what was withheld of a nonresident: (1,500 + 1,764) / 27,600.
    ...incomeIndicators('1.000000', '0.029851', [2023, 2024], '0.118261'),
  ],
  // The row uses both years, so both are listed.
  needs: needs('award_letter', UNIVERSITY, { 2023: '12000.00', 2024: '12600.00' }),
}
