import { expect, test } from 'vitest'
import { centsFromText } from '../../src/core/read-money.js'
import { balance } from '../../src/model/field.js'
import { readCell } from '../../src/normalize/cells.js'
import { ParseContext } from '../../src/normalize/parse-context.js'
import { PreparsedEntry, PreparsedRecord } from '../../src/normalize/preparsed-record.js'
import { listFormsByKey } from '../../src/normalize/read-dossier.js'
import { FastJsonReader } from '../../src/stream/reader/fast-json-reader.js'
import { JsonScanner, JsonText } from '../../src/stream/reader/json-scanner.js'
import { splitBytes } from '../../src/stream/split.js'
import { seeded } from '../support/mutate.js'
import { makeLine, makePlainLines, readAhead, readAll, toText } from './two-readers.js'

const LINES = Number(process.env['READER_LINES'] ?? 4000)
const SEED = Number(process.env['SEED'] ?? 1)
const BATCH = 20

const parseLine = (line: Buffer): unknown => {
  const text = line.toString('utf8')
  try {
    return Buffer.from(text).equals(line) ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return undefined
  }
}

/** Counts all entries in a value, and those that the fast reader has already read. */
function countEntries(value: unknown): [all: number, ahead: number] {
  if (value instanceof PreparsedEntry) return [1, 1]
  if (typeof value !== 'object' || value === null) return [0, 0]
  const isForm = Object.keys(value).some(key => /^(?:form|schedule)_/.test(key))
  const entriesNotAhead = isForm
    ? Object.values(value)
        .filter(Array.isArray)
        .flat()
        .filter(entry => !(entry instanceof PreparsedEntry)).length
    : 0
  const [all, ahead] = addPairs(Object.values(value).map(countEntries))
  return [all + entriesNotAhead, ahead]
}
const addPairs = (pairs: readonly [number, number][]): [number, number] =>
  pairs.reduce<[number, number]>(([a, b], [c, d]) => [a + c, b + d], [0, 0])

test(`reads ${LINES} lines, most of them mutated, like JSON.parse and the readers of parsed values`, () => {
  let accepted = 0
  let mutated = 0
  let [all, ahead] = [0, 0]
  for (let first = 0; first < LINES; first += BATCH) {
    const lines = Array.from({ length: BATCH }, (_, i) => makeLine(SEED * 1_000_003 + first + i))
    const usable = lines.filter(line => parseLine(line) !== undefined)
    for (const line of lines) if (parseLine(line) === undefined) expect(readAhead(line)).toBe(undefined)
    // Read all lines before checking any, because reading a line must not change an earlier result.
    const values = usable.map(line => {
      const value = readAhead(line)
      mutated++
      if (value === undefined) return parseLine(line)
      accepted++
      const [entries, done] = countEntries(value)
      all += entries
      ahead += done
      return value
    })
    const hasOptions = (first / BATCH) % 8 === 0
    const options = hasOptions ? { strict: true, maxTaxpayerDocuments: 12, maxValueIssues: 2 } : {}
    const actual = readAll(values, options)
    const expected = readAll(usable.map(parseLine), options)
    if (toText(actual) !== toText(expected)) expect(actual, `seed ${SEED}, lines from ${first}`).toEqual(expected)
    // An entry that the fast reader has read can be used a second time.
    if (hasOptions) expect(toText(readAll(values, options)) === toText(expected)).toBe(true)
  }
  expect(accepted / mutated).toBeGreaterThan(0.5)
  expect(ahead / all).toBeGreaterThan(0.5)
  if (process.env['READER_LINES'] !== undefined) console.log({ lines: LINES, mutated, accepted, entries: all, ahead })
}, 0)

test('does not read a line that one changed byte makes invalid', () => {
  let broken = 0
  const isAll = process.env['READER_LINES'] !== undefined
  for (const line of makePlainLines())
    for (const [index, byte] of line.entries())
      for (const character of isAll ? '{}[]:,"!0 \\' : '[!') {
        if (character.charCodeAt(0) === byte || !(isAll || '{}[]:,"'.includes(String.fromCharCode(byte)))) continue
        const changed = Buffer.from(line)
        changed.write(character, index, 'latin1')
        if (parseLine(changed) !== undefined) continue
        broken++
        if (readAhead(changed) !== undefined) expect(readAhead(changed), `${character} at ${index}`).toBe(undefined)
      }
  expect(broken).toBeGreaterThan(100)
})

test('reads chunks of any size that share one buffer', async () => {
  const lines = makePlainLines().slice(1, 4)
  const bytes = Buffer.concat(lines.flatMap(line => [line, Buffer.from('\n')]))
  const reader = FastJsonReader.forForms(listFormsByKey())
  const expected = toText(readAll(lines.map(parseLine)))
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
      for (const { bytes: pieceBytes, isAscii, problem } of pieces)
        values.push(
          pieceBytes === null || problem !== null ? undefined : reader.read(new JsonText(pieceBytes, isAscii)),
        )
    const actual = toText(readAll(values))
    expect(actual === expected, `chunks of ${size} bytes`).toBe(true)
  }
})

