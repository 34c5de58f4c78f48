import { describe, expect, test } from 'vitest'
import { analyze } from '../../src/api/analyze.js'
import { formatDocumentPlace, type TaxpayerResult } from '../../src/figures/taxpayer-result.js'
import { readDossier } from '../reference/documents.js'
import { documentKey, resolveReference } from '../reference/resolve.js'
import { readSections } from '../support/records.js'
import { type Raw, resultOfDossier } from '../support/run.js'

// Tests the rules about duplicates and amendments, each with the smallest dossier that shows it. The reference
// implementation of the rules must give the same result.

const FEBRUARY = '2024-02-01T00:00:00.000Z'
const AUGUST = '2024-08-01T00:00:00.000Z'
const SEPTEMBER = '2024-09-01T00:00:00.000Z'

const ACME = { ein: '20-1111234', name: 'ACME TOOLS', address: '1 HACKER WAY' }
const ALEX = { ssn: '900-11-3333', name: 'ALEX SAMPLE' }
const ROBIN = { ssn: '900-22-6666', name: 'ROBIN SAMPLE' }

const CORRECTED = { submission_type: 'Corrected' }
const VOID = { submission_type: 'Void' }
const DUPLICATE = { submission_type: 'Duplicate' }

/** Makes a W-2 from wages and withholding in dollars. Null omits the box. */
const w2 = (wages: number | null, withheld: number | null = null, otherBoxes: Raw = {}): Raw => ({
  employer: ACME,
  employee: ALEX,
  ...(wages === null ? {} : { wages_tips_other_compensation: wages }),
  ...(withheld === null ? {} : { federal_income_tax_withheld: withheld }),
  ...otherBoxes,
})

interface SourceOptions {
  readonly id?: string
  readonly provider?: string
  readonly date?: string | undefined
  readonly ssn?: string
  readonly form?: string
  readonly year?: number
}

/** Makes a record with one form array. A property that is undefined is absent. */
function irs(entries: readonly unknown[], options: SourceOptions = {}): Raw {
  const { provider = 'irs', id = provider, ssn, form = 'form_w2', year = 2023 } = options
  const date = 'date' in options ? options.date : '2024-03-01T00:00:00.000Z'
  const forms = [{ type: 'WAID', year, ssn, [form]: entries }]
  return { id, provider_id: provider, tax_year: year, date, forms }
}
const software = (entries: readonly unknown[], options: SourceOptions = {}): Raw =>
  irs(entries, { provider: 'hr', ...options })

interface Standing {
  readonly documentPath: string
  readonly status: string
  readonly by: string | null
  readonly verified: boolean
  readonly isOtherRecipient: boolean
  readonly warnings: readonly string[]
}

/** Computes the result and the decisions about each document. Expects the reference implementation to decide alike. */
function computeResult(raw: Raw): { result: TaxpayerResult; standings: readonly Standing[] } {
  const result = resultOfDossier(raw)
  const { documents, warnings } = result.resolution
  const ours = documents.map(({ document, status, decidedBy, isVerified, isOtherRecipient }): Standing => {
    const by = decidedBy === null ? null : formatDocumentPlace(decidedBy)
    const codes = warnings.flatMap(warning => (warning.document === document ? [warning.code] : []))
    const documentPath = formatDocumentPlace(document)
    return { documentPath, status, by, verified: isVerified, isOtherRecipient, warnings: codes }
  })
  const theirs = resolveReference(readDossier(raw)).map(
    ({ doc, decidedBy: by, otherRecipient: isOtherRecipient, status, verified, warnings: codes }): Standing => ({
      documentPath: documentKey(doc),
      status,
      by,
      verified,
      isOtherRecipient,
      warnings: codes,
    }),
  )
  const sorted = (all: readonly Standing[]) => all.toSorted((a, b) => (a.documentPath < b.documentPath ? -1 : 1))
  expect(sorted(ours)).toEqual(sorted(theirs))
  return { result, standings: ours }
}

/** Returns the decisions about every document, in input order. */
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

/** Tells for each document whether its recipient is not the taxpayer. */
const others = (...records: Raw[]): boolean[] => resolve(...records).map(({ isOtherRecipient }) => isOtherRecipient)

/** Sums the wages of the counted documents, in dollars. */
const sumWages = (...records: Raw[]): number => sumIncome('wages', ...records)

