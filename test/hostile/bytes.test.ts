import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listRecordIds, makeRecordLine, readBytes } from './reading.js'

const joinThreeLines = (middle: Buffer | string): Buffer =>
  Buffer.concat([
    Buffer.from(`${makeRecordLine('a')}\n`),
    Buffer.from(middle as string),
    Buffer.from(`\n${makeRecordLine('c')}`),
  ])

describe('unusual bytes in files', () => {
  const broken: [string, Buffer][] = [
    ['a continuation byte alone', Buffer.from([0x80])],
    ['a sequence cut short', Buffer.from([0xe2, 0x82])],
    ['an overlong slash', Buffer.from([0xc0, 0xaf])],
    ['half of a pair as UTF-8', Buffer.from([0xed, 0xa0, 0x80])],
    ['beyond Unicode', Buffer.from([0xf4, 0x90, 0x80, 0x80])],
    ['FE and FF', Buffer.from([0xfe, 0xff])],
    ['Latin-1', Buffer.from('Müller', 'latin1')],
  ]
  test.each(broken)('%s in a string: only the line with it is rejected', async (_, bytes) => {
    const line = Buffer.concat([Buffer.from('{"id":"b","forms":[],"name":"'), bytes, Buffer.from('"}')])
    for (const file of [joinThreeLines(line), gzipSync(joinThreeLines(line))]) {
      const read = await readBytes('lines.ndjson', file)
      expect(read.refused.map(({ code, line }) => [code, line])).toEqual([['json_malformed', 2]])
      expect(listRecordIds(read)).toEqual(['a', 'c'])
    }
  })

  test('UTF-16 without a byte order mark is rejected', async () => {
    const little = Buffer.from(`${makeRecordLine('a')}\n${makeRecordLine('b')}\n`, 'utf16le')
    for (const file of [little, Buffer.from(little).swap16()]) {
      const { records, refused } = await readBytes('file.json', file)
      expect([records, refused]).toEqual([{}, [expect.objectContaining({ code: 'json_malformed', line: null })]])
    }
  })

  test('a byte order mark is ignored at the start of a file and makes a later line malformed', async () => {
    expect(listRecordIds(await readBytes('l.ndjson', `\ufeff${makeRecordLine('a')}\n${makeRecordLine('b')}`))).toEqual([
      'a',
      'b',
    ])
    const read = await readBytes(
      'l.ndjson',
      `${makeRecordLine('a')}\n\ufeff${makeRecordLine('b')}\n${makeRecordLine('c')}`,
    )
    expect(read.refused).toMatchObject([{ code: 'json_malformed', path: '$', line: 2 }])
    expect(listRecordIds(read)).toEqual(['a', 'c'])
  })

  test('NUL characters make only the line that has them malformed', async () => {
    const read = await readBytes(
      'l.ndjson',
      `\0\n${makeRecordLine('a')}\n\0\0\0\n${makeRecordLine('b')}\0\n${makeRecordLine('c')}`,
    )
    expect(read.refused.map(({ line, text }) => [line, text])).toEqual([
      [1, '\0'],
      [3, '\0\0\0'],
      [4, `${makeRecordLine('b')}\0`],
    ])
    expect(listRecordIds(read)).toEqual(['a', 'c'])
  })

  test('a lone carriage return does not end a line, and one before a line feed is ignored', async () => {
    const read = await readBytes(
      'l.ndjson',
      `${makeRecordLine('a')}\r\n${makeRecordLine('b')}\r${makeRecordLine('c')}\n${makeRecordLine('d')}`,
    )
    expect(read.refused).toMatchObject([
      { code: 'json_malformed', line: 2, text: `${makeRecordLine('b')} ${makeRecordLine('c')}` },
    ])
    expect(listRecordIds(read)).toEqual(['a', 'd'])
  })

  test('escaped lone surrogates are text and become U+FFFD', async () => {
    const line = '{"id":"b\\ud800","taxpayer_id":"t\\udc00","forms":[{"type":"\\ud800\\ud800"}]}'
    const read = await readBytes('l.ndjson', joinThreeLines(line))
    expect(read.refused).toEqual([])
    expect(Object.keys(read.records)).toContain('t\ufffd')
  })
})

describe('gzip', () => {
  test('with several members is read as one file', async () => {
    const file = Buffer.concat([
      gzipSync(`${makeRecordLine('a')}\n${makeRecordLine('b').slice(0, 9)}`),
      gzipSync(`${makeRecordLine('b').slice(9)}\n`),
    ])
    expect(listRecordIds(await readBytes('l.ndjson.gz', file))).toEqual(['a', 'b'])
  })

  const zipped = gzipSync(joinThreeLines(makeRecordLine('b')))
  test.each([
    ['cut short', zipped.subarray(0, -9), 'Z_BUF_ERROR'],
    ['the head alone', zipped.subarray(0, 2), 'Z_BUF_ERROR'],
    ['a wrong sum', Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8, 7)]), 'Z_DATA_ERROR'],
    ['rubbish', Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.alloc(50, 7)]), 'Z_DATA_ERROR'],
  ])('with the fault %s is an input that could not be read', async (_, bytes, code) => {
    await expect(readBytes('l.ndjson.gz', bytes)).rejects.toThrow(
      `l.ndjson.gz could not be read (${code})${code === 'Z_BUF_ERROR' ? ': it is a gzip that ends early' : ''}.`,
    )
  })
})