test('reads random amounts like the reader of values', () => {
  const randomBelow = seeded(SEED)
  const field = balance('a', null, 'An amount.')
  const scanner = new JsonScanner()
  const randomDigits = (maxDigits: number): string =>
    String(randomBelow(10 ** (1 + randomBelow(Math.min(9, maxDigits)))))
  let read = 0
  const count = LINES * 5
  for (let i = 0; i < count; i++) {
    const integer =
      randomBelow(4) === 0 ? `${1 + randomBelow(9)}${randomDigits(9)}${randomDigits(5)}`.slice(0, 14) : randomDigits(9)
    const sign = randomBelow(4) === 0 ? '-' : ''
    const part = [
      '',
      '',
      `.${randomBelow(10)}`,
      `.${randomBelow(10)}${randomBelow(10)}`,
      `.${randomBelow(1000)}`,
      'e1',
      '0',
      '.',
    ][randomBelow(8)]
    const text = `${sign}${integer}${part}`
    const cents = scanner.load(new JsonText(text + ',', true)).readCentsAt(0)
    if (Number.isNaN(cents) || scanner.end !== text.length) continue
    read++
    const reading = new ParseContext()
    const cell = readCell(JSON.parse(text), field, reading, null, null)
    if (!Object.is(cell, cents) || reading.issueCount > 0) expect(cents, text).toBe(cell)
    // The same amount as text gives the same number of cents, without an issue.
    const [asText, note] = centsFromText(text)
    if (!Object.is(asText, cents) || note !== null) expect([asText, note], text).toEqual([cents, null])
  }
  expect(read / count).toBeGreaterThan(0.5)
})

test('reads amounts as text with commas between thousands and elsewhere', () => {
  const randomBelow = seeded(SEED)
  const scanner = new JsonScanner()
  let [read, refused] = [0, 0]
  const count = LINES * 2
  for (let i = 0; i < count; i++) {
    let text = (randomBelow(10 ** (1 + randomBelow(8))) * (1 + randomBelow(1000))).toLocaleString('en-US')
    if (randomBelow(3) > 0) text += `.${randomBelow(10)}${randomBelow(2) === 0 ? randomBelow(10) : ''}`
    if (randomBelow(8) === 0) text = `-${text}`
    if (randomBelow(4) === 0) {
      const index = randomBelow(text.length + 1)
      text = text.slice(0, index) + [',', '0', '', '.', ',,'][randomBelow(5)] + text.slice(index + randomBelow(2))
    }
    const cents = scanner.load(new JsonText(`${text}"`, true)).readCentsAt(0, true)
    if (Number.isNaN(cents) || scanner.end !== text.length) {
      refused++
      continue
    }
    read++
    const [asText, note] = centsFromText(text)
    if (!Object.is(asText, cents) || note !== null) expect([asText, note], text).toEqual([cents, null])
  }
  expect(read / count).toBeGreaterThan(0.5)
  expect(refused).toBeGreaterThan(0)
  // A JSON number, unlike text, ends at a comma.
  expect(scanner.load(new JsonText('1,234', true)).readCentsAt(0)).toBe(100)
})

test('a record that begins with a taxpayer has its own forms, although the forms of the record before it start at the same byte', () => {
  const reader = FastJsonReader.forForms(listFormsByKey())
  const makeLine = (head: string, name: string): string =>
    `{${head},"tax_year":"2024","forms":[{"form_w2":[{"employer":{"name":"${name}"},"wages_tips_other_compensation":1}]}]}`
  const firstLine = makeLine('"id":"r1","taxpayer_id":"t1","raw_file":"0000"', 'Firm 11111')
  const secondLine = makeLine('"taxpayer":null,"id":"r2","taxpayer_id":"t2"', 'Firm 22222').replace(
    '"t2"',
    `"${'t'.repeat(firstLine.indexOf('"tax_year"') - '{"taxpayer":null,"id":"r2","taxpayer_id":"",'.length)}"`,
  )
  expect(secondLine.indexOf('"forms"')).toBe(firstLine.indexOf('"forms"'))
  const [first, second] = [firstLine, secondLine].map(line => reader.read(new JsonText(line, true)) ?? JSON.parse(line))
  const results = toText(readAll([first, second]))
  expect(results).toBe(toText(readAll([JSON.parse(firstLine), JSON.parse(secondLine)])))
  expect(results).toContain('Firm 22222')
})

test('every entry of a line that follows the service API is read by the fast reader', () => {
  for (const line of makePlainLines()) {
    const value = readAhead(line) as Record<string, unknown>
    const records = (value['records'] ?? [value]) as unknown[]
    for (const record of records) {
      expect(record).toBeInstanceOf(PreparsedRecord)
      const [all, ahead] = countEntries(record)
      expect(ahead).toBe(all)
      expect(all).toBeGreaterThan(0)
    }
  }
})
