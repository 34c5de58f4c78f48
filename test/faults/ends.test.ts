import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, MAIN, makeBorrowers, startCommand, taxtally, writeInput } from '../cli/command.js'
import { sharedFolder } from '../support/folder.js'
import { requireFor } from '../support/requirements.mjs'
import { readResult, readState } from './folder.js'

const folder = sharedFolder()

const small = fixture('borrower.ndjson')
const out = join(folder, 'out')
expect(taxtally(['convert', small, '--out', out]).code).toBe(0)
const result = readResult(out)

describe('a signal ends the process, leaves no temporary files and keeps the older result', () => {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const parts = (): number => readState(out, [result]).parts.length
  async function interruptRun(input: string, signal: NodeJS.Signals): Promise<void> {
    const { child, closed } = startCommand(['convert', input, '--out', out])
    while (parts() === 0) await new Promise(resolve => setTimeout(resolve, 5))
    child.kill(signal)
    expect(await closed).toEqual([null, signal])
    expect(readState(out, [result])).toMatchObject({ manifestResult: 0, parts: [], files: { size: result.size } })
  }

  test.each(signals)('%s while it waits for its input', signal => interruptRun('-', signal))

  test.each(signals)('%s while it converts a file', signal => interruptRun(writeInput(makeBorrowers(800)), signal))

  const mkfifo = requireFor('a named pipe that nobody writes', 'mkfifo')
  test.skipIf(mkfifo === undefined)('while it opens a named pipe that nothing writes to', async () => {
    const fifo = join(folder, 'fifo.ndjson')
    expect(spawnSync('mkfifo', [fifo]).status).toBe(0)
    await interruptRun(fifo, 'SIGTERM')
  })
})

describe('a pipe that its reader has closed', () => {
  const commands = ['convert', 'summarize', 'validate', 'normalize', 'explain'] as const
  const makeArgs = (command: string, to: string): string[] => [
    command,
    small,
    ...(command === 'convert' ? ['--out', to] : command === 'explain' ? ['--figure', 'wages'] : []),
  ]

  test.each(commands)('standard error of %s: the exit code and the outputs do not change', async command => {
    const to = join(folder, `quiet-${command}`)
    const { child, closed } = startCommand(makeArgs(command, to))
    child.stderr.destroy()
    expect(await closed).toEqual([0, null])
    if (command === 'convert') expect(readState(to, [result])).toMatchObject({ manifestResult: 0, parts: [] })
  })

  test('standard error of convert: the exit code is still 3 or 4 if there is something to report', async () => {
    for (const [path, code] of [
      [join(folder, 'missing'), 3],
      [fixture('quirks/ndjson-truncated-line.ndjson'), 4],
    ] as const) {
      const { child, closed } = startCommand(['convert', path, '--out', join(folder, `code-${code}`)])
      child.stderr.destroy()
      expect(await closed).toEqual([code, null])
    }
  })

  test.each(commands.slice(1))('standard output of %s: the command exits with 0 and prints no error', async command => {
    const { child, closed, output } = startCommand(makeArgs(command, ''))
    child.stdout.destroy()
    expect((await closed)[0]).toBe(0)
    expect(output.stderr).not.toMatch(/EPIPE|rror:|at /)
  })

  test('standard output, if head reads only ten bytes: the command exits with 0 and prints no error', () => {
    const script = 'set -o pipefail; "$@" | head -c 10'
    const path = writeInput(makeBorrowers(100))
    const ran = spawnSync('bash', ['-c', script, 'bash', process.execPath, MAIN, 'normalize', path])
    expect(ran.status).toBe(0)
    expect(String(ran.stdout)).toHaveLength(10)
    expect(String(ran.stderr)).toBe('')
  })
})

const fullDevice = requireFor('a full device', 'fullDevice')

describe.skipIf(fullDevice === undefined)('a full device', () => {
  const runOnFullDevice = (args: readonly string[], which: 1 | 2) => {
    const full = openSync('/dev/full', 'w')
    const stdio = [0, 1, 2].map(i => (i === which ? full : 'pipe'))
    const ran = spawnSync(process.execPath, [MAIN, ...args], { stdio })
    closeSync(full)
    return ran
  }

  test('as standard output: exits with 3 and reports it', () => {
    const { status, stderr } = runOnFullDevice(['summarize', small, '--quiet'], 1)
    expect(String(stderr)).toBe('taxtally: standard output could not be written (ENOSPC).\n')
    expect(status).toBe(3)
  })

  test('as standard error: the exit code does not change', () => {
    const to = join(folder, 'full')
    expect(runOnFullDevice(['convert', small, '--out', to], 2).status).toBe(0)
    expect(readState(to, [result])).toMatchObject({ manifestResult: 0, parts: [] })
    expect(readdirSync(to)).toHaveLength(result.size)
  })
})
