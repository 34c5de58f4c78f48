import { describe, expect, it } from 'vitest'
import { ABSENT_PARTY } from '../../src/ingest/source.js'
import { parseStatedIncome, type StatedIncome } from '../../src/underwriting/facts/stated-income.js'
import { matchNames, type StatedParty } from '../../src/underwriting/tie-out/match-names.js'
import type { PrintedRow, Raw } from '../support/run.js'
import { makeDocument, makeFacts, makeRecords, makeW2, type TestDocument } from './dossiers.js'
import { compareStated, printRows, printTable, type StatedOptions } from './stated.js'

const w2 = (name: string, wages: number, ein = '00-3456789', ssn = 'XXX-XX-1234'): Raw => ({
  employer: { ein, name },
  employee: { ssn },
  wages_tips_other_compensation: wages,
})
const nec = (name: string, amount: number): Raw => ({
  issuer_provider: { fin: '00-7777777', name },
  recipient: { id: 'XXX-XX-1234' },
  nonemployee_compensation: amount,
})
const QUILL: readonly TestDocument[] = [
  [2023, 'form_w2', w2('QUILL DATA', 96000)],
  [2024, 'form_w2', w2('QUILL DATA', 102000)],
]

/** Makes a dossier of complete transcripts of 2023 and 2024. */
function dossierOf(documents: readonly TestDocument[]): Raw {
  const emptyYears = [2023, 2024].map(year => ({
    id: `empty-${year}`,
    provider_id: 'irs',
    tax_year: String(year),
    date: `${year + 1}-09-01T00:00:00Z`,
    forms: [{ year: String(year), ssn: 'XXX-XX-1234' }],
  }))
  return { taxpayer: { id: 'tp' }, records: [...makeRecords(documents), ...emptyYears] }
}

const computeTieOut = (raw: Raw, statedIncome: Raw, options: StatedOptions = {}): readonly PrintedRow[] =>
  compareStated(raw, { taxpayerId: 'tp', ...statedIncome } as unknown as StatedIncome, options)

const lines = printRows

const employer = (name: string, monthly: number | string | null, otherFields: Raw = {}): Raw => ({
  borrowers: [{ employers: [{ name, monthly, ...otherFields }] }],
})