function sumIncome(wanted: string, ...records: Raw[]): number {
  const { income } = computeResult({ taxpayer: { id: 't' }, records }).result
  return Number(income.find(({ category }) => category === wanted)?.amount ?? 0) / 100
}

/** Returns true if two documents from two sources are treated as one, so that only one of them counts. */
function isOne(a: Raw, b: Raw, form = 'form_w2'): boolean {
  const counted = listStatuses(irs([a], { form }), software([b], { form })).filter(status => status === 'counted')
  return counted.length === 1
}

/** The dates that `worked.txt` refers to by name. */
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
  const [paid = null, withheld = null, base = null] = boxes.split('/').map(box => (box === '-' ? null : Number(box)))
  for (const marker of marks) expect(MARKS).toHaveProperty(marker)
  const markedBoxes = marks.map(marker => MARKS[marker])
  return w2(paid, withheld, Object.assign(base === null ? {} : { social_security_wages: base }, ...markedBoxes))
}

function parseRecord(text: string): Raw {
  const [head = '', entries = ''] = text.split(': ')
  const [provider = '', ...options] = head.split(' ')
  const date = options.find(option => option in DATES)
  const id = options.find(option => option !== date)
  return irs(entries.split(', ').map(parseEntry), {
    provider,
    ...(id === undefined ? {} : { id }),
    ...(date === undefined ? {} : { date: DATES[date] }),
  })
}

/** The cases of `worked.txt`: the rule, the name of the case, and one of its lines. */
const WORKED = readSections(new URL('worked.txt', import.meta.url)).flatMap(([rule, ...lines]) => {
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
  const formattedStandings = all.map(({ status, by, warnings }) =>
    [
      status,
      ...(became.includes(' by ') && by !== null ? ['by', numberOf(by)] : []),
      ...(became.includes(' ! ') && warnings.length > 0 ? ['!', ...warnings] : []),
    ].join(' '),
  )
  if (became !== '') expect(formattedStandings).toEqual(became.split(', '))
  if (sum !== undefined) expect(sumWages(...records)).toBe(Number(sum))
})

test.each(WORKED.filter(({ rule }) => ['the worked table', 'corrections'].includes(rule)))(
  'pulling twice or reversing the records gives the same wages: $name',
  ({ line }) => {
    const records = (line.split(' -> ')[0] as string).split(' | ').map(parseRecord)
    const again = records.map(record => ({ ...record, id: `0-${record['id']}`, date: SEPTEMBER }))
    expect(sumWages(...records, ...again)).toBe(sumWages(...records))
    expect(sumWages(...records.toReversed())).toBe(sumWages(...records))
  },
)

