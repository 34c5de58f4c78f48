// Property tests with hostile text. FUZZ_RUNS sets the number of runs (see docs/dev/testing.md).
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { analyzeAll } from '../../src/api/analyze.js'
import { normalizeDossier } from '../../src/api/normalize.js'
import { readDossier, readRecord, readTaxpayer } from '../../src/api/read.js'
import { readDate, readPeriod, readTimestamp } from '../../src/core/date.js'
import { readIdentifier } from '../../src/core/identifier.js'
import { centsFromNumber, centsFromText } from '../../src/core/money.js'
import { isAbsent, tidyText } from '../../src/core/text.js'
import { arbitraryDossier } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { split } from '../support/split.js'
import { ACCEPTED, bytesOf, REJECTED_TEXTS } from './json-texts.js'

const RUNS = Number(process.env['FUZZ_RUNS'] ?? 300)
const seed = process.env['FUZZ_SEED'] === undefined ? {} : { seed: Number(process.env['FUZZ_SEED']) }
const runs = (share = 1) => ({ numRuns: Math.max(1, Math.round(RUNS * share)), ...seed })

/** Generates text near a format: edited `spellings`, strings of `characters`, or sometimes arbitrary text. */
const arbitraryNear = (characters: string, ...spellings: readonly string[]): fc.Arbitrary<string> => {
  const changed = fc
    .tuple(
      fc.constantFrom(...spellings),
      fc.array(
        fc.tuple(
          fc.nat(30),
          fc.nat(2),
          fc.oneof(fc.constantFrom(...characters), fc.string({ unit: 'binary', maxLength: 2 })),
        ),
        { maxLength: 3 },
      ),
    )
    .map(([text, changes]) =>
      changes.reduce((t, [index, drop, put]) => t.slice(0, index) + put + t.slice(index + drop), text),
    )
  return fc.oneof(
    { weight: 4, arbitrary: changed },
    { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...characters), maxLength: 24 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  )
}

describe('money', () => {
  const text = arbitraryNear(
    '0123456789.,$()+-eE% \u0000٣１−',
    '1,234.56',
    '$1,234.56',
    '(12.34)',
    '-$600.00',
    '.50',
    '+5',
    '5.',
  )

  /** Computes the cents of a text as the documented grammar defines them, with integer arithmetic only. */
  function computeExpectedCents(raw: string): bigint | 'unreadable' | 'out_of_range' {
    const all = /^(?:\((?<p>\$?[0-9,.]+)\)|(?<s>[+-]?)(?<n>\$?[0-9,.]+))$/.exec(raw)?.groups
    const body = (all?.['p'] ?? all?.['n'] ?? '').replace('$', '')
    const [integer = '', fraction = '', ...otherParts] = body.split('.')
    const groups = integer.split(',')
    const grouped =
      groups.length === 1 ||
      (/^[0-9]{1,3}$/.test(groups[0] as string) && groups.slice(1).every(group => /^[0-9]{3}$/.test(group)))
    const digits = groups.join('')
    if (otherParts.length > 0 || !grouped || !/^[0-9]*$/.test(fraction) || digits + fraction === '') return 'unreadable'
    const scale = 10n ** BigInt(Math.max(fraction.length, 2) - 2)
    const units = BigInt(digits + fraction.padEnd(2, '0'))
    if (units >= 9_000_000_000_000_000n * scale) return 'out_of_range'
    const [floor, remainder] = [units / scale, units % scale]
    const cents = floor + (2n * remainder > scale || (2n * remainder === scale && floor % 2n === 1n) ? 1n : 0n)
    if (cents >= 9_000_000_000_000_000n) return 'out_of_range'
    return all?.['p'] !== undefined || all?.['s'] === '-' ? -cents : cents
  }

  test('reads text exactly as the grammar defines', () => {
    fc.assert(
      fc.property(text, raw => {
        const expectedCents = computeExpectedCents(raw)
        const [cents, note] = centsFromText(raw)
        if (typeof expectedCents === 'bigint') expect([raw, BigInt(cents as number)]).toEqual([raw, expectedCents])
        else expect([raw, cents, note]).toEqual([raw, null, expectedCents])
        expect(Object.is(cents, -0)).toBe(false)
      }),
      runs(20),
    )
  })

  test('reads a number as the same amount as its shortest text', () => {
    const numbers = fc.oneof(
      fc.double(),
      fc.double({ min: -1e15, max: 1e15 }),
      fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map(n => n / 1000),
      fc.maxSafeInteger().map(n => n / 100),
    )
    fc.assert(
      fc.property(numbers, number => {
        const text = String(number)
        fc.pre(!text.includes('e') && Number.isFinite(number))
        expect([number, centsFromNumber(number)[0]]).toEqual([number, centsFromText(text)[0]])
      }),
      runs(20),
    )
  })
})