describe('tie-out (expected values computed by hand)', () => {
  it.each([
    // 5 % of 8,250.00 is 412.50
    ['8662.50', 'agrees'],
    ['8662.51', 'stated_higher'],
    ['7837.50', 'agrees'],
    [7837.49, 'stated_lower'],
  ])('stated %s against documented 8,250.00: %s', (monthly, finding) => {
    expect(computeTieOut(dossierOf(QUILL), employer('QUILL DATA', monthly))[0]?.['finding']).toBe(finding)
  })

  it('the documented amount follows the averaging of the policy: the lesser of 8,250 and 102,000 / 12 = 8,500, or 8,500', () => {
    const readDocumented = (policy: 'fha-4000.1' | 'latest-year') =>
      computeTieOut(dossierOf(QUILL), employer('Quill Data', 1), { policy })[0]?.['documented_monthly']
    expect([readDocumented('fha-4000.1'), readDocumented('latest-year')]).toEqual(['8250.00', '8500.00'])
  })

  it('a 1099-NEC of 18,220 that the application omits: 18,220 / 12 = 1,518.33 gross', () => {
    const rows = computeTieOut(
      dossierOf([...QUILL, [2024, 'form_1099_nec', nec('ODD JOBS', 18220)]]),
      employer('Quill Data', 8250),
    )
    expect(lines(rows)).toEqual([
      'self | category | self_employment | - | 1518.33 | - | - | documented_only',
      'self | employer | Quill Data | 8250.00 | 8250.00 | 0.00 | 0.000000 | agrees',
    ])
    expect(rows[0]?.['message']).toContain('gross receipts')
  })

  it('receipts less 10 % are rounded once: 100.06 x 0.9 / 12 = 7.5045, where 8.34 x 0.9 would be 7.51', () => {
    const input = dossierOf([[2024, 'form_1099_nec', nec('ODD JOBS', 100.06)]])
    const policy = 'nonqm-1099'
    expect(lines(computeTieOut(input, { borrowers: [] }, { policy }))).toEqual([
      'self | category | self_employment | - | 7.50 | - | - | documented_only',
    ])
    expect(lines(computeTieOut(input, employer('Odd Jobs', 7.5), { policy }))).toEqual([
      'self | employer | Odd Jobs | 7.50 | 7.50 | 0.00 | 0.000000 | agrees',
    ])
  })

  it('a payer of wages last year and receipts this year is not an employer this year', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2('QUILL DATA', 96000)],
      [
        2024,
        'form_1099_nec',
        { ...nec('QUILL DATA', 12000), issuer_provider: { fin: '00-3456789', name: 'QUILL DATA' } },
      ],
    ])
    expect(lines(computeTieOut(input, { borrowers: [] }))).toEqual([
      'self | category | self_employment | - | 1000.00 | - | - | documented_only',
    ])
  })

  it('a business cannot be computed if the receipts are under another name', () => {
    const input = dossierOf([[2024, 'form_1099_nec', nec('ODD JOBS', 18220)]])
    const application = employer('Own Shop', 1500, { selfEmployed: true })
    expect(lines(computeTieOut(input, application))).toEqual([
      'self | employer | Own Shop | 1500.00 | - | - | - | not_computable',
    ])
    // The same stated as a category.
    const category = { borrowers: [{ income: [{ category: 'self_employment', monthly: 1500 }] }] }
    expect(lines(computeTieOut(input, category))).toEqual([
      'self | category | self_employment | 1500.00 | - | - | - | not_computable',
    ])
  })

  it('an employer can be only stated or only documented', () => {
    const rows = computeTieOut(dossierOf(QUILL), employer('Nobody Knows', 5000))
    expect(lines(rows)).toEqual([
      'self | employer | Nobody Knows | 5000.00 | - | - | - | stated_only',
      'self | employer | QUILL DATA | - | 8250.00 | - | - | documented_only',
    ])
  })

  it.each([
    ['an identifier, whatever the name', { name: 'Other Name', ein: '00-3456789' }, 'stated_higher', ''],
    ['a masked identifier', { name: 'Other Name', ein: 'XX-XXX6789' }, 'stated_higher', ''],
    ['another identifier is another employer', { name: 'QUILL DATA', ein: '12-3456780' }, 'stated_only', ''],
    ['a name that a transcript would cut', { name: 'QUIL' }, 'stated_higher', ''],
    ['words', { name: 'Quill Data Holdings of Ohio, Inc.' }, 'stated_higher', 'by words only'],
    ['words in another order', { name: 'The Data Quill Company' }, 'stated_higher', 'by words only'],
    ['one word of two', { name: 'Quill' }, 'stated_higher', 'by words only'],
    ['a word beside another', { name: 'Quill Paper' }, 'stated_only', ''],
  ])('matched by %s', (_, statedEmployer, finding, messagePart) => {
    const rows = computeTieOut(dossierOf(QUILL), { borrowers: [{ employers: [{ monthly: 9500, ...statedEmployer }] }] })
    const row = rows.find(candidate => candidate['name'] === statedEmployer.name)
    expect(row?.['finding']).toBe(finding)
    expect(row?.['message']).toContain(messagePart)
    if (messagePart === '') expect(row?.['message']).not.toContain('words')
  })

  it('categories are compared before any gross-up: Social Security 24,000 / 12', () => {
    const input = dossierOf([makeDocument(2024, 'form_ssa_1099', 'S', { pensions_and_annuities: 24000 })])
    const application = {
      borrowers: [
        {
          income: [
            { category: 'social_security', monthly: '2,000.00' },
            { category: 'retirement', monthly: 10 },
          ],
        },
      ],
    }
    const rows = lines(computeTieOut(input, application))
    expect(rows).toEqual([
      'self | category | retirement | 10.00 | - | - | - | stated_only',
      'self | category | social_security | 2000.00 | 2000.00 | 0.00 | 0.000000 | agrees',
    ])
  })

  it('a former employer has no monthly amount, and one whose documents end is stated only', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2('OLD PLACE', 30000, '98-7654321')],
      [2024, 'form_w2', w2('QUILL DATA', 102000)],
    ])
    const formerEmployer = { name: 'Old Place', monthly: 2500, end: '2023-12-31' }
    const application = { borrowers: [{ employers: [formerEmployer, { name: 'Quill Data', monthly: null }] }] }
    expect(lines(computeTieOut(input, application))).toEqual([
      'self | employer | Old Place | 2500.00 | - | - | - | not_computable',
      'self | employer | Quill Data | - | 8500.00 | - | - | not_computable',
    ])
    expect(lines(computeTieOut(input, employer('Old Place', 2500)))[0]).toBe(
      'self | employer | Old Place | 2500.00 | - | - | - | stated_only',
    )
  })

  it('an application of another taxpayer gives no rows', () => {
    expect(computeTieOut(dossierOf(QUILL), { taxpayerId: 'other', ...employer('Quill Data', 1) })).toEqual([])
  })

  it('an invalid application is refused without showing its value', () => {
    const application = { taxpayerId: 'tp', borrowers: [{ employers: [{ name: 'x', monthly: 'S3CRET' }] }] }
    expect(() => parseStatedIncome(application as unknown as StatedIncome)).toThrow(
      "The stated income cannot be used: $['borrowers'][0]['employers'][0]['monthly']: expected an amount.",
    )
  })

  it('income is compared with what the policy computes, whatever conditions are open: interest of one year', () => {
    const input = dossierOf([makeDocument(2024, 'form_1099_int', 'B', { interest_income: 1200 })])
    const rows = computeTieOut(input, { borrowers: [{ income: [{ category: 'interest', monthly: 100 }] }] })
    expect(lines(rows)).toEqual(['self | category | interest | 100.00 | 100.00 | 0.00 | 0.000000 | agrees'])
    expect(rows[0]?.['message']).toContain('whatever conditions are open')
    const [stream] = printTable(input, 'income_streams')
    expect([stream?.['qualifying_monthly'], stream?.['conditions']?.includes('history')]).toEqual(['0.00', true])
  })

  it('self-employment is compared with the stated cash flow: (18,000 + 30,000) / 24', () => {
    const input = dossierOf([
      [2023, 'form_1099_nec', nec('ODD JOBS', 50000)],
      [2024, 'form_1099_nec', nec('ODD JOBS', 60000)],
    ])
    const knownFacts = makeFacts({ selfEmployment: { cashFlow: { 2023: 18000, 2024: 30000 } } })
    const category = { borrowers: [{ income: [{ category: 'self_employment', monthly: 2000 }] }] }
    expect(lines(computeTieOut(input, category, { knownFacts }))).toEqual([
      'self | category | self_employment | 2000.00 | 2000.00 | 0.00 | 0.000000 | agrees',
    ])
    expect(lines(computeTieOut(input, employer('Own Shop', 2000, { selfEmployed: true }), { knownFacts }))).toEqual([
      'self | employer | Own Shop | 2000.00 | 2000.00 | 0.00 | 0.000000 | agrees',
    ])
  })

  // Gross pay is box 5 less code V: 96,000 - 12,000 = 84,000. 84,000 / 12 + 12,000 / 12 + 6,000 / 12 = 8,500.00.
  it('options and deferred pay are part of the pay of their employers, which is gross', () => {
    const input = dossierOf([makeW2(2024, 'B', 96000, { code_v: 12000, nonqualified_plans: 6000 })])
    expect(lines(computeTieOut(input, { borrowers: [] }))).toEqual([
      'self | employer | B COMPANY | - | 8500.00 | - | - | documented_only',
    ])
  })
})

