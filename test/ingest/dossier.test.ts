import { describe, expect, test } from 'vitest'
import { normalizeDossier } from '../../src/api/normalize.js'
import type { Issue } from '../../src/core/issues/issue.js'
import { MAX_ISSUES_PER_CODE, toIssues } from '../../src/core/issues/issue-list.js'
import { extendPath, type JsonPath, printPath } from '../../src/core/json-value.js'
import { listRejectedYears } from '../../src/figures/completeness.js'
import { Tally } from '../../src/files/read/input-result.js'
import type { RawRecord, RawValue } from '../../src/ingest/group/raw-dossier.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'
import { listRejections, type SourceDossier } from '../../src/ingest/source-dossier.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { listIssueLines, recordWith } from '../support/records.js'

const RECORDS: JsonPath = extendPath(null, 'records')

const NOBODY = { taxpayerId: 't', taxpayerPath: null, origin: null, hasSharedFileName: false }

/** Reads a dossier of a taxpayer with unused taxpayer objects. */
const readWithUnusedTaxpayers = (
  taxpayer: object,
  superseded: readonly RawValue[],
  records: readonly RawRecord[] = [],
) => readSourceDossier({ ...NOBODY, taxpayer, unusedTaxpayers: superseded, records })

/** Reads raw records, each with its own path and origin. */
function read(records: readonly unknown[], taxpayer?: unknown) {
  const placed = records.map(
    (raw, i): RawRecord => ({ raw, path: extendPath(RECORDS, i), origin: { source: `${i}.json`, line: null } }),
  )
  const [taxpayerPath, origin] = [extendPath(null, 'taxpayer'), { source: 't.json', line: null }]
  return readSourceDossier({ ...NOBODY, taxpayer, taxpayerPath, unusedTaxpayers: [], origin, records: placed })
}

const issuesOf = (dossier: SourceDossier): readonly Issue[] => toIssues(dossier.pendingIssues)

describe('a taxpayer', () => {
  test.each([5, 'Ann', true, []])('that is not an object is reported, and its records are kept: %j', taxpayer => {
    const dossier = read([{ id: 'a', forms: [] }], taxpayer)
    expect(issuesOf(dossier)).toMatchObject([
      { code: 'taxpayer_not_object', path: "$['taxpayer']", expected: 'an object', origin: { source: 't.json' } },
    ])
    expect([dossier.taxpayer, dossier.records.length]).toEqual([null, 1])
    expect(listRejections(dossier)).toMatchObject([{ value: taxpayer, path: extendPath(null, 'taxpayer') }])
  })
  test.each([undefined, null])('that is absent is not reported: %j', taxpayer => {
    expect(read([], taxpayer)).toMatchObject({ taxpayer: null, pendingIssues: [] })
  })
})

test('a second taxpayer object with the same id is reported with its own path and kept as a rejected value', () => {
  const [raw, path, origin] = [{ id: 't', name: 'N' }, extendPath(null, 7), { source: 'other.json', line: 3 }]
  const dossier = readWithUnusedTaxpayers({ id: 't' }, [{ raw, path, origin }])
  expect(issuesOf(dossier)).toMatchObject([{ code: 'taxpayer_repeated', path: '$[7]', origin }])
  expect(listRejections(dossier)).toEqual([{ value: raw, path, origin }])
})

test('an amount that differs between two taxpayer objects is unreadable, in either order', () => {
  const makeTaxpayer = (total: string, lien: string, ...amounts: string[]) => ({
    id: 't',
    analysis: { total_liabilities: total, liabilities_with_lien_filed: lien, tin: '900-11-2222' },
    details: { balance_summary: { tax_years: amounts.map(amount => ({ year: 2020, amount })) } },
  })
  const [a, b] = [makeTaxpayer('0.00', '5.00', '1.00'), makeTaxpayer('90000.00', '5.00', '1.00', '2.00')]
  for (const [first, second] of [
    [a, b],
    [b, a],
  ]) {
    const { taxpayer, personIds } = readWithUnusedTaxpayers(first as object, [
      { raw: second, path: null, origin: null },
    ])
    expect(taxpayer).toMatchObject({
      analysis: { totalLiabilities: null, liabilitiesWithLienFiled: 500, unreadableFields: ['totalLiabilities'] },
      details: { balanceSummary: { taxYears: null, unreadableFields: ['taxYears'] } },
    })
    expect([...personIds]).toEqual(['900112222'])
  }
})

