import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MAIN, ROOT } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { type Result, readResult, readState, twoInputs } from './folder.js'

const folder = sharedFolder()

const pathOfScript = (name: string): string => join(ROOT, 'test/faults', name)
const codeOf = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? ((await once(child, 'close')) as unknown[])[0]

/** Starts a run and waits until it stops before a change. Returns a function that continues it and waits for its exit code. */
async function startStopped(out: string, content: string, call: number): Promise<() => Promise<unknown>> {
  const until = join(folder, `go-${content}`)
  rmSync(until, { force: true })
  const fault = JSON.stringify({ folder: out, at: call, reached: '!', until })
  const child = spawn(
    process.execPath,
    ['--import', pathOfScript('inject.mjs'), pathOfScript('put.mjs'), out, content],
    {
      env: { ...process.env, TAXTALLY_FAULT: fault },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(child.stdout, 'data')
  return () => {
    writeFileSync(until, '')
    return codeOf(child)
  }
}

/** Makes the result for a content. */
function makeResult(content: string): Result {
  const out = join(folder, `alone-${content}`)
  mkdirSync(out)
  expect(spawnSync(process.execPath, [pathOfScript('put.mjs'), out, content]).status).toBe(0)
  return readResult(out)
}

// mkdir, three opens, three times write, mode and close, the manifest's open and those, and the older manifest away.
const FIRST = 1 + 3 + 9 + 4 + 1
// For each file its place, and a manifest away that came meanwhile; for the manifest its place.
const LAST = FIRST + 6 + 1
// Every change in a long run, otherwise one of each kind.
const STEP = process.env['TAXTALLY_FAULT_RUNS'] === undefined ? 3 : 1

describe('two runs that move their files into one folder at the same time', () => {
  const results = ['x', 'y'].map(makeResult)
  const out = join(folder, 'out')

  test.each([0, 1])('stopped at any change: one result, or no manifest and exit code 3 (%i first)', async first => {
    const outcomes = new Set<string>()
    for (let x = FIRST; x <= LAST; x += STEP) {
      // Every other pair in each order: the laws are the same for both words.
      for (let y = FIRST + STEP * ((x / STEP + first) & 1); y <= LAST; y += 2 * STEP) {
        rmSync(out, { recursive: true, force: true })
        const runs = [await startStopped(out, 'x', x), await startStopped(out, 'y', y)] as const
        const codes = [await runs[first as 0 | 1](), await runs[(1 - first) as 0 | 1]()]
        const { manifestResult, parts } = readState(out, results)
        const where = `x before ${x}, y before ${y}: ${codes}`
        expect(parts, where).toEqual([])
        for (const code of codes) expect([0, 3], where).toContain(code)
        // The run that ends last knows the content of the folder.
        expect(codes[1] === 0, where).toBe(manifestResult !== null)
        outcomes.add(`${codes} ${manifestResult === null}`)
      }
    }
    // Both happen: a run that comes wholly after the other, and two that mix.
    expect(outcomes).toContain('0,0 false')
    expect([...outcomes].some(outcome => outcome.endsWith('3 true'))).toBe(true)
  })

  test('two runs with the same bytes both succeed', async () => {
    rmSync(out, { recursive: true, force: true })
    const run = await startStopped(out, 'x', LAST)
    expect(spawnSync(process.execPath, [pathOfScript('put.mjs'), out, 'x']).status).toBe(0)
    expect(await run()).toBe(0)
    expect(readState(out, results)).toMatchObject({ manifestResult: 0, parts: [] })
  })
})

test('two conversions at the same time', async () => {
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
