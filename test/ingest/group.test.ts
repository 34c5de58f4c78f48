import { describe, expect, it } from 'vitest'
import { MAX_ISSUES_PER_CODE, toIssues } from '../../src/core/issues/issue-list.js'
import { extendPath } from '../../src/core/json-value.js'
import { listRejectedYears } from '../../src/figures/completeness.js'
import { classifyValue } from '../../src/ingest/group/classify-value.js'
import { DossierBuilder } from '../../src/ingest/group/dossier-builder.js'
import type { ParsedValue } from '../../src/ingest/group/raw-dossier.js'
import type { AssemblyResult } from '../../src/ingest/group/taxpayer-group.js'
import { readSourceDossier } from '../../src/ingest/read-dossier.js'
import { listRejections } from '../../src/ingest/source-dossier.js'
import { expectNearLinear } from '../support/cpu-time.js'

const record = (id: string, otherFields: object = {}) => ({ id, forms: [], ...otherFields })
const value = (raw: unknown, otherFields: Partial<ParsedValue> = {}): ParsedValue => ({
  value: raw,
  origin: null,
  path: null,
  fileOwner: { id: 'name', path: 'name.json' },
  isFromSingleValue: true,
  ...otherFields,
})

function assembleValues(values: readonly ParsedValue[], givenId: string | null = null): AssemblyResult[] {
  const results: AssemblyResult[] = []
  const grouper = new DossierBuilder(givenId, grouped => results.push(grouped))
  for (const parsedValue of values) grouper.add(parsedValue)
  grouper.finish()
  return results
}

/** Groups values. Returns each dossier as `taxpayer: number of records`, and each rejected value as its issue code. */
const group = (values: readonly ParsedValue[], givenId: string | null = null): string[] =>
  assembleValues(values, givenId).map(item =>
    'issue' in item ? item.issue.code : `${item.dossier.taxpayerId}: ${item.dossier.records.length}`,
  )

/** Groups values. Returns issue codes with paths, and the id, taxpayer object and unused objects of each dossier. */
const listIssues = (values: readonly ParsedValue[], givenId: string | null = null): unknown[][] =>
  assembleValues(values, givenId).map(item => {
    if ('issue' in item) return [`${item.issue.code} ${item.issue.path}`]
    const { taxpayerId, taxpayer: object, unusedTaxpayers } = item.dossier
    return [taxpayerId, object, ...unusedTaxpayers.map(({ raw }) => raw)]
  })

/** The properties of a value that is one of several lines of NDJSON. */
const line = { fileOwner: null, isFromSingleValue: false }

const taxpayer = { id: 't', analysis: { total_liabilities: '100' } }

describe('one taxpayer and records without a taxpayer id are one dossier', () => {
  it('in either order, from files or from standard input', () => {
    expect(group([value(taxpayer), value([record('a'), record('b')])])).toEqual(['t: 2'])
    expect(group([value([record('a')]), value(taxpayer)])).toEqual(['t: 1'])
    expect(group([value(taxpayer), value([record('a')], { fileOwner: null })])).toEqual(['t: 1'])
  })
  it('even if the caller gives an id, because the taxpayer has its own', () => {
    expect(group([value(taxpayer), value([record('a')])], 'given')).toEqual(['t: 1'])
  })
  it('but not with a second taxpayer or with lines of NDJSON', () => {
    const values = [value(taxpayer), value({ ...taxpayer, id: 'u' }), value(record('a'))]
    expect(group(values)).toEqual(['t: 0', 'u: 0', 'name: 1'])
    expect(group([value(taxpayer, line), value(record('a'), line)])).toEqual(['taxpayer_unknown', 't: 0'])
  })
})