test('a list that only the second taxpayer object has is unreadable, and the order of items does not matter', () => {
  const summary = (...years: number[]) => ({
    balance_summary: { tax_years: years.map(year => ({ year, amount: year })) },
  })
  const taxpayerOf = (first: object, second: object) =>
    readWithUnusedTaxpayers({ id: 't', ...first }, [{ raw: { id: 't', ...second }, path: null, origin: null }]).taxpayer
  expect(taxpayerOf({}, { details: summary(2020) })).toMatchObject({
    analysis: null,
    details: { balanceSummary: { balanceDue: null, taxYears: null, unreadableFields: ['taxYears'] } },
  })
  expect(taxpayerOf({ details: summary(2020) }, {})).toMatchObject({
    details: { balanceSummary: { taxYears: [{ year: 2020 }] } },
  })
  expect(taxpayerOf({ details: summary(2020, 2021) }, { details: summary(2021, 2020) })).toMatchObject({
    details: { balanceSummary: { taxYears: [{ year: 2020 }, { year: 2021 }] } },
  })
  expect(taxpayerOf({}, { details: { addresses: [{ city: 'x' }] } })).toMatchObject({ details: null })
})

test('a value in place of the records array is rejected as one record of an unknown year', () => {
  const records = [{ raw: { data: [] }, path: RECORDS, origin: null, code: 'records_not_array' as const }]
  const dossier = readWithUnusedTaxpayers({ id: 't' }, [], records)
  expect(issuesOf(dossier)).toMatchObject([{ code: 'records_not_array', path: "$['records']", expected: 'an array' }])
  expect([...listRejectedYears(dossier)]).toEqual([null])
  expect(listRejections(dossier)).toMatchObject([{ value: { data: [] }, path: RECORDS }])
})

describe('records with the same id', () => {
  const makeRecord = (date: string | null, name = 'N') => ({ id: 'r', name, date, forms: [] })

  // The latest date is kept, or for equal dates the greatest canonical JSON text: "N2" is greater than "N1".
  test.each([
    ['the latest', makeRecord('2024-01-01T00:00:00Z', 'N2'), makeRecord('2024-02-01T00:00:00Z', 'N1')],
    ['the dated one', makeRecord(null, 'N2'), makeRecord('1999-02-01T00:00:00Z', 'N1')],
    ['the greater text', makeRecord('2024-02-01T00:00:00Z', 'N1'), makeRecord('2024-02-01T00:00:00Z', 'N2')],
  ])('are one record, and %s is kept', (_, first, second) => {
    for (const [both, keptIndex] of [
      [[first, second], 1],
      [[second, first], 0],
    ] as const) {
      const dossier = read(both)
      expect(dossier.records.map(({ raw }) => raw)).toEqual([second])
      expect(dossier.rejected).toMatchObject([{ raw: first, isRepeated: true }])
      const [path, origin] = [`$['records'][${1 - keptIndex}]`, { source: `${1 - keptIndex}.json` }]
      expect(issuesOf(dossier)).toMatchObject([{ code: 'record_repeated', path, recordId: 'r', origin }])
    }
  })

  test('are reported except for the first, which is kept, if they are equal', () => {
    const dossier = read([makeRecord(null), makeRecord(null), makeRecord(null)])
    expect(dossier.records.map(record => printPath(record.path))).toEqual(["$['records'][0]"])
    expect(dossier.rejected.map(({ path }) => printPath(path))).toEqual(["$['records'][1]", "$['records'][2]"])
    expect(issuesOf(dossier).map(({ path }) => path)).toEqual(["$['records'][1]", "$['records'][2]"])
  })
})

