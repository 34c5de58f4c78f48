import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convert, fixture, parseLines, ROOT, taxtally } from './command.js'

type Json = Record<string, unknown>
type Rows = Record<string, string | number | boolean | null>[]

const borrower = fixture('borrower.ndjson')
const golden = join(ROOT, 'test/golden/borrower-summary.txt')

describe('the borrower', () => {
  const { stdout } = taxtally(['summarize', borrower])

  test('has the expected text', () => {
    expect(stdout).toBe(readFileSync(golden, 'utf8'))
  })

  test("does not show a person's name or complete number", () => {
    const raw = readFileSync(borrower, 'utf8')
    const people = [...new Set(raw.match(/900-[0-9]{2}-[0-9]{4}/g))]
    expect(people.length).toBeGreaterThan(0)
    const outputs = [
      stdout,
      ...['summarize', 'validate', 'normalize'].map(command => taxtally([command, borrower, '--json']).stdout),
      taxtally(['summarize', borrower, '--identifiers', 'full']).stdout,
      taxtally(['summarize', borrower, '--identifiers', 'full', '--json']).stdout,
    ]
    for (const id of people) {
      for (const text of outputs) {
        expect(text.includes(id)).toBe(false)
        expect(text.includes(id.replaceAll('-', ''))).toBe(false)
      }
    }
    expect(stdout).not.toMatch(/Marisol/)
  })

  test('has different figures under the two policies of the demo, next to each other', () => {
    const demo = readFileSync(join(ROOT, 'fixtures/demo.mjs'), 'utf8')
    const [, list = ''] = /const policies = \[(.*?)\]/.exec(demo) ?? []
    const policies = [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name as string)
    const text = taxtally(['summarize', borrower, '--quiet', ...policies]).stdout
    // Gross pay (box 5) of 84,140.35 and 42,615.77 + 32,630.10 = 75,245.87: 159,386.22 / 24, and 84,140.35 / 12.
    expect(text).toMatch(/^ {2}wages +6,641\.09 +7,011\.70 {2}they differ$/m)
    // Interest 2,163.41 / 24 = 90.14 and 1,204.97 / 12 = 100.41; dividends 2,990.98 / 24 = 124.62 and 1,588.31 / 12 =
    // 132.36. One year of an IRA, 6,000 / 12 = 500.00, blocks under the first policy only. Gains have an unknown cost
    // basis, which blocks under both. 6,641.09 + 90.14 + 124.62, and 7,011.70 + 100.41 + 132.36 + 500.00.
    expect(text).toMatch(/^ {2}retirement +0\.00 +500\.00 {2}they differ$/m)
    expect(text).toMatch(/^ {2}total +6,855\.85 +7,744\.47 {2}they differ$/m)
  })

  test('has aligned columns', () => {
    const lines = stdout.split('\n')
    const income = lines.slice(lines.findIndex(line => line.startsWith('Income ')))
    const block = income.slice(0, income.indexOf(''))
    const columnEnds = block.map(line =>
      [...line.replaceAll('*', ' ').matchAll(/\S(?=\s|$)/g)].slice(-3).map(({ index }) => index),
    )
    for (const positions of columnEnds) expect(positions).toEqual(columnEnds[0])
  })
})

test('--json prints the rows of the tables, one line per taxpayer', () => {
  const path = fixture('dossiers.ndjson')
  const { readRows } = convert([path])
  const objects = parseLines(taxtally(['summarize', path, '--json']).stdout)
  for (const name of ['years', 'year_totals', 'income', 'withholding', 'liability_years', 'return_lines']) {
    const rows = objects.flatMap(({ taxpayer_id, [name]: sectionRows }) =>
      (sectionRows as Rows).map(row => ({
        taxpayer_id,
        ...Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value === null ? '' : String(value)])),
      })),
    )
    expect(rows, name).toEqual(readRows(name))
  }
  const documents = readRows('documents').filter(({ status }) => status !== 'counted')
  const notCounted = objects.flatMap(({ not_counted }) => not_counted as Rows)
  expect(notCounted).toHaveLength(documents.length)
  // The other documents are named as in the table, and not as one text.
  const names = ['decided_by', 'counted_instead'].flatMap(prefix =>
    ['record', 'form', 'form_index', 'entry_index'].map(part => `${prefix}_${part}`),
  )
  const listOthers = (rows: readonly Readonly<Record<string, unknown>>[]): string[] =>
    rows.map(row => [row['status'], ...names.map(name => row[name] ?? '')].join(' ')).toSorted()
  expect(listOthers(notCounted)).toEqual(listOthers(documents))
  expect(listOthers(notCounted).join()).toMatch(/ form_w2 0 0 /)
})