describe('the documented amount is that of the streams', () => {
  const findRow = (raw: Raw, application: Raw, name: string, options: StatedOptions = {}): string | undefined =>
    lines(computeTieOut(raw, application, options)).find(line => line.includes(`| ${name} |`))

  it('declining pay counts the latest year: 90,000 / 12', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2('QUILL DATA', 102000)],
      [2024, 'form_w2', w2('QUILL DATA', 90000)],
    ])
    expect(findRow(input, employer('Quill Data', 7500), 'Quill Data')).toBe(
      'self | employer | Quill Data | 7500.00 | 7500.00 | 0.00 | 0.000000 | agrees',
    )
  })

  it('employers of one job are compared with their own documents: 72,000 / 12, and 9,000 / 12', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2('QUILL DATA', 90000)],
      [2024, 'form_w2', w2('QUILL DATA', 72000)],
      [2024, 'form_w2', w2('NEW MILL', 9000, '00-5555555')],
    ])
    expect(lines(computeTieOut(input, { borrowers: [] }))).toEqual([
      'self | employer | NEW MILL | - | 750.00 | - | - | documented_only',
      'self | employer | QUILL DATA | - | 6000.00 | - | - | documented_only',
    ])
  })

  it('receipts of an employer stay apart from wages: 60,000 / 12, and 12,000 x 0.9 / 12', () => {
    const issuer = { fin: '00-3456789', name: 'QUILL DATA' }
    const input = dossierOf([
      [2024, 'form_w2', w2('QUILL DATA', 60000)],
      [2024, 'form_1099_nec', { ...nec('QUILL DATA', 12000), issuer_provider: issuer }],
    ])
    const rows = lines(computeTieOut(input, employer('Quill Data', 5000), { policy: 'nonqm-1099' }))
    expect(rows).toEqual([
      'self | category | self_employment | - | 900.00 | - | - | documented_only',
      'self | employer | Quill Data | 5000.00 | 5000.00 | 0.00 | 0.000000 | agrees',
    ])
  })

  it('an old W-2 of a statutory employee changes nothing: 102,000 / 12', () => {
    const statutory = { ...w2('QUILL DATA', 50000), statutory_employee: true }
    const input = dossierOf([
      [2022, 'form_w2', statutory],
      [2024, 'form_w2', w2('QUILL DATA', 102000)],
    ])
    expect(findRow(input, employer('Quill Data', 8500), 'Quill Data')).toBe(
      'self | employer | Quill Data | 8500.00 | 8500.00 | 0.00 | 0.000000 | agrees',
    )
  })

  it('an employer that goes on is matched before one that ended and has the same cut name', () => {
    const input = dossierOf([
      [2023, 'form_w2', w2('QUILL DATA', 30000, '00-1111112')],
      [2023, 'form_w2', w2('QUILL MILL', 96000, '00-3456789')],
      [2024, 'form_w2', w2('QUILL MILL', 96000, '00-3456789')],
    ])
    expect(findRow(input, employer('Quil', 8000), 'Quil')).toBe(
      'self | employer | Quil | 8000.00 | 8000.00 | 0.00 | 0.000000 | agrees',
    )
  })

  it('income that only the lender states is not documented', () => {
    const knownFacts = makeFacts({ royalties: { monthly: 310 } })
    const application = { borrowers: [{ income: [{ category: 'royalties', monthly: 310 }] }] }
    expect(findRow(dossierOf(QUILL), application, 'royalties', { knownFacts })).toBe(
      'self | category | royalties | 310.00 | - | - | - | stated_only',
    )
  })
})

