// `report` writes several pages and an index. The index must never list a page of another run.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OutputError } from '../../src/files/errors.js'
import { OutputFolder } from '../../src/files/output/output.js'
import { fixture, MAIN, makeBorrowers, newFolder, ROOT, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { type Result, readResult } from './folder.js'
import { startStopped } from './stopped-run.js'

const folder = sharedFolder()
const inputs = [join(folder, 'two.ndjson'), fixture('borrower.ndjson')] as const
writeFileSync(inputs[0], makeBorrowers(2))
const runs = inputs.map((input, i) => {
  const out = join(folder, `alone-${i}`)
  expect(taxtally(['report', input, '--out', out]).code).toBe(0)
  return { out, result: readResult(out) }
})
const results: readonly Result[] = runs.map(({ result }) => result)

/** Returns the number of the run whose index is in the folder, or null. Fails if the index lists another run's page. */
function readIndex(out: string, description: string): number | null {
  if (!existsSync(join(out, 'index.html'))) return null
  const files = readResult(out)
  const run = results.findIndex(result => result.get('index.html') === files.get('index.html'))
  for (const [name, sha256] of results[run] ?? []) expect(files.get(name), `${description}, ${name}`).toBe(sha256)
  return run
}

const listParts = (out: string): string[] => readdirSync(out).filter(name => name.endsWith('.part'))

/** Copies the older result to a new folder. */
function copyOlder(): string {
  const out = newFolder()
  cpSync(runs[0]?.out as string, out, { recursive: true })
  return out
}

describe('a report over an older one', () => {
  test('that is killed before any change leaves the older result, the newer one or no index', () => {
    const outcomes: (number | null)[] = []
    for (let at = 1; at < 60; at++) {
      const out = copyOlder()
      const { status } = spawnSync(
        process.execPath,
        ['--import', join(ROOT, 'test/faults/inject.mjs'), MAIN, 'report', inputs[1], '--out', out],
        { env: { ...process.env, TAXTALLY_FAULT: JSON.stringify({ folder: out, at, kill: true }) } },
      )
      outcomes.push(readIndex(out, `killed before change ${at}`))
      if (status === 0) break
    }
    expect(outcomes).toContain(null)
    expect(outcomes[0]).toBe(0)
    expect(outcomes.at(-1)).toBe(1)
    // The older result is complete until every page is written. Only the last changes of the run have no index.
    expect(outcomes.indexOf(null)).toBeGreaterThan(outcomes.length / 2)
  })

  test('that fails keeps the older result', () => {
    const out = copyOlder()
    expect(taxtally(['report', inputs[1], join(out, 'missing.json'), '--out', out]).code).toBe(3)
    expect([readResult(out), listParts(out)]).toEqual([results[0], []])
  })

  test('while another run writes the same folder: one result, or no index and exit code 3', async () => {
    const outcomes = new Set<string>()
    for (let at = 2; at < 30; at += 2) {
      const out = copyOlder()
      const command = [MAIN, 'report', inputs[1], '--out', out]
      const resume = await startStopped(out, command, at)
      if (resume === null) break
      expect(taxtally(['report', inputs[0], '--out', out]).code).toBe(0)
      const code = await resume()
      const run = readIndex(out, `stopped before change ${at}`)
      expect(code === 0, `stopped before change ${at}`).toBe(run === 1)
      expect(listParts(out)).toEqual([])
      outcomes.add(`${code} ${run}`)
    }
    expect(outcomes).toContain('0 1')
    expect(outcomes).toContain('3 null')
  })
})

test('a link that takes the place of the folder gets no file', () => {
  const [parent, secret] = [newFolder(), newFolder()]
  const out = join(parent, 'out')
  mkdirSync(out)
  const outputFolder = new OutputFolder(out)
  outputFolder.open('index.html').writeText('index')
  renameSync(out, join(parent, 'moved'))
  symlinkSync(secret, out)
  expect(() => outputFolder.open('borrower-0001.html')).toThrow(OutputError)
  expect(readdirSync(secret)).toEqual([])
  outputFolder.discard()
  rmSync(out)
})

test('a report has no page of another taxpayer in its index', () => {
  const out = copyOlder()
  const { code, stderr } = taxtally(['report', inputs[1], '--out', out])
  expect(code).toBe(0)
  expect(stderr).toContain('index.html does not list 1 pages of an earlier run, from borrower-0002.html on')
  expect(readIndex(out, 'newer run')).toBe(1)
  expect(readFileSync(join(out, 'index.html'), 'utf8')).not.toContain('borrower-0002')
})
