import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { analyze, readDossier } from '../../src/index.js'
import { generateDossier, generateDossiers, manualClock, type SandboxDossier } from '../../src/service/sandbox/index.js'
import { expectAccepted } from '../support/run.js'

/** The forms of the service's API, transcribed by hand, with the type of each key. */
const INTERFACE = JSON.parse(
  readFileSync(new URL('../../fixtures/interface-keys.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, { parties: Record<string, string[]>; keys: Record<string, string> }>>

type Entry = Record<string, unknown>

/** Lists every entry of every form in the dossiers. */
const listEntries = (people: readonly SandboxDossier[]): [form: string, entry: Entry][] =>
  people
    .flatMap(({ records }) => records.flatMap(record => record['forms'] as Record<string, unknown>[]))
    .flatMap(form => Object.entries(form))
    .flatMap(([key, list]) => (Array.isArray(list) ? list.map((entry: Entry): [string, Entry] => [key, entry]) : []))

describe('the generator', () => {
  test('makes the same data from the same seed, and different data from another', () => {
    expect(generateDossier(7)).toEqual(generateDossier(7))
    expect(generateDossier(7)).not.toEqual(generateDossier(8))
    expect(new Set(generateDossiers(50).map(({ taxpayer }) => taxpayer['id'])).size).toBe(50)
  })

  test.each(Array.from({ length: 20 }, (_, seed) => seed))(
    'makes data from seed %i that has no issues and complete income',
    seed => {
      const dossier = structuredClone(generateDossier(seed))
      expect(readDossier(dossier).issues).toEqual([])
      const { income, withholding, documents } = expectAccepted(analyze(dossier)).value
      expect(income.length).toBeGreaterThanOrEqual(3)
      expect(withholding.length).toBeGreaterThanOrEqual(3)
      expect(documents.some(({ status }) => status === 'duplicate')).toBe(true)
      expect(income.every(({ complete }) => complete)).toBe(true)
    },
  )

  test.each([1, 7, 99])('makes every form for eight people of seed %i, with amendments and duplicates', seed => {
    const people = generateDossiers(8, seed)
    const entries = listEntries(people)
    expect(new Set(entries.map(([form]) => form))).toEqual(new Set(Object.keys(INTERFACE)))
    const submissionTypes = new Set(entries.map(([, entry]) => entry['submission_type']))
    expect(submissionTypes).toEqual(new Set(['Original document', 'Amended document', 'Duplicate document']))
    const documents = people.flatMap(person => expectAccepted(analyze(structuredClone(person))).value.documents)
    expect(new Set(documents.map(({ status }) => status))).toEqual(new Set(['counted', 'duplicate', 'superseded']))
  })

  test('makes values with the types of the service API, and every field', () => {
    const entries = listEntries(generateDossiers(16))
    for (const [form, entry] of entries) {
      const { parties, keys } = INTERFACE[form] as (typeof INTERFACE)[string]
      expect(Object.keys(entry).toSorted(), form).toEqual([...Object.keys(parties), ...Object.keys(keys)].toSorted())
      for (const [key, type] of Object.entries(keys)) {
        const value = entry[key]
        expect(Array.isArray(value) ? 'array' : typeof value, `${form}.${key}`).toBe(type)
      }
    }
  })

  test('makes data in which the checks find no errors', () => {
    for (const person of generateDossiers(40)) {
      const { checks } = expectAccepted(analyze(structuredClone(person))).value
      const errors = checks.filter(({ severity }) => severity === 'error')
      expect(errors.map(({ check }) => check)).toEqual([])
    }
  })

  test('never makes an identifier that could belong to a person', () => {
    const text = JSON.stringify(generateDossiers(50))
    for (const [ssn] of text.matchAll(/\b\d{3}-\d{2}-\d{4}\b/g)) expect(ssn.startsWith('900')).toBe(true)
    for (const [ein] of text.matchAll(/"\d{2}-\d{7}"/g)) expect(ein.startsWith('"00')).toBe(true)
  })
})

describe('the manual clock', () => {
  test('runs tasks in the order of their times, including tasks that other tasks add', async () => {
    const clock = manualClock(0)
    const seen: string[] = []
    clock.after(20, () => void seen.push(`b${clock.now()}`))
    clock.after(10, () => {
      seen.push(`a${clock.now()}`)
      clock.after(5, () => void seen.push(`c${clock.now()}`))
    })
    const cancel = clock.after(12, () => void seen.push('never'))
    cancel()
    await clock.advance(30)
    expect([...seen, clock.now()]).toEqual(['a10', 'c15', 'b20', 30])
  })
})
