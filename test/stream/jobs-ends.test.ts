import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { MAIN, manyBorrowers, newFolder } from '../cli/command.js'

const hasProc = existsSync('/proc/self/stat')
if (!hasProc) console.warn('Skipped: without /proc the processes of a run cannot be found.')

const wait = (): Promise<void> => new Promise(resolve => setTimeout(resolve, 5))

/** The state of a process and the one that started it; null where it is gone, or ended and nobody asked yet. */
function statOf(pid: number): { readonly parent: number } | null {
  try {
    const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return state === 'Z' ? null : { parent: Number(parent) }
  } catch {
    return null
  }
}

const isAlive = (pid: number): boolean => statOf(pid) !== null

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter(name => /^[0-9]+$/.test(name) && statOf(Number(name))?.parent === pid)
    .map(Number)

interface Running {
  readonly run: ChildProcess & { readonly pid: number }
  readonly out: string
  readonly children: readonly number[]
  readonly work: string
  readonly closed: Promise<unknown[]>
  readonly stderr: () => string
}

const inputs = mkdtempSync(join(tmpdir(), 'taxtally-'))
afterAll(() => rmSync(inputs, { recursive: true, force: true }))

/** Enough to read that no run is over before it is ended. */
const paths = [0, 1].map(i => {
  const path = join(inputs, `${i}.ndjson`)
  writeFileSync(path, manyBorrowers(1500).replaceAll('"tp-', `"tp-${i}-`))
  return path
})

/** A run of two processes that have begun to write their parts, beside an older output. */
async function running(): Promise<Running> {
  const out = newFolder()
  writeFileSync(join(out, 'income.csv'), 'older')
  const run = spawn(process.execPath, [MAIN, 'convert', ...paths, '--out', out, '--jobs', '2'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  }) as Running['run']
  let text = ''
  run.stderr?.on('data', chunk => {
    text += String(chunk)
  })
  const closed = once(run, 'close')
  const partsOf = (): string[] =>
    readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
      name => name.startsWith('.work.') && basename(name).startsWith('.income.csv'),
    )
  while (partsOf().length < 2) await wait()
  const work = readdirSync(out).find(name => name.startsWith('.work')) as string
  return { run, out, closed, children: childrenOf(run.pid), work: join(out, work), stderr: () => text }
}

/** Nothing is left but the older output. */
function expectUntouched(out: string): void {
  expect(readdirSync(out)).toEqual(['income.csv'])
  expect(readFileSync(join(out, 'income.csv'), 'utf8')).toBe('older')
}

describe.runIf(hasProc)('a run with --jobs that is ended', () => {
  test('parts are for the owner alone, and processes are as many as was said', async () => {
    const { run, out, closed, children, work } = await running()
    const modes = ['', ...readdirSync(work, { recursive: true, encoding: 'utf8' })].map(name => {
      const stat = lstatSync(join(work, name), { throwIfNoEntry: false })
      return stat === undefined ? 0 : stat.mode & 0o077
    })
    run.kill('SIGTERM')
    expect(children).toHaveLength(2)
    expect(modes.filter(mode => mode !== 0)).toEqual([])
    expect(await closed).toEqual([null, 'SIGTERM'])
    expectUntouched(out)
  })

  test.each(['SIGINT', 'SIGHUP'] as const)(
    '%s ends every process, and leaves the older output whole',
    async signal => {
      const { run, out, closed, children } = await running()
      // As a terminal does it, everyone gets it; the one that started the others says what it means.
      for (const pid of children) process.kill(pid, signal)
      for (let i = 0; i < 4; i++) await wait()
      expect(children.every(isAlive)).toBe(true)
      run.kill(signal)
      expect(await closed).toEqual([null, signal])
      while (children.some(isAlive)) await wait()
      expectUntouched(out)
    },
  )

  test('a process that dies is an internal error, and the others end', async () => {
    const { out, closed, children, stderr } = await running()
    process.kill(children[0] as number, 'SIGKILL')
    expect((await closed)[0]).toBe(1)
    expect(stderr()).toBe('taxtally: A process of --jobs ended before its work (SIGKILL).\n')
    while (children.some(isAlive)) await wait()
    expectUntouched(out)
  })

  test('processes do not outlive the one that started them, nor do their parts', async () => {
    const { run, out, closed, children } = await running()
    run.kill('SIGKILL')
    await closed
    while (children.some(isAlive)) await wait()
    expect(readdirSync(out).filter(name => name.startsWith('.work'))).toEqual([])
    expect(readFileSync(join(out, 'income.csv'), 'utf8')).toBe('older')
  })
})
