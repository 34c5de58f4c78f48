import { describe, expect, test } from 'vitest'
import type { PrivacyOptions } from '../../src/ingest/privacy.js'
import { listIssueLines, recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const PEAR: Raw = { ein: '12-3446789', name: 'PEAR WORKS', address: '1 MAIN STREET' }
const PLUM: Raw = { ein: '98-7654321', name: 'PLUM CORP', address: '9 OAK STREET' }
const FIG: Raw = { ein: '55-5555550', name: 'FIG FIRM', address: '7 ELM ROAD' }

const w2 = (employer: Raw, wages: unknown, otherBoxes: Raw = {}): Raw => ({
  employer,
  employee: { ssn: 'XXX-XX-1234', name: 'A PERSON' },
  wages_tips_other_compensation: wages,
  ...otherBoxes,
})

/** Makes a W-2 with a control number, which keeps several W-2s of one employer separate. */
const numbered = (employer: Raw, wages: number, control: number): Raw =>
  w2(employer, wages, { control_number: String(control) })

/** Makes the record of a tax program with W-2s and other form arrays. */
const recordOf = (entries: readonly Raw[], others: Raw = {}): Raw =>
  recordWith({ type: 'WAID', ssn: 'XXX-XX-1234', form_w2: entries, ...others }, { provider_id: 'turbotax' })

const OTHER_COLUMNS = ['taxpayer_id', 'recipient', 'employer_key', 'employer_id', 'doubts']

/** Formats each row: year, employer, wages, share of the year's wages, and whether a W-2 and the history have it. */
function employersOf(
  entries: readonly Raw[],
  history: readonly (readonly [year: string, employer: Raw])[],
  others: Raw = {},
) {
  const raw = {
    taxpayer: { id: 't', analysis: { employment_history: history.map(([year, employer]) => ({ year, employer })) } },
    records: [recordOf(entries, others)],
  }
  return formatTableRows(resultOfDossier(raw), 'employment', OTHER_COLUMNS).map(row => Object.values(row).join(' | '))
}

describe('employment (expected values computed by hand)', () => {
  test('75,000 and 25,000 are shares of 0.75 and 0.25; only one of them is in the history', () => {
    expect(employersOf([w2(PEAR, 75000), w2(PLUM, 25000)], [['2023', PEAR]])).toEqual([
      '2023 | PEAR WORKS | 75000.00 | 0.750000 | true | true',
      '2023 | PLUM CORP | 25000.00 | 0.250000 | true | false',
    ])
  })

  test('two W-2s of an employer are one row, even if the history names it twice', () => {
    const row = ['2023', PEAR] as const
    for (const history of [[row], [row, row]])
      expect(employersOf([numbered(PEAR, 100, 1), numbered(PEAR, 200, 2)], history)).toEqual([
        '2023 | PEAR WORKS | 300.00 | 1.000000 | true | true',
      ])
  })

  test('an employer is in the history if any of its W-2s matches a row', () => {
    // Two equal full numbers score 4, and a full and a masked one score 2. Only the first W-2 matches the history row.
    const masked = { ...PEAR, ein: 'XX-XXX6789' }
    const rows = employersOf([w2(PEAR, 100), w2(masked, 200)], [['2023', { ein: PEAR['ein'] }]])
    expect(rows).toEqual(['2023 | PEAR WORKS | 300.00 | 1.000000 | true | true'])
  })

  test('the longest name of an employer is used', () => {
    const employerNamed = (name: string) => ({ ein: PEAR['ein'], name })
    for (const entries of [
      [w2(employerNamed('pear'), 100), w2(employerNamed('PEAR WORKS'), 200)],
      [w2(employerNamed('PEAR WORKS'), 200), w2(employerNamed('pear'), 100)],
    ])
      expect(employersOf(entries, [])).toEqual(['2023 | PEAR WORKS | 300.00 | 1.000000 | true | false'])
  })

  test('facts have the longest name of an employer, unless it may be the name of a person', () => {
    const pear = (ein: string, name: string): Raw => w2({ ein, name }, 100)
    // 12-3446789 has the format of an employer's number, and 123-44-6789 that of a person's.
    const namesOf = (entries: readonly Raw[]) =>
      formatTableRows(resultOfRecords(recordOf(entries)), 'facts').map(({ issuer_name }) => issuer_name)
    const [short, full] = ['PEAR WORKS', 'PEAR WORKS INC']
    expect(namesOf([pear('12-3446789', short), pear('12-3446789', full)])).toEqual([full, full])
    expect(namesOf([pear('12-3446789', short), pear('98-7654321', full)])).toEqual([full, full])
    expect(namesOf([pear('12-3446789', short), pear('123-44-6789', full)])).toEqual([short, ''])
  })

  test('employers only in the history are rows without wages, and a history row of another year matches no W-2', () => {
    const history = [
      ['2023', PLUM],
      ['2023', FIG],
      ['2023', FIG],
      ['2022', PEAR],
    ] as const
    expect(employersOf([w2(PEAR, 100)], history)).toEqual([
      '2022 | PEAR WORKS |  |  | false | true',
      '2023 | PEAR WORKS | 100.00 | 1.000000 | true | false',
      '2023 | FIG FIRM |  |  | false | true',
      '2023 | PLUM CORP |  |  | false | true',
    ])
  })

  test('an absent box 1 is null rather than 0, and shares use the known wages', () => {
    expect(employersOf([w2(PEAR, undefined), w2(PLUM, 80), w2(FIG, 0)], [])).toEqual([
      '2023 | PEAR WORKS |  |  | true | false',
      '2023 | FIG FIRM | 0.00 | 0.000000 | true | false',
      '2023 | PLUM CORP | 80.00 | 1.000000 | true | false',
    ])
  })

  test('a year with wages of 0 has no shares', () => {
    expect(employersOf([w2(PEAR, 0)], [])).toEqual(['2023 | PEAR WORKS | 0.00 |  | true | false'])
  })

  test('only counted W-2s name employers', () => {
    const payer = { fin: '00-5555555', name: 'FIG FIRM', address: '7 ELM ROAD' }
    const nec = [{ issuer_provider: payer, recipient: { id: 'XXX-XX-1234' }, non_employee_compensation: 500 }]
    expect(employersOf([w2(PEAR, 100)], [], { form_1099_nec: nec })).toEqual([
      '2023 | PEAR WORKS | 100.00 | 1.000000 | true | false',
    ])
    expect(employersOf([w2(PEAR, 100, { submission_type: 'Void document' })], [])).toEqual([])
  })
})

describe('unreadable wages', () => {
  test('an employer with an unreadable box has no sum, and no employer has a share', () => {
    expect(employersOf([w2(PEAR, 1000), w2(PEAR, 'some'), w2(PLUM, 3000)], [])).toEqual([
      '2023 | PEAR WORKS |  |  | true | false',
      '2023 | PLUM CORP | 3000.00 |  | true | false',
    ])
  })

  test('a rejected W-2 removes all shares, but a rejected entry of another form does not', () => {
    const broken = ['x'] as unknown as Raw[]
    expect(employersOf([w2(PEAR, 1000), ...broken], [])).toEqual(['2023 | PEAR WORKS | 1000.00 |  | true | false'])
    expect(employersOf([w2(PEAR, 1000)], [], { form_1099_int: broken })).toEqual([
      '2023 | PEAR WORKS | 1000.00 | 1.000000 | true | false',
    ])
  })
})

test('employers only in the history do not depend on the order of its rows', () => {
  const rows = [
    { ein: 'XX-XXX4321', name: 'OTHE' },
    { ein: '98-7654321', name: 'OTHER WORKS' },
    { ein: '11-1114321', name: 'OTHELLO LLC' },
  ]
  const turns = [0, 1, 2].flatMap(i => [1, 2].map(j => [rows[i], rows[(i + j) % 3], rows[(i + 3 - j) % 3]] as Raw[]))
  for (const turn of turns) {
    const history = turn.map(employer => ['2023', employer] as const)
    // Two different full EINs mean two employers. The masked EIN matches one of them.
    expect(employersOf([], history)).toEqual([
      '2023 | OTHELLO LLC |  |  | false | true',
      '2023 | OTHER WORKS |  |  | false | true',
    ])
  }
})

test('if two rows differ in number format, the one formatted as an SSN is used in any order', () => {
  const rows = ['123-44-6789', '12-3446789'].map(ein => ['2023', { ein, name: 'ACME' }] as const)
  // The name is omitted because the employer may be a person.
  expect(employersOf([], rows)).toEqual(['2023 |  |  |  | false | true'])
  expect(employersOf([], rows.toReversed())).toEqual(employersOf([], rows))
})

test('an employer without a number is one row, even if the history lists it repeatedly', () => {
  const row = ['2023', { name: 'OTHER WORKS' }] as const
  expect(employersOf([], [row, row])).toEqual(['2023 | OTHER WORKS |  |  | false | true'])
})

test('a history row is joined if it matches any W-2 of an employer', () => {
  // Equal full numbers make the W-2s one employer. The masked row scores 2 for its last four digits, and 2 more for the
  // name that only the second W-2 has.
  const nameless = { ein: PEAR['ein'] }
  const row = { ein: 'XX-XXX6789', name: 'PEAR WORKS' }
  for (const entries of [
    [w2(nameless, 100), w2(PEAR, 200)],
    [w2(PEAR, 200), w2(nameless, 100)],
  ])
    expect(employersOf(entries, [['2023', row]])).toEqual(['2023 | PEAR WORKS | 300.00 | 1.000000 | true | true'])
})

describe('an employer has one number', () => {
  const listKeys = (raw: Raw): string[] =>
    formatTableRows(resultOfDossier(raw), 'employment').map(
      row => `${row['tax_year']} ${row['recipient']} ${row['employer_key']} ${row['employer_name']}`,
    )
  const makeRecord = (year: number, entries: readonly Raw[], ssn = 'XXX-XX-1234'): Raw => ({
    ...{ id: `r-${year}-${ssn}`, tax_year: String(year), provider_id: 'turbotax' },
    forms: [{ year: String(year), ssn, form_w2: entries }],
  })
  const cut = { ein: 'XX-XXX6789', name: 'PEAR' }
  const records = [
    makeRecord(2022, [w2(PLUM, 100)]),
    makeRecord(2023, [w2(cut, 200), w2(PLUM, 300)]),
    makeRecord(2024, [w2(PEAR, 400)]),
  ]

  test('over all years, and one name, also if a transcript cuts it', () => {
    const expected = [
      '2022 self 1 PLUM CORP',
      '2023 self 1 PLUM CORP',
      '2023 self 2 PEAR WORKS',
      '2024 self 2 PEAR WORKS',
    ]
    expect(listKeys({ taxpayer: { id: 't' }, records }).sort()).toEqual(expected)
    expect(listKeys({ taxpayer: { id: 't' }, records: records.toReversed() }).sort()).toEqual(expected)
  })

  test('for all recipients, each of whom has a row', () => {
    const spouse = makeRecord(
      2024,
      [{ ...w2(PEAR, 500), employee: { ssn: 'XXX-XX-8765', name: 'B PERSON' } }],
      'XXX-XX-8765',
    )
    const rows = listKeys({ taxpayer: { id: 't' }, records: [...records, spouse] })
    expect(rows.filter(row => row.startsWith('2024'))).toEqual(['2024 self 2 PEAR WORKS', '2024 8765 2 PEAR WORKS'])
  })

  test('in the employment history, too', () => {
    const history = [PEAR, FIG].map(employer => ({ year: '2021', employer }))
    const taxpayer = { id: 't', analysis: { employment_history: history } }
    expect(listKeys({ taxpayer, records })).toEqual(
      expect.arrayContaining(['2021 self 2 PEAR WORKS', '2021 self 3 FIG FIRM']),
    )
  })
})

describe('the table is sorted by its printed values', () => {
  const PERSON: Raw = { ein: '123-44-6789', name: 'AUNT ANN' }
  const entries = [w2(PERSON, 100), w2(PLUM, 200), w2({ name: 'NUMBERLESS' }, 300)]
  const ofModes = (...modes: readonly PrivacyOptions[]) => {
    const result = resultOfRecords(recordOf(entries))
    return modes.map(mode =>
      formatTableRows(result, 'employment', [], mode).map(row => `${row['employer_id']} ${row['wages']}`),
    )
  }

  test('masked identifiers come after full ones, and printed ones are sorted by digits', () => {
    const cut = ['987654321 200.00', 'XXXXX6789 100.00', ' 300.00']
    expect(ofModes({}, { identifiers: 'pseudonym', pseudonymKey: new Uint8Array(32) })).toEqual([cut, cut])
    expect(ofModes({ identifiers: 'full' })).toEqual([['123446789 100.00', '987654321 200.00', ' 300.00']])
  })

  test('rows with one identifier and no name are sorted by wages in every privacy mode', () => {
    const people = ['999-45-6789', '123-44-6789'].map((ein, i) => w2({ ein, name: `P${i}` }, 100 + i))
    expect(employersOf(people, [])).toEqual([
      '2023 |  | 100.00 | 0.497512 | true | false',
      '2023 |  | 101.00 | 0.502488 | true | false',
    ])
  })
})

test('history rows without a year have one issue', () => {
  const issuesOf = (...years: readonly unknown[]) => {
    const employment_history = years.map(year => ({ year, employer: PEAR }))
    return listIssueLines(resultOfDossier({ taxpayer: { id: 't', analysis: { employment_history } } }).issues)
  }
  const list = "$['analysis']['employment_history']"
  expect(issuesOf('2023', undefined, 0, 'Unanswered')).toEqual([`year_unknown ${list}`])
  expect(issuesOf('2023', 'x')).toEqual([`year_unreadable ${list}[1]['year']`])
  expect(issuesOf('2023')).toEqual([])
})

/** Returns the largest payer's share of the year's income from W-2s and other forms. */
function shareOf(entries: readonly Raw[], others: Raw = {}): string | undefined {
  const [year] = formatTableRows(resultOfRecords(recordOf(entries, others)), 'years')
  return year?.['largest_payer_share']
}

describe('the share of the largest payer (expected values computed by hand)', () => {
  test('one payer has a share of 1, and 30 and 70 give 0.7 in any order', () => {
    expect(shareOf([numbered(PEAR, 30, 1)])).toBe('1.000000')
    expect(shareOf([numbered(PEAR, 30, 1), numbered(PLUM, 70, 2)])).toBe('0.700000')
    expect(shareOf([numbered(PEAR, 70, 1), numbered(PLUM, 30, 2)])).toBe('0.700000')
  })

  test('payments on two forms are added: 40 + 20 of 110 is more than the 50 of another payer', () => {
    expect(shareOf([numbered(PEAR, 40, 1), numbered(PLUM, 50, 2), numbered(PEAR, 20, 3)])).toBe('0.545455')
    const payer = { fin: PEAR['ein'], name: PEAR['name'], address: PEAR['address'] }
    const nec = [{ issuer_provider: payer, recipient: { id: 'XXX-XX-1234' }, non_employee_compensation: 20 }]
    expect(shareOf([numbered(PEAR, 40, 1), numbered(PLUM, 50, 2)], { form_1099_nec: nec })).toBe('0.545455')
  })

  test('a masked number matches the same payer, and another number is another payer', () => {
    const masked = { ...PEAR, ein: 'XX-XXX6789' }
    expect(shareOf([numbered(PEAR, 40, 1), numbered(PLUM, 50, 2), numbered(masked, 20, 3)])).toBe('0.545455')
    const otherEmployer = { ...PEAR, ein: '12-3456780' }
    expect(shareOf([numbered(PEAR, 40, 1), numbered(PLUM, 50, 2), numbered(otherEmployer, 20, 3)])).toBe('0.454545')
  })

  test('payers with the same full number are one payer, regardless of their names', () => {
    expect(shareOf([numbered(PEAR, 30, 1), numbered({ ...PEAR, name: 'ZETA CO' }, 70, 2)])).toBe('1.000000')
    const masked = { ...PEAR, ein: 'XX-XXX6789' }
    // The masked EIN gives 2 and the names -2, so the sum is below the required 4.
    expect(shareOf([numbered(PEAR, 30, 1), numbered({ ...masked, name: 'ZETA CO' }, 70, 2)])).toBe('0.700000')
  })

  test('payers are not one because they share only an address or a name', () => {
    expect(shareOf([numbered(PEAR, 30, 1), numbered({ ...PLUM, address: PEAR['address'] }, 70, 2)])).toBe('0.700000')
    expect(shareOf([numbered(PEAR, 30, 1), numbered({ ...PEAR, ein: PLUM['ein'] }, 70, 2)])).toBe('0.700000')
  })

  test('payers without number and name stay separate and all count: 60 of 110', () => {
    for (const [one, two] of [
      [10, 60],
      [60, 10],
    ] as const)
      expect(shareOf([numbered({}, one, 1), numbered(PEAR, 40, 2), numbered({}, two, 3)])).toBe('0.545455')
    // Without the other payer, the share would be 60 of 70.
    expect(shareOf([numbered({}, 10, 1), numbered({}, 60, 2)])).toBe('0.857143')
    // A masked EIN alone gives 2 of the required 4 points, and a full EIN gives 4.
    const masked = { ein: 'XX-XXX6789' }
    expect(shareOf([numbered(masked, 10, 1), numbered(masked, 60, 2)])).toBe('0.857143')
    const full = { ein: PEAR['ein'] }
    expect(shareOf([numbered(full, 10, 1), numbered(full, 60, 2)])).toBe('1.000000')
  })

  test('a payer that matches two others joins the first by form and identifier, in any input order', () => {
    const farms: Raw = { ein: '99-9996789', name: 'PEAR FARMS', address: '2 MAIN STREET' }
    const either: Raw = { ein: 'XX-XXX6789', name: 'PEAR' }
    // 12-... sorts before 99-..., so the share is 40 + 20 of 110 rather than 50 + 20.
    expect(shareOf([numbered(farms, 50, 1), numbered(either, 20, 2), numbered(PEAR, 40, 3)])).toBe('0.545455')
    // Form 1099-INT sorts before Form 1099-NEC, and both before Form W-2: 40 + 5 + 20 of 115 rather than 50 + 20.
    const party = ({ ein, name, address }: Raw): Raw => ({ fin: ein, name, address })
    const nec = { issuer_provider: party(farms), non_employee_compensation: 50 }
    const int = { payer: party(PEAR), interest_income: 5 }
    const records = [
      recordOf([numbered(PEAR, 40, 1), numbered(either, 20, 2)], { form_1099_nec: [nec] }),
      { ...recordOf([], { form_1099_int: [int] }), id: 's' },
    ]
    const [year] = formatTableRows(resultOfRecords(...records), 'years')
    expect(year?.['largest_payer_share']).toBe('0.565217')
  })

  test('a total of 0 or below has no share', () => {
    const k1 = [{ ordinary_income_k1: -100, partner: { ssn: 'XXX-XX-1234' } }]
    expect(shareOf([numbered(PEAR, 50, 1)], { schedule_k1_1065: k1 })).toBe('')
  })

  test('the share is correct for few and many documents: one payer has 2 of 102 equal payments', () => {
    for (const payers of [5, 23, 24, 25, 100]) {
      const entries = Array.from({ length: payers }, (_, i) =>
        numbered({ ein: `10-10${10000 + i * 7}`, name: `FIRM ${i}`, address: `${i} ELM ROAD` }, 100, i),
      )
      const all = [...entries, numbered(PEAR, 100, 900), numbered(PEAR, 100, 901)]
      expect(shareOf(all), `${payers}`).toBe((200 / (100 * all.length)).toFixed(6))
    }
  })
})

describe('employers over years and recipients', () => {
  const rowsOf = (records: readonly Raw[], history: readonly (readonly [year: string, employer: Raw])[] = []) => {
    const analysis = { employment_history: history.map(([year, employer]) => ({ year, employer })) }
    const result = resultOfDossier({ taxpayer: { id: 't', analysis }, records })
    return formatTableRows(result, 'employment', ['taxpayer_id', 'wage_share', 'in_documents', 'doubts']).map(row =>
      Object.values(row).join(' | '),
    )
  }
  const ofYear = (year: string, ...entries: Raw[]): Raw =>
    recordWith(
      { type: 'WAID', ssn: 'XXX-XX-1234', year, form_w2: entries },
      { id: `r${year}`, tax_year: year, provider_id: 'turbotax' },
    )

  test('each year shows the number of its own W-2s and the longest name of the employer', () => {
    const [masked, named] = [
      { ...PEAR, ein: 'XX-XXX6789' },
      { ...PEAR, name: 'PEAR WORKS OF OHIO' },
    ]
    const records = [ofYear('2022', w2(masked, 1)), ofYear('2023', w2(PEAR, 2)), ofYear('2024', w2(named, 3))]
    expect(rowsOf(records)).toEqual([
      '2022 | self | 1 | XXXXX6789 | PEAR WORKS OF OHIO | 1.00 | false',
      '2023 | self | 1 | 123446789 | PEAR WORKS OF OHIO | 2.00 | false',
      '2024 | self | 1 | 123446789 | PEAR WORKS OF OHIO | 3.00 | false',
    ])
  })

  test('a number that may be that of a person hides the name of its own row only', () => {
    const person = { ...PEAR, ein: '123-44-6789' }
    expect(rowsOf([ofYear('2022', w2(person, 100)), ofYear('2023', w2(PEAR, 200))])).toEqual([
      '2022 | self | 1 | XXXXX6789 |  | 100.00 | false',
      '2023 | self | 1 | 123446789 | PEAR WORKS | 200.00 | false',
    ])
  })

  test('a row of the history that fits an employer by a W-2 of another year has the same row as its W-2s', () => {
    const renumbered = { ...PEAR, ein: '77-1234560' }
    const history = [['2024', { ...PEAR, ein: 'XX-XXX6789' }]] as const
    expect(rowsOf([ofYear('2023', w2(PEAR, 100)), ofYear('2024', w2(renumbered, 200))], history)).toEqual([
      '2023 | self | 1 | 123446789 | PEAR WORKS | 100.00 | false',
      '2024 | self | 1 | 771234560 | PEAR WORKS | 200.00 | true',
    ])
  })

  test('W-2s of one employer under two numbers are one row in a year', () => {
    const entries = [PEAR, { ...PEAR, ein: '77-1234560' }].map((employer, i) => numbered(employer, 100 + i, i))
    expect(rowsOf([ofYear('2023', ...entries)])).toEqual(['2023 | self | 1 | 123446789 | PEAR WORKS | 201.00 | false'])
  })
})