describe('the worked table', () => {
  test("matches the spouse's transcript with software documents that name no recipient", () => {
    const nameless = { employee: {} }
    const all = [
      irs([w2(50_000, 5000)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' }),
      software([w2(50_000, 5000, nameless), w2(60_000, 6000, nameless)], { ssn: '900-11-3333' }),
    ]
    expect(sumWages(...all)).toBe(110_000)
  })

  test('a document without a recipient takes that of its form object or of the IRS copy', () => {
    const nameless = { employee: {} }
    const taxpayerSsn = 'XXX-XX-3333'
    const otherYear = irs([w2(1)], { id: 'more', ssn: taxpayerSsn, year: 2022 })
    const listOthers = (...records: Raw[]) =>
      resolve(otherYear, ...records).map(({ documentPath, isOtherRecipient }) => `${documentPath} ${isOtherRecipient}`)
    // The transcript also contains a document of the spouse. It is pulled once, then twice.
    const mixed = irs([w2(50_000, 5000, nameless), w2(60_000, 6000, { employee: ROBIN })], {
      id: 'a',
      ssn: taxpayerSsn,
    })
    expect(listOthers(mixed).slice(1)).toEqual(['a/form_w2/0/0 false', 'a/form_w2/0/1 true'])
    expect(listOthers(mixed, { ...mixed, id: 'b', date: SEPTEMBER })).toContain('a/form_w2/0/0 false')
    expect(listOthers(mixed, software([w2(50_000, 5000, nameless)], { ssn: taxpayerSsn }))).not.toContain(
      'hr/form_w2/0/0 true',
    )
    // Software lists the spouse's document under the filer, with cents, so the software copy counts.
    const spouse = irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const listed = software([w2(60_000.5, 6000, nameless), w2(50_000, 5000, nameless)], { ssn: taxpayerSsn })
    expect(listOthers(spouse, listed).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 false',
    ])
    // The IRS document is the total of two software documents.
    const total = irs([w2(70_000, 7000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const parts = software([w2(50_000, 5000, nameless), w2(20_000, 2000, nameless)], { ssn: taxpayerSsn })
    expect(listOthers(total, parts).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 true',
    ])
    // If the IRS document does not name a recipient either, its form object decides.
    const unnamed = irs([w2(60_000, 6000, nameless)], { id: 'b', ssn: 'XXX-XX-6666' })
    expect(listOthers(unnamed, listed)).toContain('hr/form_w2/0/0 true')
  })
})

describe('records', () => {
  test('with one id are compared by moment in time, not by date text', () => {
    const early = irs([w2(1)], { id: 'r', date: '2024-03-01T10:00:00+09:00' })
    const late = irs([w2(2)], { id: 'r', date: '2024-03-01T02:00:00Z' })
    expect([sumWages(early, late), sumWages(late, early)]).toEqual([2, 2])
  })

  test('from irs and irs_tax_pro are IRS sources in any spelling, and all others are software', () => {
    for (const provider of ['irs', 'irs_tax_pro', 'irs-tax-pro', 'IRS Tax Pro'])
      expect(resolve(irs([w2(1)], { provider }))[0]?.verified).toBe(true)
    for (const provider of ['hr', 'turbotax', 'service-sandbox', 'irs_of_elsewhere'])
      expect(resolve(irs([w2(1)], { provider }))[0]?.verified).toBe(false)
  })

  test('with a slash in the id are named with %2F', () => {
    const [first] = resolve(irs([w2(50, 5), w2(50, 5, VOID)], { id: 'a/b' }))
    expect(first?.by).toBe('a%2Fb/form_w2/0/1')
  })
})

describe('the scoring', () => {
  const otherW2 = (employer: Raw, otherBoxes: Raw = {}): Raw => w2(500, 50, { employer, ...otherBoxes })
  // The amounts differ, so only the parties score. Full issuer and recipient give 8, and the name adds 2 or -2.
  const same = (a: Raw, b: Raw, otherBoxes: Raw = {}): boolean =>
    isOne(w2(100, 10, { employer: a, ...otherBoxes }), otherW2(b, otherBoxes))

  test('issuer: both full and equal is 4, both full and different is a REJECT', () => {
    expect(same({ ein: '20-1111234' }, { ein: '201111234' })).toBe(true)
    expect(same({ ...ACME }, { ...ACME, ein: '20-2221234' })).toBe(false)
  })

  test('issuer: one masked, the last four equal is 2, different is a REJECT', () => {
    // A masked issuer gives 2 and a full recipient 4, which is 6. Without the recipient, the score is too low.
    expect(same({ ein: '20-1111234' }, { ein: 'XX-XXX1234' })).toBe(true)
    expect(same({ ein: 'XXXXX1234' }, { ein: '***-**-1234' })).toBe(true)
    expect(same({ ein: '20-1111234' }, { ein: 'XX-XXX1234' }, { employee: {} })).toBe(false)
    expect(same({ ...ACME }, { ...ACME, ein: 'XX-XXX9999' })).toBe(false)
  })

  test('issuer: one absent is 0', () => {
    // A full recipient gives 4 and the name 2, which is 6.
    expect(same({ ein: '20-1111234', name: 'ACME' }, { name: 'ACME' })).toBe(true)
    expect(same({ ein: '20-1111234' }, {})).toBe(false)
  })

  test('recipient: full and equal 4, masked 2, different a REJECT, absent 0', () => {
    const to = (employee: Raw, amount: number) => w2(amount, amount / 10, { employer: { ein: ACME.ein }, employee })
    expect(isOne(to(ALEX, 100), to({ ssn: '900113333' }, 500))).toBe(true)
    expect(isOne(to(ALEX, 100), to({ ssn: 'XXX-XX-3333' }, 500))).toBe(true)
    expect(isOne(to(ALEX, 100), to(ROBIN, 100))).toBe(false)
    expect(isOne(to(ALEX, 100), to({ ssn: '900-44-3333' }, 100))).toBe(false)
    expect(isOne(to(ALEX, 100), to({}, 500))).toBe(false)
  })

  test('recipient: the ssn of the form object is used inside a source but not between sources', () => {
    const bare = { employer: { ein: ACME.ein } }
    // Within one source, the last four digits of the form object's SSN are compared: 4 + 2.
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
    // A masked issuer and a masked recipient give 4, so the name decides.
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
    // The -2 for the name makes an otherwise sufficient score too low.
    expect(same({ ein: 'XXXXX1234' }, { ein: ACME.ein })).toBe(true)
    expect(same({ ein: 'XXXXX1234', name: 'ACME' }, { ein: ACME.ein, name: 'OTHER' })).toBe(false)
  })

  test('issuer address: equal, or truncated to its first six characters, is 1; else 0', () => {
    // All other points are even and the threshold is 6, so the 1 point can only decide between two classes.
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
    // If neither class has the point, the document joins the earlier class.
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
      ['form_1098', 'recipient_lender', 'fin', 'payer_borrower', 'ssn', 'account_number', 'mortgage_interest'],
    ]
    for (const [form, issuer, id, recipient, rid, account, box] of forms) {
      const entry = (number: string | null, who: Raw, amount: number): Raw => ({
        [issuer]: { [id]: '20-1111234' },
        [recipient]: who,
        [account]: number,
        [box]: amount,
      })
      const fullIdentifier = { [rid]: '900-11-3333' }
      // The issuer gives 4 and the account 2. With the recipient, the issuer and recipient give 8.
      expect(isOne(entry('XX4001', {}, 1), entry('99-4001', {}, 500), form), form).toBe(true)
      expect(isOne(entry('XX4001', {}, 1), entry(null, {}, 500), form), form).toBe(false)
      expect(isOne(entry('4001', fullIdentifier, 1), entry('4002', fullIdentifier, 500), form), form).toBe(false)
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
    const parties = { withholding_agent: { ein: '20-1111234', name: 'ACME' }, recipient: { id: '900-11-3333' } }
    expect(isOne(entry('1000000001', 1), entry('1000000001', 500), 'form_1042_s')).toBe(true)
    expect(isOne(entry('1000000001', 100, parties), entry('1000000002', 100, parties), 'form_1042_s')).toBe(false)
    expect(isOne(entry('1000000001', 100, parties), entry(null, 500, parties), 'form_1042_s')).toBe(true)
  })

  test('amounts: equal amounts with two nonzero boxes give 4 between sources', () => {
    // The last four digits of the issuer give 2, so the 4 for the amounts decides.
    const bare = { employer: { ein: 'XXXXX1234' }, employee: {} }
    const full = { employer: { ein: ACME.ein }, employee: {} }
    expect(isOne(w2(100, 10, bare), w2(100, 10, full))).toBe(true)
    expect(isOne(w2(100, 10, bare), w2(100.99, 10.5, full))).toBe(true)
    expect(isOne(w2(100, 0, bare), w2(100, 0, full))).toBe(false)
    expect(isOne(w2(100, null, bare), w2(100, 10, full))).toBe(false)
    expect(isOne(w2(100, 10, bare), w2(200, 20, full))).toBe(false)
    // Amounts do not score within one source, so the correction finds no original.
    expect(listStatuses(irs([w2(100, 10, bare), w2(100, 10, { ...full, ...CORRECTED })]))).toEqual([
      'counted',
      'counted',
    ])
  })

  test('entry: fully equal entries give 10 between sources', () => {
    const bare: Raw = { wages_tips_other_compensation: 100, note: ['a', { b: 1, c: 2 }] }
    const turned: Raw = { note: ['a', { c: 2, b: 1 }], wages_tips_other_compensation: 100 }
    expect(isOne(bare, turned)).toBe(true)
    expect(isOne(bare, { ...bare, note: ['a', { b: 1, c: 3 }] })).toBe(false)
    expect(isOne(bare, { ...bare, more: null })).toBe(false)
    // A list is not an object, even if it has keys.
    const listed = { ...bare, note: ['a'] }
    const keyed = { ...bare, note: { 0: 'a' } }
    expect([isOne(listed, keyed), isOne(keyed, listed), isOne(keyed, keyed)]).toEqual([false, false, true])
    expect(listStatuses(irs([bare, { ...bare, ...VOID }]))).toEqual(['counted', 'void'])
  })

  test('six points make one document, five do not', () => {
    const employer = (fields: Raw) => ({ employer: { ein: ACME.ein, ...fields }, employee: {} })
    const one = (fields: Raw) => isOne(w2(1, 1, employer(fields)), w2(500, 50, employer(fields)))
    expect(one({})).toBe(false)
    expect(one({ address: '1 HACKER WAY' })).toBe(false)
    expect(one({ name: 'ACME' })).toBe(true)
  })

  test('documents of different forms or years are never one', () => {
    expect(listStatuses(irs([w2(1, 1)]), irs([w2(1, 1)], { id: 'b', year: 2022 }))).toEqual(['counted', 'counted'])
  })

  test('equal amounts with a score below six and no REJECT: both count, and the one that no IRS source has gets a warning', () => {
    const bare = { employer: { ein: ACME.ein }, employee: {} }
    const all = resolve(irs([w2(100, null, bare)]), software([w2(100, 0, bare)]))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', []],
      ['counted', ['possible_duplicate']],
    ])
    // Only the recipients contradict each other, so two equal boxes are enough for the warning. One box is not.
    const otherRecipient = { employee: ROBIN }
    const rejected = resolve(irs([w2(100)]), software([w2(100, null, otherRecipient)]))
    expect(rejected.map(({ warnings }) => warnings)).toEqual([[], []])
    const twoBoxes = resolve(irs([w2(100, 10)]), software([w2(100, 10, otherRecipient)]))
    expect(twoBoxes.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', []],
      ['counted', ['possible_duplicate']],
    ])
  })
})