describe('stated mortgages', () => {
  const f1098 = (name: string, principal: number, interest: number, otherBoxes: Raw = {}): Raw => ({
    recipient_lender: { fin: '00-4444444', name },
    payer_borrower: { ssn: 'XXX-XX-1234' },
    outstanding_mortgage_principal: principal,
    mortgage_interest_received: interest,
    ...otherBoxes,
  })
  const input = dossierOf([...QUILL, [2024, 'form_1098', f1098('OAK BANK', 240000, 9600)]])
  const listMortgages = (...mortgages: Raw[]) =>
    lines(computeTieOut(input, { ...employer('Quill Data', 8250), mortgages })).filter(line =>
      line.includes('mortgage'),
    )

  it.each([
    // 9,600 / 12 = 800.00 a month of interest; 5 % of 240,000 is 12,000
    ['none is stated', [], 'OAK BANK | - | 800.00 | - | - | documented_only'],
    ['the lender', [{ lender: 'Oak Bank', monthly: 1500 }], 'Oak Bank | 1500.00 | 800.00 | - | - | agrees'],
    [
      'a payment below the interest',
      [{ lender: 'Oak Bank', monthly: 700 }],
      'Oak Bank | 700.00 | 800.00 | - | - | stated_lower',
    ],
    [
      'a balance that is lower',
      [{ lender: 'Oak Bank', balance: 227999 }],
      'Oak Bank | - | 800.00 | - | - | stated_lower',
    ],
    [
      'a balance that is higher',
      [{ lender: 'Oak Bank', balance: 252001 }],
      'Oak Bank | - | 800.00 | - | - | stated_higher',
    ],
    ['a balance within', [{ lender: 'Oak Bank', balance: 228000 }], 'Oak Bank | - | 800.00 | - | - | agrees'],
    [
      'a new lender, by the balance',
      [{ lender: 'New Servicer', balance: 238000 }],
      'New Servicer | - | 800.00 | - | - | agrees',
    ],
  ])('%s', (_, mortgages, expected) => {
    expect(listMortgages(...(mortgages as Raw[]))).toEqual([`self | mortgage | ${expected}`])
  })

  it('of several borrowers is one of the household, unless a document shows whose it is', () => {
    const application = {
      borrowers: [{}, {}],
      mortgages: [{ lender: 'Oak Bank' }, { lender: 'Elm Bank', monthly: 900 }],
    }
    const rows = lines(computeTieOut(input, application)).filter(line => line.includes('mortgage'))
    expect(rows).toEqual([
      'self | mortgage | Oak Bank | - | 800.00 | - | - | agrees',
      'all | mortgage | Elm Bank | 900.00 | - | - | - | stated_only',
    ])
  })

  it('an unmatched stated mortgage and a documented one are separate rows', () => {
    expect(listMortgages({ lender: 'Elm Bank', monthly: 900, balance: 1000 })).toEqual([
      'self | mortgage | Elm Bank | 900.00 | - | - | - | stated_only',
      'self | mortgage | OAK BANK | - | 800.00 | - | - | documented_only',
    ])
  })
})

