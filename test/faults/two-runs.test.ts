import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN, ROOT } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { type Result, readResult, readState, twoInputs } from './folder.js'
import { codeOf, startStopped } from './stopped-run.js'

const folder = sharedFolder()

const pathOfScript = (name: string): string => join(ROOT, 'test/faults', name)
const startPut = async (out: string, content: string, change: number): Promise<() => Promise<unknown>> =>
  (await startStopped(out, [pathOfScript('put.mjs'), out, content], change)) ?? (async () => null)

/** Writes the content to a new folder and returns the result. */
function makeResult(content: string): Result {
  const out = join(folder, `alone-${content}`)
  mkdirSync(out)
  expect(spawnSync(process.execPath, [pathOfScript('put.mjs'), out, content]).status).toBe(0)
  return readResult(out)
}

// The number of the change that removes the older manifest. It follows mkdir, three opens, a write, chmod and close of
// each file, and an open, write, chmod and close of the manifest.
const MANIFEST_REMOVAL_CALL = 1 + 3 + 9 + 4 + 1
// The number of the last change, which renames the manifest. Before it, each file has a rename and a removal.
const MANIFEST_RENAME_CALL = MANIFEST_REMOVAL_CALL + 6 + 1
// A long test run tries every change, and a short one every third change.
const STEP = process.env['TAXTALLY_FAULT_RUNS'] === undefined ? 3 : 1

describe('two runs that move their files into one folder at the same time', () => {
  const results = ['x', 'y'].map(makeResult)
  const out = join(folder, 'out')

  test.each([0, 1])('stopped at any change: one result, or no manifest and exit code 3 (run %i first)', async first => {
    const outcomes = new Set<string>()
    for (let x = MANIFEST_REMOVAL_CALL; x <= MANIFEST_RENAME_CALL; x += STEP) {
      // In each order, test only every other pair, because the two contents are interchangeable.
      for (let y = MANIFEST_REMOVAL_CALL + STEP * ((x / STEP + first) & 1); y <= MANIFEST_RENAME_CALL; y += 2 * STEP) {
        rmSync(out, { recursive: true, force: true })
        const runs = [await startPut(out, 'x', x), await startPut(out, 'y', y)] as const
        const codes = [await runs[first as 0 | 1](), await runs[(1 - first) as 0 | 1]()]
        const { manifestResult, parts } = readState(out, results)
        const where = `x before ${x}, y before ${y}: ${codes}`
        expect(parts, where).toEqual([])
        for (const code of codes) expect([0, 3], where).toContain(code)
        // The run that ends last succeeds if and only if there is a manifest.
        expect(codes[1] === 0, where).toBe(manifestResult !== null)
        outcomes.add(`${codes} ${manifestResult === null}`)
      }
    }
    // Both outcomes occur: one run completely after the other, and two runs that interleave.
    expect(outcomes).toContain('0,0 false')
    expect([...outcomes].some(outcome => outcome.endsWith('3 true'))).toBe(true)
  })

  test('two runs with the same bytes both succeed', async () => {
    rmSync(out, { recursive: true, force: true })
    const run = await startPut(out, 'x', MANIFEST_RENAME_CALL)
    expect(spawnSync(process.execPath, [pathOfScript('put.mjs'), out, 'x']).status).toBe(0)
    expect(await run()).toBe(0)
    expect(readState(out, results)).toMatchObject({ manifestResult: 0, parts: [] })
  })
})

test('two conversions at the same time give one result, or no manifest and exit code 3', async () => {
  const inputs = twoInputs(folder, 0.1, [])
  const results = inputs.map(({ result }) => result)
  for (let i = 0; i < 2; i++) {
    const out = join(folder, `both-${i}`)
    const children = inputs.map(({ path }) =>
      spawn(process.execPath, [MAIN, 'convert', path, '--out', out], { stdio: 'ignore' }),
    )
    const codes = await Promise.all(children.map(codeOf))
    const { manifestResult, parts } = readState(out, results)
    expect(parts).toEqual([])
    codes.forEach((code, k) => {
      expect([inputs[k]?.code, 3]).toContain(code)
    })
    if (manifestResult === null) expect(codes).toContain(3)
  }
})
