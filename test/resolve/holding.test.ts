import { describe, expect, test } from 'vitest'
import { type Raw, resultOfDossier } from '../support/run.js'

// What a source holds of a class, where another source has corrected one of its documents.

const FEBRUARY = '2024-02-01T00:00:00.000Z'
const AUGUST = '2024-08-01T00:00:00.000Z'
const SEPTEMBER = '2024-09-01T00:00:00.000Z'

const CORRECTED = { submission_type: 'Corrected' }

const w2 = (wages: number, more: Raw = {}): Raw => ({
  employer: { ein: '20-1111234', name: 'ACME TOOLS', address: '1 HACKER WAY' },
  employee: { ssn: '900-11-3333', name: 'ALEX SAMPLE' },
  wages_tips_other_compensation: wages,
  federal_income_tax_withheld: 2200,
  ...more,
})

const source = (id: string, provider: string, date: string, key: string, entries: readonly Raw[]): Raw => ({
  id,
  provider_id: provider,
  tax_year: '2023',
  date,
  forms: [{ type: 'WAID', year: '2023', ssn: 'XXX-XX-3333', [key]: entries }],
})
const irs = (date: string, ...entries: Raw[]): Raw => source(`irs ${date}`, 'irs', date, 'form_w2', entries)
const software = (...entries: Raw[]): Raw => source('hr', 'hr', FEBRUARY, 'form_w2', entries)
const other = (...entries: Raw[]): Raw => source('drake', 'drake', AUGUST, 'form_w2', entries)

/** The sum of a category in dollars. */
const sumOf = (wanted: string, ...records: Raw[]): number => {
  const { income } = resultOfDossier({ taxpayer: { id: 't' }, records })
  return Number(income.find(({ category }) => category === wanted)?.amount ?? 0) / 100
}
const wages = (...records: Raw[]): number => sumOf('wages', ...records)

const CORRECTING = [w2(20_000), w2(25_000, CORRECTED)]

describe('the worked table: corrections', () => {
  test.each([
    [
      'the authority corrects one of two',
      55_000,
      [software(w2(30_000), w2(20_000)), irs(AUGUST, ...CORRECTING)],
    ],
    ['software corrects one of two', 55_000, [software(w2(30_000), w2(20_000)), other(...CORRECTING)]],
    [
      'the authority has one that software has in other amounts',
      60_000,
      [software(w2(30_000), w2(20_000)), irs(AUGUST, ...CORRECTING, w2(35_000))],
    ],
    [
      'corrected to zero',
      30_000,
      [
        software(w2(30_000), w2(50_000)),
        irs(AUGUST, w2(50_000), w2(0, { ...CORRECTED, federal_income_tax_withheld: 0 })),
      ],
    ],
    ['listed once per state', 25_000, [software(w2(20_000), w2(20_000)), irs(AUGUST, ...CORRECTING)]],
    [
      'pulled again in September',
      55_000,
      [software(w2(30_000), w2(20_000)), irs(AUGUST, ...CORRECTING), irs(SEPTEMBER, ...CORRECTING)],
    ],
  ])('%s', (_, expected, records) => {
    expect(wages(...records)).toBe(expected)
    expect(wages(...records.toReversed())).toBe(expected)
    const again = records.map(record => ({ ...record, id: `0-${record['id']}`, date: SEPTEMBER }))
    expect(wages(...records, ...again)).toBe(expected)
  })

  test('the correction is told apart from a document in its amounts that the source has too', () => {
    // Software has the corrected amounts already, and a stale copy beside them: it knows of one document.
    expect(wages(software(w2(25_000), w2(20_000)), irs(AUGUST, ...CORRECTING))).toBe(25_000)
  })

  test('a source without any document left still holds what was corrected', () => {
    const twice = [...CORRECTING, w2(40_000, { federal_income_tax_withheld: 4400 })]
    const again = w2(45_000, { ...CORRECTED, federal_income_tax_withheld: 4400 })
    const both = software(w2(20_000), w2(40_000, { federal_income_tax_withheld: 4400 }))
    // Neither transcript has both: 25,000 and 45,000 are two documents, as software says.
    const [first, second] = [irs(FEBRUARY, ...CORRECTING), irs(AUGUST, twice[2] as Raw, again)]
    expect(wages(first, second)).toBe(45_000)
    expect(wages(first, second, both)).toBe(70_000)
  })
})