describe('the kind of a value', () => {
  it.each<[kind: string, unknown]>([
    ['array', []],
    ['record', { id: 'a', forms: [] }],
    ['record', { id: 'a', tax_year: 2023 }],
    ['record', { id: 'a', raw_file: 'x' }],
    // With an id and `forms`, the value can be read as a record, and the record reader reports its other keys.
    ['record', { id: 'a', forms: [], records: [] }],
    ['record', { id: 'a', forms: [], records: [{}] }],
    ['record', { id: 'a', forms: [], taxpayer: { id: 't' } }],
    ['record', { id: 'a', forms: [{}], taxpayer: { id: 't' }, records: [] }],
    ['record', { id: 'a', forms: [], date: '2024-03-01', analysis: {}, details: {} }],
    ['taxpayer', { id: 'a', forms: [], status: 'x', analysis: { total_liabilities: '5000' } }],
    ['record', { id: 'a', forms: 'x', taxpayer: { id: 't' } }],
    ['record', { id: 'a', tax_year: 2023, taxpayer_id: 't', details: {} }],
    ['record', { forms: [{}], taxpayer: { id: 't' } }],
    // If this value were read as a dossier, its forms would be dropped without an issue.
    ['record', { id: 'a', forms: [{}], taxpayer: { id: 't' }, records: [{}] }],
    // As a record without forms, the value is rejected with an issue.
    ['record', { id: 'a', date: '2024-03-01', name: 'A', provider_id: 'irs' }],
    ['record', { id: 'a', taxpayer_id: 't', name: 'A', provider_id: 'irs' }],
    ['taxpayer', { id: 'a', status: 'COMPLETED', created_at: '2024-03-01', tax_year: '2023' }],
    ['taxpayer', { id: 'a', status: 'COMPLETED', forms: null, records: [] }],
    ['dossier', { id: 'a', taxpayer: { id: 't' }, analysis: {} }],
    ['dossier', { id: 'a', forms: [], taxpayer: { id: 't' }, records: [] }],
    ['dossier', { id: 'a', forms: null, taxpayer: { id: 't' }, records: [] }],
    ['dossier', { id: 'a', records: [{}] }],
    ['dossier', { id: 'a', records: [] }],
    ['record', { id: 'n/a' }],
    ['record', {}],
    ['record', 5],
    ['record', null],
    ['dossier', { records: 5 }],
    ['dossier', { taxpayer: {} }],
    ['taxpayer', { id: 't' }],
    ['taxpayer', { id: 't', date: null }],
    ['taxpayer', { id: 't', records: 5 }],
    ['taxpayer', { id: 't', analysis: {}, records: [] }],
    ['taxpayer', { id: 5, taxpayer: 'x' }],
  ])('%s: %j', (kind, raw) => {
    expect(classifyValue(raw)).toBe(kind)
  })
})

describe('an extra key does not change the kind of a value', () => {
  const entry = { employer: { ein: '00-1234567' }, wages_tips_other_compensation: 100 }
  const records = [{ id: 'r', tax_year: '2023', forms: [{ year: '2023', form_w2: [entry] }] }]
  const extras: Record<string, unknown>[] = [
    { date: '2024-05-01T00:00:00Z' },
    { tax_year: '2023' },
    { raw_file: 'x' },
    { forms: [] },
    { forms: [{}] },
    { forms: null },
    { id: 'd' },
    { name: 'N' },
    { status: 'COMPLETED' },
  ]
  it.each(extras)('of a dossier: %j', extra => {
    // Data under an unknown key of a dossier is kept as a rejected record.
    const extraIssueCount = 'forms' in extra && JSON.stringify(extra.forms) === '[{}]' ? 1 : 0
    for (const dossier of [
      { taxpayer, records },
      { taxpayer: { ...extra, ...taxpayer }, records },
      { taxpayer, records: [] },
    ]) {
      expect(group([value({ ...dossier, ...extra })])).toEqual([`t: ${dossier.records.length + extraIssueCount}`])
      expect(group([value({ ...extra, ...dossier }, line)])).toEqual([`t: ${dossier.records.length + extraIssueCount}`])
    }
    expect(classifyValue({ records, ...extra })).toBe('dossier')
  })
  it.each(extras.filter(extra => !Array.isArray(extra['forms']) && !('id' in extra)))('of a taxpayer: %j', extra => {
    expect(group([value({ ...taxpayer, ...extra })])).toEqual(['t: 0'])
  })
  it.each([{ records: [] }, { records: 5 }, { taxpayer }, { analysis: {} }, { status: 'x' }])(
    'of a record: %j',
    extra => {
      const [raw] = records
      expect(group([value({ ...raw, ...extra, taxpayer_id: 't' })])).toEqual(['t: 1'])
    },
  )
})