const w2 = (name: string, ein: string, wages: unknown, tax: unknown, submission = 'Original document'): Json => ({
  employer: { name, ein, address: '1 Main St' },
  employee: { name: 'Ann Doe', ssn: 'XXX-XX-1111' },
  submission_type: submission,
  ...(wages === undefined ? {} : { wages_tips_other_compensation: wages }),
  ...(tax === undefined ? {} : { federal_income_tax_withheld: tax }),
})

const makeRecord = (id: string, provider: string, forms: Json, year: string | null = '2023'): Json => ({
  id,
  tax_year: year,
  provider_id: provider,
  date: `${provider === 'irs' ? '2025-09' : '2025-03'}-01T00:00:00Z`,
  forms: [{ type: 'WAID', year, ssn: 'XXX-XX-1111', ...forms }],
})

/** Runs `summarize` for one taxpayer with these records and returns its output. */
const summarize = (records: readonly Json[], taxpayer: Json = {}): string =>
  taxtally(['summarize', '-', '--quiet'], JSON.stringify({ taxpayer: { id: 't', ...taxpayer }, records })).stdout

/** Returns the lines under a title. */
function findLinesUnder(title: string, text: string): string[] {
  const lines = text.split('\n')
  const from = lines.slice(lines.indexOf(title) + 1)
  return from.slice(0, from.indexOf('')).map(line => line.trim())
}

describe('the reason why a document does not count', () => {
  const corrected = 'Corrected document'
  const text = summarize([
    makeRecord('r1', 'irs', {
      form_w2: [
        w2('Acme Corp', '00-1111111', 50000, 5000),
        w2('Bolt Inc', '00-2222222', 30000, 3000),
        w2('Bolt Inc', '00-2222222', 31000, 3000, corrected),
        w2('Crane LLC', '00-3333333', 20000, 2000),
        w2('Crane LLC', '00-3333333', 20000, 2000, 'Void'),
        w2('Dune Co', '00-4444444', 10000, 1000),
        w2('Dune Co', '00-4444444', 0, 0, corrected),
        w2('Elm Works', '00-5555555', 1000, 100),
        w2('Elm Works', '00-5555555', 1000, 100, 'Duplicate'),
        w2('Fen Ltd', '00-6666666', undefined, undefined, corrected),
        w2('Gale Co', '00-7777777', 50000, 5000),
        w2('Gale Co', '00-7777777', 20000, 2000),
        w2('Hill & Sons', '00-8888888', 800, 80),
      ],
    }),
    makeRecord('r2', 'turbotax', {
      form_w2: [
        w2('Acme Corp', '00-1111111', 51000, 5000),
        w2('Bolt Inc', '00-2222222', 30000, 3000),
        w2('Gale Co', '00-7777777', 70000, 7000),
        w2('Hill & Sons', '00-8888888', 800, 80),
      ],
    }),
    makeRecord('r3', 'irs', { form_w2: [w2('Iris', '00-9999999', 5, 1)] }, null),
  ])
  const reasons = findLinesUnder('Documents not counted, and why', text)

  test.each([
    '2023 W-2 from Acme Corp (software record r2): the sources disagree: the IRS amounts are used (record r1)',
    '2023 W-2 from Bolt Inc (IRS record r1): replaced by the corrected W-2',
    '2023 W-2 from Bolt Inc (software record r2): an earlier copy: the same document is replaced in IRS record r1',
    '2023 W-2 from Crane LLC (IRS record r1): canceled by a void document in its record',
    '2023 W-2 from Crane LLC (IRS record r1): marked as void',
    '2023 W-2 from Dune Co (IRS record r1): canceled by a correction in its record whose amounts are all zero',
    '2023 W-2 from Dune Co (IRS record r1): a correction to zero: it cancels what it corrects',
    '2023 W-2 from Elm Works (IRS record r1): marked as a duplicate of another document in its record',
    '2023 W-2 from Fen Ltd (IRS record r1): a correction without any amount: it corrects other data',
    '2023 W-2 from Gale Co (software record r2): the total of several documents in IRS record r1, which count',
    '2023 W-2 from Hill & Sons (software record r2): duplicate of the IRS copy (record r1)',
    'W-2 from Iris, no tax year (IRS record r3): it has no tax year, so it is in no yearly figure',
  ])('%s', reason => {
    expect(reasons).toContain(reason)
  })

  test('is listed once for every document that does not count', () => {
    expect(reasons).toHaveLength(12)
    expect(text).toContain('Records: 3. Documents: 18, of which 6 count.')
  })

  test('is also listed for review if sources disagree', () => {
    expect(text).toMatch(/For your review\n {2}2023 W-2 from Acme Corp \(software record r2\): Sources disagree/)
  })
})

