import { describe, expect, it } from 'vitest'
import { type Grouped, Grouper, type ParsedValue } from '../../src/normalize/group.js'
import { resultOfDossier } from '../support/run.js'

const record = (id: string, more: object = {}) => ({ id, forms: [], ...more })
const value = (raw: unknown, more: Partial<ParsedValue> = {}): ParsedValue => ({
  value: raw,
  origin: null,
  at: null,
  nameId: 'name',
  single: true,
  ...more,
})

/** What values give: `taxpayer: records`, or the code of a refusal. */
function group(values: readonly ParsedValue[], givenId: string | null = null): string[] {
  const found: string[] = []
  const grouper = new Grouper(givenId, (grouped: Grouped) => {
    if ('issue' in grouped) found.push(grouped.issue.code)
    else found.push(`${grouped.dossier.taxpayerId}: ${grouped.dossier.records.length}`)
  })
  for (const each of values) grouper.add(each)
  grouper.end()
  return found
}

const taxpayer = { id: 't', analysis: { total_liabilities: '100' } }

describe('one taxpayer and records without an id are one dossier', () => {
  it('in either order, from files or from standard input, which has no name', () => {
    expect(group([value(taxpayer), value([record('a'), record('b')])])).toEqual(['t: 2'])
    expect(group([value([record('a')]), value(taxpayer)])).toEqual(['t: 1'])
    expect(group([value(taxpayer), value([record('a')], { nameId: null })])).toEqual(['t: 1'])
  })
  it('whatever id the caller gives: the taxpayer has its own', () => {
    expect(group([value(taxpayer), value([record('a')])], 'given')).toEqual(['t: 1'])
  })
  it('not with a second taxpayer, and not with lines of NDJSON', () => {
    expect(group([value(taxpayer), value({ ...taxpayer, id: 'u' }), value(record('a'))])).toEqual([
      't: 0',
      'u: 0',
      'name: 1',
    ])
    const line = { single: false, nameId: null }
    expect(group([value(taxpayer, line), value(record('a'), line)])).toEqual(['taxpayer_unknown', 't: 0'])
  })
})

describe('records that are no array', () => {
  it('are refused with their place, and the taxpayer stands without them', () => {
    const refused: Grouped[] = []
    const grouper = new Grouper(null, grouped => refused.push(grouped))
    grouper.add(value({ taxpayer, records: 'none of these' }))
    grouper.end()
    const [first, second] = refused
    expect(first).toMatchObject({ issue: { code: 'records_not_array', path: "$['records']" } })
    expect(second).toMatchObject({ dossier: { taxpayerId: 't', records: [] } })
    expect(refused).toHaveLength(2)
  })
})

describe('a dossier that names no taxpayer', () => {
  it('puts each record under its own id, else the given one', () => {
    const records = [
      record('a', { taxpayer_id: 'u1' }),
      record('b', { taxpayer_id: 'u2' }),
      record('c', { taxpayer_id: 'u2' }),
    ]
    expect(group([value({ records })])).toEqual(['u1: 1', 'u2: 2'])
    expect(group([value({ records: [record('a')] })], 'given')).toEqual(['given: 1'])
    expect(group([value({ records: [record('a')] }, { nameId: null, single: false })])).toEqual([
      'taxpayer_unknown',
    ])
  })
})

describe('a taxpayer that comes again', () => {
  it('goes on where its records stand together, and is refused behind another one', () => {
    const dossier = (id: string, ...ids: string[]) =>
      value({ taxpayer: { id }, records: ids.map(each => record(each)) })
    expect(group([dossier('t', 'a'), dossier('t', 'b'), dossier('u', 'c')])).toEqual(['t: 2', 'u: 1'])
    expect(group([dossier('t', 'a'), dossier('u', 'b'), dossier('t', 'c')])).toEqual([
      't: 1',
      'u: 1',
      'taxpayer_not_contiguous',
    ])
  })
  it('with another taxpayer object is told, and nothing is lost without a word', () => {
    const again = { taxpayer: { ...taxpayer, analysis: { total_liabilities: '900' } }, records: [] }
    expect(group([value({ taxpayer, records: [record('a')] }), value(again)])).toEqual([
      'taxpayer_repeated',
      't: 1',
    ])
    expect(group([value({ taxpayer, records: [record('a')] }), value({ taxpayer, records: [] })])).toEqual([
      't: 1',
    ])
  })
})

describe('a record that was refused', () => {
  const w2 = { employer: { ein: '00-1234567' }, wages_tips_other_compensation: 5 }
  const good = { id: 'a', tax_year: '2023', forms: [{ year: '2023', form_w2: [w2] }] }
  it('leaves every sum of its year incomplete', () => {
    const result = resultOfDossier({
      taxpayer: { id: 't' },
      records: [good, { id: 'b', tax_year: '2023', forms: 5 }],
    })
    expect([...result.income, ...result.years, ...result.lines].map(row => row.complete)).toEqual([
      false,
      false,
      false,
    ])
  })
  it('leaves other years whole, and one without a year leaves none so', () => {
    const other = resultOfDossier({
      taxpayer: { id: 't' },
      records: [good, { id: 'b', tax_year: '2021', forms: 5 }],
    })
    expect(other.income.map(row => row.complete)).toEqual([true])
    const none = resultOfDossier({ taxpayer: { id: 't' }, records: [good, { id: 'b', forms: 5 }] })
    expect(none.income.map(row => row.complete)).toEqual([false])
  })
})
