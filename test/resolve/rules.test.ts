import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { placeOf, type TaxpayerResult } from '../../src/summarize/result.js'
import { readDossier } from '../reference/documents.js'
import { documentKey, resolvePlain } from '../reference/resolve.js'
import { type Raw, resultOfDossier } from '../support/run.js'

// The rules of duplicates and amendments, each line of them with the smallest dossier that shows it; the second reading of
// the rules must say the same of each.

const FEBRUARY = '2024-02-01T00:00:00.000Z'
const AUGUST = '2024-08-01T00:00:00.000Z'
const SEPTEMBER = '2024-09-01T00:00:00.000Z'

const ACME = { ein: '20-1111234', name: 'ACME TOOLS', address: '1 HACKER WAY' }
const ALEX = { ssn: '900-11-3333', name: 'ALEX SAMPLE' }
const ROBIN = { ssn: '900-22-6666', name: 'ROBIN SAMPLE' }

const CORRECTED = { submission_type: 'Corrected' }
const VOID = { submission_type: 'Void' }
const DUPLICATE = { submission_type: 'Duplicate' }

/** A W-2 of wages and withholding in dollars; null leaves the box out. */
const w2 = (wages: number | null, withheld: number | null = null, otherBoxes: Raw = {}): Raw => ({
  employer: ACME,
  employee: ALEX,
  ...(wages === null ? {} : { wages_tips_other_compensation: wages }),
  ...(withheld === null ? {} : { federal_income_tax_withheld: withheld }),
  ...otherBoxes,
})

interface Source {
  readonly id?: string
  readonly provider?: string
  readonly date?: string | undefined
  readonly ssn?: string
  readonly form?: string
  readonly year?: number
}

const source = (entries: readonly unknown[], options: Source = {}): Raw => ({
  id: options.id ?? options.provider ?? 'irs',
  provider_id: options.provider ?? 'irs',
  tax_year: options.year ?? 2023,
  date: 'date' in options ? options.date : '2024-03-01T00:00:00.000Z',
  forms: [
    {
      type: 'WAID',
      year: options.year ?? 2023,
      ...(options.ssn === undefined ? {} : { ssn: options.ssn }),
      [options.form ?? 'form_w2']: entries,
    },
  ],
})
const irs = (entries: readonly unknown[], options: Source = {}): Raw => source(entries, options)
const software = (entries: readonly unknown[], options: Source = {}): Raw =>
  source(entries, { provider: 'hr', ...options })

interface Standing {
  readonly documentPath: string
  readonly status: string
  readonly by: string | null
  readonly verified: boolean
  readonly isOtherRecipient: boolean
  readonly warnings: readonly string[]
}

/** The library's result, of which the second reading must say the same; and what became of every document. */
function computeResult(raw: Raw): { result: TaxpayerResult; standings: readonly Standing[] } {
  const result = resultOfDossier(raw)
  const { documents, warnings } = result.resolution
  const ours = documents.map(({ document, status, decidedBy, verified, otherRecipient }): Standing => {
    const by = decidedBy === null ? null : placeOf(decidedBy)
    const codes = warnings.flatMap(warning => (warning.document === document ? [warning.code] : []))
    return {
      documentPath: placeOf(document),
      status,
      by,
      verified,
      isOtherRecipient: otherRecipient,
      warnings: codes,
    }
  })
  const theirs = resolvePlain(readDossier(raw)).map(
    ({ doc, status, decidedBy, verified, otherRecipient, warnings }): Standing => ({
      ...{
        documentPath: documentKey(doc),
        status,
        by: decidedBy,
        verified,
        isOtherRecipient: otherRecipient,
        warnings,
      },
    }),
  )
  const sorted = (all: readonly Standing[]) =>
    all.toSorted((a, b) => (a.documentPath < b.documentPath ? -1 : 1))
  expect(sorted(ours)).toEqual(sorted(theirs))
  return { result, standings: ours }
}

/** What became of every document, in the order in which they were given. */
function resolve(...records: Raw[]): Standing[] {
  const { standings } = computeResult({ taxpayer: { id: 't' }, records })
  const standingByPath = new Map(standings.map(standing => [standing.documentPath, standing]))
  const places = records.flatMap(record =>
    (record['forms'] as Raw[]).flatMap((form, formIndex) =>
      Object.entries(form).flatMap(([key, entries]) =>
        Array.isArray(entries)
          ? entries.map((_, i) => `${String(record['id']).replaceAll('/', '%2F')}/${key}/${formIndex}/${i}`)
          : [],
      ),
    ),
  )
  return places.flatMap(documentPath => standingByPath.get(documentPath) ?? [])
}

const listStatuses = (...records: Raw[]): string[] => resolve(...records).map(({ status }) => status)

/** The wages of the documents that count, as one sum in dollars. */
const sumWages = (...records: Raw[]): number => sumIncome('wages', ...records)

