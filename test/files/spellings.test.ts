import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Piece } from '../../src/files/split/piece.js'
import { splitValues } from '../../src/files/split/split.js'
import { listRecordIds, makeRecordLine, readBytes } from '../hostile/reading.js'
import { jsonObject } from '../support/json-values.js'
import { collectPieces, split, splitInChunks } from '../support/split.js'

const parsePieces = (pieces: readonly Piece[]) =>
  pieces.map(({ text, line }) => [JSON.parse(text as string) as unknown, line])
const printPretty = (id: string): string => JSON.stringify(JSON.parse(makeRecordLine(id)), null, 2)
const runs = { numRuns: 200, seed: 25 }

describe('concatenated values', () => {
  test('reads pretty-printed values with their first line numbers, in chunks of any size', async () => {
    const indent = fc.constantFrom<string | number>(1, 2, 4, '\t')
    const between = fc.constantFrom('\n', '\n\n', '\r\n', ' \n', '', ' ')
    const values = fc.array(jsonObject, { minLength: 2, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(
        values,
        indent,
        between,
        fc.integer({ min: 2, max: 40 }),
        async (all, indentation, separator, size) => {
          // An empty first object would be a complete line, and the file would be read as NDJSON.
          const objects = all.map(value => ({ first: 1, ...(value as object) }))
          const expected: [string, number][] = []
          let text = ''
          for (const value of objects) {
            const printed = JSON.stringify(value, null, indentation)
            expected.push([printed, text.split('\n').length])
            text += printed + separator
          }
          // Compare texts instead of parsed values: if a key contains an escape, JSON.parse in V8 may confuse it with
          // an earlier key that has a backslash.
          const pieces = await splitInChunks(text, [size])
          expect(pieces.map(({ text: pieceText, line }) => [pieceText?.trim(), line])).toEqual(expected)
        },
      ),
      runs,
    )
  })

  test('reads the elements of arrays separately, even if objects come between the arrays', async () => {
    const text = '[\n {"a":1},\n {"a":2}\n]\n{\n "b":1\n}\n[{"c":1}][{"c":2}]'
    const pieces = await splitInChunks(text, [3])
    expect(pieces.map(({ text: pieceText, line, element }) => [pieceText?.replace(/\s/g, ''), line, element])).toEqual([
      ['{"a":1}', null, 0],
      ['{"a":2}', null, 1],
      ['{"b":1}', 5, null],
      ['{"c":1}', 8, 0],
      ['{"c":2}', 8, 0],
    ])
  })

  test('reads concatenated values in a file that is named as NDJSON', async () => {
    const text = `${printPretty('a')}\n${printPretty('b')}\n`
    expect((await splitInChunks(text, [7], { ndjson: true })).map(({ line }) => line)).toEqual([1, 8])
  })

  test('loses only a value that is cut short and continues at the next line that begins a value', async () => {
    const brokenText = printPretty('b')
    for (let at = 2; at < brokenText.length - 1; at++) {
      const file = [printPretty('a'), brokenText.slice(0, at), printPretty('c'), printPretty('d')].join('\n')
      const pieces = await splitInChunks(file, [11])
      const [last, first] = [pieces.at(-1), pieces[0]]
      expect([first?.line, last?.text], String(at)).toEqual([1, printPretty('d')])
      const ids = (await readBytes('file.json', file)).records
      // After a colon or an opening bracket, the next value might belong to the broken value.
      const isOpen = /[:[]\s*$/.test(brokenText.slice(0, at))
      expect(Object.keys(ids), String(at)).toEqual(
        isOpen ? ['taxpayer-a', 'taxpayer-d'] : ['taxpayer-a', 'taxpayer-c', 'taxpayer-d'],
      )
    }
  })

  test('does not split a value at lines inside it that begin with a bracket', async () => {
    for (const value of [
      '{"a":\n{"b":1},\n"c":[\n{"d":1},\n[\n{}]\n]}',
      '{\n  "records": [\n{"id":1},\n{"id":2}\n  ]\n}',
      '{"a":"}\\n{",\n"b":"{"}',
    ])
      expect(parsePieces(await splitInChunks(`${value}\n${value}\n`, [3])).map(([value]) => value)).toEqual([
        JSON.parse(value),
        JSON.parse(value),
      ])
  })

  test('reports a value that never ends as too large without keeping it in memory', async () => {
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{\n "a": 1\n}\n{\n "b": [\n')
      for (let i = 0; i < 300; i++) yield Buffer.from('  1,\n'.repeat(20_000))
    }
    const pieces = await collectPieces(endless(), { maxBytes: 100_000 })
    expect(pieces.map(({ problem, line }) => [problem, line])).toEqual([
      [null, 1],
      ['value_too_large', 4],
    ])
  })

  test('treats text after a single value as part of one malformed value', async () => {
    for (const text of ['{"a":1} x', '{\n"a":1}}\n', '{\n "a": 1,\n "b": }\n}'])
      expect((await splitInChunks(text, [3])).map(({ line }) => line)).toEqual([null])
  })
})

describe('concatenated objects on one line', () => {
  test('are read from NDJSON with the number of the line', async () => {
    const lines = [
      makeRecordLine('a'),
      `${makeRecordLine('b')}${makeRecordLine('c')} \t${makeRecordLine('d')}`,
      makeRecordLine('e'),
    ]
    const { refused, records } = await readBytes('l.ndjson', lines.join('\n'))
    expect(refused).toEqual([])
    expect(listRecordIds({ records, refused, issueCodes: [] })).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('give one issue for the whole line if one of them is broken', async () => {
    const brokenLine = `${makeRecordLine('b')}{"id":}${makeRecordLine('d')}`
    const { refused, records } = await readBytes(
      'l.ndjson',
      [makeRecordLine('a'), brokenLine, makeRecordLine('e')].join('\n'),
    )
    expect(refused).toMatchObject([{ code: 'json_malformed', line: 2, text: brokenLine }])
    expect(Object.keys(records)).toEqual(['taxpayer-a', 'taxpayer-e'])
  })

  test('are read one by one if the file has no line break', async () => {
    const text = ['a', 'b', 'c'].map(makeRecordLine).join('')
    expect((await splitInChunks(text, [5])).map(({ line }) => line)).toEqual([1, 1, 1])
  })
})

describe('UTF-16 with a byte order mark', () => {
  const texts = [
    `${makeRecordLine('a')}\n${makeRecordLine('b')}\n`,
    `${printPretty('a')}\n${printPretty('b')}\n`,
    '[{"name":"Zoë \u{1f9fe}"},{"name":"\u{10ffff}"}]',
    '',
  ]
  test.each(texts)('%j is split into the same pieces as in UTF-8', async text => {
    const little = Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const file of [little, Buffer.from(little).swap16()])
      for (const size of [1, 2, 3, 5, 1 << 20]) expect(await split(file, [size])).toEqual(await split(text))
  })

  test('reports half a surrogate pair, or one byte of two, as malformed only in its line', async () => {
    const broken = makeRecordLine('b').replace('irs', 'i\ud800rs')
    const file = Buffer.from(`\ufeff${[makeRecordLine('a'), broken, makeRecordLine('c')].join('\n')}`, 'utf16le')
    const lines = await readBytes('l.ndjson', file)
    expect([listRecordIds(lines), lines.refused.map(({ line }) => line)]).toEqual([['a', 'c'], [2]])
    const cutShort = await readBytes(
      'l.ndjson',
      Buffer.concat([file.subarray(0, -2 * makeRecordLine('c').length), Buffer.of(123)]),
    )
    expect(cutShort.refused.map(({ line }) => line)).toEqual([2, 3])
  })

  test('is read from gzip', async () => {
    const file = gzipSync(Buffer.from(`\ufeff${makeRecordLine('a')}\n${makeRecordLine('b')}`, 'utf16le'))
    expect(listRecordIds(await readBytes('l.ndjson.gz', file))).toEqual(['a', 'b'])
  })
})

describe('records inside an envelope', () => {
  const readAt = (text: string, recordsAt: string, name = 'file.json') => readBytes(name, text, { recordsAt })
  const records = `[${makeRecordLine('a')},\n ${makeRecordLine('b')}]`

  test.each([
    ['/data', `{"meta":{"data":[{"x":1}],"n":[1,2]},"data":${records},"next":null}`],
    ['/data/records', `{"data":{"count":2,"records":${records}},"records":[{}]}`],
    ['/pages/1/data', `{"pages":[{"data":[{"x":1}]},{"data":${records}}]}`],
    ['/0', `[${records},[{"x":1}]]`],
    ['/a~1b/c~0d', `{"a/b":{"c~d":${records}}}`],
    ['/d\u00e4ta', `{"d\\u00e4ta":${records}}`],
    ['', records],
  ])('%j opens %j', async (pointer, text) => {
    for (const file of [text, JSON.stringify(JSON.parse(text), null, 2), `\ufeff\n${text}\n`]) {
      const fileRead = await readAt(file, pointer)
      expect(listRecordIds(fileRead)).toEqual(['a', 'b'])
      expect(fileRead.refused).toEqual([])
    }
  })

  test('gives issues the path and line in the file', async () => {
    const page = (id: string): string => `{"data":[${makeRecordLine(id)},{"id":}]}`
    const one = await readAt(page('a'), '/data')
    expect(one.refused).toMatchObject([{ code: 'json_malformed', path: "$['data'][1]", text: '{"id":}' }])
    const lines = await readAt(`${page('a')}\n${page('b')}\n`, '/data', 'l.ndjson')
    expect(listRecordIds(lines)).toEqual(['a', 'b'])
    expect(lines.refused.map(({ line, path }) => [line, path])).toEqual([
      [1, "$['data'][1]"],
      [2, "$['data'][1]"],
    ])
  })

  test('reads an object at the pointer as a dossier or a record', async () => {
    expect(listRecordIds(await readAt(`{"result":${makeRecordLine('a')}}`, '/result'))).toEqual(['a'])
  })

  test('reports a value without records at the pointer and reads the others', async () => {
    const lines = await readAt(`{"data":[${makeRecordLine('a')}]}\n{"error":"x"}\n{"data":7}\n`, '/data', 'l.ndjson')
    expect(listRecordIds(lines)).toEqual(['a'])
    expect(lines.refused).toMatchObject([{ code: 'records_at_missing', line: 2 }])
    expect((await readAt(makeRecordLine('a'), '/data')).refused).toMatchObject([
      { code: 'records_at_missing', line: null },
    ])
  })

  test('reports an envelope that is cut short inside or after its records', async () => {
    for (const text of [`{"data":[${makeRecordLine('a')},{"id"`, `{"data":[${makeRecordLine('a')}],"next":`]) {
      const { refused, ...rest } = await readAt(text, '/data')
      expect(listRecordIds({ refused, ...rest })).toEqual(['a'])
      expect(refused.map(({ code }) => code)).toEqual(['json_malformed'])
    }
  })

  test('reports text outside every value', async () => {
    const { refused } = await readAt(`{"data":[${makeRecordLine('a')}]}\nrubbish`, '/data')
    expect(refused).toMatchObject([{ code: 'json_malformed', text: 'rubbish' }])
  })

  test('reads an envelope in chunks of any size and does not keep a long one in memory', async () => {
    const text = `{"meta":"${'x'.repeat(50)}","data":{"list":[${makeRecordLine('a')},${makeRecordLine('b')}]}}`
    expect(parsePieces(await splitInChunks(text, [3], { recordsAt: '/data/list' })).map(([value]) => value)).toEqual(
      ['a', 'b'].map(id => JSON.parse(makeRecordLine(id)) as unknown),
    )
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"data":[')
      for (;;) yield Buffer.from('{"id":"x","forms":[]},\n'.repeat(1000))
    }
    let count = 0
    for await (const { text: pieceText } of splitValues(endless(), { maxBytes: 1000, recordsAt: '/data' })) {
      if (pieceText !== '{"id":"x","forms":[]}') throw new Error('another value')
      if (++count === 100_000) break
    }
    expect(count).toBe(100_000)
  })

  test('rejects an invalid JSON pointer', async () => {
    await expect(readAt(makeRecordLine('a'), 'data')).rejects.toThrow(RangeError)
    await expect(readAt(makeRecordLine('a'), '/a~2')).rejects.toThrow(RangeError)
  })
})