describe('missing data', () => {
  test('names an unreadable box and marks its figures', () => {
    const text = summarize([makeRecord('r1', 'irs', { form_w2: [w2('Acme Corp', '00-1111111', 'many', 7)] })])
    expect(text).toMatch(/^ {2}Wages +unreadable\*\?$/m)
    expect(text).toMatch(/^ {2}Total income +unreadable\*\?$/m)
    // The box can be read, but its document has the doubt `unreadable_box`.
    expect(text).toMatch(/^ {2}Federal income tax +7\.00\?$/m)
    expect(findLinesUnder('* Incomplete because', text)).toEqual([
      '2023: box 1 (wages) on the 2023 W-2 from Acme Corp (IRS record r1) could not be read (wages, Form 1040 line 1a)',
    ])
  })

  test('names the figures that an unreadable entry may affect', () => {
    const text = summarize([makeRecord('r1', 'irs', { form_w2g: [{ gross_winnings: 5 }, 'x', 7] })])
    expect(findLinesUnder('* Incomplete because', text)).toEqual([
      '2023: an entry of W-2G in IRS record r1 could not be read, 2 times (gambling, federal income tax, Form 1040 line 25c, Form 1040 line S1-8b)',
    ])
  })

  test('shows an undetermined taxable amount as unknown, never as 0', () => {
    const pension = { payer: { name: 'Pension Co', fin: '00-1234567' }, recipient: { id: 'XXX-XX-1111' } }
    const text = summarize([
      makeRecord('r1', 'irs', {
        form_1099_r: [{ ...pension, gross_distribution: 900, tax_amount_undetermined_code: 'Yes' }],
      }),
    ])
    expect(text).toMatch(/^ {2}Retirement +900\.00$/m)
    expect(text).toMatch(/^ {2}Taxable amount of retirement +unknown\*$/m)
    expect(findLinesUnder('* Incomplete because', text).join('\n')).toMatch(
      /not determined on the 2023 1099-R from Pension Co/,
    )
  })

  test('names unreadable data that only underwriting needs', () => {
    const text = summarize([
      makeRecord('r1', 'irs', {
        form_5498: [{ trustee: { name: 'Trust Co' }, rollover_contributions: 'many' }, 'x'],
        form_1098: [{ recipient_lender: { name: 'Bank', fin: '00-1234567' }, mortgage_interest_received: 'many' }],
        form_ssa_1099: [{ pensions_and_annuities: 500, payments: 'x' }],
      }),
    ])
    const lines = findLinesUnder('* Incomplete because', text)
    for (const [input, figure] of [
      ['box 2 (rolloverContributions) on the 2023 5498 from Trust Co (IRS record r1)', 'qualifying retirement income'],
      ['an entry of 5498 in IRS record r1', 'qualifying retirement income'],
      ['box 1 (mortgageInterestPaid) on the 2023 1098 from Bank (IRS record r1)', 'mortgages'],
      ['paymentsByYear on the 2023 SSA-1099 from an unnamed issuer (IRS record r1)', 'qualifying Social Security'],
    ])
      expect(lines).toContain(`2023: ${input} could not be read (${figure})`)
  })

  const good = makeRecord('r1', 'irs', { form_w2: [w2('Acme Corp', '00-1111111', 5, 1)] })
  test.each<[what: string, records: readonly Json[], reason: string]>([
    ['the year of a rejected record', [good, { ...good, id: 'r2', forms: 'none' }], '2023: record r2 was rejected'],
    [
      'the year of an invalid form object',
      [{ ...good, forms: ['none', ...(good['forms'] as unknown[])] }],
      '2023: a form object of record r1 could not be read',
    ],
    [
      'every year if the year of a record is unknown',
      [good, { id: 'r2', forms: 'none' }],
      'record r2 (year unknown) was rejected',
    ],
  ])('leaves %s incomplete', (_, records, reason) => {
    const text = summarize(records)
    expect(text).toMatch(/^ {2}Total income +5\.00\*$/m)
    expect(findLinesUnder('* Incomplete because', text)).toEqual([`${reason} (every figure)`])
  })

  test('lists more yearly balances than a function call accepts as arguments', () => {
    const tax_years = Array.from({ length: 150_000 }, (_, i) => ({ year: 1950 + (i % 50), amount: '1.00' }))
    expect(summarize([], { details: { balance_summary: { tax_years } } })).toMatch(
      /^ {2}Sum of yearly balances +150,000\.00$/m,
    )
  })

  test('does not show unreadable liabilities as 0', () => {
    const text = summarize([], { analysis: { total_liabilities: '5000.00', liabilities_with_lien_filed: 'some' } })
    expect(text).toMatch(/^ {2}Total +5,000\.00$/m)
    expect(text).toMatch(/^ {2}With a lien filed +unreadable\*$/m)
    expect(text).toMatch(/^ {2}Balance due +not given$/m)
  })
})