describe('a rejected record or entry', () => {
  test('keeps its id, year, provider and date', () => {
    const firstRecord = { id: ' a ', tax_year: '2023', provider_id: 'IRS', date: '2024-02-01' }
    expect(read([{ ...firstRecord, forms: 5 }, 5, { forms: [] }]).rejected).toMatchObject([
      { id: 'a', taxYear: 2023, providerId: 'irs', date: '2024-02-01T00:00:00.000Z', isRepeated: false },
      { id: null, taxYear: null, providerId: null, date: null, raw: 5 },
      { id: null, taxYear: null, providerId: null, date: null, raw: { forms: [] } },
    ])
  })

  test('can be found in the input by its path', () => {
    const good = { id: 'a', tax_year: 2023, forms: [{}, 5, { form_w2: [{}, 'x'] }, { form_1098: 7 }] }
    const rejections = listRejections(read([good, 8]))
    expect(rejections.map(({ path, origin, value }) => [printPath(path), origin?.source, value])).toEqual([
      ["$['records'][1]", '1.json', 8],
      ["$['records'][0]['forms'][1]", '0.json', 5],
      ["$['records'][0]['forms'][2]['form_w2'][1]", '0.json', 'x'],
      ["$['records'][0]['forms'][3]['form_1098']", '0.json', 7],
    ])
  })
})

test('an unreadable party is reported for each document that names it', () => {
  const entry = { employer: { ein: '12-34', name: 'ACME' }, employee: { ssn: ['1'], name: 'ANN' } }
  const dossier = read([{ id: 'a', tax_year: '2023', forms: [{ form_w2: [entry, entry, entry] }] }])
  expect(issuesOf(dossier).map(({ path }) => path)).toEqual(
    [0, 1, 2].flatMap(i => [
      `$['records'][0]['forms'][0]['form_w2'][${i}]['employer']['ein']`,
      `$['records'][0]['forms'][0]['form_w2'][${i}]['employee']['ssn']`,
    ]),
  )
})

test('a record is compared with others that have its id in near linear time', () =>
  expectNearLinear(
    count => {
      const long = { id: 'r', name: 'z', forms: Array.from({ length: count }, (_, i) => ({ year: '2023', a: i })) }
      const repeats = Array.from({ length: count }, (_, i) => ({ id: 'r', name: `a${i}`, forms: [] }))
      return () => {
        const { records, rejected } = read([long, ...repeats])
        // No record has a date, so the greatest text is kept: `"forms":[{` is greater than `"forms":[]`.
        expect(records.map(({ raw }) => raw === long)).toEqual([true])
        expect(rejected.length).toBe(count)
      }
    },
    [2000, 8000],
  ))