test('possible duplicates are found among many other documents, even those with fewer boxes', () => {
  // Robin's document and those without a recipient but with her address form one class. Alex's is separate.
  const employer = { ein: ACME.ein, name: 'ACME' }
  const alex = w2(100, null, { employer })
  const robin = w2(100, null, { employer: { ...employer, address: ACME.address }, employee: ROBIN })
  const hers = { ...robin, employee: {} }
  // A full EIN gives 4, and a masked EIN and the name give 2 + 2. Both scores are too low, and neither is a REJECT.
  const nameless = w2(100, null, { employer: { ein: ACME.ein }, employee: {} })
  const masked = w2(100, null, { employer: { ...employer, ein: 'XXXXX1234' }, employee: {} })
  // Returns the warnings of the last document. The warning is on the document that no IRS source has.
  const warningsOfLast = (copies: number, last: Raw) => {
    const all = resolve(irs([alex]), software([robin, ...Array.from({ length: copies }, () => hers), last]))
    expect(all.every(({ status }) => status === 'counted')).toBe(true)
    expect(all[0]?.warnings).toEqual([])
    return all.at(-1)?.warnings
  }
  for (const copies of [1, 20]) {
    expect(warningsOfLast(copies, robin), `${copies}`).toEqual(['probable_duplicate'])
    expect(warningsOfLast(copies, nameless), `${copies}`).toEqual(['possible_duplicate'])
    expect(warningsOfLast(copies, masked), `${copies}`).toEqual(['possible_duplicate'])
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

  test('further ties go to the earlier class', () => {
    const masked = { ein: 'XXXXX1234', name: 'THE' }
    const all = resolve(
      software([
        w2(100, 10, { employer: { ...DEPOT, address: '' } }),
        w2(300, 30, { employer: { ...GAP, address: '' } }),
      ]),
      irs([w2(200, 20, { employer: masked })]),
    )
    // 20-1111234 sorts before 20-2221234.
    expect(all.map(({ status }) => status)).toEqual(['conflict', 'counted', 'counted'])
  })
})

test.each(['Corrected', 'CORRECTED document', 'Amended', 'amend', 'Replacement', 'replaced'])(
  'rule 2: a W-2 with the submission type %s replaces the original',
  submission_type => {
    expect(listStatuses(irs([w2(50, 5), w2(60, 5, { submission_type })]))).toEqual(['superseded', 'counted'])
  },
)

test.each([0, 20])('rule 4: a duplicate with fewer boxes matches the first document, among %s others', count => {
  const entry = (unique: string | null, otherBoxes: Raw = {}): Raw => ({
    withholding_agent: { ein: ACME.ein, name: ACME.name },
    recipient: { id: ALEX.ssn },
    unique_form_identifier: unique,
    gross_income: 100,
    ...otherBoxes,
  })
  const marked = [entry('1000000002', DUPLICATE), entry(null, DUPLICATE)]
  const otherEntries = Array.from({ length: count }, (_, i) => entry(`${2_000_000_000 + i}`, { gross_income: i }))
  const all = resolve(irs([entry('1000000001'), ...marked, ...otherEntries], { form: 'form_1042_s' }))
  expect(all.slice(0, 3).map(({ status, by }) => `${status} ${by}`)).toEqual([
    'counted null',
    'counted null',
    'duplicate irs/form_1042_s/0/1',
  ])
})

describe('rule 5: equal documents', () => {
  test.each([
    ['form_1099_b', { payer: { fin: '20-1111234', name: 'ACME' }, proceeds: 5, cost_basis: 1 }],
    ['form_w2g', { payer: { fin: '20-1111234', name: 'ACME' }, gross_winnings: 5 }],
    ['form_1042_s', { withholding_agent: { ein: '20-1111234', name: 'ACME' }, gross_income: 5 }],
    ['schedule_k1_1065', { partnership: { ein: '20-1111234', name: 'ACME' }, interest: 5 }],
    ['schedule_k1_1120s', { corporation: { ein: '20-1111234', name: 'ACME' }, interest: 5 }],
  ])('inside one source cause no warning on %s, where they are common', (form, entry) => {
    const all = resolve(irs([entry, entry], { form }))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', []],
      ['counted', []],
    ])
  })

  test('equal sales have no warning if another source has one of them, but equal W-2s have one', () => {
    const sale = { payer: { fin: '20-1111234', name: 'ACME' }, proceeds: 5, cost_basis: 1 }
    const warnings = (entry: Raw, form: string) =>
      resolve(irs([entry, entry], { form }), software([entry], { form })).map(standing => standing.warnings)
    expect(warnings(sale, 'form_1099_b')).toEqual([[], [], []])
    expect(warnings(w2(50, 5), 'form_w2')).toEqual([[], ['probable_duplicate'], []])
  })
})