function sumIncome(wanted: string, ...records: Raw[]): number {
  const { income } = computeResult({ taxpayer: { id: 't' }, records }).result
  return Number(income.find(({ category }) => category === wanted)?.amount ?? 0) / 100
}

/** Two documents of two sources are held for one where one of them does not count. */
function isOne(a: Raw, b: Raw, form = 'form_w2'): boolean {
  const counted = listStatuses(irs([a], { form }), software([b], { form })).filter(
    status => status === 'counted',
  )
  return counted.length === 1
}

/** What a case calls a date, and what marks a W-2 has. */
const DATES: Readonly<Record<string, string | undefined>> = {
  ...{ feb: FEBRUARY, aug: AUGUST, sep: SEPTEMBER },
  ...{ undated: undefined, misdated: 'in August' },
}
const MARKS: Readonly<Record<string, Raw>> = {
  corrected: CORRECTED,
  void: VOID,
  duplicate: DUPLICATE,
  deleted: { submission_type: 'Deleted' },
  original: { submission_type: 'Original document' },
  robin: { employee: ROBIN },
  nameless: { employee: {} },
  masked: { employer: { ein: 'XXXXX1234', name: ACME.name }, employee: {} },
}

function parseEntry(text: string): unknown {
  const [boxes = '', ...marks] = text.split(' ')
  if (boxes === 'none') return 'no object'
  const [paid = null, withheld = null, base = null] = boxes
    .split('/')
    .map(box => (box === '-' ? null : Number(box)))
  for (const marker of marks) expect(MARKS).toHaveProperty(marker)
  const markedBoxes = marks.map(marker => MARKS[marker])
  return w2(
    paid,
    withheld,
    Object.assign(base === null ? {} : { social_security_wages: base }, ...markedBoxes),
  )
}

function parseRecord(text: string): Raw {
  const [head = '', entries = ''] = text.split(': ')
  const [provider = '', ...options] = head.split(' ')
  const date = options.find(option => option in DATES)
  const id = options.find(option => option !== date)
  return source(entries.split(', ').map(parseEntry), {
    provider,
    ...(id === undefined ? {} : { id }),
    ...(date === undefined ? {} : { date: DATES[date] }),
  })
}

