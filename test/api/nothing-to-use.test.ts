import { describe, expect, expectTypeOf, it } from 'vitest'
import { analyze, analyzeAll, normalizeDossier, normalizeDossiers } from '../../src/index.js'

const broken = { id: 'r', tax_year: '2023', forms: 5 }
const record = { id: 'r', tax_year: '2023', forms: [] }

describe('normalizing one taxpayer', () => {
  it.each<[unknown, string[]]>([
    [5, ['record_not_object']],
    ['x', ['record_not_object']],
    [null, ['record_not_object']],
    [{}, ['record_id_missing']],
    [[], ['input_empty']],
    [
      [5, {}],
      ['record_not_object', 'record_id_missing'],
    ],
    [broken, ['record_forms_not_array']],
    [{ ...broken, taxpayer_id: 't' }, ['record_forms_not_array']],
    [{ records: [broken] }, ['record_forms_not_array']],
    [{ taxpayer: 'x', records: [broken] }, ['taxpayer_not_object', 'record_forms_not_array']],
  ])('rejects %j, which has no readable taxpayer object and no readable record', (input, codes) => {
    for (const outcome of [normalizeDossier(input), analyze(input), analyze(input, { taxpayerId: 'given' })]) {
      expect(outcome.status).toBe('rejected')
      expect(outcome.status === 'rejected' && outcome.rejected).toBe(input)
      expect(outcome.issues.map(({ code }) => code)).toEqual(codes)
    }
  })

  it.each<[unknown, string]>([
    [record, ''],
    [{ taxpayer: { id: 't' }, records: [] }, 't'],
    [{ taxpayer: { id: 't' }, records: [broken] }, 't'],
    [{ id: 't' }, 't'],
    [[broken, { ...record, id: 's' }], ''],
    // An unusable value before a dossier does not prevent its use.
    [[5, { taxpayer: { id: 't' }, records: [record] }], 't'],
  ])('accepts %j', (input, taxpayerId) => {
    const outcome = analyze(input)
    expect(outcome.status !== 'rejected' && outcome.value.taxpayerId).toBe(taxpayerId)
  })

  it('rejects an input in strict mode if every record has a flaw', () => {
    const flawed = { ...record, forms: [{ year: '2023', form_w2: [{ wages_tips_other_compensation: '5' }] }] }
    expect(analyze(flawed).status).toBe('issues')
    const strict = analyze(flawed, { strict: true })
    expect(strict.status).toBe('rejected')
    expect(strict.issues.map(({ code }) => code)).toContain('strict_rejected')
  })
})

describe('several taxpayers', () => {
  it('have only the statuses valid and issues, also in their type', () => {
    expectTypeOf<ReturnType<typeof normalizeDossiers>['dossiers'][number]['status']>().toEqualTypeOf<
      'valid' | 'issues'
    >()
    const flawed = { ...record, forms: [{ form_w2: [{ wages_tips_other_compensation: 'x' }] }] }
    const inputs = [5, {}, [], broken, record, flawed, { taxpayer: { id: 't' }, records: [broken, flawed] }]
    const accepted = [...inputs, inputs].flatMap(input =>
      [false, true].flatMap(strict => normalizeDossiers(input, { strict, taxpayerId: 't' }).dossiers),
    )
    expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set(['valid', 'issues']))
  })

  it('do not include an unusable value without a taxpayer, but its issues are returned', () => {
    const { analyses, issues } = analyzeAll([5, { taxpayer: { id: 't' }, records: [] }])
    expect(analyses.map(({ taxpayerId }) => taxpayerId)).toEqual(['t'])
    expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual(['record_not_object $[0]'])
    expect(analyzeAll({})).toMatchObject({ analyses: [], issues: [{ code: 'record_id_missing' }] })
  })
  it('include a taxpayer that only an unusable record names, as for files', () => {
    const { dossiers } = normalizeDossiers([{ ...broken, taxpayer_id: 't' }])
    expect(dossiers.map(({ value }) => value.taxpayerId)).toEqual(['t'])
  })
})