describe('borrowers of an application', () => {
  const couple = dossierOf([
    ...QUILL,
    [2023, 'form_w2', w2('ELM SCHOOL', 60000, '00-5555555', 'XXX-XX-9999')],
    [2024, 'form_w2', w2('ELM SCHOOL', 60000, '00-5555555', 'XXX-XX-9999')],
  ])
  const makeApplication = (first: Raw, second: Raw): Raw => ({
    borrowers: [
      { ...first, employers: [{ name: 'Quill Data', monthly: 8250 }] },
      { ...second, employers: [{ name: 'Elm School', monthly: 5000 }] },
    ],
  })
  const knownFacts = { taxpayerId: 'tp', borrowers: [{ id: '9999' }] }

  it('are matched by their last digits', () => {
    expect(lines(computeTieOut(couple, makeApplication({ last4: '1234' }, { last4: '9999' }), { knownFacts }))).toEqual(
      [
        'self | employer | Quill Data | 8250.00 | 8250.00 | 0.00 | 0.000000 | agrees',
        '9999 | employer | Elm School | 5000.00 | 5000.00 | 0.00 | 0.000000 | agrees',
      ],
    )
  })

  it('are unknown if an application of several borrowers states no digits', () => {
    const rows = computeTieOut(couple, makeApplication({}, { last4: '9999' }), { knownFacts })
    expect(lines(rows)).toEqual([
      'self | employer | QUILL DATA | - | 8250.00 | - | - | documented_only',
      '9999 | employer | Elm School | 5000.00 | 5000.00 | 0.00 | 0.000000 | agrees',
      'unknown | employer | Quill Data | 8250.00 | - | - | - | stated_only',
    ])
    expect(rows[2]?.['message']).toContain('does not state the last four digits')
  })

  it('have no documents if the known facts do not name them, and the message says so', () => {
    const rows = computeTieOut(couple, makeApplication({ last4: '1234' }, { last4: '9999' }))
    expect(lines(rows)[1]).toBe('9999 | employer | Elm School | 5000.00 | - | - | - | stated_only')
    expect(rows[1]?.['message']).toContain('do not name the recipient')
  })
})

