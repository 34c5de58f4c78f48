import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitValues } from '../../src/files/split/split.js'
import { newFolder } from '../cli/command.js'
import { readBytes } from '../hostile/reading.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { jsonObject, jsonText } from '../support/json-values.js'
import { collectPieces, split, splitInChunks } from '../support/split.js'

const chunks = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 })
/** Generates a line of NDJSON or an element of an array: an object or an array of objects. */
const item = fc.oneof(jsonObject, fc.array(jsonObject, { maxLength: 3 }))
const blank = fc.constantFrom('', ' ', '\t', '  ')
const ending = fc.constantFrom('\n', '\r\n')
const byteOrderMark = fc.constantFrom('', '\ufeff')
const roundTripJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

fc.configureGlobal({ seed: 1040 })
const runs = { numRuns: 300 }

describe('chunks of any size give the same pieces', () => {
  test('NDJSON with blank lines, LF or CRLF, a byte order mark, and no line end after the last line', async () => {
    const lines = fc.array(fc.record({ item, before: fc.array(blank, { maxLength: 2 }), around: blank }), {
      minLength: 2,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(
        lines,
        ending,
        byteOrderMark,
        fc.boolean(),
        chunks,
        async (all, end, bom, hasFinalNewline, lengths) => {
          const expected: { value: unknown; line: number }[] = []
          const written: string[] = []
          for (const { item, before, around } of all) {
            written.push(...before, `${around}${JSON.stringify(item)}${around}`)
            expected.push({ value: roundTripJson(item), line: written.length })
          }
          const pieces = await splitInChunks(bom + written.join(end) + (hasFinalNewline ? end : ''), lengths)
          expect(
            pieces.map(jsonPiece => ({ value: JSON.parse(jsonPiece.text as string), line: jsonPiece.line })),
          ).toEqual(expected)
          for (const jsonPiece of pieces) expect([jsonPiece.problem, jsonPiece.element]).toEqual([null, null])
        },
      ),
      runs,
    )
  })

  test('a file that is named as NDJSON may have one line and values of any kind', async () => {
    const lines = fc.array(fc.oneof(item, fc.integer(), jsonText), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(lines, ending, byteOrderMark, chunks, async (all, end, bom, lengths) => {
        const file = bom + all.map(value => JSON.stringify(value)).join(end)
        const pieces = await splitInChunks(file, lengths, { ndjson: true })
        expect(pieces.map(jsonPiece => [JSON.parse(jsonPiece.text as string), jsonPiece.line])).toEqual(
          all.map((value, i) => [roundTripJson(value), i + 1]),
        )
      }),
      runs,
    )
  })

  test('one value, on one line or pretty-printed', async () => {
    const spaces = fc.constantFrom<(string | number)[]>(0, 1, 2, 4, '\t')
    await fc.assert(
      fc.asyncProperty(jsonObject, spaces, ending, byteOrderMark, chunks, async (value, indent, end, bom, lengths) => {
        const file = bom + JSON.stringify(value, null, indent).replaceAll('\n', end) + end
        const pieces = await splitInChunks(file, lengths)
        expect(pieces).toEqual([{ text: expect.any(String), problem: null, line: null, element: null }])
        expect(JSON.parse(pieces[0]?.text as string)).toEqual(roundTripJson(value))
      }),
      runs,
    )
  })

  test('one array, on one line, pretty-printed, or with one element per line', async () => {
    const styles = fc.constantFrom<((all: readonly unknown[]) => string)[]>(
      all => JSON.stringify(all),
      all => JSON.stringify(all, null, 2),
      all => JSON.stringify(all, null, '\t'),
      all => `[${all.map(element => JSON.stringify(element)).join(',\n')}]`,
      all => `[\n${all.map(element => JSON.stringify(element)).join(',\n')}\n]`,
      all => `[\n${all.map(element => JSON.stringify(element)).join('\n,')}\n]`,
      all => ` [ ${all.map(element => `${JSON.stringify(element)} `).join(' , ')}] `,
    )
    const elements = fc.array(fc.oneof(item, fc.integer(), jsonText, fc.constant(null)), { maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(elements, styles, ending, byteOrderMark, chunks, async (all, style, end, bom, lengths) => {
        const file = bom + style(all).replaceAll('\n', end) + end
        const pieces = await splitInChunks(file, lengths)
        expect(pieces.map(jsonPiece => [JSON.parse(jsonPiece.text as string), jsonPiece.element])).toEqual(
          all.map((element, i) => [roundTripJson(element), i]),
        )
        for (const jsonPiece of pieces) expect([jsonPiece.problem, jsonPiece.line]).toEqual([null, null])
      }),
      runs,
    )
  })

  test('lines, one of which is cut short: every line keeps its number and its text', async () => {
    const lines = fc.array(fc.record({ value: jsonObject, cut: fc.double({ min: 0, max: 0.99, noNaN: true }) }), {
      minLength: 3,
      maxLength: 6,
    })
    await fc.assert(
      fc.asyncProperty(lines, fc.nat(), ending, chunks, async (all, brokenNumber, end, lengths) => {
        const brokenIndex = brokenNumber % all.length
        const written = all.map(({ value, cut }, i) => {
          const line = [...JSON.stringify({ ...(value as object), id: 'some text' })]
          return line.slice(0, i === brokenIndex ? 1 + Math.floor(cut * (line.length - 2)) : line.length).join('')
        })
        for (const options of [{}, { ndjson: true }]) {
          const pieces = await splitInChunks(written.join(end), lengths, options)
          expect(pieces.map(jsonPiece => [jsonPiece.text?.trim(), jsonPiece.line])).toEqual(
            written.map((line, i) => [line.trim(), i + 1]),
          )
        }
      }),
      runs,
    )
  })

  test('an array that is cut short: the elements before the cut, then one malformed piece', async () => {
    const elements = fc.array(jsonObject, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(elements, fc.nat(), chunks, async (all, index, lengths) => {
        const json = JSON.stringify(all)
        const file = json.slice(0, 1 + (index % (json.length - 1)))
        const pieces = await splitInChunks(file, lengths)
        const last = pieces.pop()
        expect([last?.problem, last?.element]).toEqual(['json_malformed', null])
        pieces.forEach((jsonPiece, i) => {
          expect([JSON.parse(jsonPiece.text as string), jsonPiece.element]).toEqual([roundTripJson(all[i]), i])
        })
      }),
      runs,
    )
  })

  test('any bytes that are not JSON', async () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', '"', ',', '\\', '\n', '\r', ' ', '1', '\ufeff', 'é'), {
          maxLength: 40,
        })
        .map(parts => new TextEncoder().encode(parts.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, chunks, async (input, lengths) => {
        await splitInChunks(Buffer.from(input), lengths)
      }),
      { numRuns: 2000 },
    )
  })
})

