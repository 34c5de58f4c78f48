import { describe, expect, test } from 'vitest'
import { toOneLine } from '../../src/core/scan-json.js'
import type { Piece } from '../../src/files/split/piece.js'
import { split } from '../support/split.js'
import { ACCEPTED, bytesOf, EMPTY, REJECTED_TEXTS } from './json-texts.js'
import { listRecordIds, makeRecordLine, readBytes } from './reading.js'

/** Combines the parsed pieces of a file into one value. A file that begins with a bracket is an array. */
const combinePieces = (pieces: readonly Piece[], text: string): unknown => {
  const values = pieces.map(jsonPiece => JSON.parse(jsonPiece.text as string) as unknown)
  return bytesOf(text.replace('\xef\xbb\xbf', '')).toString().trimStart().startsWith('[') ? values : values[0]
}

/** Returns true if a text can be a line of a file: it has no line break and does not begin with a byte order mark. */
const isLine = (text: string): boolean => !/[\r\n]/.test(text) && !text.startsWith('\xef\xbb\xbf')

const inRecord = (text: string): string => `{"id":"b","taxpayer_id":"taxpayer-b","forms":[],"page_count":${text}}`
const rejectedText = (text: string): string => toOneLine(bytesOf(text).toString('utf8'))

test('the table of texts has no repeated accepted text and more than 190 rejected texts', () => {
  expect(new Set(ACCEPTED.map(([text]) => text)).size).toBe(ACCEPTED.length)
  expect(new Set(REJECTED_TEXTS).size).toBeGreaterThan(190)
})

describe('JSON', () => {
  test.each(ACCEPTED)('%j is split into its values, in chunks of any size', async (text, value) => {
    const pieces = await split(bytesOf(text))
    expect(await split(bytesOf(text), [1])).toEqual(pieces)
    expect(pieces.map(({ problem }) => problem)).toEqual(pieces.map(() => null))
    expect(combinePieces(pieces, text)).toEqual(value)
  })

  test.each(ACCEPTED.filter(([text]) => isLine(text)))('%j in a record is read as its value', async (text, value) => {
    const lines = [makeRecordLine('a'), inRecord(text), makeRecordLine('c')].join('\n')
    const read = await readBytes('lines.ndjson', bytesOf(lines))
    expect(read.refused).toEqual([])
    expect(listRecordIds(read)).toEqual(['a', 'b', 'c'])
    expect(read.issueCodes).toEqual(['field_unknown'])
    expect(read.records['taxpayer-b']).toMatchObject([{ id: 'b' }])
    expect(Object.entries(read.records['taxpayer-b']?.[0] as object).at(-1)).toEqual(['page_count', value])
  })
})

describe('texts that are not JSON', () => {
  /** Rejected texts that are valid as whole files: two concatenated values, and UTF-16 with a byte order mark. */
  const readAsFiles = ['[][]', '\xff\xfe[\0"\0\xe9\0"\0]\0']

  test('include the two texts that are valid as whole files', () => {
    for (const text of readAsFiles) expect(REJECTED_TEXTS).toContain(text)
  })

  test.each(readAsFiles)('%j is read if it is a whole file', async text => {
    const { refused } = await readBytes('file.json', bytesOf(text))
    expect(refused.map(({ code }) => code)).not.toContain('json_malformed')
    expect(await split(bytesOf(text), [1])).toEqual(await split(bytesOf(text)))
  })

  const refusedAsFiles = REJECTED_TEXTS.filter(text => !readAsFiles.includes(text))
  test.each(refusedAsFiles)('%j as a whole file is reported as malformed', async text => {
    const { refused } = await readBytes('file.json', bytesOf(text))
    expect(refused.map(({ code }) => code)).toContain('json_malformed')
    expect(await split(bytesOf(text), [1])).toEqual(await split(bytesOf(text)))
  })

  test.each(REJECTED_TEXTS.filter(isLine))('%j as a line or in a record is one issue with its line', async text => {
    const lines = [makeRecordLine('a'), text, makeRecordLine('c'), inRecord(text), makeRecordLine('d')].join('\n')
    const read = await readBytes('lines.ndjson', bytesOf(lines))
    const expected = [text, inRecord(text)].map((line, i) => ({
      code: 'json_malformed',
      path: '$',
      line: 2 + 2 * i,
      text: rejectedText(line),
    }))
    // A line with several values, such as `1,2`, is still one line and one issue.
    expect(read.refused).toEqual(expected)
    expect(listRecordIds(read)).toEqual(['a', 'c', 'd'])
  })
})

test.each(EMPTY)('%j is a file without a value', async text => {
  expect(await split(bytesOf(text), [1])).toEqual([])
  expect(await readBytes('file.json', bytesOf(text))).toEqual({ records: {}, refused: [], issueCodes: [] })
})

describe('no part of a broken file is lost', () => {
  test.each([
    ['no comma', '[A B,\nC]', ['A'], 'B,\nC]'],
    ['two commas', '[A,,B]', ['A'], ',B]'],
    ['something after the array', '[A] x B', ['A'], 'x B'],
    ['a comma before the bracket', '[A,B,]', ['A', 'B'], ']'],
    ['a comma at the start', '[,A]', [], ',A]'],
    ['a missing end', '[A,B', ['A', 'B'], null],
    ['an extra bracket', '[A]]', ['A'], ']'],
  ])('%s', async (_, pattern, ids, rest) => {
    const put = (text: string): string => text.replace(/[ABC]/g, makeRecordLine)
    const read = await readBytes('file.json', put(pattern))
    expect(listRecordIds(read)).toEqual(ids)
    expect(read.refused.map(({ code, text }) => [code, text])).toEqual([
      ['json_malformed', rest === null ? null : toOneLine(put(rest))],
    ])
  })
})