it.each<[string, (i: number) => StatedParty, (i: number) => StatedParty]>([
  ['equal names', () => ({ id: null, name: 'ACME WORKS' }), () => ({ id: null, name: 'ACME WORKS' })],
  ['names with one common word', i => ({ id: null, name: `ACME ${i} A` }), i => ({ id: null, name: `ACME ${i} B` })],
  ['words of longer names', i => ({ id: null, name: `ACME ${i}` }), i => ({ id: null, name: `THE ACME ${i} OF OHIO` })],
  [
    'different identifiers and equal names',
    i => ({ id: `2${10_000_000 + i}`, name: 'ACME WORKS' }),
    i => ({ id: `3${10_000_000 + i}`, name: 'ACME WORKS' }),
  ],
  [
    'different identifiers with equal last fours',
    i => ({ id: `2${1000 + i}1234`, name: 'ACME' }),
    i => ({ id: `3${1000 + i}1234`, name: 'ACME' }),
  ],
])('twice as many parties with %s need about twice as many comparisons', (_, makeParty, makeIssuer) => {
  const countComparisons = (count: number): number => {
    const list = <T>(make: (i: number) => T): T[] => Array.from({ length: count }, (__, i) => make(i))
    let comparisons = 0
    const issuers = list(i => ({ ...ABSENT_PARTY, ...makeIssuer(i) }))
    matchNames(list(makeParty), issuers, issuer => {
      comparisons++
      return [issuer]
    })
    return comparisons
  }
  expect(countComparisons(400) / countComparisons(200)).toBeLessThan(2.5)
})

describe('the name of an employer that is a person', () => {
  const nameOf = (documents: readonly TestDocument[], statedIncome: Raw): unknown =>
    computeTieOut(dossierOf(documents), statedIncome).find(row => row['stated_monthly'] === '100.00')?.['name']
  const household: readonly TestDocument[] = [[2024, 'form_w2', w2('JANE DOE', 1200, '900-12-3456')]]

  it('is replaced by the last four digits if the application states the number of a person', () => {
    expect(nameOf(QUILL, employer('Jane Doe', 100, { ein: '900-12-3456' }))).toBe('XXXXX3456')
    expect(nameOf(QUILL, employer('Jane Doe', 100, { ein: '90-0123456' }))).toBe('Jane Doe')
  })

  it('is replaced if the matched document has the number of a person', () => {
    expect(nameOf(household, employer('Jane Doe', 100))).toBe('XXXXX3456')
  })

  it('stays if no number is known, as docs/privacy.md says', () => {
    expect(nameOf(QUILL, employer('A MARLOW', 100))).toBe('A MARLOW')
  })
})