describe('a value without a taxpayer is rejected', () => {
  it('with its kind, path, origin and id', () => {
    const origin = { source: 'file', line: 3 }
    const refused = assembleValues([value([record(' a  1 '), 5, [record('b')]], { ...line, origin })])
    expect(refused.map(grouped => 'issue' in grouped && grouped.issue)).toMatchObject([
      { code: 'taxpayer_unknown', path: '$[0]', recordId: 'a 1', origin },
      { code: 'record_not_object', path: '$[1]', origin },
      { code: 'record_not_object', path: '$[2]', origin },
    ])
  })
  it('even if it is a nested array of records with ids', () => {
    expect(group([value([[record('b')]])], 'given')).toEqual(['record_not_object'])
    // Next to a record, the number is an unreadable record, which may belong to any year. Alone, it creates no dossier.
    expect(group([value([5])], 'given')).toEqual(['record_not_object'])
    expect(group([value([5, record('b')])], 'given')).toEqual(['given: 2'])
  })
  it.each([{ records: [] }, { records: 5 }, { taxpayer: {} }, { taxpayer: { id: ' ' }, records: null }])(
    'also if it is a dossier without a taxpayer id and without records: %j',
    raw => {
      expect(group([value(raw)])).toEqual(['taxpayer_unknown'])
    },
  )
})

it('reports the issues of a dossier whose last taxpayer has only an error response', () => {
  const dossier = {
    Records: [
      { ...record('r'), taxpayer_id: 'a' },
      { taxpayer_id: 'b', message: 'x' },
    ],
  }
  expect(group([value(dossier)])).toEqual(['a: 1', 'field_respelled', 'value_unrecognized'])
})

describe('records and a taxpayer from many files', () => {
  const files = (count: number): ParsedValue[] =>
    Array.from({ length: count }, (_, i) =>
      value(record(`r${i}`), {
        origin: { source: `${i}.json`, line: null },
        fileOwner: { id: `${i}`, path: `${i}.json` },
      }),
    )
  it('are one dossier, even if there are many', () => {
    expect(group([value(taxpayer), ...files(1100)])).toEqual(['t: 1100'])
    expect(group([...files(900), value(taxpayer)])).toEqual(['t: 900'])
  })
  it('are one dossier if many records come from one file', () => {
    const records = Array.from({ length: 1100 }, (_, i) =>
      value(record(`r${i}`), { origin: { source: 'name.json', line: null } }),
    )
    expect(group([...records, value(taxpayer)])).toEqual(['t: 1100'])
  })
  it('are separate dossiers if more than a thousand records come before the taxpayer', () => {
    const many = group([...files(1100), value(taxpayer)])
    expect(many).toHaveLength(1101)
    expect([many[0], many[1099], many[1100]]).toEqual(['0: 1', '1099: 1', 't: 0'])
  })
})

it('records that are not an array are kept with their path and issue code, and the taxpayer is read', () => {
  const grouped = assembleValues([value({ taxpayer, records: 'none of these' })])
  const records = [{ raw: 'none of these', path: extendPath(null, 'records'), code: 'records_not_array' }]
  expect(grouped).toMatchObject([{ dossier: { taxpayerId: 't', taxpayer, records } }])
})

