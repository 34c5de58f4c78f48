import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { convert } from '../../src/files/index.js'
import { CUSTOM_POLICY, fixture, MAIN, newFolder, taxtally } from '../cli/command.js'

const TABLE_OPTIONS = ['--tables', 'income']
const borrower = fixture('borrower.ndjson')

/** Creates an output folder in which a copy of an input has the name of an output. */
function folderWith(name: string): { out: string; path: string } {
  const out = join(newFolder(), 'out')
  mkdirSync(out)
  const path = join(out, name)
  copyFileSync(borrower, path)
  return { out, path }
}

/** Reads each file in a folder and returns the bytes by name. */
const bytesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map(name => [name, readFileSync(join(folder, name), 'latin1')]))

describe('an input that is also an output: exits with 3 and writes nothing', () => {
  test.each([
    ['income.csv', []],
    ['income.arrow', ['--format', 'csv,arrow']],
    ['manifest.json', []],
    ['rejected.ndjson', []],
    ['rejected.ndjson', ['--no-rejected']],
    ['income.csv', ['--jobs', '2']],
  ])('%s %j', (name, args) => {
    const { out, path } = folderWith(name)
    const before = bytesIn(out)
    expect(taxtally(['convert', borrower, path, '--out', out, ...TABLE_OPTIONS, ...args])).toEqual({
      code: 3,
      stdout: '',
      stderr: `taxtally: ${name} could not be written: this run reads it (${name}).\n`,
    })
    expect(bytesIn(out)).toEqual(before)
  })

  test('by a different path to the same file', () => {
    const { out } = folderWith('rejected.ndjson')
    const { status } = spawnSync(process.execPath, [MAIN, 'convert', 'rejected.ndjson', '--out', '../out'], {
      cwd: out,
    })
    expect(status).toBe(3)
    expect(bytesIn(out)).toEqual({ 'rejected.ndjson': readFileSync(borrower, 'latin1') })
  })

  test('through links: from an input to an output, from an output to an input, and one file with two names', () => {
    const { out, path } = folderWith('manifest.json')
    const elsewhere = newFolder()
    const link = join(elsewhere, 'link.ndjson')
    symlinkSync(path, link)
    const run = (input: string) => taxtally(['convert', input, '--out', out, ...TABLE_OPTIONS])
    const refused = {
      code: 3,
      stdout: '',
      stderr: 'taxtally: manifest.json could not be written: this run reads it (link.ndjson).\n',
    }
    expect(run(link)).toEqual(refused)
    rmSync(link)
    linkSync(path, link)
    expect(run(link)).toEqual(refused)
    rmSync(path)
    symlinkSync(link, path)
    expect(run(link)).toEqual(refused)
    expect(readFileSync(path, 'latin1')).toBe(readFileSync(borrower, 'latin1'))
  })

  test('by standard input that is redirected from the output file', () => {
    const { out, path } = folderWith('rejected.ndjson')
    const descriptor = openSync(path, 'r')
    const args = [MAIN, 'convert', '-', '--out', out, ...TABLE_OPTIONS]
    const { status, stderr } = spawnSync(process.execPath, args, { stdio: [descriptor, 'pipe', 'pipe'] })
    expect([status, String(stderr)]).toEqual([
      3,
      'taxtally: rejected.ndjson could not be written: this run reads it (-).\n',
    ])
    expect(existsSync(path)).toBe(true)
  })

  test('as the file of --known-facts, --policy or --pseudonym-key-file', () => {
    for (const option of ['--known-facts', '--policy', '--pseudonym-key-file']) {
      const out = newFolder()
      const path = join(out, 'manifest.json')
      const text = {
        '--known-facts': '{"taxpayer_id":"tp-borrower-quenby"}',
        '--policy': JSON.stringify(CUSTOM_POLICY),
      }[option]
      writeFileSync(path, text ?? 'k'.repeat(32))
      const { code, stderr } = taxtally(['convert', borrower, '--out', out, ...TABLE_OPTIONS, option, path])
      expect([code, stderr], option).toEqual([
        3,
        'taxtally: manifest.json could not be written: this run reads it (manifest.json).\n',
      ])
      expect(Object.keys(bytesIn(out))).toEqual(['manifest.json'])
    }
  })

  test('in a call of the library, which throws', async () => {
    const { out, path } = folderWith('income.csv')
    const before = bytesIn(out)
    await expect(convert([path], { out, tables: ['income'] })).rejects.toThrow(
      'income.csv could not be written: this run reads it (income.csv).',
    )
    expect(bytesIn(out)).toEqual(before)
  })
})

test('reads and keeps an input in the output folder that is not an output of the run', () => {
  const { out, path } = folderWith('facts.csv')
  expect(taxtally(['convert', path, '--out', out, ...TABLE_OPTIONS]).code).toBe(0)
  expect(readdirSync(out).sort()).toEqual(['facts.csv', 'income.csv', 'manifest.json'])
  expect(readFileSync(path, 'latin1')).toBe(readFileSync(borrower, 'latin1'))
})
