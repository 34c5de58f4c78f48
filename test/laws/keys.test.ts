import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { arbitraryDossier, arbitraryMessyEntry, makeRecord, type Raw } from '../support/arbitraries.js'
import { type AnalysisOutput, analyzeEverything, formatIssueLines } from '../support/everything.js'

/** Copies a value and changes every object in it. */
function mapObjects(value: unknown, change: (object: Raw) => Raw): unknown {
  if (Array.isArray(value)) return value.map(item => mapObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  return change(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapObjects(item, change)])))
}

const shuffleKeys = (value: unknown, seed: number): unknown => {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state
  }
  return mapObjects(value, object =>
    Object.fromEntries(
      Object.entries(object)
        .map(entry => [next(), entry] as const)
        .sort(([a], [b]) => a - b)
        .map(([, entry]) => entry),
    ),
  )
}

const EXTRA = { new_key: 'one', 'SSN 900112222': '900-11-2222', nested: { a: ['x', { b: null }] }, fin2: 'x' }
/** Adds unknown keys. A dossier does not get the nested one, which could contain records and has its own issue. */
const withExtra = (object: Record<string, unknown>): Record<string, unknown> => {
  const { nested, ...scalarKeys } = EXTRA
  return { ...object, ...scalarKeys, ...('records' in object ? {} : { nested }) }
}
/** Unread amounts. The last one is nested. */
const UNREAD_AMOUNTS = [1, '(5)', { paid: ['$5'] }]
/** Adds an unknown key with an amount. A dossier does not get a nested one, for the reason above. */
const withUnreadAmount = (object: Raw, value: unknown): Raw => ({
  ...object,
  new_key: 'records' in object && typeof value === 'object' ? 'one' : value,
})

const tablesBut = (everything: AnalysisOutput): Readonly<Record<string, string>> => {
  const { issues: _, ...tables } = everything.csv()
  return tables
}
const UNKNOWN = /^(field|form)_unknown /

/** Removes the doubt `unread_amount` from the lists of doubts in a text, and its rows of `figure_flags`. */
const omitNewDoubt = (text: string): string =>
  text
    .replaceAll(/^[^,\n]*,[a-z_]+,(?:doubt|condition),unread_amount,.*\n/gm, '')
    .replaceAll(/\bunread_amount;|;?\bunread_amount\b/g, '')
    // A list without a doubt is `""`.
    .replaceAll('""', '')