describe('a dossier that names no taxpayer', () => {
  it('assigns each record to its own taxpayer id, or else to the given one', () => {
    const records = ['u1', 'u2', 'u2'].map((taxpayer_id, i) => record(`r${i}`, { taxpayer_id }))
    expect(group([value({ records })])).toEqual(['u1: 1', 'u2: 2'])
    expect(group([value({ records: [record('a')] })], 'given')).toEqual(['given: 1'])
    expect(group([value({ records: [record('a')] }, line)])).toEqual(['taxpayer_unknown'])
  })
  it('assigns its taxpayer data to the owner of its records', () => {
    const nameless = { name: 'N', analysis: { total_liabilities: '5' } }
    const dossier = { taxpayer: nameless, records: [record('a', { taxpayer_id: 'u' })] }
    expect(listIssues([value(dossier, line)])).toEqual([['u', nameless]])
    expect(listIssues([value({ ...dossier, records: [record('a')] }, line)], 'given')).toEqual([['given', nameless]])
  })
  it('assigns its taxpayer data to nobody if its records have several owners', () => {
    const records = [record('a', { taxpayer_id: 'u' }), record('b', { taxpayer_id: 'v' })]
    expect(listIssues([value({ taxpayer: { name: 'N' }, records }, line)])).toEqual([
      ["taxpayer_unknown $['taxpayer']"],
      ['u', undefined],
      ['v', undefined],
    ])
  })
  it('keeps all records if their owners alternate', () => {
    const records = ['u', 'v', 'u'].map((taxpayer_id, i) => record(`r${i}`, { taxpayer_id }))
    expect(group([value({ records }, line)])).toEqual(['u: 2', 'v: 1'])
  })
  it('never assigns its taxpayer data to the preceding taxpayer', () => {
    const debts = { name: 'N', analysis: { total_liabilities: '90000' } }
    const values = [record('a', { taxpayer_id: 'u' }), { taxpayer: debts, records: [record('b')] }]
    expect(listIssues(values.map(raw => value(raw, line)))).toEqual([['taxpayer_unknown $'], ['u', undefined]])
  })
  it('does not use the file name as its taxpayer id if it is in an array', () => {
    const makeDossier = (name: string) => ({ taxpayer: { name }, records: [record('a')] })
    expect(listIssues([value([makeDossier('Ann'), makeDossier('Bob')])])).toEqual([
      ['taxpayer_unknown $[0]'],
      ['taxpayer_unknown $[1]'],
    ])
    expect(group([value([record('a'), record('b')])])).toEqual(['name: 2'])
  })
})

it('files with the same name belong to one taxpayer, and `hasSharedFileName` is true if only their name identifies the taxpayer', () => {
  const makeValue = (path: string, extra = {}) =>
    value([record(path, extra)], { fileOwner: { id: 'records', path }, origin: { source: 'records.json', line: null } })
  const listSharedFileNames = (values: ParsedValue[], givenTaxpayerId: string | null = null): boolean[] =>
    assembleValues(values, givenTaxpayerId).flatMap(item => ('dossier' in item ? [item.dossier.hasSharedFileName] : []))
  expect(listSharedFileNames([makeValue('ann/records.json'), makeValue('bob/records.json')])).toEqual([true])
  expect(listSharedFileNames([makeValue('ann/records.json'), makeValue('ann/records.json')])).toEqual([false])
  expect(listSharedFileNames([makeValue('ann/records.json'), makeValue('bob/records.json')], 't')).toEqual([false])
  const dossier = value({ taxpayer: { id: 'records' }, records: [] }, line)
  for (const values of [
    [dossier, makeValue('ann/records.json'), makeValue('bob/records.json')],
    [makeValue('ann/records.json'), dossier, makeValue('bob/records.json')],
  ])
    expect(listSharedFileNames(values)).toEqual([true])
  const named = { taxpayer_id: 'records' }
  expect(listSharedFileNames([makeValue('ann/records.json', named), makeValue('bob/records.json', named)])).toEqual([
    false,
  ])
})