test('a match group is verified if an IRS source has it', () => {
  const verified = (provider: string) =>
    resolve(software([w2(50, 5)]), irs([w2(50, 5)], { provider })).map(standing => standing.verified)
  expect([verified('irs'), verified('drake')]).toEqual([
    [true, true],
    [false, false],
  ])
})

test('an amended sale in one software source keeps the gain and the loss of another source', () => {
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
  const makeSource = (provider: string, ...entries: Raw[]) => irs(entries, { provider, form: 'form_1099_b' })
  // 730.44 - 61,697.47.
  expect(sumIncome('capital_gains', makeSource('turbotax', gain, loss), makeSource('hrblock', loss, amended))).toBe(
    -60_967.03,
  )
})

test('an issue about conflicting documents names the record and the deciding one, and other issues name none', () => {
  const listDecisions = (...records: Raw[]) =>
    analyze({ taxpayer: { id: 't' }, records }).issues.map(({ code, recordId, path, message }) =>
      [code, recordId, path, /Decided by (.*)\.$/.exec(message)?.[1]].join(' '),
    )
  const [first, second] = [0, 1].map(i => `$['records'][${i}]['forms'][0]['form_w2'][0]`)
  expect(listDecisions(irs([w2(100)]), software([w2(150)]))).toEqual([`source_conflict hr ${second} ${first}`])
  expect(listDecisions(software([w2(150)]), irs([w2(100)]))).toEqual([`source_conflict hr ${first} ${second}`])
  expect(listDecisions(irs([w2(100, null, CORRECTED)]))).toEqual([`amended_without_original irs ${first} `])
})