test('reads an endless array without keeping it in memory', async () => {
  async function* endless(): AsyncGenerator<Buffer> {
    yield Buffer.from('[')
    for (;;) yield Buffer.from('{"id":"x","forms":[]},\n'.repeat(1000))
  }
  let [count, wrong] = [0, 0]
  for await (const jsonPiece of splitValues(endless(), { maxBytes: 1000 })) {
    if (jsonPiece.text !== '{"id":"x","forms":[]}' || jsonPiece.element !== count) wrong++
    if (++count === 500_000) break
  }
  expect([count, wrong]).toEqual([500_000, 0])
})

describe('chunks of text or bytes', () => {
  async function* yieldAll<T>(...parts: T[]): AsyncGenerator<T> {
    yield* parts
  }
  const text = '\ufeff{"a":"é€🧾"}\n{"b":"\ud83e"}\n[1]'

  test('splits text into the same pieces as its bytes, no matter where chunks end', async () => {
    const expected = await split(text)
    expect(expected.map(jsonPiece => [jsonPiece.line, jsonPiece.problem])).toEqual([1, 2, 3].map(line => [line, null]))
    expect(await collectPieces(yieldAll(text))).toEqual(expected)
    for (let at = 0; at <= text.length; at++)
      expect(await collectPieces(yieldAll(text.slice(0, at), text.slice(at)))).toEqual(expected)
    expect(await collectPieces(yieldAll(...Array.from({ length: text.length }, (_, i) => text[i] as string)))).toEqual(
      expected,
    )
  })

  test('keeps the order of text and bytes, even after half a surrogate pair', async () => {
    const pieces = await collectPieces(yieldAll<string | Uint8Array>('{"a":"\ud83d', Buffer.from('x"}\n{"b":1}\n')))
    expect(pieces.map(({ text }) => text)).toEqual(['{"a":"\ufffdx"}', '{"b":1}'])
  })

  test('reads a Uint8Array that is not a Buffer', async () => {
    const bytes = new Uint8Array([0, ...new TextEncoder().encode(text), 0])
    expect(await collectPieces(yieldAll(bytes.subarray(1, 9), bytes.subarray(9, -1)))).toEqual(await split(text))
  })

  test('reads a file stream as bytes and as text', async () => {
    const path = join(newFolder(), 'values.ndjson')
    writeFileSync(path, `${text}\n`.repeat(3))
    const expected = await split(`${text}\n`.repeat(3))
    for (const highWaterMark of [1, 7, 1 << 16]) {
      expect(await collectPieces(createReadStream(path, { highWaterMark }))).toEqual(expected)
      expect(await collectPieces(createReadStream(path, { highWaterMark, encoding: 'utf8' }))).toEqual(expected)
    }
  })

  test('rejects chunks of other types without quoting them', async () => {
    for (const wrong of [['900-12-3456'], { ssn: '900-12-3456' }, 900123456, null, undefined]) {
      const chunks = yieldAll<unknown>(Buffer.from('{"a":'), wrong) as AsyncIterable<Uint8Array>
      await expect(collectPieces(chunks)).rejects.toThrow(
        new TypeError('splitValues takes chunks of bytes or of text.'),
      )
    }
  })

  test('closes the chunks if the caller stops early', async () => {
    let ended = false
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) yield '{"a":1}\n'
      } finally {
        ended = true
      }
    }
    for await (const jsonPiece of splitValues(endless())) if (jsonPiece.line === 5) break
    expect(ended).toBe(true)
  })
})