describe('dates', () => {
  const text = arbitraryNear(
    '0123456789-/TZ:+., Vv',
    '2024-02-29',
    '02-29-2024',
    '12/31/2023',
    '2024-12-31T23:59:59.999Z',
    '2024-01-01T00:00-05:00',
    '202412',
    '2024-12',
  )

  /** Returns true for a valid day. Uses the calendar of Date, which is independent of the readers. */
  const isDay = (text: string): boolean => {
    const moment = Date.parse(`${text}T00:00:00Z`)
    return Number.isFinite(moment) && new Date(moment).toISOString().slice(0, 10) === text
  }

  test('reads only valid days, months and times, and reads its own output as the same value', () => {
    fc.assert(
      fc.property(text, raw => {
        const [date, period, moment] = [readDate(raw), readPeriod(raw), readTimestamp(raw)]
        if (date !== null) {
          expect([raw, date, isDay(date)]).toEqual([raw, date, true])
          expect(readDate(date)).toBe(date)
          // Every part of the result is in the text, so no digit is invented.
          for (const part of date.split('-')) expect([raw, raw.includes(part)]).toEqual([raw, true])
        }
        if (period !== null) {
          expect([raw, isDay(`${period}-01`), readPeriod(period)]).toEqual([raw, true, period])
          expect(raw).toContain(period.slice(0, 4))
        }
        if (moment !== null) {
          expect([raw, new Date(moment.utc).toISOString()]).toEqual([raw, moment.utc])
          expect(readTimestamp(moment.utc)).toEqual({ utc: moment.utc, hasOffset: true })
        }
      }),
      runs(20),
    )
  })
})

describe('identifiers', () => {
  const text = arbitraryNear(
    '0123456789Xx*- ',
    'XXX-XX-1234',
    'XX-XXX1234',
    'XXXXX1234',
    '123-45-6789',
    '123456789',
    '12-3456789',
  )

  test('reads only nine digits, or a mask and four digits', () => {
    fc.assert(
      fc.property(text, raw => {
        const id = readIdentifier(raw)
        const expected = raw.replace(/[^0-9Xx*]/g, '').replace(/[x*]/g, 'X')
        const wanted = /^[0-9]{9}$/.test(expected)
          ? expected
          : /^X+[0-9]{4}$/.test(expected)
            ? `XXXXX${expected.slice(-4)}`
            : null
        expect([raw, id]).toEqual([raw, wanted])
      }),
      runs(20),
    )
  })
})

