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
const w2 = (wages: number | null, withheld: number | null = null, more: Raw = {}): Raw => ({
  employer: ACME,
  employee: ALEX,
  ...(wages === null ? {} : { wages_tips_other_compensation: wages }),
  ...(withheld === null ? {} : { federal_income_tax_withheld: withheld }),
  ...more,
})

interface Source {
  readonly id?: string
  readonly provider?: string
  readonly date?: string
  readonly ssn?: string
  readonly form?: string
  readonly year?: number
}

const source = (entries: readonly unknown[], more: Source = {}): Raw => ({
  id: more.id ?? more.provider ?? 'irs',
  provider_id: more.provider ?? 'irs',
  tax_year: more.year ?? 2023,
  date: more.date ?? '2024-03-01T00:00:00.000Z',
  forms: [
    {
      type: 'WAID',
      year: more.year ?? 2023,
      ...(more.ssn === undefined ? {} : { ssn: more.ssn }),
      [more.form ?? 'form_w2']: entries,
    },
  ],
})
const irs = (entries: readonly unknown[], more: Source = {}): Raw => source(entries, more)
const software = (entries: readonly unknown[], more: Source = {}): Raw =>
  source(entries, { provider: 'hr', ...more })

interface Standing {
  readonly place: string
  readonly status: string
  readonly by: string | null
  readonly verified: boolean
  readonly other: boolean
  readonly warnings: readonly string[]
}

/** The library's result, of which the second reading must say the same; and what became of every document. */
function resultOf(raw: Raw): { result: TaxpayerResult; standings: readonly Standing[] } {
  const result = resultOfDossier(raw)
  const { documents, warnings } = result.resolution
  const ours = documents.map(({ document, status, decidedBy, verified, otherRecipient }): Standing => {
    const by = decidedBy === null ? null : placeOf(decidedBy)
    const codes = warnings.flatMap(each => (each.document === document ? [each.code] : []))
    return { place: placeOf(document), status, by, verified, other: otherRecipient, warnings: codes }
  })
  const theirs = resolvePlain(readDossier(raw)).map(
    ({ doc, status, decidedBy, verified, otherRecipient, warnings }): Standing => ({
      ...{ place: documentKey(doc), status, by: decidedBy, verified, other: otherRecipient, warnings },
    }),
  )
  const sorted = (all: readonly Standing[]) => all.toSorted((a, b) => (a.place < b.place ? -1 : 1))
  expect(sorted(ours)).toEqual(sorted(theirs))
  return { result, standings: ours }
}

/** What became of every document, in the order in which they were given. */
function resolve(...records: Raw[]): Standing[] {
  const { standings } = resultOf({ taxpayer: { id: 't' }, records })
  const found = new Map(standings.map(each => [each.place, each]))
  const places = records.flatMap(record =>
    (record['forms'] as Raw[]).flatMap((form, formIndex) =>
      Object.entries(form).flatMap(([key, entries]) =>
        Array.isArray(entries)
          ? entries.map((_, i) => `${String(record['id']).replaceAll('/', '%2F')}/${key}/${formIndex}/${i}`)
          : [],
      ),
    ),
  )
  return places.flatMap(place => found.get(place) ?? [])
}

const statuses = (...records: Raw[]): string[] => resolve(...records).map(({ status }) => status)

/** The wages of the documents that count, as one sum in dollars. */
const wages = (...records: Raw[]): number => {
  const { income } = resultOf({ taxpayer: { id: 't' }, records }).result
  return Number(income.find(({ category }) => category === 'wages')?.amount ?? 0) / 100
}

/** Two documents of two sources are held for one where one of them does not count. */
function isOne(a: Raw, b: Raw, form = 'form_w2'): boolean {
  const counted = statuses(irs([a], { form }), software([b], { form })).filter(status => status === 'counted')
  return counted.length === 1
}