describe('a correction that was corrected since', () => {
  // In no box like the other: it is not what the second correction corrects.
  const apart = w2(30_000, { federal_income_tax_withheld: 3300 })
  const once = [apart, ...CORRECTING]
  const again = w2(27_000, CORRECTED)

  test('a pull between the two corrections adds nothing, and takes nothing away', () => {
    expect(wages(irs(AUGUST, ...once), irs(SEPTEMBER, ...once, again))).toBe(57_000)
    const all = [
      irs(AUGUST, ...CORRECTING),
      irs(SEPTEMBER, ...CORRECTING, again),
      software(w2(30_000), w2(20_000)),
    ]
    expect(wages(...all)).toBe(57_000)
    expect(wages(...all.toReversed())).toBe(57_000)
  })

  test('two sources that each correct to what the other corrects leave one', () => {
    const back = [w2(20_000), w2(27_000, CORRECTED), w2(25_000, CORRECTED)]
    // Of the two in the order, the first is superseded by the other's correction of it.
    expect(wages(irs(AUGUST, ...CORRECTING, again), irs(SEPTEMBER, ...back))).toBe(27_000)
  })
})

describe('where sources disagree', () => {
  test('a correction stands as its original did, with all who have that', () => {
    // The 20,000 of two providers stands before the 40,000 of one, later, and so does its correction.
    const [first, second] = [software(w2(20_000)), source('b', 'drake', FEBRUARY, 'form_w2', [w2(20_000)])]
    const third = other(w2(40_000, { federal_income_tax_withheld: 4400 }))
    const correcting = source('b', 'drake', FEBRUARY, 'form_w2', CORRECTING)
    expect(wages(first, second, { ...third, provider_id: 'h' })).toBe(20_000)
    expect(wages(first, correcting, { ...third, provider_id: 'h' })).toBe(25_000)
  })
})

describe('the same for sales', () => {
  const sale = (proceeds: number, basis: number, more: Raw = {}): Raw => ({
    payer: { fin: '12-3456789', name: 'ACME BANK', address: '1 MAIN ST' },
    recipient: { id: '900-12-3456', name: 'JANE DOE' },
    account_number: 'SW77104412',
    proceeds,
    cost_basis: basis,
    noncovered_security_indicator: 'Covered security',
    ...more,
  })
  const gain = sale(5210.44, 4480)
  const loss = sale(9912.75, 71_610.22)

  test('an amended sale of one software leaves the gain and the loss of another', () => {
    const records = [
      source('turbotax', 'turbotax', '2025-04-01T00:00:00Z', 'form_1099_b', [gain, loss]),
      source('hrblock', 'hrblock', '2025-03-01T00:00:00Z', 'form_1099_b', [
        loss,
        { ...loss, submission_type: 'Amended document' },
      ]),
    ]
    // 730.44 - 61,697.47.
    expect(sumOf('capital_gains', ...records)).toBe(-60_967.03)
  })
})

describe("the taxpayer's last four, where as many form objects carry others", () => {
  const two = [
    { ...irs(FEBRUARY, w2(1)), forms: [{ year: '2023', ssn: 'XXX-XX-3333', form_w2: [w2(1)] }] },
    { ...irs(AUGUST), forms: [{ year: '2023', ssn: '900-11-1111' }] },
  ]
  const own = (tin: string | null, records: readonly Raw[] = two): string | null =>
    resultOfDossier({ taxpayer: { id: 't', ...(tin === null ? {} : { analysis: { tin } }) }, records })
      .resolution.taxpayerLast4

  test("are the analysis's where they are among them, else the first in the order", () => {
    expect(own(null)).toBe('1111')
    expect(own('XXX-XX-3333')).toBe('3333')
    expect(own('900-11-3333')).toBe('3333')
    expect(own('XXX-XX-4444')).toBe('1111')
    // Where none tie, most form objects decide.
    expect(own('XXX-XX-3333', [...two, { ...two[1], id: 'more', tax_year: '2022' }])).toBe('1111')
  })
})