describe('a repeated taxpayer', () => {
  it('continues if its records are adjacent, and is rejected after another taxpayer', () => {
    const dossier = (id: string, ...ids: string[]) =>
      value({ taxpayer: { id }, records: ids.map(recordId => record(recordId)) })
    expect(group([dossier('t', 'a'), dossier('t', 'b'), dossier('u', 'c')])).toEqual(['t: 2', 'u: 1'])
    const values = [dossier('t', 'a'), dossier('u', 'b'), dossier('t', 'c')]
    expect(group(values)).toEqual(['t: 1', 'u: 1', 'taxpayer_not_contiguous'])
  })
  it('with a different taxpayer object is reported, and nothing is dropped silently', () => {
    const again = { taxpayer: { ...taxpayer, analysis: { total_liabilities: '900' } }, records: [] }
    const first = value({ taxpayer, records: [record('a')] })
    expect(listIssues([first, value(again)])).toEqual([['t', taxpayer, again.taxpayer]])
    expect(listIssues([first, value({ taxpayer, records: [] })])).toEqual([['t', taxpayer]])
  })
  it('prefers the taxpayer object with an id, in either order', () => {
    const complete = value({ id: 'u', analysis: { total_liabilities: '90000' } }, line)
    const makeValue = (raw: unknown) => value({ taxpayer: raw, records: [record('a', { taxpayer_id: 'u' })] }, line)
    for (const raw of [{ name: 'N' }, {}, 'text']) {
      expect(listIssues([makeValue(raw), complete])).toEqual([['u', complete.value, raw]])
      expect(listIssues([complete, makeValue(raw)])).toEqual([['u', complete.value, raw]])
    }
    expect(listIssues([makeValue(null), complete])).toEqual([['u', complete.value]])
    expect(listIssues([complete, makeValue(null)])).toEqual([['u', complete.value]])
  })
})

it('values that another run has already read are skipped only if nothing is pending and none of their taxpayers appeared before', () => {
  const outcomes: string[] = []
  const grouper = new DossierBuilder(null, grouped => {
    outcomes.push('issue' in grouped ? grouped.issue.code : grouped.dossier.taxpayerId)
  })
  grouper.add(value(taxpayer))
  // The next values may be records that belong to the same dossier.
  expect(grouper.canSkip(['v'])).toBe(false)
  grouper.add(value({ taxpayer: { id: 'u' }, records: [] }))
  expect(grouper.canSkip(['v', 'w'])).toBe(true)
  expect(grouper.canSkip(['v', 't'])).toBe(false)
  grouper.skip(['v', 'w'])
  expect(outcomes).toEqual(['t', 'u'])
  expect(grouper.canSkip(['w'])).toBe(false)
  grouper.add(value({ taxpayer: { id: 'v' }, records: [] }))
  grouper.finish()
  expect(outcomes).toEqual(['t', 'u', 'taxpayer_not_contiguous'])
})