test('tidyText does not change tidied text, and isAbsent ignores surrounding white space', () => {
  const text = arbitraryNear(
    ' \t\n\u00a0\u3000\u0085\ufeffNotSeAnwrdk/',
    'Not Set',
    ' N/A ',
    'Unanswered',
    'Box  not checked',
  )
  fc.assert(
    fc.property(text, raw => {
      expect(tidyText(tidyText(raw))).toBe(tidyText(raw))
      const spaced = raw.split(/\s+/).filter(Boolean).join(' ')
      expect(tidyText(raw)).toBe(spaced.replace(/[\p{Cc}\p{Cs}]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd'))
      expect([raw, isAbsent(`\n ${raw.toUpperCase()}\t`)]).toEqual([raw, isAbsent(raw.toUpperCase())])
    }),
    runs(20),
  )
})

describe('the splitter', () => {
  const good = ACCEPTED.map(([text]) => text).filter(text => text.length < 80 && !text.startsWith('\xef'))
  const lines = fc.array(
    fc.oneof(fc.constantFrom(...good), fc.constantFrom(...REJECTED_TEXTS.filter(text => text.length < 80))),
    { maxLength: 8 },
  )
  const joined = fc
    .tuple(
      lines,
      fc.constantFrom('\n', '\r\n', ',', ' ', ''),
      fc.constantFrom('', '[', '{"a":'),
      fc.constantFrom('', ']', '}'),
    )
    .map(([all, separator, before, after]) => bytesOf(before + all.join(separator) + after))
  const noise = fc.uint8Array({ maxLength: 200 }).map(bytes => Buffer.from(bytes))

  test('loses nothing but white space, commas and array brackets', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(joined, noise), fc.nat(9), fc.boolean(), async (bytes, cut, ndjson) => {
        // Skip input that begins with a UTF-16 byte order mark, because the comparison below decodes UTF-8.
        fc.pre(!/^(?:\xff\xfe|\xfe\xff)/.test(bytes.toString('latin1')))
        let splitText = ''
        for (const { text, problem } of await split(bytes, cut === 0 ? undefined : [cut], { ndjson })) {
          if (text === null) expect(problem).toBe('json_malformed')
          splitText += text ?? ''
        }
        const removeSeparators = (text: string): string => text.replace(/^\ufeff/, '').replace(/[\s,[\]]/g, '')
        expect(removeSeparators(splitText)).toBe(removeSeparators(bytes.toString('utf8')))
      }),
      runs(10),
    )
  })
})

describe('the whole library', () => {
  const hostile = fc.oneof(
    fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
    fc.constantFrom<unknown>(-0, 1e308, 5e-324, '', '\u0000', '\ud800', '__proto__', 'Infinity', [], {}),
  )

  /** Overwrites members of `target`. Each change has a number that selects the member, and the new value. */
  function overwriteMembers(target: unknown, changes: readonly (readonly [number, unknown])[]): unknown {
    for (const [path, value] of changes) {
      const holders: (readonly [Record<string, unknown>, string])[] = []
      const walk = (inner: unknown): void => {
        if (typeof inner !== 'object' || inner === null) return
        for (const key of Object.keys(inner)) {
          holders.push([inner as Record<string, unknown>, key])
          walk((inner as Record<string, unknown>)[key])
        }
      }
      walk(target)
      const [holder, key] = holders[path % Math.max(holders.length, 1)] ?? []
      if (holder !== undefined) holder[key as string] = structuredClone(value)
    }
    return target
  }

  test('reads any value without throwing, gives the same result twice and does not change the input', () => {
    fc.assert(
      fc.property(arbitraryDossier(), fc.array(fc.tuple(fc.nat(), hostile), { maxLength: 6 }), (dossier, changes) => {
        const raw = overwriteMembers(structuredClone(dossier), changes)
        const before = JSON.stringify(raw)
        for (const read of [readRecord, readTaxpayer, readDossier]) read(raw)
        const printed = JSON.stringify([normalizeDossier(raw), analyzeAll(raw)])
        expect(JSON.stringify([normalizeDossier(raw), analyzeAll(raw)])).toBe(printed)
        expect(analyzeEverything(raw).csv()).toEqual(analyzeEverything(JSON.parse(before)).csv())
        // The caller's input is unchanged.
        expect(JSON.stringify(raw)).toBe(before)
      }),
      runs(0.3),
    )
  })
})
