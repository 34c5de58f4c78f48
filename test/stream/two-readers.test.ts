import { expect, test } from 'vitest'
import { centsOfText } from '../../src/core/money.js'
import { balance } from '../../src/model/field.js'
import { EntryAhead, RecordAhead } from '../../src/normalize/ahead.js'
import { readCell } from '../../src/normalize/cells.js'
import { formsByKey } from '../../src/normalize/dossier.js'
import { Reading } from '../../src/normalize/reading.js'
import { FastJsonReader } from '../../src/stream/reader/fast-json-reader.js'
import { JsonScanner, JsonText } from '../../src/stream/reader/json-scanner.js'
import { splitBytes } from '../../src/stream/split.js'
import { seeded } from '../support/mutate.js'
import { lineOf, plainLines, readAhead, shownOf, textOf } from './two-readers.js'

const LINES = Number(process.env['READER_LINES'] ?? 4000)
const SEED = Number(process.env['SEED'] ?? 1)
const BATCH = 20

const parsed = (line: Buffer): unknown => {
  const text = line.toString('utf8')
  try {
    return Buffer.from(text).equals(line) ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Entries in a value, and how many of them were read ahead. */
function entriesIn(value: unknown): [all: number, ahead: number] {
  if (value instanceof EntryAhead) return [1, 1]
  if (typeof value !== 'object' || value === null) return [0, 0]
  const isForm = Object.keys(value).some(key => /^(?:form|schedule)_/.test(key))
  const own = isForm
    ? Object.values(value)
        .filter(Array.isArray)
        .flat()
        .filter(each => !(each instanceof EntryAhead)).length
    : 0
  const [all, ahead] = sum(Object.values(value).map(entriesIn))
  return [all + own, ahead]
}
const sum = (pairs: readonly [number, number][]): [number, number] =>
  pairs.reduce<[number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0])

test(`of ${LINES} lines, most of them mutated, the reader of bytes makes what JSON.parse and the readers of values make`, () => {
  let accepted = 0
  let mutated = 0
  let [all, ahead] = [0, 0]
  for (let first = 0; first < LINES; first += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, i) => lineOf(SEED * 1_000_003 + first + i))
    const usable = lines.filter(line => parsed(line) !== undefined)
    for (const line of lines) if (parsed(line) === undefined) expect(readAhead(line)).toBe(undefined)
    // All are read before any is looked at: what is kept of one is not to change under the next.
    const values = usable.map(line => {
      const value = readAhead(line)
      mutated++
      if (value === undefined) return parsed(line)
      accepted++
      const [entries, done] = entriesIn(value)
      all += entries
      ahead += done
      return value
    })
    const isOdd = (first / BATCH) % 8 === 0
    const options = isOdd ? { strict: true, maxTaxpayerDocuments: 12, maxValueIssues: 2 } : {}
    const ours = shownOf(values, options)
    const theirs = shownOf(usable.map(parsed), options)
    if (textOf(ours) !== textOf(theirs)) expect(ours, `seed ${SEED}, lines from ${first}`).toEqual(theirs)
    // What was read ahead is read anew where it is asked for again.
    if (isOdd) expect(textOf(shownOf(values, options)) === textOf(theirs)).toBe(true)
  }
  expect(accepted / mutated).toBeGreaterThan(0.5)
  expect(ahead / all).toBeGreaterThan(0.5)
  if (process.env['READER_LINES'] !== undefined)
    console.log({ lines: LINES, mutated, accepted, entries: all, ahead })
}, 0)

test('what one byte makes no JSON is not read, wherever it stands', () => {
  let broken = 0
  const isAll = process.env['READER_LINES'] !== undefined
  for (const line of plainLines())
    for (const [at, byte] of line.entries())
      for (const other of isAll ? '{}[]:,"!0 \\' : '[!') {
        if (other.charCodeAt(0) === byte || !(isAll || '{}[]:,"'.includes(String.fromCharCode(byte))))
          continue
        const changed = Buffer.from(line)
        changed.write(other, at, 'latin1')
        if (parsed(changed) !== undefined) continue
        broken++
        if (readAhead(changed) !== undefined) expect(readAhead(changed), `${other} at ${at}`).toBe(undefined)
      }
  expect(broken).toBeGreaterThan(100)
})

test('whatever the chunks are, and though each is in the buffer of the one before it', async () => {
  const lines = plainLines().slice(1, 4)
  const bytes = Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')]))
  const reader = FastJsonReader.of(formsByKey())
  const whole = textOf(shownOf(lines.map(parsed)))
  const step = process.env['READER_LINES'] === undefined ? 7 : 1
  for (let size = 1; size < bytes.length; size += step) {
    async function* chunks(): AsyncGenerator<Buffer> {
      const buffer = Buffer.alloc(size)
      for (let at = 0; at < bytes.length; at += size) {
        buffer.fill('?')
        yield buffer.subarray(0, bytes.copy(buffer, 0, at, at + size))
      }
    }
    const values: unknown[] = []
    for await (const pieces of splitBytes(chunks(), { ndjson: true }))
      for (const { bytes: own, isAscii, problem } of pieces)
        values.push(own === null || problem !== null ? undefined : reader.read(new JsonText(own, isAscii)))
    const shown = textOf(shownOf(values))
    expect(shown === whole, `chunks of ${size} bytes`).toBe(true)
  }
})

