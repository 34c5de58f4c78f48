import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../cli/command.js'

/** Waits until a process has ended and returns its exit code. */
export const codeOf = async (child: ChildProcess): Promise<unknown> =>
  child.exitCode ?? ((await once(child, 'close')) as unknown[])[0]

let runCount = 0

/**
 * Starts a run of Node that stops before the given change in the folder. Returns a function that resumes it and returns
 * its exit code. Returns null if the run ends without that many changes.
 */
export async function startStopped(
  out: string,
  args: readonly string[],
  change: number,
): Promise<(() => Promise<unknown>) | null> {
  const until = `${out}-go-${++runCount}`
  const fault = JSON.stringify({ folder: out, at: change, reached: '!', until })
  const child = spawn(process.execPath, ['--import', join(ROOT, 'test/faults/inject.mjs'), ...args], {
    env: { ...process.env, TAXTALLY_FAULT: fault },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const stopped = await Promise.race([once(child.stdout, 'data'), codeOf(child).then(() => null)])
  if (stopped === null) return null
  return () => {
    writeFileSync(until, '')
    return codeOf(child).finally(() => rmSync(until))
  }
}