describe('values that cannot be records, after the first ten thousand', () => {
  const many = (element: unknown, count: number): unknown[] => Array.from({ length: count }, () => element)
  const message = (count: number, [first, last]: readonly number[]): string =>
    `This stands for ${count} elements of the array, from [${first}] to [${last}].`

  it('are one issue in an array without a taxpayer, and the array is kept', () => {
    const array = [...many(1, MAX_ISSUES_PER_CODE), {}, 1, {}, 1, record('a')]
    const grouped = assembleValues([value(array, line)])
    const issues = grouped.flatMap(item => ('issue' in item ? [item] : []))
    expect(issues.length).toBe(MAX_ISSUES_PER_CODE + 3)
    const last = issues.slice(-3, -1).map(({ issue, rejected }) => [issue.code, issue.message, rejected.value])
    expect(last).toEqual([
      ['taxpayer_unknown', expect.stringContaining(message(2, [MAX_ISSUES_PER_CODE, MAX_ISSUES_PER_CODE + 2])), array],
      [
        'record_not_object',
        expect.stringContaining(message(2, [MAX_ISSUES_PER_CODE + 1, MAX_ISSUES_PER_CODE + 3])),
        array,
      ],
    ])
  })

  it('are one issue among the records of a taxpayer, and make every year incomplete', () => {
    const beyond = [...many({ tax_year: 2021 }, 2), ...many({ id: 'b' }, 2)]
    const records = [...many({ tax_year: 2020 }, MAX_ISSUES_PER_CODE), ...beyond, record('a')]
    const [firstItem] = assembleValues([value({ taxpayer: { id: 't' }, records })])
    if (firstItem === undefined || 'issue' in firstItem) throw new Error('refused')
    const dossier = readSourceDossier(firstItem.dossier)
    expect(dossier.records.map(({ id }) => id)).toEqual(['a'])
    expect([...listRejectedYears(dossier)]).toEqual([2020, null])
    expect(
      toIssues(dossier.pendingIssues)
        .slice(-2)
        .map(({ code, path, message: text }) => [code, path, text]),
    ).toEqual([
      ['record_id_missing', "$['records']", expect.stringContaining(`for 2 elements`)],
      ['record_forms_not_array', "$['records']", expect.stringContaining(`[${MAX_ISSUES_PER_CODE + 3}]`)],
    ])
    expect(
      listRejections(dossier)
        .slice(-2)
        .map(rejection => rejection.value),
    ).toEqual([records, records])
  })

  it('are combined at the position of the first one, and a single one is reported by itself', () => {
    const array = [record('a'), ...many(1, MAX_ISSUES_PER_CODE), {}, {}, record('b', { taxpayer_id: 'b' })]
    const listOutcomes = (items: readonly AssemblyResult[]): unknown[] =>
      items.map(item => ('issue' in item ? item.issue.code : item.dossier.records.length))
    expect(listOutcomes(assembleValues([value(array, line)], 'a'))).toEqual([MAX_ISSUES_PER_CODE + 2, 1])
    const [, , ...others] = array
    expect(listOutcomes(assembleValues([value([record('a'), ...others], line)], 'a'))).toEqual([
      'record_id_missing',
      MAX_ISSUES_PER_CODE + 1,
      1,
    ])
  })

  it('are reduced to one per year for a taxpayer that is read value by value', () => {
    const values = [...many(1, MAX_ISSUES_PER_CODE + 5), { tax_year: 2021 }, { tax_year: 2021 }, record('a')]
    const grouped = assembleValues(values.map(raw => value(raw, { isFromSingleValue: false })))
    expect(
      grouped.map(item => ('issue' in item ? [item.issue.code, item.taxpayerId] : item.dossier.records.length)),
    ).toEqual([...many(['record_not_object', 'name'], 5), ['record_id_missing', 'name'], MAX_ISSUES_PER_CODE + 2])
  })

  it('are reported before the taxpayer is complete, and its records are still found', () => {
    const values = [...many({}, MAX_ISSUES_PER_CODE + 5), taxpayer, record('a')]
    const grouped = assembleValues(values.map(raw => value(raw)))
    expect(grouped.map(item => ('issue' in item ? item.issue.code : item.dossier.taxpayerId))).toEqual([
      ...many('record_id_missing', 5),
      't',
    ])
    const groupedArray = assembleValues([value(values)])
    expect(groupedArray.map(item => ('issue' in item ? item.issue.code : item.dossier.records.length))).toEqual([
      MAX_ISSUES_PER_CODE + 2,
    ])
  })
})

it('ten times the records without a taxpayer id take about ten times the time', () =>
  expectNearLinear(
    count => {
      const records = Array.from({ length: count }, (_, i) => record(`r${i}`))
      return () => expect(group([value(taxpayer), value(records)])).toEqual([`t: ${count}`])
    },
    [2000, 20_000],
  ))