test('a million amounts, where lines are as many as they can be', () => {
  const below = seeded(SEED)
  const field = balance('a', null, 'An amount.')
  const scanner = new JsonScanner()
  const digits = (most: number): string => String(below(10 ** (1 + below(Math.min(9, most)))))
  let read = 0
  const count = LINES * 5
  for (let i = 0; i < count; i++) {
    const whole = below(4) === 0 ? `${1 + below(9)}${digits(9)}${digits(5)}`.slice(0, 14) : digits(9)
    const sign = below(4) === 0 ? '-' : ''
    const part = ['', '', `.${below(10)}`, `.${below(10)}${below(10)}`, `.${below(1000)}`, 'e1', '0', '.'][
      below(8)
    ]
    const text = `${sign}${whole}${part}`
    const cents = scanner.take(new JsonText(text + ',', true)).centsAt(0)
    if (Number.isNaN(cents) || scanner.end !== text.length) continue
    read++
    const reading = new Reading()
    const cell = readCell(JSON.parse(text), field, reading, null, null)
    if (!Object.is(cell, cents) || reading.noted > 0) expect(cents, text).toBe(cell)
    // As text it is the same amount, without a note of its own.
    const [asText, note] = centsOfText(text)
    if (!Object.is(asText, cents) || note !== null) expect([asText, note], text).toEqual([cents, null])
  }
  expect(read / count).toBeGreaterThan(0.5)
})

test('amounts as text, with commas between thousands and elsewhere', () => {
  const below = seeded(SEED)
  const scanner = new JsonScanner()
  let [read, refused] = [0, 0]
  const count = LINES * 2
  for (let i = 0; i < count; i++) {
    let text = (below(10 ** (1 + below(8))) * (1 + below(1000))).toLocaleString('en-US')
    if (below(3) > 0) text += `.${below(10)}${below(2) === 0 ? below(10) : ''}`
    if (below(8) === 0) text = `-${text}`
    if (below(4) === 0) {
      const at = below(text.length + 1)
      text = text.slice(0, at) + [',', '0', '', '.', ',,'][below(5)] + text.slice(at + below(2))
    }
    const cents = scanner.take(new JsonText(`${text}"`, true)).centsAt(0, true)
    if (Number.isNaN(cents) || scanner.end !== text.length) {
      refused++
      continue
    }
    read++
    const [asText, note] = centsOfText(text)
    if (!Object.is(asText, cents) || note !== null) expect([asText, note], text).toEqual([cents, null])
  }
  expect(read / count).toBeGreaterThan(0.5)
  expect(refused).toBeGreaterThan(0)
  // One number of several has no commas of its own.
  expect(scanner.take(new JsonText('1,234', true)).centsAt(0)).toBe(100)
})

test('a record that begins with a taxpayer has its own forms, though those of the one before stood at the same byte', () => {
  const reader = FastJsonReader.of(formsByKey())
  const lineOfFirm = (head: string, name: string): string =>
    `{${head},"tax_year":"2024","forms":[{"form_w2":[{"employer":{"name":"${name}"},"wages_tips_other_compensation":1}]}]}`
  const plain = lineOfFirm('"id":"r1","taxpayer_id":"t1","raw_file":"0000"', 'Firm 11111')
  const odd = lineOfFirm('"taxpayer":null,"id":"r2","taxpayer_id":"t2"', 'Firm 22222').replace(
    '"t2"',
    `"${'t'.repeat(plain.indexOf('"tax_year"') - '{"taxpayer":null,"id":"r2","taxpayer_id":"",'.length)}"`,
  )
  expect(odd.indexOf('"forms"')).toBe(plain.indexOf('"forms"'))
  const [first, second] = [plain, odd].map(line => reader.read(new JsonText(line, true)) ?? JSON.parse(line))
  const shown = textOf(shownOf([first, second]))
  expect(shown).toBe(textOf(shownOf([JSON.parse(plain), JSON.parse(odd)])))
  expect(shown).toContain('Firm 22222')
})

test('every entry of a line that follows the interface is read ahead', () => {
  for (const line of plainLines()) {
    const value = readAhead(line) as Record<string, unknown>
    const records = (value['records'] ?? [value]) as unknown[]
    for (const record of records) {
      expect(record).toBeInstanceOf(RecordAhead)
      const [all, ahead] = entriesIn(record)
      expect(ahead).toBe(all)
      expect(all).toBeGreaterThan(0)
    }
  }
})