/** The cases of `worked.txt`: their rule, what they show and each of their lines. */
const WORKED = readFileSync(new URL('worked.txt', import.meta.url), 'utf8')
  .split(/^== /m)
  .slice(1)
  .flatMap(section => {
    const [rule = '', ...lines] = section.split('\n').filter(line => !/^ *(?:#.*)?$/.test(line))
    let name = ''
    return lines.flatMap(line => {
      if (line.startsWith(' ')) return [{ rule, name, line: line.trim() }]
      name = line
      return []
    })
  })

test.each(WORKED)('$rule: $name: $line', ({ line }) => {
  const [recordsText = '', expected = ''] = line.split(' -> ')
  const [became = '', sum] = expected.split(/ ?= /)
  const records = recordsText.split(' | ').map(parseRecord)
  const all = resolve(...records)
  const numberOf = (documentPath: string | null) =>
    1 + all.findIndex(standing => standing.documentPath === documentPath)
  const standings = all.map(({ status, by, warnings }) =>
    [
      status,
      ...(became.includes(' by ') && by !== null ? ['by', numberOf(by)] : []),
      ...(became.includes(' ! ') && warnings.length > 0 ? ['!', ...warnings] : []),
    ].join(' '),
  )
  if (became !== '') expect(standings).toEqual(became.split(', '))
  if (sum !== undefined) expect(sumWages(...records)).toBe(Number(sum))
})

test.each(WORKED.filter(({ rule }) => ['the worked table', 'corrections'].includes(rule)))(
  'pulled twice, or the other way round, it is the same: $name',
  ({ line }) => {
    const records = (line.split(' -> ')[0] as string).split(' | ').map(parseRecord)
    const again = records.map(record => ({ ...record, id: `0-${record['id']}`, date: SEPTEMBER }))
    expect(sumWages(...records, ...again)).toBe(sumWages(...records))
    expect(sumWages(...records.toReversed())).toBe(sumWages(...records))
  },
)

describe('the worked table', () => {
  test("the spouse's transcript, and software that names no recipients", () => {
    const nameless = { employee: {} }
    const all = [
      irs([w2(50_000, 5000)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' }),
      software([w2(50_000, 5000, nameless), w2(60_000, 6000, nameless)], { ssn: '900-11-3333' }),
    ]
    expect(sumWages(...all)).toBe(110_000)
  })

  test('without a recipient a document is of its form object, or of whom the authority says', () => {
    const nameless = { employee: {} }
    const taxpayerSsn = 'XXX-XX-3333'
    const otherYear = irs([w2(1)], { id: 'more', ssn: taxpayerSsn, year: 2022 })
    const others = (...records: Raw[]) =>
      resolve(otherYear, ...records).map(
        ({ documentPath, isOtherRecipient }) => `${documentPath} ${isOtherRecipient}`,
      )
    // Beside the spouse's in one transcript, pulled once and twice.
    const mixed = irs([w2(50_000, 5000, nameless), w2(60_000, 6000, { employee: ROBIN })], {
      id: 'a',
      ssn: taxpayerSsn,
    })
    expect(others(mixed).slice(1)).toEqual(['a/form_w2/0/0 false', 'a/form_w2/0/1 true'])
    expect(others(mixed, { ...mixed, id: 'b', date: SEPTEMBER })).toContain('a/form_w2/0/0 false')
    expect(others(mixed, software([w2(50_000, 5000, nameless)], { ssn: taxpayerSsn }))).not.toContain(
      'hr/form_w2/0/0 true',
    )
    // Software lists the spouse's under the filer, with cents, so that its own copy counts.
    const spouse = irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const listed = software([w2(60_000.5, 6000, nameless), w2(50_000, 5000, nameless)], { ssn: taxpayerSsn })
    expect(others(spouse, listed).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 false',
    ])
    // The authority's is the total of two that software lists.
    const total = irs([w2(70_000, 7000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const parts = software([w2(50_000, 5000, nameless), w2(20_000, 2000, nameless)], { ssn: taxpayerSsn })
    expect(others(total, parts).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 true',
    ])
    // Where the authority names no recipient either, its form object does.
    const unnamed = irs([w2(60_000, 6000, nameless)], { id: 'b', ssn: 'XXX-XX-6666' })
    expect(others(unnamed, listed)).toContain('hr/form_w2/0/0 true')
  })
})

describe('records', () => {
  test('of one id are one record: the latest date is kept, the others are no documents', () => {
    const all = [irs([w2(1)], { id: 'r', date: FEBRUARY }), irs([w2(2)], { id: 'r', date: AUGUST })]
    expect(sumWages(...all)).toBe(2)
    expect(sumWages(...all.toReversed())).toBe(2)
    const { dossier, resolution } = resultOfDossier({ taxpayer: { id: 't' }, records: all })
    expect(resolution.documents.length).toBe(1)
    expect(dossier.rejected.map(({ id, repeated }) => [id, repeated])).toEqual([['r', true]])
    expect(dossier.noted.map(({ code }) => code)).toEqual(['record_repeated'])
  })

  test('of one id and one date: the greatest text as canonical JSON is kept', () => {
    const all = [irs([w2(1)], { id: 'r' }), irs([w2(2)], { id: 'r' })]
    expect([sumWages(...all), sumWages(...all.toReversed())]).toEqual([2, 2])
  })

  test('dates are compared as moments', () => {
    const early = irs([w2(1)], { id: 'r', date: '2024-03-01T10:00:00+09:00' })
    const late = irs([w2(2)], { id: 'r', date: '2024-03-01T02:00:00Z' })
    expect([sumWages(early, late), sumWages(late, early)]).toEqual([2, 2])
  })

  test('of irs and irs_tax_pro are the authority, in any spelling; all others are software', () => {
    for (const provider of ['irs', 'irs_tax_pro', 'irs-tax-pro', 'IRS Tax Pro'])
      expect(resolve(source([w2(1)], { provider }))[0]?.verified).toBe(true)
    for (const provider of ['hr', 'turbotax', 'service-sandbox', 'irs_of_elsewhere'])
      expect(resolve(source([w2(1)], { provider }))[0]?.verified).toBe(false)
  })

  test('an id with a slash is named with %2F', () => {
    const [first] = resolve(irs([w2(50, 5), w2(50, 5, VOID)], { id: 'a/b' }))
    expect(first?.by).toBe('a%2Fb/form_w2/0/1')
  })
})

describe('the scoring', () => {
  const otherW2 = (employer: Raw, otherBoxes: Raw = {}): Raw => w2(500, 50, { employer, ...otherBoxes })
  // Different amounts: only the parties speak. A full issuer and recipient give 8, a name 2 more or less.
  const same = (a: Raw, b: Raw, otherBoxes: Raw = {}): boolean =>
    isOne(w2(100, 10, { employer: a, ...otherBoxes }), otherW2(b, otherBoxes))

  test('issuer: both full and equal is 4, both full and different is a REJECT', () => {
    expect(same({ ein: '20-1111234' }, { ein: '201111234' })).toBe(true)
    expect(same({ ...ACME }, { ...ACME, ein: '20-2221234' })).toBe(false)
  })

  test('issuer: one masked, the last four equal is 2, different is a REJECT', () => {
    // 2 with a full recipient is 6; without one it is not enough.
    expect(same({ ein: '20-1111234' }, { ein: 'XX-XXX1234' })).toBe(true)
    expect(same({ ein: 'XXXXX1234' }, { ein: '***-**-1234' })).toBe(true)
    expect(same({ ein: '20-1111234' }, { ein: 'XX-XXX1234' }, { employee: {} })).toBe(false)
    expect(same({ ...ACME }, { ...ACME, ein: 'XX-XXX9999' })).toBe(false)
  })

  test('issuer: one absent is 0', () => {
    // A full recipient, and 2 for the name: 6.
    expect(same({ ein: '20-1111234', name: 'ACME' }, { name: 'ACME' })).toBe(true)
    expect(same({ ein: '20-1111234' }, {})).toBe(false)
  })

  test('recipient: full and equal 4, masked 2, different a REJECT, absent 0', () => {
    const to = (employee: Raw, amount: number) =>
      w2(amount, amount / 10, { employer: { ein: ACME.ein }, employee })
    expect(isOne(to(ALEX, 100), to({ ssn: '900113333' }, 500))).toBe(true)
    expect(isOne(to(ALEX, 100), to({ ssn: 'XXX-XX-3333' }, 500))).toBe(true)
    expect(isOne(to(ALEX, 100), to(ROBIN, 100))).toBe(false)
    expect(isOne(to(ALEX, 100), to({ ssn: '900-44-3333' }, 100))).toBe(false)
    expect(isOne(to(ALEX, 100), to({}, 500))).toBe(false)
  })

  test('recipient: inside a source the ssn of the form object stands in, between sources it does not', () => {
    const bare = { employer: { ein: ACME.ein } }
    // Inside, the form object's last four against the own ones: 4 + 2.
    const inside = [
      w2(50, 5, { ...bare, employee: { ssn: 'XXX-XX-3333' } }),
      w2(60, 5, { ...bare, employee: {}, ...CORRECTED }),
    ]
    expect(listStatuses(irs(inside, { ssn: 'XXX-XX-3333' }))).toEqual(['superseded', 'counted'])
    expect(listStatuses(irs(inside, { ssn: 'XXX-XX-6666' }))).toEqual(['counted', 'counted'])
    const named = (entry: Raw): Raw => ({ ...entry, employer: ACME })
    expect(
      listStatuses(
        irs([named(w2(50, 5))], { ssn: 'XXX-XX-3333' }),
        software([named(w2(50, 5, { employee: {} }))], { ssn: 'XXX-XX-6666' }),
      ),
    ).toEqual(['counted', 'duplicate'])
  })

  test('issuer name: compatible is 2, else -2, one absent 0', () => {
    // Identifiers masked, recipient masked: 4, so that the name decides.
    const names = (a: string | null, b: string | null): boolean =>
      isOne(
        w2(100, 10, { employer: { ein: ACME.ein, name: a }, employee: { ssn: 'XXX-XX-3333' } }),
        w2(500, 50, { employer: { ein: 'XXXXX1234', name: b } }),
      )
    for (const [a, b] of [
      ['Meta Platforms', 'META PLATFORMS'],
      ['META', 'Meta Platforms'],
      ['METAXXXXX XXX', 'META PLATFORMS'],
      ['THE', 'THE HOME DEPOT'],
      ['THE XXXX XXXXX', 'THE HOME DEPOT'],
      ['IBM', 'IBM CORP'],
    ] as const)
      expect([names(a, b), names(b, a)], `${a}, ${b}`).toEqual([true, true])
    for (const [a, b] of [
      ['METAL', 'META PLATFORMS'],
      ['THE GAP', 'THE HOME DEPOT'],
      ['TH', 'THE HOME DEPOT'],
      ['ME', 'META'],
      [null, 'META'],
      [null, null],
    ] as const)
      expect([names(a, b), names(b, a)], `${a}, ${b}`).toEqual([false, false])
    // -2 outweighs what would be enough without a name.
    expect(same({ ein: 'XXXXX1234' }, { ein: ACME.ein })).toBe(true)
    expect(same({ ein: 'XXXXX1234', name: 'ACME' }, { ein: ACME.ein, name: 'OTHER' })).toBe(false)
  })

  test('issuer address: equal, or cut to its first six characters, is 1; else 0', () => {
    // All other points are even and six is needed, so that an address only decides between two classes.
    const employer = (ein: string, address: string) => ({ ein, name: 'ACME', address })
    const joins = (address: string): number => {
      const all = resolve(
        software([
          w2(100, 10, { employer: employer('20-1111234', '1 HACKER WAY') }),
          w2(300, 30, { employer: employer('20-2221234', '12 OA ST') }),
        ]),
        irs([w2(200, 20, { employer: employer('XXXXX1234', address) })]),
      )
      return all.findIndex(({ status }) => status === 'conflict')
    }
    for (const address of ['12 OA St', '12 OA', '12 oa st']) expect(joins(address), address).toBe(1)
    // Where neither has the point, the earlier class is joined.
    for (const address of ['12 OA ST 5', '12', '', 'elsewhere']) expect(joins(address), address).toBe(0)
    expect(joins('1 Hack')).toBe(0)
  })

  test('account: equal is 2; different is a REJECT for 1099-x, 1098-x, 5498 and SSA-1099, else 0', () => {
    const forms: readonly (readonly [
      form: string,
      issuer: string,
      id: string,
      recipient: string,
      rid: string,
      account: string,
      box: string,
    ])[] = [
      ['form_1099_int', 'payer', 'fin', 'recipient', 'id', 'account_number', 'interest_income'],
      ['form_1099_b', 'payer', 'fin', 'recipient', 'id', 'account_number', 'proceeds'],
      ['form_1099_r', 'payer', 'fin', 'recipient', 'id', 'account_number', 'gross_distribution'],
      [
        'form_1098',
        'recipient_lender',
        'fin',
        'payer_borrower',
        'ssn',
        'account_number',
        'mortgage_interest',
      ],
    ]
    for (const [form, issuer, id, recipient, rid, account, box] of forms) {
      const entry = (number: string | null, who: Raw, amount: number): Raw => ({
        [issuer]: { [id]: '20-1111234' },
        [recipient]: who,
        [account]: number,
        [box]: amount,
      })
      const fullIdentifier = { [rid]: '900-11-3333' }
      // 4 for the issuer and 2 for the account; 8 with the recipient.
      expect(isOne(entry('XX4001', {}, 1), entry('99-4001', {}, 500), form), form).toBe(true)
      expect(isOne(entry('XX4001', {}, 1), entry(null, {}, 500), form), form).toBe(false)
      expect(isOne(entry('4001', fullIdentifier, 1), entry('4002', fullIdentifier, 500), form), form).toBe(
        false,
      )
      expect(isOne(entry('4001', fullIdentifier, 1), entry(null, fullIdentifier, 500), form), form).toBe(true)
    }
    const income = (account: string, gross: number): Raw => ({
      withholding_agent: { ein: '20-1111234' },
      recipient: { id: '900-11-3333' },
      recipient_account_number: account,
      gross_income: gross,
    })
    expect(isOne(income('4001', 1), income('4002', 500), 'form_1042_s')).toBe(true)
  })

  test('unique form identifier of a 1042-S: equal is 10, different is a REJECT', () => {
    const entry = (unique: string | null, gross: number, otherBoxes: Raw = {}): Raw => ({
      unique_form_identifier: unique,
      gross_income: gross,
      ...otherBoxes,
    })
    const parties = {
      withholding_agent: { ein: '20-1111234', name: 'ACME' },
      recipient: { id: '900-11-3333' },
    }
    expect(isOne(entry('1000000001', 1), entry('1000000001', 500), 'form_1042_s')).toBe(true)
    expect(isOne(entry('1000000001', 100, parties), entry('1000000002', 100, parties), 'form_1042_s')).toBe(
      false,
    )
    expect(isOne(entry('1000000001', 100, parties), entry(null, 500, parties), 'form_1042_s')).toBe(true)
  })

  test('amounts: the same, two of them not zero, between sources, are 4', () => {
    // The last four of the issuer alone are 2.
    const bare = { employer: { ein: 'XXXXX1234' }, employee: {} }
    const full = { employer: { ein: ACME.ein }, employee: {} }
    expect(isOne(w2(100, 10, bare), w2(100, 10, full))).toBe(true)
    expect(isOne(w2(100, 10, bare), w2(100.99, 10.5, full))).toBe(true)
    expect(isOne(w2(100, 0, bare), w2(100, 0, full))).toBe(false)
    expect(isOne(w2(100, null, bare), w2(100, 10, full))).toBe(false)
    expect(isOne(w2(100, 10, bare), w2(200, 20, full))).toBe(false)
    // Inside one source amounts say nothing: the correction finds no original.
    expect(listStatuses(irs([w2(100, 10, bare), w2(100, 10, { ...full, ...CORRECTED })]))).toEqual([
      'counted',
      'counted',
    ])
  })

  test('the whole entry equal, between sources, is 10', () => {
    const bare: Raw = { wages_tips_other_compensation: 100, note: ['a', { b: 1, c: 2 }] }
    const turned: Raw = { note: ['a', { c: 2, b: 1 }], wages_tips_other_compensation: 100 }
    expect(isOne(bare, turned)).toBe(true)
    expect(isOne(bare, { ...bare, note: ['a', { b: 1, c: 3 }] })).toBe(false)
    expect(isOne(bare, { ...bare, more: null })).toBe(false)
    // A list is no object, whatever its keys.
    const listed = { ...bare, note: ['a'] }
    const keyed = { ...bare, note: { 0: 'a' } }
    expect([isOne(listed, keyed), isOne(keyed, listed), isOne(keyed, keyed)]).toEqual([false, false, true])
    expect(listStatuses(irs([bare, { ...bare, ...VOID }]))).toEqual(['counted', 'void'])
  })

  test('six is the same, five is not', () => {
    const employer = (fields: Raw) => ({ employer: { ein: ACME.ein, ...fields }, employee: {} })
    const one = (fields: Raw) => isOne(w2(1, 1, employer(fields)), w2(500, 50, employer(fields)))
    expect(one({})).toBe(false)
    expect(one({ address: '1 HACKER WAY' })).toBe(false)
    expect(one({ name: 'ACME' })).toBe(true)
  })

  test('another form, or another year, is another document', () => {
    expect(listStatuses(irs([w2(1, 1)]), irs([w2(1, 1)], { id: 'b', year: 2022 }))).toEqual([
      'counted',
      'counted',
    ])
  })

  test('same amounts with a score below six and no REJECT: both count, with a warning', () => {
    const bare = { employer: { ein: ACME.ein }, employee: {} }
    const all = resolve(irs([w2(100, null, bare)]), software([w2(100, 0, bare)]))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', ['possible_duplicate']],
      ['counted', ['possible_duplicate']],
    ])
    const rejected = resolve(irs([w2(100, 10)]), software([w2(100, 10, { employee: ROBIN })]))
    expect(rejected.map(({ warnings }) => warnings)).toEqual([[], []])
  })
})

test('what may be a duplicate is found among many that are none, one that says less too', () => {
  // Robin's, and those that name no recipient and have her address, are one class; Alex's stands alone.
  const employer = { ein: ACME.ein, name: 'ACME' }
  const alex = w2(100, null, { employer })
  const robin = w2(100, null, { employer: { ...employer, address: ACME.address }, employee: ROBIN })
  const hers = { ...robin, employee: {} }
  // 4 by the number alone, and 2 + 2 by a masked one and the name: too little, and no REJECT.
  const nameless = w2(100, null, { employer: { ein: ACME.ein }, employee: {} })
  const masked = w2(100, null, { employer: { ...employer, ein: 'XXXXX1234' }, employee: {} })
  const warningsOfAlex = (copies: number, ...like: Raw[]) => {
    const all = resolve(
      irs([alex]),
      software([robin, ...Array.from({ length: copies }, () => hers), ...like]),
    )
    expect(all.every(({ status }) => status === 'counted')).toBe(true)
    return all[0]?.warnings
  }
  for (const copies of [1, 20]) {
    expect(warningsOfAlex(copies), `${copies}`).toEqual([])
    expect(warningsOfAlex(copies, nameless), `${copies}`).toEqual(['possible_duplicate'])
    expect(warningsOfAlex(copies, masked), `${copies}`).toEqual(['possible_duplicate'])
  }
})

describe('classes', () => {
  const GAP = { ein: '20-2221234', name: 'THE GAP STORES', address: '9 PINE LANE' }
  const DEPOT = { ein: '20-1111234', name: 'THE HOME DEPOT', address: '1 HACKER WAY' }

  test('a document joins the class whose best score is highest', () => {
    const masked = { ein: 'XXXXX1234', name: 'THE', address: '9 PINE' }
    const all = resolve(
      software([w2(100, 10, { employer: DEPOT }), w2(300, 30, { employer: GAP })]),
      irs([w2(200, 20, { employer: masked })]),
    )
    expect(all.map(({ status }) => status)).toEqual(['counted', 'conflict', 'counted'])
  })

  test('ties go to the class with the fewest documents of its own source', () => {
    const masked = { ein: 'XXXXX1234', name: 'THE' }
    const [first, second] = resolve(
      software([w2(100, 10, { employer: DEPOT }), w2(300, 30, { employer: GAP })]),
      irs([w2(200, 20, { employer: masked }), w2(400, 40, { employer: masked })]),
    )
    expect([first?.by, second?.by]).toEqual(['irs/form_w2/0/0', 'irs/form_w2/0/1'])
  })

  test('then to the earlier class', () => {
    const masked = { ein: 'XXXXX1234', name: 'THE' }
    const all = resolve(
      software([
        w2(100, 10, { employer: { ...DEPOT, address: '' } }),
        w2(300, 30, { employer: { ...GAP, address: '' } }),
      ]),
      irs([w2(200, 20, { employer: masked })]),
    )
    // 20-1111234 stands before 20-2221234 in the order.
    expect(all.map(({ status }) => status)).toEqual(['conflict', 'counted', 'counted'])
  })
})

describe('rule 2: amended documents', () => {
  test.each(['Corrected', 'CORRECTED document', 'Amended', 'amend', 'Replacement', 'replaced'])(
    '%s',
    submissionType => {
      expect(listStatuses(irs([w2(50, 5), w2(60, 5, { submission_type: submissionType })]))).toEqual([
        'superseded',
        'counted',
      ])
    },
  )
})

describe('rule 4: duplicate as submission type', () => {
  test.each([0, 20])('and is the first in the order for one that says less, among %s others', others => {
    const entry = (unique: string | null, otherBoxes: Raw = {}): Raw => ({
      withholding_agent: { ein: ACME.ein, name: ACME.name },
      recipient: { id: ALEX.ssn },
      unique_form_identifier: unique,
      gross_income: 100,
      ...otherBoxes,
    })
    const marked = [entry('1000000002', DUPLICATE), entry(null, DUPLICATE)]
    const otherEntries = Array.from({ length: others }, (_, i) =>
      entry(`${2_000_000_000 + i}`, { gross_income: i }),
    )
    const all = resolve(irs([entry('1000000001'), ...marked, ...otherEntries], { form: 'form_1042_s' }))
    expect(all.slice(0, 3).map(({ status, by }) => [status, by])).toEqual([
      ['counted', null],
      ['counted', null],
      ['duplicate', 'irs/form_1042_s/0/1'],
    ])
  })
})

describe('rule 5: equal documents inside one source', () => {
  test.each([
    ['form_1099_b', { payer: { fin: '20-1111234', name: 'ACME' }, proceeds: 5, cost_basis: 1 }],
    ['form_w2g', { payer: { fin: '20-1111234', name: 'ACME' }, gross_winnings: 5 }],
    ['form_1042_s', { withholding_agent: { ein: '20-1111234', name: 'ACME' }, gross_income: 5 }],
    ['schedule_k1_1065', { partnership: { ein: '20-1111234', name: 'ACME' }, interest: 5 }],
    ['schedule_k1_1120s', { corporation: { ein: '20-1111234', name: 'ACME' }, interest: 5 }],
  ])('without a warning for %s, where they are ordinary', (form, entry) => {
    const all = resolve(irs([entry, entry], { form }))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', []],
      ['counted', []],
    ])
  })
})

describe('rule 5, beside another source', () => {
  test('equal sales are ordinary there too, equal W-2s are not', () => {
    const sale = { payer: { fin: '20-1111234', name: 'ACME' }, proceeds: 5, cost_basis: 1 }
    const warnings = (entry: Raw, form: string) =>
      resolve(irs([entry, entry], { form }), software([entry], { form })).map(standing => standing.warnings)
    expect(warnings(sale, 'form_1099_b')).toEqual([[], [], []])
    expect(warnings(w2(50, 5), 'form_w2')).toEqual([[], ['probable_duplicate'], []])
  })
})

test('a group is verified where an authority holds it', () => {
  const verified = (provider: string) =>
    resolve(software([w2(50, 5)]), source([w2(50, 5)], { provider })).map(standing => standing.verified)
  expect([verified('irs'), verified('drake')]).toEqual([
    [true, true],
    [false, false],
  ])
})

test('an amended sale of one software leaves the gain and the loss of another', () => {
  const sale = {
    payer: { fin: '12-3456789', name: 'ACME BANK', address: '1 MAIN ST' },
    recipient: { id: '900-12-3456', name: 'JANE DOE' },
    account_number: 'SW77104412',
    noncovered_security_indicator: 'Covered security',
  }
  const [gain, loss] = [
    { ...sale, proceeds: 5210.44, cost_basis: 4480 },
    { ...sale, proceeds: 9912.75, cost_basis: 71_610.22 },
  ]
  const amended = { ...loss, submission_type: 'Amended document' }
  const makeSource = (provider: string, ...entries: Raw[]) =>
    source(entries, { provider, form: 'form_1099_b' })
  // 730.44 - 61,697.47.
  expect(
    sumIncome('capital_gains', makeSource('turbotax', gain, loss), makeSource('hrblock', loss, amended)),
  ).toBe(-60_967.03)
})

test('a document in conflict is named by its record and place', () => {
  const records = [software([w2(200, 20)]), irs([w2(100, 10)])]
  const { issues } = resultOfDossier({ taxpayer: { id: 't' }, records })
  const [conflict] = issues.filter(({ code }) => code === 'source_conflict')
  expect(conflict?.recordId).toBe('hr')
  expect(conflict?.message).toContain("['form_w2'][0]")
})

describe('rule 8: another recipient', () => {
  const elsewhere = { employer: { ein: '20-4449012', name: 'IBM' } }

  test('counts, and is marked', () => {
    const all = resolve(
      irs([w2(50, 5)], { id: 'a', ssn: 'XXX-XX-3333' }),
      software([w2(60, 6, { employee: ROBIN }), w2(70, 7, { ...elsewhere, employee: {} })], {
        id: 'b',
        ssn: '900-11-3333',
      }),
      irs([w2(80, 8, { ...elsewhere, employee: {} })], { id: 'c', ssn: 'XXX-XX-6666', year: 2022 }),
    )
    expect(all.map(({ isOtherRecipient }) => isOtherRecipient)).toEqual([false, true, false, true])
    expect(all.map(({ status }) => status)).toEqual(['counted', 'counted', 'counted', 'counted'])
  })

  test('the taxpayer is whom most form objects name, pulls of one transcript taken once', () => {
    const taxpayerRecords = [
      irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(2, 2)], { id: 'b', ssn: 'XXX-XX-3333', year: 2022 }),
    ]
    const spouse = irs([w2(3, 3, { employee: ROBIN })], { id: 'c', ssn: 'XXX-XX-6666' })
    const others = (...records: Raw[]) => resolve(...records).map(({ isOtherRecipient }) => isOtherRecipient)
    expect(others(...taxpayerRecords, spouse)).toEqual([false, false, true])
    expect(others(...taxpayerRecords, spouse, { ...spouse, id: 'd' }, { ...spouse, id: 'e' })).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  test('without an ssn on any form object nobody is another', () => {
    expect(
      resolve(irs([w2(50, 5, { employee: ROBIN })])).map(({ isOtherRecipient }) => isOtherRecipient),
    ).toEqual([false])
  })
})

describe('the order, where nothing else decides', () => {
  /** Of two documents of software in conflict the first in the order counts. */
  const first = (a: Raw, b: Raw, form = 'form_w2'): number => {
    const records = [
      software([a], { id: 'a', provider: 'hr', form }),
      software([b], { id: 'b', provider: 'drake', form }),
    ]
    const forth = listStatuses(...records).indexOf('counted')
    const back = listStatuses(...records.toReversed()).indexOf('counted')
    expect(back).toBe(1 - forth)
    return forth
  }

  test('full before masked before absent issuer, then its digits', () => {
    const by = (ein: string | null, wages: number) =>
      w2(wages, wages / 10, { employer: { ein, name: 'ACME' } })
    expect(first(by('20-1111234', 900), by('XXXXX1234', 100))).toBe(0)
    expect(first(by('XXXXX1234', 900), by(null, 100))).toBe(0)
    expect(first(by(null, 100), by('20-1111234', 900))).toBe(1)
  })

  test('then the recipient likewise', () => {
    const to = (ssn: string | null, wages: number) => w2(wages, wages / 10, { employee: { ssn } })
    expect(first(to('900-11-3333', 900), to('XXX-XX-3333', 100))).toBe(0)
    expect(first(to('XXX-XX-3333', 900), to(null, 100))).toBe(0)
  })

  test('then the name upper-cased, then the amounts: absent before present, then by value', () => {
    const named = (name: string, wages: number | null) => w2(wages, 1, { employer: { ein: ACME.ein, name } })
    expect(first(named('acme a', 900), named('ACME', 100))).toBe(1)
    expect(first(named('ACME B', 100), named('acme a', 900))).toBe(1)
    expect(first(w2(-5, 10), w2(100, 10))).toBe(0)
    expect(first(w2(null, 30), w2(1, 20))).toBe(0)
  })
})

test('no box that is equal and not zero is no possible duplicate', () => {
  const bare = { employer: { ein: ACME.ein }, employee: {} }
  const warnings = (a: Raw, b: Raw) => resolve(software([a]), irs([b])).flatMap(standing => standing.warnings)
  expect(warnings(w2(null, null, bare), w2(null, null, { ...bare, x: 1 }))).toEqual([])
  expect(warnings(w2(0, 0, bare), w2(0, null, bare))).toEqual([])
  expect(warnings(w2(0, 0.4, bare), w2(0.4, null, bare))).toEqual([])
  expect(warnings(w2(100, 0, bare), w2(100.4, null, bare)).length).toBe(2)
})

describe('who the taxpayer is', () => {
  const taxpayerRecord = irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
  const spouse = irs([w2(2, 2, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
  const others = (...records: Raw[]) => resolve(...records).map(({ isOtherRecipient }) => isOtherRecipient)
  const vote = (id: string, ssn: string) => software([], { id, ssn, year: Number(id) })

  test('of tied votes a full identifier comes first, then the smallest', () => {
    expect(others(taxpayerRecord, spouse)).toEqual([false, true])
    expect(others(taxpayerRecord, vote('2021', 'XXX-XX-9999'))).toEqual([false])
    expect(others(taxpayerRecord, vote('2021', 'XXX-XX-0001'))).toEqual([true])
    expect(others(taxpayerRecord, vote('2021', '900-44-9999'))).toEqual([true])
  })

  test('form objects without documents vote, each of one record, and those of another provider', () => {
    expect(others(taxpayerRecord, spouse, vote('2022', '900-22-6666'))).toEqual([true, false])
    const forms = [...(spouse['forms'] as Raw[]), { ssn: '900-22-6666' }, { ssn: '900-22-6666' }]
    expect(others(taxpayerRecord, { ...spouse, forms })).toEqual([true, false])
    expect(others(taxpayerRecord, spouse, { ...spouse, id: 'c', provider_id: 'irs_tax_pro' })).toEqual([
      true,
      false,
      false,
    ])
    expect(others(taxpayerRecord, spouse, { ...spouse, id: 'c', date: FEBRUARY })).toEqual([
      false,
      true,
      true,
    ])
  })

  test("tied votes go to the analysis's tin, if it is among them", () => {
    const isOther = (tin: string, ...otherRecords: Raw[]) =>
      computeResult({
        taxpayer: { id: 't', analysis: { tin } },
        records: [taxpayerRecord, vote('2021', 'XXX-XX-0001'), ...otherRecords],
      }).result.resolution.documents.map(({ otherRecipient }) => otherRecipient)
    expect(isOther('XXX-XX-3333')).toEqual([false])
    expect(isOther('900-11-3333')).toEqual([false])
    expect(isOther('XXX-XX-4444')).toEqual([true])
    // Where none tie, most form objects decide.
    expect(isOther('XXX-XX-3333', vote('2022', 'XXX-XX-0001'))).toEqual([true])
  })
})
