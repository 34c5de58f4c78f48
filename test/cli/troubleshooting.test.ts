import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/options/commands.js'
import { OPTIONS, SANDBOX_OPTIONS } from '../../src/cli/options/option-table.js'
import { ISSUES } from '../../src/core/issues/issue-table.js'
import { ROOT } from './command.js'

const page = readFileSync(join(ROOT, 'docs/troubleshooting.md'), 'utf8')
const findAll = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, name]) => name as string)

test('the troubleshooting page names existing codes, options and commands', () => {
  const codes = findAll(/`([a-z]+(?:_[a-z]+)+)`/g)
  expect(codes.length).toBeGreaterThan(10)
  for (const code of codes) expect(Object.keys(ISSUES)).toContain(code)
  for (const option of findAll(/(?<![a-z])--([a-z][a-z-]*)/g))
    expect([...Object.keys(OPTIONS), ...Object.keys(SANDBOX_OPTIONS)]).toContain(option)
  for (const command of findAll(/`taxtally ([a-z]+)/g)) expect(Object.keys(COMMANDS)).toContain(command)
})

test('the advice for issues names existing options', () => {
  for (const [, sentence, advice] of Object.values(ISSUES))
    for (const [, option] of `${sentence} ${advice}`.matchAll(/--([a-z-]+)/g))
      expect(Object.keys(OPTIONS)).toContain(option)
})