describe('limits', () => {
  test('rejects a value above the limit and reads the values before and after it', async () => {
    const big = JSON.stringify({ big: 'x'.repeat(200) })
    const options = { maxBytes: 100 }
    const lines = await splitInChunks(`{"a":1}\n${big}\n{"a":2}\n`, [7], options)
    expect(lines.map(({ text, problem, line }) => [text, problem, line])).toEqual([
      ['{"a":1}', null, 1],
      [null, 'value_too_large', 2],
      ['{"a":2}', null, 3],
    ])
    const elements = await splitInChunks(`[{"a":1},\n${big},\n{"a":2}]`, [7], options)
    expect(elements.map(({ text, problem, element }) => [text, problem, element])).toEqual([
      ['{"a":1}', null, 0],
      [null, 'value_too_large', 1],
      ['{"a":2}', null, 2],
    ])
    expect((await splitInChunks(big, [7], options)).map(({ problem }) => problem)).toEqual(['value_too_large'])
  })

  test('reads a value of exactly the limit', async () => {
    const value = JSON.stringify({ a: 'x'.repeat(100) })
    const splitWithLimit = (maxBytes: number) => split(value, [9], { maxBytes, ndjson: true })
    expect((await splitWithLimit(value.length)).map(({ text }) => text)).toEqual([value])
    expect((await splitWithLimit(value.length - 1)).map(({ problem }) => problem)).toEqual(['value_too_large'])
  })

  test('reads 64 levels of nesting, rejects 65, and does not count brackets in strings', async () => {
    const nested = (levels: number, fill = '') =>
      '{"a":'.repeat(levels - 1) + JSON.stringify({ fill }) + '}'.repeat(levels - 1)
    // The nesting of small texts is checked after parsing, that of large texts before. Both give the same issue.
    const readIssueCodes = async (...lines: string[]) =>
      (await readBytes('values.ndjson', lines.join('\n'))).refused.map(({ code, line }) => [code, line])
    for (const fill of ['', 'x'.repeat(3_000_000)]) {
      // These values have no other issue than the missing taxpayer.
      expect(await readIssueCodes('{}', nested(64, fill), '{}')).toEqual([
        ['taxpayer_unknown', 1],
        ['taxpayer_unknown', 2],
        ['taxpayer_unknown', 3],
      ])
      expect(await readIssueCodes('{}', nested(65, fill), '{}')).toContainEqual(['nesting_too_deep', 2])
    }
    const quoted = JSON.stringify({ a: '['.repeat(500) + '\\"'.repeat(20) })
    expect(await readIssueCodes(quoted)).toEqual([['taxpayer_unknown', 1]])
    // The splitter finds the nesting of this text. Byte by byte, splitting it would take seconds.
    const deep = `{"a":1}\n${nested(300_000)}\n{"a":2}`
    const pieces = await split(deep, [50_000])
    expect(pieces.map(({ problem }) => problem)).toEqual([null, 'nesting_too_deep', null])
    expect(await split(deep)).toEqual(pieces)
    expect(await split(deep, [1000, 1, 7])).toEqual(pieces)
  })
})

test.each(['', '{"a":1}\n', '{"a":\n'])(
  'finds the kind of a file in linear time if it has %j, blank lines and small chunks',
  head =>
    expectNearLinear(
      size => {
        const bytes = Buffer.from(head + '\n'.repeat(size))
        return async () => expect(await split(bytes, [4096])).toHaveLength(head === '' ? 0 : 1)
      },
      [1 << 20, 4 << 20],
    ),
)
