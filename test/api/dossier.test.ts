import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  analyze,
  factsOf,
  NormalizedDossier,
  normalizeDossier,
  qualifyingIncome,
  summarizeIncome,
  tablesOf,
} from '../../src/index.js'
import { expectAccepted } from '../support/run.js'

/** Two records. The second is invalid because it is not an object. The SSN is in a range that is never assigned. */
const input = {
  taxpayer: { id: 't-1', tin: '900-11-2222' },
  records: [
    { id: 'r-1', tax_year: '2024', forms: [{ year: '2024', form_w2: [{ wages_tips_other_compensation: 10 }] }] },
    7,
  ],
}

const normalizeInput = (): NormalizedDossier => expectAccepted(normalizeDossier(input)).value

describe('a dossier', () => {
  it('has its data as properties, and its JSON is those properties', () => {
    const made = normalizeInput()
    expect(Object.keys(made)).toEqual(['taxpayerId', 'taxpayer', 'records'])
    expect(JSON.stringify(made)).toBe(JSON.stringify({ ...made }))
    expect(JSON.parse(JSON.stringify(made))).toMatchObject({
      taxpayerId: 't-1',
      records: [{ id: 'r-1', documents: [{ form: 'form_w2', fields: { wages: '10' } }] }],
    })
  })

  it('keeps rejected values, and never shows them or complete identifiers', () => {
    const made = normalizeInput()
    expect(made.rejected).toEqual([7])
    expect('rejected' in { ...made }).toBe(false)
    for (const text of [JSON.stringify(made), inspect(made, { depth: 9, showHidden: true, getters: true })])
      expect(text).not.toMatch(/900-?11-?2222/)
  })

  it('cannot be replaced by an object that only looks like a dossier: TypeScript rejects it, and calls throw', () => {
    const made = normalizeInput()
    const { taxpayerId, taxpayer, records, rejected } = made
    // TypeScript must reject the line after each of these comments.
    const callsWithOtherObjects = [
      // @ts-expect-error a copy by spread
      () => summarizeIncome({ ...made }),
      // @ts-expect-error an object with the same properties
      () => factsOf({ taxpayerId, taxpayer, records, rejected }),
      // @ts-expect-error its parsed JSON
      () => qualifyingIncome(JSON.parse(JSON.stringify(made)) as object),
      // @ts-expect-error undefined
      () => summarizeIncome(undefined),
      // @ts-expect-error a list with raw input
      () => tablesOf([input]),
    ]
    for (const call of callsWithOtherObjects) expect(call).toThrow(new TypeError(MESSAGE))
    // @ts-expect-error only the library can create a dossier
    expect(() => new NormalizedDossier(input)).toThrow(TypeError)
    expect(made).toBeInstanceOf(NormalizedDossier)
  })

  it('is the same object in every result, and computes its figures once', () => {
    const outcome = expectAccepted(analyze(input))
    const { value } = outcome
    expect(value.dossier).toBe(value.dossier)
    expect(summarizeIncome(value.dossier)).toEqual(value.income)
    const knownRows = value.income.filter(({ amount }) => amount !== null)
    expect(knownRows.map(({ category, amount }) => [category, String(amount)])).toEqual([['wages', '10']])
  })
})

const MESSAGE = 'Expected the dossier that normalizeDossier gave, not a copy of it and not raw input.'