describe('rule 8: another recipient', () => {
  const elsewhere = { employer: { ein: '20-4449012', name: 'IBM' } }

  test('counts and is flagged', () => {
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

  test('the taxpayer is the person that most form objects name, and each transcript votes once', () => {
    const taxpayerRecords = [
      irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(2, 2)], { id: 'b', ssn: 'XXX-XX-3333', year: 2022 }),
    ]
    const spouse = irs([w2(3, 3, { employee: ROBIN })], { id: 'c', ssn: 'XXX-XX-6666' })
    expect(others(...taxpayerRecords, spouse)).toEqual([false, false, true])
    const pulledAgain = ['d', 'e'].map(id => ({ ...spouse, id }))
    expect(others(...taxpayerRecords, spouse, ...pulledAgain)).toEqual([false, false, true, true, true])
  })

  test('nobody is another recipient if no form object has an ssn', () => {
    expect(others(irs([w2(50, 5, { employee: ROBIN })]))).toEqual([false])
  })
})

describe('the order of documents if no other rule decides', () => {
  /** Returns which of two conflicting software documents counts, which is the first one in document order. */
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

  test('sorts by issuer: full before masked before absent, then by digits', () => {
    const by = (ein: string | null, wages: number) => w2(wages, wages / 10, { employer: { ein, name: 'ACME' } })
    expect(first(by('20-1111234', 900), by('XXXXX1234', 100))).toBe(0)
    expect(first(by('XXXXX1234', 900), by(null, 100))).toBe(0)
    expect(first(by(null, 100), by('20-1111234', 900))).toBe(1)
  })

  test('then sorts by recipient in the same way', () => {
    const to = (ssn: string | null, wages: number) => w2(wages, wages / 10, { employee: { ssn } })
    expect(first(to('900-11-3333', 900), to('XXX-XX-3333', 100))).toBe(0)
    expect(first(to('XXX-XX-3333', 900), to(null, 100))).toBe(0)
  })

  test('then sorts by uppercase name, then by amounts: absent before present, then by value', () => {
    const named = (name: string, wages: number | null) => w2(wages, 1, { employer: { ein: ACME.ein, name } })
    expect(first(named('acme a', 900), named('ACME', 100))).toBe(1)
    expect(first(named('ACME B', 100), named('acme a', 900))).toBe(1)
    expect(first(w2(-5, 10), w2(100, 10))).toBe(0)
    expect(first(w2(null, 30), w2(1, 20))).toBe(0)
  })
})

