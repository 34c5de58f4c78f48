import { describe, expect, test } from 'vitest'
import type { Piece } from '../../src/files/split/piece.js'
import { split } from '../support/split.js'
import { makeRecordLine } from './reading.js'

/** Creates a line of 9 MB. The splitter looks only at the first 8 MB of a file to find its kind. */
const makeLongLine = (id: string): string => JSON.stringify({ id, x: 'z'.repeat(9 << 20) })

const MEGABYTE = 1 << 20

function problemOf({ text, problem }: Pick<Piece, 'text' | 'problem'>): string {
  if (problem !== null) return problem
  try {
    return (JSON.parse(text as string) as { id: string }).id
  } catch {
    return 'json_malformed'
  }
}

const summarizePieces = (pieces: readonly Piece[]) =>
  pieces.map(({ text, problem, line }) => [problemOf({ text, problem }), line])

describe('a first line of nine megabytes in a file without a known extension', () => {
  test('is a line of NDJSON if more lines follow', async () => {
    for (const end of ['\n', '\r\n', '\n\n \n']) {
      const lines = end.split('\n').length - 1
      expect(
        summarizePieces(await split(`${makeLongLine('a')}${end}${makeRecordLine('b')}${end}${makeRecordLine('c')}`)),
      ).toEqual([
        ['a', 1],
        ['b', 1 + lines],
        ['c', 1 + 2 * lines],
      ])
    }
  })

  test('is a line of NDJSON even after blank lines', async () => {
    expect(summarizePieces(await split(`\n\n${makeLongLine('a')}\n${makeRecordLine('b')}`))).toEqual([
      ['a', 3],
      ['b', 4],
    ])
  })

  test('is the only value if no other lines follow', async () => {
    for (const end of ['', '\n', '\n \n\n', `\n${' '.repeat(2 * MEGABYTE)}\n`])
      expect(summarizePieces(await split(makeLongLine('a') + end))).toEqual([['a', null]])
  })

  test('is part of one value if the value continues on the next lines', async () => {
    const value = `{"x":"${'z'.repeat(9 << 20)}",\n"id":\n"a"}\n`
    expect(summarizePieces(await split(value))).toEqual([['a', null]])
  })

  test('is reported without affecting other lines if it is too large', async () => {
    expect(
      summarizePieces(await split(`${makeLongLine('a')}\n${makeRecordLine('b')}`, undefined, { maxBytes: MEGABYTE })),
    ).toEqual([
      ['value_too_large', 1],
      ['b', 2],
    ])
  })

  test('is reported without affecting other lines if it is not JSON and its brackets are balanced', async () => {
    expect(summarizePieces(await split(`{"x":tru, "y":"${'z'.repeat(9 << 20)}"}\n${makeRecordLine('b')}`))).toEqual([
      ['json_malformed', 1],
      ['b', 2],
    ])
  })
})