describe('the worked table', () => {
  test('software lists a W-2 once per state', () => {
    const all = [software([w2(70_000, 7000), w2(70_000, 7000)]), irs([w2(70_000, 7000)])]
    expect(wages(...all)).toBe(70_000)
  })

  test('a later transcript says otherwise, unmarked', () => {
    const all = [
      irs([w2(50_000, 5000)], { id: 'a', date: FEBRUARY }),
      software([w2(50_000, 5000)]),
      irs([w2(52_000, 5000)], { id: 'b', date: AUGUST }),
    ]
    expect(wages(...all)).toBe(52_000)
  })

  test('software gives the total of two', () => {
    const all = [irs([w2(50_000, 5000), w2(20_000, 2000)]), software([w2(70_000, 7000)])]
    expect(wages(...all)).toBe(70_000)
    expect(statuses(...all)).toEqual(['counted', 'counted', 'duplicate'])
  })

  test('a typing error, and a second job that only software knows', () => {
    expect(wages(irs([w2(100, 10)]), software([w2(105, 10), w2(200, 20)]))).toBe(300)
  })

  test("the spouse's transcript, and software that names no recipients", () => {
    const nameless = { employee: {} }
    const all = [
      irs([w2(50_000, 5000)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' }),
      software([w2(50_000, 5000, nameless), w2(60_000, 6000, nameless)], { ssn: '900-11-3333' }),
    ]
    expect(wages(...all)).toBe(110_000)
  })

  test('without a recipient a document is of its form object, or of whom the authority says', () => {
    const nameless = { employee: {} }
    const own = 'XXX-XX-3333'
    const more = irs([w2(1)], { id: 'more', ssn: own, year: 2022 })
    const others = (...records: Raw[]) =>
      resolve(more, ...records).map(({ place, other }) => `${place} ${other}`)
    // Beside the spouse's in one transcript, pulled once and twice.
    const mixed = irs([w2(50_000, 5000, nameless), w2(60_000, 6000, { employee: ROBIN })], {
      id: 'a',
      ssn: own,
    })
    expect(others(mixed).slice(1)).toEqual(['a/form_w2/0/0 false', 'a/form_w2/0/1 true'])
    expect(others(mixed, { ...mixed, id: 'b', date: SEPTEMBER })).toContain('a/form_w2/0/0 false')
    expect(others(mixed, software([w2(50_000, 5000, nameless)], { ssn: own }))).not.toContain(
      'hr/form_w2/0/0 true',
    )
    // Software lists the spouse's under the filer, with cents, so that its own copy counts.
    const spouse = irs([w2(60_000, 6000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const listed = software([w2(60_000.5, 6000, nameless), w2(50_000, 5000, nameless)], { ssn: own })
    expect(others(spouse, listed).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 false',
    ])
    // The authority's is the total of two that software lists.
    const total = irs([w2(70_000, 7000, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
    const parts = software([w2(50_000, 5000, nameless), w2(20_000, 2000, nameless)], { ssn: own })
    expect(others(total, parts).slice(1)).toEqual([
      'b/form_w2/0/0 true',
      'hr/form_w2/0/0 true',
      'hr/form_w2/0/1 true',
    ])
    // Where the authority names no recipient either, its form object does.
    const unnamed = irs([w2(60_000, 6000, nameless)], { id: 'b', ssn: 'XXX-XX-6666' })
    expect(others(unnamed, listed)).toContain('hr/form_w2/0/0 true')
  })

  const before = irs([w2(50_000)], { id: 'a', date: FEBRUARY })
  const after = irs([w2(50_000), w2(60_000, null, CORRECTED)], { id: 'b', date: AUGUST })

  test('a transcript, and a later one with the correction', () => {
    expect(wages(before, after)).toBe(60_000)
  })

  test('an unmarked correction stays, whatever pull of it has no date', () => {
    const [first, second] = [
      { id: 'a', date: FEBRUARY },
      { id: 'b', date: AUGUST },
    ]
    const changed = [irs([w2(50_000, 5000)], first), irs([w2(52_000, 5000)], second)]
    const { date: _, ...undated } = irs([w2(52_000, 5000)], { id: 'c' })
    expect(wages(...changed)).toBe(52_000)
    expect(wages(...changed, undated)).toBe(52_000)
    expect(wages(...changed, { ...undated, date: 'in August' })).toBe(52_000)
  })

  test('the same, pulled again in September', () => {
    expect(wages(before, after, { ...after, id: 'c', date: SEPTEMBER })).toBe(60_000)
    const all = [
      before,
      after,
      { ...before, id: 'd', date: SEPTEMBER },
      { ...after, id: 'c', date: SEPTEMBER },
    ]
    expect(wages(...all)).toBe(60_000)
  })

  test('every row of it, pulled twice, is the same', () => {
    const rows = [
      [software([w2(70_000, 7000), w2(70_000, 7000)]), irs([w2(70_000, 7000)])],
      [
        irs([w2(50_000, 5000)], { id: 'a', date: FEBRUARY }),
        software([w2(50_000, 5000)]),
        irs([w2(52_000, 5000)], { id: 'b', date: AUGUST }),
      ],
      [irs([w2(50_000, 5000), w2(20_000, 2000)]), software([w2(70_000, 7000)])],
      [irs([w2(100, 10)]), software([w2(105, 10), w2(200, 20)])],
      [before, after],
    ]
    for (const row of rows) {
      const again = row.map(record => ({ ...record, id: `0-${record['id']}`, date: SEPTEMBER }))
      expect(wages(...row, ...again)).toBe(wages(...row))
    }
  })
})

describe('records', () => {
  test('of one id are one record: the latest date is kept, the others are no documents', () => {
    const all = [irs([w2(1)], { id: 'r', date: FEBRUARY }), irs([w2(2)], { id: 'r', date: AUGUST })]
    expect(wages(...all)).toBe(2)
    expect(wages(...all.toReversed())).toBe(2)
    const { dossier, resolution } = resultOfDossier({ taxpayer: { id: 't' }, records: all })
    expect(resolution.documents.length).toBe(1)
    expect(dossier.rejected.map(({ id, repeated }) => [id, repeated])).toEqual([['r', true]])
    expect(dossier.noted.map(({ code }) => code)).toEqual(['record_repeated'])
  })

  test('of one id and one date: the greatest text as canonical JSON is kept', () => {
    const all = [irs([w2(1)], { id: 'r' }), irs([w2(2)], { id: 'r' })]
    expect([wages(...all), wages(...all.toReversed())]).toEqual([2, 2])
  })

  test('dates are compared as moments', () => {
    const early = irs([w2(1)], { id: 'r', date: '2024-03-01T10:00:00+09:00' })
    const late = irs([w2(2)], { id: 'r', date: '2024-03-01T02:00:00Z' })
    expect([wages(early, late), wages(late, early)]).toEqual([2, 2])
  })

  test('of one provider and year with equal forms are pulls, and take the earliest date', () => {
    // Were the pull of September as late as it says, its 100 would win over the 200 of August.
    const all = [
      irs([w2(100, 10)], { id: 'a', date: FEBRUARY }),
      irs([w2(200, 10)], { id: 'b', date: AUGUST }),
      irs([w2(100, 10)], { id: 'c', date: SEPTEMBER, provider: 'IRS' }),
    ]
    expect(wages(...all)).toBe(200)
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
  const other = (employer: Raw, more: Raw = {}): Raw => w2(500, 50, { employer, ...more })
  // Different amounts: only the parties speak. A full issuer and recipient give 8, a name 2 more or less.
  const same = (a: Raw, b: Raw, more: Raw = {}): boolean =>
    isOne(w2(100, 10, { employer: a, ...more }), other(b, more))

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
    expect(statuses(irs(inside, { ssn: 'XXX-XX-3333' }))).toEqual(['superseded', 'counted'])
    expect(statuses(irs(inside, { ssn: 'XXX-XX-6666' }))).toEqual(['counted', 'counted'])
    const named = (entry: Raw): Raw => ({ ...entry, employer: ACME })
    expect(
      statuses(
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
      const whole = { [rid]: '900-11-3333' }
      // 4 for the issuer and 2 for the account; 8 with the recipient.
      expect(isOne(entry('XX4001', {}, 1), entry('99-4001', {}, 500), form), form).toBe(true)
      expect(isOne(entry('XX4001', {}, 1), entry(null, {}, 500), form), form).toBe(false)
      expect(isOne(entry('4001', whole, 1), entry('4002', whole, 500), form), form).toBe(false)
      expect(isOne(entry('4001', whole, 1), entry(null, whole, 500), form), form).toBe(true)
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
    const entry = (unique: string | null, gross: number, more: Raw = {}): Raw => ({
      unique_form_identifier: unique,
      gross_income: gross,
      ...more,
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
    expect(statuses(irs([w2(100, 10, bare), w2(100, 10, { ...full, ...CORRECTED })]))).toEqual([
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
    expect(statuses(irs([bare, { ...bare, ...VOID }]))).toEqual(['counted', 'void'])
  })

  test('six is the same, five is not', () => {
    const employer = (more: Raw) => ({ employer: { ein: ACME.ein, ...more }, employee: {} })
    const one = (more: Raw) => isOne(w2(1, 1, employer(more)), w2(500, 50, employer(more)))
    expect(one({})).toBe(false)
    expect(one({ address: '1 HACKER WAY' })).toBe(false)
    expect(one({ name: 'ACME' })).toBe(true)
  })

  test('another form, or another year, is another document', () => {
    expect(statuses(irs([w2(1, 1)]), irs([w2(1, 1)], { id: 'b', year: 2022 }))).toEqual([
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

describe('same amounts', () => {
  const equal = (a: Raw, b: Raw): boolean => statuses(irs([a, { ...b, ...VOID }]))[0] === 'canceled'
  const across = (a: Raw, b: Raw): boolean => statuses(irs([a]), software([b])).includes('duplicate')

  test('every box present on both is equal, absent boxes are not compared, and zero is present', () => {
    expect(equal(w2(100, 10), w2(100, 10))).toBe(true)
    expect(equal(w2(100, 10), w2(100))).toBe(true)
    expect(equal(w2(100, 10), w2(100, 0))).toBe(false)
    expect(equal(w2(100, 10), w2(100, 11))).toBe(false)
  })

  test('one at least is present on both, or none on either', () => {
    expect(equal(w2(100), w2(null, 10))).toBe(false)
    expect(equal(w2(100), w2(null))).toBe(false)
    expect(equal(w2(null), w2(null))).toBe(true)
  })

  test('between sources less than a dollar where one is in whole dollars, and exactly one where both are', () => {
    expect(across(w2(100, 10), w2(100.99, 10.4))).toBe(true)
    expect(across(w2(100, 10), w2(101, 10.4))).toBe(false)
    expect(across(w2(100, 10.5), w2(100.99, 10.5))).toBe(false)
    expect(across(w2(100, 10), w2(101, 11))).toBe(true)
    expect(across(w2(100, 10), w2(102, 10))).toBe(false)
    expect(equal(w2(100, 10), w2(100.99, 10.4))).toBe(false)
    expect(equal(w2(100, 10), w2(101, 10))).toBe(false)
  })
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

  test('a document joins no class that holds a member it rejects', () => {
    const all = resolve(
      software([w2(100, 10)]),
      software([w2(100, 10, { employee: {} })], { id: 'd', provider: 'drake' }),
      irs([w2(100, 10, { employee: ROBIN })]),
    )
    expect(all.map(({ status }) => status)).toEqual(['counted', 'duplicate', 'counted'])
  })

  test('amounts to the cent go before the same amounts', () => {
    const all = resolve(irs([w2(100, 10), w2(101.4, 10)]), software([w2(101.4, 10)]))
    expect(all.map(({ status }) => status)).toEqual(['counted', 'counted', 'duplicate'])
    expect(all[2]?.by).toBe('irs/form_w2/0/1')
  })
})

describe('rule 1: voids', () => {
  test('a void cancels the lowest equal document of its source', () => {
    const all = resolve(irs([w2(60, 6), w2(50, 5), w2(50, 5, VOID), w2(50, 5)]))
    expect(all.map(({ status }) => status)).toEqual(['counted', 'canceled', 'void', 'counted'])
    expect(all.map(({ by }) => by)).toEqual([null, 'irs/form_w2/0/2', null, null])
  })

  test('a void without an equal document is void alone', () => {
    expect(statuses(irs([w2(60, 6), w2(50, 5, VOID)]))).toEqual(['counted', 'void'])
    expect(statuses(irs([w2(50, 5, { employee: ROBIN }), w2(50, 5, VOID)]))).toEqual(['counted', 'void'])
  })

  test('each void cancels one', () => {
    const entries = [
      w2(50, 5),
      w2(50, 5),
      w2(50, 5),
      w2(50, 5, VOID),
      w2(50, 5, { submission_type: 'Deleted' }),
    ]
    expect(statuses(irs(entries))).toEqual(['canceled', 'canceled', 'counted', 'void', 'void'])
  })

  test('voids and amended documents are taken by position', () => {
    expect(statuses(irs([w2(50, 5), w2(60, 6, CORRECTED), w2(50, 5, VOID)]))).toEqual([
      'superseded',
      'counted',
      'void',
    ])
    expect(statuses(irs([w2(50, 5), w2(50, 5, VOID), w2(60, 6, CORRECTED)]))).toEqual([
      'canceled',
      'void',
      'counted',
    ])
  })

  test('a void takes an amended document out, and that one then replaces nothing', () => {
    expect(statuses(irs([w2(60, 6, VOID), w2(50, 5), w2(60, 6, CORRECTED)]))).toEqual([
      'void',
      'counted',
      'canceled',
    ])
  })

  test('a void cancels in its own source alone', () => {
    expect(statuses(software([w2(61.5, 6)]), irs([w2(60, 6, VOID)]))).toEqual(['counted', 'void'])
  })
})

describe('rule 2: amended documents', () => {
  test('replaces, never adds', () => {
    const all = resolve(irs([w2(50, 5), w2(60, 5, CORRECTED)]))
    expect(all.map(({ status, by, warnings }) => [status, by, warnings])).toEqual([
      ['superseded', 'irs/form_w2/0/1', []],
      ['counted', null, []],
    ])
  })

  test('the original may stand behind it, an amended one only before it', () => {
    expect(statuses(irs([w2(60, 5, CORRECTED), w2(50, 5)]))).toEqual(['counted', 'superseded'])
    expect(statuses(irs([w2(60, 5, CORRECTED), w2(50, 5, CORRECTED)]))).toEqual(['superseded', 'counted'])
  })

  test.each(['Corrected', 'CORRECTED document', 'Amended', 'amend', 'Replacement', 'replaced'])(
    '%s',
    word => {
      expect(statuses(irs([w2(50, 5), w2(60, 5, { submission_type: word })]))).toEqual([
        'superseded',
        'counted',
      ])
    },
  )

  test('its target has the most equal boxes', () => {
    const all = [w2(50, 5), w2(70, 7), w2(60, 7, CORRECTED)]
    expect(statuses(irs(all))).toEqual(['counted', 'superseded', 'counted'])
  })

  test('a zero is no equal box', () => {
    const all = [w2(50, 0), w2(60, 6), w2(61, 0, { ...CORRECTED, social_security_wages: 9 })]
    const [first] = resolve(irs(all))
    expect(first?.status).toBe('superseded')
    expect(resolve(irs(all))[2]?.warnings).toEqual(['amended_target_doubtful'])
  })

  test('ties go to an original, then to the lowest position', () => {
    expect(statuses(irs([w2(50, 5, CORRECTED), w2(50, 5), w2(50, 5), w2(60, 5, CORRECTED)]))).toEqual([
      'counted',
      'superseded',
      'superseded',
      'counted',
    ])
  })

  test('a later one replaces an earlier one', () => {
    expect(statuses(irs([w2(50, 5), w2(60, 5, CORRECTED), w2(60, 6, CORRECTED)]))).toEqual([
      'superseded',
      'superseded',
      'counted',
    ])
  })

  test('a box of one cent is an equal box', () => {
    const all = resolve(irs([w2(60, 6), w2(50, 0.01), w2(70, 0.01, CORRECTED)]))
    expect(all.map(({ status }) => status)).toEqual(['counted', 'superseded', 'counted'])
    expect(all[2]?.warnings).toEqual([])
  })

  test('a target with no equal box is doubtful', () => {
    const all = resolve(irs([w2(50, 5), w2(60, 6, CORRECTED)]))
    expect(all.map(({ status }) => status)).toEqual(['superseded', 'counted'])
    expect(all[1]?.warnings).toEqual(['amended_target_doubtful'])
  })

  test('all zero cancels its target and itself', () => {
    const all = resolve(irs([w2(50, 5), w2(0, 0, CORRECTED)]))
    expect(all.map(({ status, by }) => [status, by])).toEqual([
      ['canceled', 'irs/form_w2/0/1'],
      ['canceled', null],
    ])
  })

  test('all zero without a target is canceled alone', () => {
    expect(statuses(irs([w2(50, 5, { employee: ROBIN }), w2(0, 0, CORRECTED)]))).toEqual([
      'counted',
      'canceled',
    ])
  })

  test('without any amount it is canceled, and the original stands', () => {
    expect(statuses(irs([w2(50, 5), w2(null, null, CORRECTED)]))).toEqual(['counted', 'canceled'])
  })

  test('any other without a target counts', () => {
    const all = resolve(irs([w2(50, 5, CORRECTED)]))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', ['amended_without_original']],
    ])
  })

  test('an original of another source is no target', () => {
    const all = resolve(software([w2(50, 5)]), irs([w2(60, 6, CORRECTED)]))
    expect(all.map(({ status }) => status)).toEqual(['conflict', 'counted'])
    expect(all[1]?.warnings).toEqual(['amended_without_original'])
  })
})

describe('rule 3: earlier pulls', () => {
  const corrected = irs([w2(50, 5), w2(60, 5, CORRECTED)], { id: 'b', date: AUGUST })

  test('an equal document of another source takes the status', () => {
    const all = resolve(irs([w2(50, 5)], { id: 'a', date: FEBRUARY }), corrected)
    expect(all.map(({ status }) => status)).toEqual(['superseded', 'superseded', 'counted'])
    expect(all[0]?.by).toBe('b/form_w2/0/0')
  })

  test('with the cents cut too, as between sources', () => {
    expect(statuses(software([w2(50.4, 5.9)]), corrected)[0]).toBe('superseded')
  })

  test('one that is itself amended does not', () => {
    expect(statuses(irs([w2(50, 5, CORRECTED)], { id: 'a', date: FEBRUARY }), corrected)[0]).toBe('conflict')
  })

  test('nor one whose own source holds an equal one that became so', () => {
    const entries = [w2(50, 5), w2(50, 5), w2(60, 5, CORRECTED)]
    const twice = [irs(entries, { id: 'a', date: FEBRUARY }), irs(entries, { id: 'b', date: AUGUST })]
    expect(wages(...twice)).toBe(110)
    expect(wages(twice[0] as Raw)).toBe(110)
  })

  test('of several the first in the order gives its status', () => {
    const original = w2(50, 5, { submission_type: 'Original document' })
    const voided = irs([original, w2(50, 5, VOID)], { id: 'b', date: AUGUST })
    const all = resolve(irs([w2(50, 5)], { id: 'a', date: FEBRUARY }), voided)
    expect(all.map(({ status, by }) => [status, by])).toEqual([
      ['canceled', 'b/form_w2/0/0'],
      ['canceled', 'b/form_w2/0/1'],
      ['void', null],
    ])
  })

  test('there are no chains', () => {
    const near = software([w2(50.99, 5)], { id: 'near' })
    const far = software([w2(51.5, 5)], { id: 'far', provider: 'drake' })
    const all = Object.fromEntries(resolve(corrected, near, far).map(({ place, status }) => [place, status]))
    expect(all['near/form_w2/0/0']).toBe('superseded')
    expect(all['far/form_w2/0/0']).toBe('conflict')
  })
})

describe('rule 4: duplicate as submission type', () => {
  test('is one where an equal document of its source counts', () => {
    const all = resolve(irs([w2(50, 5, DUPLICATE), w2(50, 5)]))
    expect(all.map(({ status, by }) => [status, by])).toEqual([
      ['duplicate', 'irs/form_w2/0/1'],
      ['counted', null],
    ])
  })

  test('else it counts, with a warning', () => {
    const all = resolve(irs([w2(50, 5, DUPLICATE), w2(60, 5)]))
    expect(all.map(({ status, warnings }) => [status, warnings])).toEqual([
      ['counted', ['duplicate_without_original']],
      ['counted', []],
    ])
  })

  test('an equal document that does not count any more is none', () => {
    const all = resolve(irs([w2(50, 5), w2(50, 5, VOID), w2(50, 5, DUPLICATE)]))
    expect(all.map(({ status }) => status)).toEqual(['canceled', 'void', 'counted'])
  })

  test('the first of several stays', () => {
    const entry = w2(50, 5, DUPLICATE)
    expect(statuses(irs([entry, entry, entry]))).toEqual(['counted', 'duplicate', 'duplicate'])
  })

  test.each([0, 20])('and is the first in the order for one that says less, among %s others', others => {
    const entry = (unique: string | null, more: Raw = {}): Raw => ({
      withholding_agent: { ein: ACME.ein, name: ACME.name },
      recipient: { id: ALEX.ssn },
      unique_form_identifier: unique,
      gross_income: 100,
      ...more,
    })
    const marked = [entry('1000000002', DUPLICATE), entry(null, DUPLICATE)]
    const more = Array.from({ length: others }, (_, i) => entry(`${2_000_000_000 + i}`, { gross_income: i }))
    const all = resolve(irs([entry('1000000001'), ...marked, ...more], { form: 'form_1042_s' }))
    expect(all.slice(0, 3).map(({ status, by }) => [status, by])).toEqual([
      ['counted', null],
      ['counted', null],
      ['duplicate', 'irs/form_1042_s/0/1'],
    ])
  })
})

describe('rule 5: equal documents inside one source', () => {
  test('all count, with a warning', () => {
    const all = resolve(irs([w2(50, 5), w2(50, 5), w2(50, 5)]))
    expect(all.map(({ status }) => status)).toEqual(['counted', 'counted', 'counted'])
    expect(all.flatMap(({ warnings }) => warnings)).toEqual(['probable_duplicate', 'probable_duplicate'])
  })

  test('a box that one of them lacks makes no difference', () => {
    const all = resolve(irs([w2(50, 5), w2(50)]))
    expect(all.flatMap(({ warnings }) => warnings)).toEqual(['probable_duplicate'])
  })

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
      resolve(irs([entry, entry], { form }), software([entry], { form })).map(each => each.warnings)
    expect(warnings(sale, 'form_1099_b')).toEqual([[], [], []])
    expect(warnings(w2(50, 5), 'form_w2')).toEqual([[], ['probable_duplicate'], []])
  })
})

describe('rule 6: across sources', () => {
  test('copies are duplicates of the first that is kept, and the group is verified', () => {
    const all = resolve(software([w2(50, 5)]), irs([w2(50, 5)]))
    expect(all.map(({ status, by, verified }) => [status, by, verified])).toEqual([
      ['duplicate', 'irs/form_w2/0/0', true],
      ['counted', null, true],
    ])
  })

  test('a group that no authority holds is not verified', () => {
    const all = resolve(software([w2(50, 5)]), software([w2(50, 5)], { provider: 'drake' }))
    expect(all.map(({ verified }) => verified)).toEqual([false, false])
  })

  test('a total: in every box that all have, of two documents or more, two boxes not zero', () => {
    const duplicate = (total: Raw, ...parts: Raw[]) =>
      statuses(irs(parts), software([total])).at(-1) === 'duplicate'
    expect(duplicate(w2(70, 7), w2(50, 5), w2(20, 2))).toBe(true)
    expect(duplicate(w2(90, 9), w2(50, 5), w2(20, 2), w2(20, 2))).toBe(true)
    expect(duplicate(w2(75, 7), w2(50, 5), w2(20, 2))).toBe(false)
    expect(duplicate(w2(70, 0), w2(50, 0), w2(20, 0))).toBe(false)
    expect(duplicate(w2(70), w2(50, 5), w2(20, 2))).toBe(false)
    // A zero and less than the tolerance are no two boxes.
    expect(duplicate(w2(70, 1), w2(50, 0), w2(20, 0))).toBe(false)
    expect(duplicate(w2(70, 0), w2(50, 1), w2(20, 0))).toBe(false)
    // A box that one part lacks is not compared.
    const third = { social_security_wages: 50 }
    expect(duplicate(w2(70, 7, { social_security_wages: 999 }), w2(50, 5, third), w2(20, 2))).toBe(true)
  })

  test('a total is exact, or within a dollar for each part where either side is in whole dollars', () => {
    const duplicate = (total: Raw, ...parts: Raw[]) =>
      statuses(irs(parts), software([total])).at(-1) === 'duplicate'
    expect(duplicate(w2(70.5, 7.4), w2(50.2, 5.2), w2(20.3, 2.2))).toBe(true)
    expect(duplicate(w2(70.5, 7.5), w2(50.2, 5.2), w2(20.3, 2.2))).toBe(false)
    expect(duplicate(w2(72, 7), w2(50, 5), w2(20, 2))).toBe(true)
    expect(duplicate(w2(73, 7), w2(50, 5), w2(20, 2))).toBe(false)
    expect(duplicate(w2(71, 7), w2(50.9, 5.9), w2(20.9, 2))).toBe(true)
  })

  test("a total of the authority's is one too, and names the first of its parts", () => {
    const all = resolve(software([w2(50, 5), w2(20, 2)]), irs([w2(70, 7)]))
    expect(all.map(({ status, by }) => [status, by])).toEqual([
      ['counted', null],
      ['counted', null],
      ['duplicate', 'hr/form_w2/0/1'],
    ])
  })

  test('what only one document adds to in the boxes that all have is a copy of it, and no total', () => {
    const zeros = w2(0, 0, { social_security_wages: 90 })
    const copied = w2(50, 5, { social_security_wages: 50 })
    const [, whole, copy] = resolve(irs([zeros, copied]), software([w2(50, 5)]))
    expect(whole?.status).toBe('counted')
    expect(copy?.status).toBe('duplicate')
    expect(copy?.by).toMatch(/form_w2\/0\/1$/)
    expect(copy?.verified).toBe(true)
  })

  test('only a document that is alone in its source is a total', () => {
    expect(wages(irs([w2(50, 5), w2(20, 2)]), software([w2(70, 7), w2(50, 5)]))).toBe(70)
  })

  test('the source that holds most of a group is put forward', () => {
    const all = resolve(software([w2(50, 5)]), software([w2(50, 5), w2(50, 5)], { provider: 'drake' }))
    expect(all.map(({ status }) => status)).toEqual(['duplicate', 'counted', 'counted'])
  })

  test('then one with cents', () => {
    expect(wages(irs([w2(50, 5)]), software([w2(50.4, 5.3)]))).toBe(50.4)
  })

  test('one document with cents is enough for that', () => {
    expect(wages(irs([w2(50, 5), w2(50, 5)]), software([w2(50.4, 5.3), w2(50, 5)]))).toBe(100.4)
  })

  test("then one with the authority's amended, then the authority's, then software's, then the first in the order", () => {
    const all = resolve(
      irs([w2(50, 5)], { id: 'a', date: AUGUST }),
      irs([w2(50, 5, CORRECTED)], { id: 'b', date: FEBRUARY }),
      software([w2(50, 5)], { id: 'c' }),
    )
    expect(all.map(({ status }) => status)).toEqual(['duplicate', 'counted', 'duplicate'])
    // One amended of several is enough; masked and without a recipient it has no original here.
    const masked = { employer: { ein: 'XXXXX1234', name: ACME.name }, employee: {}, ...CORRECTED }
    const mixed = resolve(
      irs([w2(50, 5), w2(50, 5, masked)], { id: 'a', date: FEBRUARY }),
      irs([w2(50, 5), w2(50, 5)], { id: 'b', date: AUGUST }),
    )
    expect(mixed.map(({ status }) => status)).toEqual(['counted', 'counted', 'duplicate', 'duplicate'])
    // Software reaches the cents on neither side; the latest of the authority stands first in the order.
    const plain = resolve(
      irs([w2(50, 5)], { id: 'a', date: AUGUST }),
      irs([w2(50, 5)], { id: 'b', provider: 'irs_tax_pro', date: SEPTEMBER }),
      software([w2(50, 5)], { id: 'c', date: SEPTEMBER }),
    )
    expect(plain.map(({ status }) => status)).toEqual(['duplicate', 'counted', 'duplicate'])
  })

  test('of what the authority holds, no more than one authority source holds', () => {
    const all = resolve(software([w2(50, 5), w2(50, 5)]), irs([w2(50, 5)]))
    expect(all.map(({ status, by }) => [status, by])).toEqual([
      ['duplicate', 'irs/form_w2/0/0'],
      ['duplicate', 'irs/form_w2/0/0'],
      ['counted', null],
    ])
    expect(wages(software([w2(50, 5), w2(50, 5)]), irs([w2(50, 5), w2(50, 5)]))).toBe(100)
  })
})

describe('rule 7: sources that disagree', () => {
  test('the best counts, the others are in conflict and name it', () => {
    const all = resolve(software([w2(200, 20)]), irs([w2(100, 10)]))
    expect(all.map(({ status, by, warnings }) => [status, by, warnings])).toEqual([
      ['conflict', 'irs/form_w2/0/0', ['source_conflict']],
      ['counted', null, []],
    ])
    const { issues } = resultOfDossier({
      taxpayer: { id: 't' },
      records: [software([w2(200, 20)]), irs([w2(100, 10)])],
    })
    const [conflict] = issues.filter(({ code }) => code === 'source_conflict')
    expect(conflict?.recordId).toBe('hr')
    expect(conflict?.message).toContain("['form_w2'][0]")
  })

  test("{100} of the authority and {100, 200} of software are 100 and 200; {100} and {200} are the authority's", () => {
    expect(wages(irs([w2(100, 10)]), software([w2(100, 10), w2(200, 20)]))).toBe(300)
    expect(wages(irs([w2(100, 10)]), software([w2(200, 20)]))).toBe(100)
  })

  test('{100, 200} and {100, 100, 200} are 100, 100 and 200', () => {
    const two = [w2(100, 10), w2(200, 20)]
    const three = [w2(100, 10), w2(100, 10), w2(200, 20)]
    expect(wages(software(two), software(three, { provider: 'drake' }))).toBe(400)
    expect(wages(software(two), irs(three))).toBe(400)
  })

  test("an authority's amended document goes before a later one of the authority", () => {
    const all = [
      irs([w2(100, 10, CORRECTED)], { id: 'a', date: FEBRUARY }),
      irs([w2(200, 20)], { id: 'b', date: AUGUST }),
    ]
    expect(wages(...all)).toBe(100)
  })

  test('of groups without an authority, those go first that are least like a document of the authority', () => {
    // 105 with the withholding of the authority's 100 is a typing error; 200 is a second job.
    const all = resolve(irs([w2(100, 10)]), software([w2(105, 10), w2(200, 20)]))
    expect(all.map(({ status }) => status)).toEqual(['counted', 'conflict', 'counted'])
    // In whole dollars a withholding of 9 or 11 is like one of 10; one of 8 or 12 is not, and the first stands.
    const counts = (withheld: number) =>
      statuses(irs([w2(100, 10)]), software([w2(105, withheld), w2(200, 20)]))[1]
    expect([8, 9, 11, 12].map(counts)).toEqual(['counted', 'conflict', 'conflict', 'counted'])
  })

  test('then the latest date of an authority', () => {
    const all = [
      irs([w2(100, 10)], { id: 'a', date: FEBRUARY }),
      irs([w2(200, 20)], { id: 'b', date: AUGUST }),
    ]
    expect(wages(...all)).toBe(200)
  })

  test('then the group that more providers hold', () => {
    const held = [
      software([w2(100, 10)], { date: FEBRUARY }),
      software([w2(100, 10)], { provider: 'drake', date: FEBRUARY }),
    ]
    expect(wages(...held, software([w2(200, 20)], { provider: 'turbotax', date: AUGUST }))).toBe(100)
    // Two records of one provider are one voice.
    const one = [
      software([w2(100, 10)], { date: FEBRUARY }),
      software([w2(100, 10), 'no object'], { id: 'x', date: FEBRUARY }),
    ]
    expect(wages(...one, software([w2(200, 20)], { provider: 'turbotax', date: AUGUST }))).toBe(200)
  })

  test('then the latest record', () => {
    const early = software([w2(100, 10)], { date: FEBRUARY })
    expect(wages(early, software([w2(200, 20)], { provider: 'drake', date: AUGUST }))).toBe(200)
  })

  test('then the first in the order: the smaller amount', () => {
    expect(wages(software([w2(200, 20)]), software([w2(100, 10)], { provider: 'drake' }))).toBe(100)
  })
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
    expect(all.map(({ other }) => other)).toEqual([false, true, false, true])
    expect(all.map(({ status }) => status)).toEqual(['counted', 'counted', 'counted', 'counted'])
  })

  test('the taxpayer is whom most form objects name, pulls of one transcript taken once', () => {
    const own = [
      irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' }),
      irs([w2(2, 2)], { id: 'b', ssn: 'XXX-XX-3333', year: 2022 }),
    ]
    const spouse = irs([w2(3, 3, { employee: ROBIN })], { id: 'c', ssn: 'XXX-XX-6666' })
    const others = (...records: Raw[]) => resolve(...records).map(({ other }) => other)
    expect(others(...own, spouse)).toEqual([false, false, true])
    expect(others(...own, spouse, { ...spouse, id: 'd' }, { ...spouse, id: 'e' })).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
  })

  test('without an ssn on any form object nobody is another', () => {
    expect(resolve(irs([w2(50, 5, { employee: ROBIN })])).map(({ other }) => other)).toEqual([false])
  })
})

describe('the order, where nothing else decides', () => {
  /** Of two documents of software in conflict the first in the order counts. */
  const first = (a: Raw, b: Raw, form = 'form_w2'): number => {
    const records = [
      software([a], { id: 'a', provider: 'hr', form }),
      software([b], { id: 'b', provider: 'drake', form }),
    ]
    const forth = statuses(...records).indexOf('counted')
    const back = statuses(...records.toReversed()).indexOf('counted')
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

describe('what a class stands for', () => {
  const fifties = [w2(50, 5), w2(50, 5)]
  const early = { id: 'a', date: FEBRUARY }
  const late = { id: 'b', date: AUGUST }
  test.each([
    // Of a group of the authority no source counts more than any one authority source holds.
    [
      'one and its unmarked correction',
      52,
      [irs([w2(50, 5)], early), software(fifties), irs([w2(52, 5)], late)],
    ],
    [
      'what no authority holds is not capped',
      500,
      [irs([w2(100, 10)]), software([w2(100, 10), w2(100, 10), w2(200, 20), w2(200, 20)])],
    ],
    [
      'the cap is of the authority source with the most',
      100,
      [
        irs([w2(50, 5)], early),
        irs(fifties, { id: 'b', provider: 'irs_tax_pro' }),
        software([...fifties, w2(50, 5)]),
      ],
    ],
    [
      'what the authority holds once, software does not make two of',
      300,
      [irs([w2(100, 10), w2(200, 20)]), software([w2(100, 10), w2(100, 10), w2(200, 20)])],
    ],
    // Both groups are as late as the later transcript, so the first in the order wins: the two, not one of each.
    [
      'one of two equal documents, corrected unmarked',
      100,
      [irs(fifties, early), irs([w2(50, 5), w2(60, 6)], late)],
    ],
    ['the same, marked', 110, [irs(fifties, early), irs([...fifties, w2(60, 6, CORRECTED)], late)]],
  ] as const)('%s', (_, dollars, records) => {
    expect(wages(...records)).toBe(dollars)
  })

  test('no box that is equal and not zero is no possible duplicate', () => {
    const bare = { employer: { ein: ACME.ein }, employee: {} }
    const warnings = (a: Raw, b: Raw) => resolve(software([a]), irs([b])).flatMap(each => each.warnings)
    expect(warnings(w2(null, null, bare), w2(null, null, { ...bare, x: 1 }))).toEqual([])
    expect(warnings(w2(0, 0, bare), w2(0, null, bare))).toEqual([])
    expect(warnings(w2(0, 0.4, bare), w2(0.4, null, bare))).toEqual([])
    expect(warnings(w2(100, 0, bare), w2(100.4, null, bare)).length).toBe(2)
  })
})

describe('who the taxpayer is', () => {
  const own = irs([w2(1, 1)], { id: 'a', ssn: 'XXX-XX-3333' })
  const spouse = irs([w2(2, 2, { employee: ROBIN })], { id: 'b', ssn: 'XXX-XX-6666' })
  const others = (...records: Raw[]) => resolve(...records).map(({ other }) => other)
  const vote = (id: string, ssn: string) => software([], { id, ssn, year: Number(id) })

  test('of tied votes a full identifier comes first, then the smallest', () => {
    expect(others(own, spouse)).toEqual([false, true])
    expect(others(own, vote('2021', 'XXX-XX-9999'))).toEqual([false])
    expect(others(own, vote('2021', 'XXX-XX-0001'))).toEqual([true])
    expect(others(own, vote('2021', '900-44-9999'))).toEqual([true])
  })

  test('form objects without documents vote, each of one record, and those of another provider', () => {
    expect(others(own, spouse, vote('2022', '900-22-6666'))).toEqual([true, false])
    const forms = [...(spouse['forms'] as Raw[]), { ssn: '900-22-6666' }, { ssn: '900-22-6666' }]
    expect(others(own, { ...spouse, forms })).toEqual([true, false])
    expect(others(own, spouse, { ...spouse, id: 'c', provider_id: 'irs_tax_pro' })).toEqual([
      true,
      false,
      false,
    ])
    expect(others(own, spouse, { ...spouse, id: 'c', date: FEBRUARY })).toEqual([false, true, true])
  })

  test("tied votes go to the analysis's tin, if it is among them", () => {
    const isOther = (tin: string) =>
      resultOf({
        taxpayer: { id: 't', analysis: { tin } },
        records: [own, vote('2021', 'XXX-XX-0001')],
      }).result.resolution.documents.map(({ otherRecipient }) => otherRecipient)
    expect(isOther('XXX-XX-3333')).toEqual([false])
    expect(isOther('XXX-XX-4444')).toEqual([true])
  })
})