describe('rejected values after the first ten thousand per code', () => {
  const w2 = { wages_tips_other_compensation: 5 }
  const recordOf = (entries: readonly unknown[]) => recordWith({ form_w2: [w2, ...entries] })
  const many = (count: number): unknown[] => Array.from({ length: count }, () => 1)

  test('are reported one by one up to the limit', () => {
    const dossier = read([recordOf(many(MAX_ISSUES_PER_CODE))])
    const issues = issuesOf(dossier)
    expect(issues.length).toBe(MAX_ISSUES_PER_CODE)
    expect(issues.at(-1)).toMatchObject({
      path: `$['records'][0]['forms'][0]['form_w2'][${MAX_ISSUES_PER_CODE}]`,
      received: 'a whole number',
    })
    expect(listRejections(dossier).length).toBe(MAX_ISSUES_PER_CODE)
  })

  test('are one issue with a count per array, and the array is kept', () => {
    const dossier = read([recordOf(many(MAX_ISSUES_PER_CODE + 3))])
    const last = issuesOf(dossier).at(-1)
    expect(issuesOf(dossier).length).toBe(MAX_ISSUES_PER_CODE + 1)
    const pathAt = (i: number): string => `$['records'][0]['forms'][0]['form_w2'][${MAX_ISSUES_PER_CODE + i}]`
    expect({ ...last }).toEqual({
      code: 'document_not_object',
      severity: 'error',
      path: "$['records'][0]['forms'][0]['form_w2']",
      message: `The entry of a form array is not an object. This stands for 3 of them, from ${pathAt(1)} to ${pathAt(3)}.`,
      recordId: 'r',
      origin: { source: '0.json', line: null },
    })
    const [record] = dossier.records
    expect(record?.documents.length).toBe(1)
    // The first value beyond the limit is also kept by itself, because no other one was known when it was read.
    expect(record?.rejectedEntryForms.length).toBe(MAX_ISSUES_PER_CODE + 2)
    const { path, value } = listRejections(dossier).at(-1) ?? { path: null }
    expect([printPath(path), (value as unknown[]).length]).toEqual([last?.path, MAX_ISSUES_PER_CODE + 4])
    const tally = new Tally()
    tally.addDossier(dossier)
    expect(tally.toCounts().rejectedEntries).toBe(MAX_ISSUES_PER_CODE + 3)
  })

  test('are separate per record and code, and an array is kept once', () => {
    const forms = () => Array.from({ length: 4 }, (_, i) => (i % 2 === 0 ? 1 : { form_w2: [1, 1] }))
    const second = { id: 's', tax_year: '2023', forms: [...forms(), ...many(MAX_ISSUES_PER_CODE - 2), ...forms()] }
    const dossier = read([recordOf(many(MAX_ISSUES_PER_CODE)), second])
    const issues = issuesOf(dossier)
    expect(listIssueLines(issues.slice(2 * MAX_ISSUES_PER_CODE + 1))).toEqual([
      "form_not_object $['records'][1]['forms']",
    ])
    const issuesOfEntries = issues.filter(({ recordId, code }) => recordId === 's' && code === 'document_not_object')
    expect(issuesOfEntries).toMatchObject([
      { path: "$['records'][1]['forms']", message: expect.stringContaining(' 8 of them') },
    ])
    const counted = dossier.records[1]?.rejectedEntries.filter(({ count }) => count !== undefined) ?? []
    expect(counted.map(({ path, count }) => [path.join(), count])).toEqual([
      ['forms,1,form_w2', 1],
      ['forms,3,form_w2', 2],
      [`forms,${MAX_ISSUES_PER_CODE + 3},form_w2`, 2],
      ['forms', 1],
      [`forms,${MAX_ISSUES_PER_CODE + 5},form_w2`, 2],
    ])
  })

  test('are ordinary issues if each record or file has only one', () => {
    const records = many(MAX_ISSUES_PER_CODE + 2).map((form, i) => ({ id: `r${i}`, tax_year: '2023', forms: [form] }))
    const issues = issuesOf(read(records))
    expect(issues.length).toBe(MAX_ISSUES_PER_CODE + 2)
    expect({ ...issues.at(-1) }).toMatchObject({
      path: `$['records'][${MAX_ISSUES_PER_CODE + 1}]['forms'][0]`,
      received: 'a whole number',
      message: expect.not.stringContaining('stands for'),
    })
  })

  test('a dossier reports an issue even if an earlier dossier reached the limit of its code', () => {
    const [form, field] = FORMS.flatMap(form =>
      form.fields.filter(({ type }) => type === 'ratio').map(field => [form.key, field.key] as const),
    )[0] as readonly [string, string]
    const entries = Array.from({ length: MAX_ISSUES_PER_CODE + 50 }, () => ({ [field]: 12.625 }))
    const first = read([recordWith({ [form]: entries })])
    expect(issuesOf(first).at(-1)?.message).toContain('stands for 50 of them')
    const again = read([recordWith({ [form]: entries.slice(0, 1) })])
    expect(again.pendingIssues.map(({ code }) => code)).toEqual(['ratio_as_percent'])
  })
})

test('ids and providers in the output contain no control characters and no line breaks', () => {
  const record = { id: 'r\n=1', tax_year: 2024, provider_id: 'irs\n=1+1\u0001', forms: [] }
  const raw = { taxpayer: { id: 't\r\n=1', provider_id: 'a\n=1', status: 'b\r=1' }, records: [record] }
  for (const options of [{}, { taxpayerId: 'o\n=1' }]) {
    const { value } = normalizeDossier(raw, options)
    const { id, providerId } = value?.records[0] ?? {}

    for (const text of [value?.taxpayerId, value?.taxpayer?.providerId, value?.taxpayer?.status, id, providerId])
      expect([...(text ?? '')].filter(character => character < ' ')).toEqual([])
  }
})
