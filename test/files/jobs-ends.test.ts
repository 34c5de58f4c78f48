import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { makeBorrowers, newFolder, startCommand } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { requireFor } from '../support/requirements.mjs'

const proc = requireFor('the processes and threads of a run with --jobs', 'proc')

/** Returns the parent process id of a running process, or null if the process has ended. */
function readProcessState(pid: number): { readonly parent: number } | null {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return state === 'Z' ? null : { parent: Number(parent) }
  } catch {
    return null
  }
}

const listChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^[0-9]+$/.test(name) && readProcessState(Number(name))?.parent === pid)
    .map(Number)

const inputs = sharedFolder()

/** Paths of input files that are so large that no run finishes before the test stops it. */
const paths = [0, 1].map(i => {
  const path = join(inputs, `${i}.ndjson`)
  writeFileSync(path, makeBorrowers(1500).replaceAll('"tp-', `"tp-${i}-`))
  return path
})

/** Returns a Node argument that makes every worker thread report its start and run the code 200 ms later. */
const runInThread = (act: string): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    import { isMainThread, threadId } from 'node:worker_threads'
    if (!isMainThread) {
      (await import('node:fs')).writeSync(2, 'thread ' + threadId + '\\n')
      setTimeout(() => { ${act} }, 200)
    }`)}`

/** Starts a run with two threads. Its output folder contains `income.csv` of an older run. */
function startRun(nodeArgs: readonly string[] = []) {
  const out = newFolder()
  writeFileSync(join(out, 'income.csv'), 'older')
  return { ...startCommand(['convert', ...paths, '--out', out, '--jobs', '2', '--quiet'], { nodeArgs }), out }
}

/** Starts a run and waits until some rows of the facts table are written. */
async function startAndAwaitOutput(nodeArgs?: readonly string[]) {
  const started = startRun(nodeArgs)
  const isWritten = (name: string): boolean =>
    name.startsWith('.facts') && (statSync(join(started.out, name), { throwIfNoEntry: false })?.size ?? 0) > 0
  while (!readdirSync(started.out).some(isWritten)) await wait(5)
  return started
}

/** Expects the output folder to contain only `income.csv` of the older run, unchanged. */
function expectUntouched(out: string): void {
  expect(readdirSync(out)).toEqual(['income.csv'])
  expect(readFileSync(join(out, 'income.csv'), 'utf8')).toBe('older')
}

describe('a run with --jobs that is stopped', () => {
  test.skipIf(proc === undefined)(
    'is one process with the requested number of threads and writes only temporary table files',
    async () => {
      const { child, out, closed, output } = await startAndAwaitOutput([runInThread('')])
      const [children, names] = [listChildren(child.pid as number), readdirSync(out)]
      child.kill('SIGTERM')
      expect(await closed).toEqual([null, 'SIGTERM'])
      expect(children).toEqual([])
      expect(names.filter(name => !/^(?:income\.csv|\.[a-z_]+\.csv\.[0-9a-f]{12}\.part)$/.test(name))).toEqual([])
      expect(output.stderr.match(/^thread [0-9]+$/gm)).toHaveLength(2)
      expectUntouched(out)
    },
  )

  test.each(['SIGINT', 'SIGHUP'] as const)('leaves the older output unchanged after %s', async signal => {
    const { child, out, closed } = await startAndAwaitOutput()
    child.kill(signal)
    expect(await closed).toEqual([null, signal])
    expectUntouched(out)
  })

  test.each([
    ['that ends', 'process.exit(7)', 'A thread of --jobs ended before it finished its work (7).'],
    ['that throws an error', "throw new RangeError('000-12-3456')", 'internal error (RangeError)'],
    [
      'that runs out of memory',
      'for (const all = []; ; ) all.push(new Array(100_000).fill(all.length + 0.5))',
      'A thread of --jobs ended before it finished its work (out of memory).',
    ],
  ])('a thread %s fails the run with an internal error without quoting data', async (_, act, message) => {
    const { out, closed, output } = startRun(['--max-old-space-size=80', runInThread(act)])
    expect((await closed)[0]).toBe(1)
    const lines = output.stderr.split('\n')
    expect(lines.filter(line => line.startsWith('taxtally:'))).toEqual([`taxtally: ${message}`])
    expect(output.stderr).not.toContain('000-12-3456')
    expectUntouched(out)
  })

  test('writes nothing more after the run is killed', async () => {
    const { child, out, closed } = await startAndAwaitOutput()
    child.kill('SIGKILL')
    expect(await closed).toEqual([null, 'SIGKILL'])
    const sizes = () => readdirSync(out).map(name => statSync(join(out, name)).size)
    const before = sizes()
    await wait(100)
    expect(sizes()).toEqual(before)
    expect(readFileSync(join(out, 'income.csv'), 'utf8')).toBe('older')
  })
})