test('documents without an equal nonzero box are not possible duplicates', () => {
  const bare = { employer: { ein: ACME.ein }, employee: {} }
  const warnings = (a: Raw, b: Raw) => resolve(software([a]), irs([b])).flatMap(standing => standing.warnings)
  expect(warnings(w2(null, null, bare), w2(null, null, { ...bare, x: 1 }))).toEqual([])
  expect(warnings(w2(0, 0, bare), w2(0, null, bare))).toEqual([])
  expect(warnings(w2(0, 0.4, bare), w2(0.4, null, bare))).toEqual([])
  expect(warnings(w2(100, 0, bare), w2(100.4, null, bare))).toEqual(['possible_duplicate'])
})

describe('who the taxpayer is', () => {
  const taxpayerRecord = irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
  const spouse = irs([w2(2, 2, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
  const vote = (id: string, ssn: string) => software([], { id, ssn, year: Number(id) })

  test('a full identifier wins a tie, then the smallest one', () => {
    expect(others(taxpayerRecord, spouse)).toEqual([false, true])
    expect(others(taxpayerRecord, vote('2021', 'XXX-XX-9999'))).toEqual([false])
    expect(others(taxpayerRecord, vote('2021', 'XXX-XX-0001'))).toEqual([true])
    expect(others(taxpayerRecord, vote('2021', '900-44-9999'))).toEqual([true])
  })

  test('form objects without documents vote, and so do those of another provider', () => {
    expect(others(taxpayerRecord, spouse, vote('2022', '900-22-6666'))).toEqual([true, false])
    const forms = [...(spouse['forms'] as Raw[]), { ssn: '900-22-6666' }, { ssn: '900-22-6666' }]
    expect(others(taxpayerRecord, { ...spouse, forms })).toEqual([true, false])
    expect(others(taxpayerRecord, spouse, { ...spouse, id: 'c', provider_id: 'irs_tax_pro' })).toEqual([
      true,
      false,
      false,
    ])
    expect(others(taxpayerRecord, spouse, { ...spouse, id: 'c', date: FEBRUARY })).toEqual([false, true, true])
  })

  test('the tin of the analysis wins a tie if it has votes', () => {
    const isOther = (tin: string, ...otherRecords: Raw[]) =>
      computeResult({
        taxpayer: { id: 't', analysis: { tin } },
        records: [taxpayerRecord, vote('2021', 'XXX-XX-0001'), ...otherRecords],
      }).result.resolution.documents.map(({ isOtherRecipient }) => isOtherRecipient)
    expect(isOther('XXX-XX-3333')).toEqual([false])
    expect(isOther('900-11-3333')).toEqual([false])
    expect(isOther('XXX-XX-4444')).toEqual([true])
    // If there is no tie, the majority of form objects decides.
    expect(isOther('XXX-XX-3333', vote('2022', 'XXX-XX-0001'))).toEqual([true])
  })
})
