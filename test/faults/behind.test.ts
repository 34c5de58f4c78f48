import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
// As it is built: a thread starts from JavaScript.
import { endWriting, mayWriteBehind, writeBehind } from '../../dist/stream/behind/writing.js'
import type { WrittenBehind } from '../../dist/stream/behind/written-behind.js'
import { OutputFile } from '../../dist/stream/output-file.js'
import { LAST } from '../../src/export/tape/ops.js'
import { Tape } from '../../src/export/tape/tape.js'
import { MAIN } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { generate } from './folder.js'

const folder = sharedFolder()
afterEach(() => endWriting())

/** The thread does not come at once; until it does, files are written without it. */
async function behind(descriptor: number, size: number): Promise<WrittenBehind> {
  for (;;) {
    const written = writeBehind(descriptor, size)
    if (written !== null) return written
    await sleep(5)
  }
}

const sumOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const bytesOf = (length: number, seed: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, i) => (i * seed) >>> 3))

test('two files written by turns, one of them begun before: their bytes, and the sums of all of them', async () => {
  const head = bytesOf(600_000, 7)
  const parts = [1, 300_000, 262_144, 5_000_000, 12, 262_145].map((length, i) => bytesOf(length, 11 + i))
  const [a, b] = ['a', 'b'].map(name => openSync(join(folder, name), 'w+')) as [number, number]
  writeSync(a, head)
  const [first, second] = [await behind(a, head.length), await behind(b, 0)]
  for (const part of parts) {
    first.write(part)
    second.write(part.subarray(1))
    // What is given may be used again at once.
    const own = Buffer.from(part)
    second.write(own)
    own.fill(0)
  }
  const wholes = [
    Buffer.concat([head, ...parts]),
    Buffer.concat(parts.flatMap(part => [part.subarray(1), part])),
  ] as const
  expect([first.sum(), second.sum()]).toEqual(wholes.map(sumOf))
  expect(readFileSync(join(folder, 'a')).equals(wholes[0])).toBe(true)
  expect(readFileSync(join(folder, 'b')).equals(wholes[1])).toBe(true)
  for (const descriptor of [a, b]) closeSync(descriptor)
})

test('tapes are lines, longer ones than a piece of work too, between bytes and beside another file', async () => {
  const [a, b] = ['tapes-a', 'tapes-b'].map(name => openSync(join(folder, name), 'w+')) as [number, number]
  const [first, second] = [await behind(a, 0), await behind(b, 0)]
  for (const each of [first, second]) each.open({ format: 'csv' })
  const texts = [['some text', 'x'.repeat(700_000)], ['more of it'], ['y'.repeat(262_144), 'some text']]
  const tapes = texts.map(row => {
    const tape = new Tape(row.length, {})
    for (const [i, text] of row.entries()) tape.text(text, i + 1, i === row.length - 1 ? LAST : 0)
    if (row.length === 1) tape.keep()
    return tape
  })
  const again = new Tape(1, {})
  again.word(1, LAST)
  for (const tape of [...tapes, again]) {
    first.tape(tape.words)
    second.tape(tape.words)
    first.write(Buffer.from('bytes\n'))
    // What is given may be used again at once.
    tape.words.fill(0)
  }
  const lines = [...texts.map(row => `${row.join()}\n`), 'more of it\n']
  const wholes = [lines.map(line => `${line}bytes\n`).join(''), lines.join('')].map(text => Buffer.from(text))
  expect([first.sum(), second.sum()]).toEqual(wholes.map(sumOf))
  expect(readFileSync(join(folder, 'tapes-a')).equals(wholes[0] as Buffer)).toBe(true)
  expect(readFileSync(join(folder, 'tapes-b')).equals(wholes[1] as Buffer)).toBe(true)
  for (const descriptor of [a, b]) closeSync(descriptor)
})

test('bytes that were held when the thread came stand before the tapes that follow', async () => {
  const file = new OutputFile(folder, 'held')
  // So large that it is worth the thread, which is not there yet.
  const large = bytesOf(5_000_000, 5)
  file.bytes(large)
  file.bytes(Buffer.from('first\n'))
  expect(await mayWriteBehind()).toBe(true)
  // The thread is taken for what does not fit, and what does waits.
  file.bytes(bytesOf(300_000, 7))
  file.bytes(Buffer.from('second\n'))
  const tape = new Tape(1, {})
  tape.text('third', 1, LAST)
  file.tapes({ format: 'csv' }, false)?.(tape.words)
  file.bytes(Buffer.from('fourth\n'))
  const whole = Buffer.concat([
    large,
    Buffer.from('first\n'),
    bytesOf(300_000, 7),
    Buffer.from('second\nthird\nfourth\n'),
  ])
  expect(file.finish().sha256).toBe(sumOf(whole))
  file.check()
  file.place()
  expect(readFileSync(join(folder, 'held')).equals(whole)).toBe(true)
})

test('what the system refuses is thrown with its code, by the sum at the latest, and is nothing of the next file', async () => {
  const path = join(folder, 'c')
  closeSync(openSync(path, 'w'))
  const closed = openSync(path, 'r')
  const refused = await behind(closed, 0)
  refused.write(bytesOf(10, 3))
  refused.settle()
  expect(() => refused.write(bytesOf(10, 3))).toThrow(expect.objectContaining({ code: 'EBADF' }))
  // Another one's failure does not hide it.
  const other = openSync(path, 'r')
  const refusedToo = await behind(other, 0)
  refusedToo.write(bytesOf(10, 3))
  expect(() => refused.sum()).toThrow(expect.objectContaining({ code: 'EBADF' }))
  expect(() => refusedToo.sum()).toThrow(expect.objectContaining({ code: 'EBADF' }))
  for (const descriptor of [other, closed]) closeSync(descriptor)
  const open = openSync(path, 'w+')
  expect(open).toBe(closed)
  const next = await behind(open, 0)
  next.write(bytesOf(10, 3))
  expect(next.sum()).toBe(sumOf(bytesOf(10, 3)))
  closeSync(open)
  // What was to be there already is gone.
  const cut = openSync(path, 'r')
  const missing = await behind(cut, 1000)
  expect(() => missing.sum()).toThrow(expect.objectContaining({ code: 'cut meanwhile' }))
  closeSync(cut)
})

test('a conversion large enough for it: the sums of the manifest are those of the files', () => {
  const [input, out] = [join(folder, 'large.ndjson'), join(folder, 'out')]
  generate(input, 30, 5)
  execFileSync(process.execPath, [
    MAIN,
    'convert',
    input,
    '--out',
    out,
    '--quiet',
    '--tables',
    'facts,income',
  ])
  const { files } = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
  for (const { name, sha256 } of files) expect(sumOf(readFileSync(join(out, name)))).toBe(sha256)
  expect(readFileSync(join(out, 'facts.csv')).length).toBeGreaterThan(1 << 23)
}, 60_000)