test('amounts other than income are added up if they are of one kind', () => {
  const sale = { payer: { name: 'Broker', fin: '00-1234567' }, recipient: { id: 'XXX-XX-1111' }, proceeds: 1000.5 }
  const text = summarize([makeRecord('r1', 'irs', { form_1099_b: [sale, { ...sale, proceeds: 2000 }] })])
  expect(findLinesUnder('Amounts that are not income', text)).toEqual([
    '2023 1099-B from Broker (IRS record r1): 2 amounts, $3,000.50 in total, in derivedGain (from several boxes): ' +
      'proceeds of a sale with an unknown cost basis, so the gain is unknown',
  ])
  expect(text).toMatch(/^ {2}Capital gains +0\.00\*$/m)
})

test('amounts are exact, with separators, and negative amounts have a sign', () => {
  const text = summarize([
    makeRecord('r1', 'irs', { form_w2: [w2('Acme Corp', '00-1111111', 12345678901.23, -1234.5)] }),
  ])
  expect(text).toMatch(/^ {2}Wages +12,345,678,901\.23$/m)
  expect(text).toMatch(/^ {2}Federal income tax +-1,234\.50$/m)
})

test('issuers that may be people appear with four digits and without a name', () => {
  const text = summarize([], {
    analysis: { employment_history: [{ year: '2023', employer: { ein: '900-12-3456', name: 'Jane Person' } }] },
  })
  expect(text).toMatch(/^ {2}2023 {2}the employer ending 3456 .* only in the employment history$/m)
  expect(text).not.toMatch(/Jane|900/)
})

test('a name from the data cannot control the terminal', () => {
  const text = summarize([
    makeRecord('r1', 'irs', { form_w2: [w2('Acme\u001b[31m\u202e', '00-1111111', 5, 1, 'Void')] }),
  ])
  expect(text).toContain('Acme�[31m')
  for (const character of ['\u001b', '\u202e']) expect(text.includes(character)).toBe(false)
})

test("a spouse's document is named even if a copy without a recipient counts in its place", () => {
  const lines = findLinesUnder(
    'Documents of another recipient, included here',
    taxtally(['summarize', fixture('dossiers.ndjson'), '--quiet']).stdout,
  )
  expect(lines.length).toBeGreaterThan(0)
  for (const line of lines) expect(line).toMatch(/: belongs to the recipient ending [0-9]{4}/)
})
