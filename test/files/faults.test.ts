import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDossiers } from '../../src/files/read/read-files.js'
import { findFault } from '../../src/files/read/syntax-fault.js'
import { ACCEPTED, bytesOf, REJECTED_TEXTS } from '../hostile/json-texts.js'
import { inFolder, makeRecordLine } from '../hostile/reading.js'
import { measureCpuTime } from '../support/cpu-time.js'

/** Writes the bytes to a file, reads it and returns the issue messages without their common first sentence. */
const readMessages = (bytes: Buffer | string, name = 'file.json'): Promise<string[]> =>
  inFolder(async folder => {
    const path = join(folder, name)
    writeFileSync(path, bytes)
    const messages: string[] = []
    for await (const result of readDossiers([path])) if ('issue' in result) messages.push(result.issue.message)
    return messages.map(message => message.replace('The file is not valid JSON. ', ''))
  })

describe('the position of a syntax error', () => {
  test.each(ACCEPTED)('%j has no syntax error', text => {
    const withoutMark = text.replace('\xef\xbb\xbf', '')
    expect(findFault(withoutMark)).toBe(null)
  })

  test.each(REJECTED_TEXTS)('%j has a syntax error at the position that Node reports, or shortly before it', text => {
    const fault = findFault(text)
    expect(fault).not.toBe(null)
    // If Node reports a position inside a number or an escape, `findFault` returns where that number or escape starts.
    let message = ''
    try {
      JSON.parse(text)
    } catch (cause) {
      message = (cause as Error).message
    }
    const nodePosition = /at position (\d+)/.exec(message)?.[1]
    if (nodePosition !== undefined && !/[\x80-\xff]/.test(text))
      expect(Number(nodePosition) - (fault?.at ?? -1)).toSatisfy(
        (difference: number) => difference >= 0 && difference <= 6,
      )
    if (/end of JSON input/.test(message)) expect(fault?.at).toBe(text.length)
  })

  test('finds a syntax error in exactly the texts that JSON.parse rejects', () => {
    const parts = fc.array(
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', ' ', '1', '-', '.', 'e', 'true', 'nul', '"a"', '\n'),
      { maxLength: 14 },
    )
    fc.assert(
      fc.property(parts, values => {
        const text = values.join('')
        let isJson = true
        try {
          JSON.parse(text)
        } catch {
          isJson = false
        }
        expect(findFault(text) === null, text).toBe(isJson)
      }),
      { numRuns: 20_000, seed: 28 },
    )
  })

  test('finds the position in a text of 64 MB and in a million open brackets', () => {
    expect(findFault(`"${'x'.repeat(1 << 26)}`)?.at).toBe((1 << 26) + 1)
    expect(findFault('['.repeat(1 << 20))?.at).toBe(1 << 20)
  })
})

describe('the message of json_malformed has the line, the column and the cause', () => {
  test.each([
    [
      `${makeRecordLine('a')}\n{"id":"b"\n${makeRecordLine('c')}`,
      ['Line 2, column 10: the text ends before the value does.'],
    ],
    [
      `${makeRecordLine('a')}\n{"id":'b'}\n${makeRecordLine('c')}`,
      ['Line 2, column 7: the wrong kind of quote, where JSON has ".'],
    ],
    ['{\n  "id": "r",\n  "x": NaN\n}', ['Line 3, column 8: NaN, Infinity or undefined, which JSON does not allow.']],
    ['\n\n{"é": "é", oops}', ['Line 3, column 12: a word without quotes.']],
    ['{"a":1,}', ['Line 1, column 8: a closing bracket where a value or a name belongs.']],
    ['{"a":1 // one\n}', ['Line 1, column 8: what looks like a comment, which JSON does not allow.']],
    ['{"a":"one\ntwo"}', ['Line 1, column 10: a line break or control character in a string.']],
    [`[${makeRecordLine('a')},\n {"id": tru}]`, ['Line 2, column 9: a word without quotes.']],
    [`[${makeRecordLine('a')},\n`, ['Line 2, column 1: the text ends before the value does.']],
    [`{\n "a": 1\n}\n{\n "b": True\n}`, ['Line 5, column 7: true, false or null spelled differently.']],
    [
      Buffer.concat([Buffer.from('{"a":"x'), Buffer.of(0xe9), Buffer.from('"}')]),
      ['Line 1, column 8: bytes that are not UTF-8.'],
    ],
  ])('%j', async (text, messages) => {
    // Keep only messages about syntax. Some values in these texts are valid JSON but not records.
    const lineMessages = (await readMessages(text)).filter(message => message.startsWith('Line '))
    expect(lineMessages).toEqual(messages)
  })

  test.each([
    ['CSV or a table of another kind', 'name,ssn,wages\nA B,900-12-3456,1\nC D,900-12-3457,2\n'],
    ['CSV or a table of another kind', 'name;ssn\nA;900-12-3456\n'],
    ['a web page', '\n<!DOCTYPE html>\n<html><body>900-12-3456</body></html>'],
    ['XML', '<?xml version="1.0"?><a/>'],
    ['a PDF', '%PDF-1.7\n%\u00e2\u00e3\n1 0 obj\n<<>>'],
    ['an Excel workbook', Buffer.from('PK\u0003\u0004\u0014\0\0\0xl/workbook.xml', 'latin1')],
    ['a ZIP archive', Buffer.from('PK\u0003\u0004\u0014\0\0\0other', 'latin1')],
    ['an old Excel or Word file', Buffer.from('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1', 'latin1')],
    ['a Parquet file', Buffer.from('PAR1\u0015\u0004', 'latin1')],
    ['text in UTF-16 without a byte order mark', Buffer.from('{"id":"r","forms":[]}', 'utf16le').swap16()],
    ['a binary file', Buffer.from('what\u0001is\0this\n', 'latin1')],
    ['a binary file', gzipSync(Buffer.from('what\u0001is\0this\n', 'latin1'))],
  ])('%s gives one issue for the whole file', async (what, bytes) => {
    for (const name of ['file.json', 'file.ndjson'])
      expect(await readMessages(bytes, name)).toEqual([`Line 1, column 1: it looks like ${what}.`])
  })

  test('does not guess another file type if some lines are JSON', async () => {
    for (const text of [
      '"a,b"\n"c,d"\n',
      '1\n2\n3\n',
      `rubbish, of one line\n${makeRecordLine('a')}\n${makeRecordLine('b')}`,
    ])
      for (const message of await readMessages(text, 'l.ndjson')) expect(message).not.toContain('looks like')
  })

  test('no message contains part of the text', async () => {
    for (const text of REJECTED_TEXTS) {
      const messages = (await readMessages(bytesOf(`{"canary":"x7q",${text}`))).join()
      expect(messages).not.toMatch(/canary|x7q/)
    }
  })
})

test.each(['x', '{"a":x}', '{}{', '\xff'])(
  'many lines like %j cost at most ten times as much as many good lines',
  async bad => {
    const timeOf = (line: string): Promise<number> => {
      const bytes = Buffer.from(`${makeRecordLine('a')}\n${`${line}\n`.repeat(50_000)}`, 'latin1')
      return measureCpuTime(async () => expect((await readMessages(bytes, 'file.ndjson')).length).toBeGreaterThan(1))
    }
    await timeOf(bad)
    expect(await timeOf(bad)).toBeLessThan(10 * (await timeOf('1')))
  },
)
