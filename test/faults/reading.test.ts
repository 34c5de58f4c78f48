import { spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixture, MAIN, makeBorrowers, readManifest, startCommand, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { type Result, readResult, readState } from './folder.js'

const folder = sharedFolder()

const out = join(folder, 'out')
const small = fixture('borrower.ndjson')
const many = Buffer.from(makeBorrowers(60))
const zipped = gzipSync(many)
let older: Result

beforeEach(() => {
  rmSync(out, { recursive: true, force: true })
  expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
  older = readResult(out)
})

/** Expects that a failed run left no temporary files and did not change the older result. */
function expectOlder(): void {
  expect(readState(out, [older])).toMatchObject({ manifestResult: 0, parts: [], files: { size: older.size } })
}

const MEANINGS: Readonly<Record<string, string>> = {
  ENOENT: ': there is no such file. Check the path',
  EISDIR: ': it is a folder, not a file. Name the files in it, such as FOLDER/*.ndjson',
  Z_BUF_ERROR: ': it is a gzip that ends early',
}

describe('an input that cannot be read: exits with 3 and keeps the older result', () => {
  const invertByte = (at: number): Buffer => {
    const bytes = Buffer.from(zipped)
    bytes[at] = (bytes[at] as number) ^ 0xff
    return bytes
  }
  test.each([
    ['a missing file', null, 'ENOENT'],
    ['a directory', 'directory', 'EISDIR'],
    ['gzip that ends early', zipped.subarray(0, zipped.length >> 1), 'Z_BUF_ERROR'],
    ['gzip without its end', zipped.subarray(0, -4), 'Z_BUF_ERROR'],
    ['gzip with a wrong checksum', invertByte(zipped.length - 6), 'Z_DATA_ERROR'],
    ['other data after gzip bytes', Buffer.from('\u001f\u008bnothing of the kind', 'latin1'), 'Z_DATA_ERROR'],
  ])('%s, after a valid one', (_, bytes, code) => {
    const path = join(folder, 'input')
    rmSync(path, { recursive: true, force: true })
    if (bytes === 'directory') mkdirSync(path)
    else if (bytes !== null) writeFileSync(path, bytes)
    const ran = taxtally(['convert', small, path, '--out', out])
    expect(ran).toEqual({
      code: 3,
      stdout: '',
      stderr: `taxtally: ${path} could not be read (${code})${MEANINGS[code] ?? ''}.\n`,
    })
    expectOlder()
  })

  test('a directory on standard input', () => {
    const descriptor = openSync(folder, 'r')
    for (const args of [
      ['convert', '-', '--out', out],
      ['summarize', '-'],
    ]) {
      const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], { stdio: [descriptor, 'pipe', 'pipe'] })
      expect([status, String(stderr)]).toEqual([
        3,
        'taxtally: - could not be read (EISDIR): it is a folder, not a file. Name the files in it, such as FOLDER/*.ndjson.\n',
      ])
    }
    closeSync(descriptor)
    expectOlder()
  })

  test('a file without read permission', () => {
    const path = join(folder, 'closed.ndjson')
    writeFileSync(path, many)
    chmodSync(path, 0o000)
    chmodSync(folder, 0o755)
    // Root may read every file, so a different user runs the command.
    const uid = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
    if (spawnSync(process.execPath, [MAIN, '--version'], uid).status !== 0) {
      process.stderr.write('skipped: a file that may not be read, since no other user runs the command here\n')
      return
    }
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'validate', path], uid)
    expect([status, String(stderr)]).toEqual([
      3,
      `taxtally: ${path} could not be read (EACCES): this user may not read it.\n`,
    ])
  })
})

describe('a failed run does not wait for an idle pipe', () => {
  test.each([
    ['other data after gzip bytes', Buffer.from('\u001f\u008bnothing of the kind', 'latin1'), out],
    ['an output that cannot be written', many, join(small, 'no-folder')],
  ])('%s', async (_, bytes, to) => {
    const { child, closed } = startCommand(['convert', '-', '--out', to])
    child.stdin.write(bytes)
    expect((await closed)[0]).toBe(3)
    expectOlder()
  })
})

test('writes the complete values and rejects the rest if a file is truncated while it is read', async () => {
  const path = join(folder, 'shrinks.ndjson')
  const size = many.length * 12
  writeFileSync(path, Buffer.concat(Array.from({ length: 12 }, () => many)))
  const { closed } = startCommand(['convert', path, '--out', out])
  // Wait until the outputs are open. The input is so large that the run cannot have read all of it yet.
  while (readState(out, [older]).parts.length === 0) await new Promise(resolve => setTimeout(resolve, 1))
  truncateSync(path, size - 100)
  expect((await closed)[0]).toBe(4)
  expect(readManifest(out).inputs[0]?.bytes).toBe(size - 100)
  expect(readFileSync(join(out, 'issues.csv'), 'utf8')).toContain('json_malformed')
})
