import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN, taxtally } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { makeRandom } from '../support/mutate.js'
import { readResult, readState, removeParts, twoInputs } from './folder.js'

const folder = sharedFolder()

/** The number of kills. A long run sets it with an environment variable. */
const KILLS = Number(process.env['TAXTALLY_FAULT_RUNS'] ?? 8)
// These arguments select many files, because renaming them must take long enough for a kill.
const ARGUMENTS = ['--tables', 'all', '--format', 'csv,arrow,arrows', '--quiet']

const pause = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** The estimated time in ms from the last input byte to the end of a run. Adjusted after each run. */
let msAfterInput = 400

/** Waits until the run removes the older manifest. Next, the run renames its files. */
async function waitForManifestRemoval(out: string, isOver: () => boolean): Promise<void> {
  const manifest = join(out, 'manifest.json')
  while (existsSync(manifest) && !isOver()) await new Promise(resolve => setImmediate(resolve))
}

/** Converts standard input and kills the run. Returns true if the kill came before the run ended. */
async function convertAndKill(text: Buffer, out: string, dice: (below: number) => number): Promise<boolean> {
  const child = spawn(process.execPath, [MAIN, 'convert', '-', '--out', out, ...ARGUMENTS], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  child.stdin.on('error', () => {})
  const killPhase = dice(3)
  // 0: kill the run while it reads its input. 1: kill it near its end. 2: kill it while it renames its files.
  const part = text.subarray(0, killPhase === 0 ? dice(text.length) : text.length)
  await new Promise(resolve => child.stdin.write(part, resolve))
  if (killPhase === 0) await pause(dice(300))
  else {
    child.stdin.end()
    if (killPhase === 1 || !existsSync(join(out, 'manifest.json'))) await pause(msAfterInput * (0.8 + dice(400) / 1000))
    else {
      await waitForManifestRemoval(out, () => child.exitCode !== null)
      if (dice(2) === 0) await pause(dice(4))
    }
  }
  child.kill('SIGKILL')
  const isKilled = (await closed)[1] === 'SIGKILL'
  if (killPhase === 1) msAfterInput *= isKilled && existsSync(join(out, 'manifest.json')) ? 1.15 : 0.87
  return isKilled
}

test(`${KILLS} kills: each file is complete, any manifest is correct, and the next run succeeds`, async () => {
  const inputs = twoInputs(folder, 0.15, ARGUMENTS)
  // Convert from standard input, as the killed runs do, because the outputs contain the name of the source.
  const texts = inputs.map(({ path }) => readFileSync(path))
  const results = inputs.map(({ code }, i) => {
    const out = join(folder, `from-stdin-${i}`)
    expect(taxtally(['convert', '-', '--out', out, ...ARGUMENTS], texts[i]).code).toBe(code)
    return readResult(out)
  })
  const out = join(folder, 'out')
  expect(taxtally(['convert', '-', '--out', out, ...ARGUMENTS], texts[0]).code).toBe(0)
  const dice = makeRandom(20260301)
  const seen = { older: 0, between: 0, newer: 0, ended: 0, parts: 0 }
  let before = 0
  for (let i = 1; i <= KILLS; i++) {
    const inputIndex = 1 - before
    const wasKilled = await convertAndKill(texts[inputIndex] as Buffer, out, dice)
    const { manifestResult, parts } = readState(out, results)
    seen.parts += parts.length
    if (!wasKilled) expect(manifestResult).toBe(inputIndex)
    seen[
      !wasKilled ? 'ended' : manifestResult === null ? 'between' : manifestResult === inputIndex ? 'newer' : 'older'
    ]++
    if (manifestResult !== null) before = manifestResult
    if (manifestResult !== null && i % 10 !== 0) continue
    // Run again in the folder that contains the killed run's files.
    expect(taxtally(['convert', '-', '--out', out, ...ARGUMENTS], texts[before]).code).toBe(inputs[before]?.code)
    expect(readState(out, results)).toMatchObject({ manifestResult: before, parts: { length: parts.length } })
    removeParts(out)
  }
  process.stderr.write(`${KILLS} kills survived: ${JSON.stringify(seen)}\n`)
}, 6_000_000)