const mapTexts = (
  tables: Readonly<Record<string, string>>,
  convert: (text: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(tables).map(([name, text]) => [name, convert(text)]))

/** Keys that identify the kind of a value before it is read, and the keys of record properties. */
const FIXED = new Set([
  ...['id', 'taxpayer_id', 'forms', 'records', 'taxpayer', 'analysis', 'details', 'metadata'],
  ...['status', 'created_at', 'form8821', 'tax_year', 'raw_file', 'date'],
])

/** Returns true for 0. The library does not read a variant of a key if its value is 0, so the test skips these keys. */
const isZero = (value: unknown): boolean =>
  (typeof value === 'number' || typeof value === 'string') &&
  Math.abs(Number(String(value).replaceAll(/[$,() ]/g, ''))) <= 0.005

const respellKeys = (value: unknown, to: (key: string) => string): unknown =>
  mapObjects(value, object =>
    Object.fromEntries(
      Object.entries(object).map(([key, item]) => [FIXED.has(key) || isZero(item) ? key : to(key), item]),
    ),
  )

const inputs: readonly (readonly [string, fc.Arbitrary<unknown>])[] = [
  ['dossiers', arbitraryDossier()],
  ...FORMS.map((form: FormTable) => {
    const record = fc.array(arbitraryMessyEntry(form), { minLength: 1, maxLength: 3 })
    return [form.key, record.map(entries => makeRecord(form, entries))] as const
  }),
]

describe.each(inputs)('the keys of %s', (_, input) => {
  test('can have any order', () => {
    fc.assert(
      fc.property(input, fc.nat(), (value, seed) => {
        const [before, after] = [analyzeEverything(value), analyzeEverything(shuffleKeys(value, seed))]
        expect(after.csv()).toEqual(before.csv())
        expect(formatIssueLines(after.issues)).toEqual(formatIssueLines(before.issues))
      }),
      { numRuns: 40 },
    )
  })

  test('change no table except `issues` if they are unknown', () => {
    fc.assert(
      fc.property(input, value => {
        const before = analyzeEverything(value)
        const after = analyzeEverything(mapObjects(value, withExtra))
        expect(tablesBut(after)).toEqual(tablesBut(before))
        const lines = formatIssueLines(after.issues)
        expect(lines.filter(line => !UNKNOWN.test(line))).toEqual(formatIssueLines(before.issues))
        const notes = lines.filter(line => UNKNOWN.test(line))
        expect(notes.length).toBeGreaterThan(0)
        // Each issue occurs once per key and kind of object.
        expect(new Set(notes).size).toBe(notes.length)
        expect(notes.join()).not.toMatch(/900112222/)
      }),
      { numRuns: 40 },
    )
  })

  test('count unread amounts and change no figure if they are unknown', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(...UNREAD_AMOUNTS), (value, unreadAmount) => {
        const before = analyzeEverything(value)
        const after = analyzeEverything(mapObjects(value, object => withUnreadAmount(object, unreadAmount)))
        const { years, year_totals, conditions, qualifying_totals, gaps, ...tables } = tablesBut(after)
        const {
          years: yearsBefore,
          year_totals: yearTotalsBefore,
          conditions: conditionsBefore,
          qualifying_totals: totalsBefore,
          gaps: gapsBefore,
          ...tablesBefore
        } = tablesBut(before)
        // Each document with an unknown amount has the doubt, and its streams have the condition of the same name.
        expect(mapTexts(tables, omitNewDoubt)).toEqual(mapTexts(tablesBefore, omitNewDoubt))
        const addedConditions = new Set((conditions ?? '').split('\n'))
        for (const row of (conditionsBefore ?? '').split('\n')) expect(addedConditions.delete(row)).toBe(true)
        for (const row of addedConditions) expect(row).toMatch(/,(unread_form|unread_amount),/)
        // A year that has only an unread amount may leave years between it and the others.
        const omitUnread = (text = ''): string[] =>
          text.split('\n').filter(row => !/,(?:unread_amount|year_missing),/.test(row))
        expect(omitUnread(gaps)).toEqual(omitUnread(gapsBefore))
        const omitCounts = (text = ''): string => text.replaceAll(/,[0-9]+,[0-9]+,([0-9]*)$/gm, ',$1')
        expect(omitCounts(qualifying_totals)).toBe(omitCounts(totalsBefore))
        // A year with nothing but an unread amount of a form object has a row, too.
        const isOnlyUnread = (row: string): boolean =>
          /,0\.00,0\.00,0\.00,0\.00,,,0,0,true,[1-9][0-9]*,(?:"")?,0$/.test(row)
        const counted = (text = ''): string[] =>
          text
            .split('\n')
            .filter(row => !isOnlyUnread(row))
            .map(row => row.replace(/,[0-9]+,(?:""|[a-z_;]*),[0-9]+$/, ''))
        expect(counted(years)).toEqual(counted(yearsBefore))
        expect(counted(year_totals)).toEqual(counted(yearTotalsBefore))
      }),
      { numRuns: 20 },
    )
  })

  test('are recognized in other spellings', () => {
    fc.assert(
      fc.property(input, value => {
        const before = tablesBut(analyzeEverything(value))
        for (const to of [
          (key: string) => key.toUpperCase(),
          (key: string) => key.replaceAll(/[_ ]([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase()),
        ])
          expect(tablesBut(analyzeEverything(respellKeys(value, to)))).toEqual(before)
      }),
      { numRuns: 20 },
    )
  })
})
