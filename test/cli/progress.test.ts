import { afterEach, expect, test, vi } from 'vitest'
import { readCall } from '../../src/cli/options/options.js'
import { createProgress } from '../../src/cli/output/progress.js'
import { makeBorrowers, taxtally, writeInput } from './command.js'

const terminals = [process.stderr.isTTY, process.stdout.isTTY] as const
afterEach(() => {
  ;[process.stderr.isTTY, process.stdout.isTTY] = terminals
  vi.restoreAllMocks()
})

/** Simulates reading 64 MB and returns the progress that is shown. */
function showProgress(args: readonly string[], isTerminal: boolean, isMixed = false): string {
  process.stderr.isTTY = isTerminal
  process.stdout.isTTY = isMixed
  let text = ''
  vi.spyOn(process.stderr, 'write').mockImplementation(chunk => {
    text += String(chunk)
    return true
  })
  const progress = createProgress(readCall(args, {}))
  for (let i = 0; i < 64; i++) progress.bytes('a', 1 << 20)
  progress.end()
  return text
}

test('progress is shown on a terminal and removed at the end', () => {
  const text = showProgress(['summarize', 'a'], true)
  expect(text).toMatch(/\r67 MB/)
  expect(text.endsWith('\r\u001b[K')).toBe(true)
})

test('no progress is shown without a terminal or with --quiet', () => {
  expect(showProgress(['summarize', 'a'], false)).toBe('')
  expect(showProgress(['summarize', 'a', '--quiet'], true)).toBe('')
})

test('progress shows the size of files and the remaining time', () => {
  const text = showProgress(['summarize', writeInput(Buffer.alloc(100e6))], true)
  expect(text).toMatch(/\r67 of 100 MB, (?:\d+ s left|nearly done)/)
  expect(text).not.toContain('\n')
})

test('no progress is shown if results go to the same terminal, except for convert, which prints no results', () => {
  expect(showProgress(['summarize', 'a'], true, true)).toBe('')
  expect(showProgress(['convert', 'a', '--out', 'x'], true, true)).toMatch(/67 MB/)
})

test('no progress is written to a pipe', () => {
  const { stderr } = taxtally(['validate', writeInput(makeBorrowers(700))])
  expect(stderr).toMatch(/^taxtally: 700 taxpayers; issues: [^\r\n]+\n$/)
})
