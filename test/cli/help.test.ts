import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS, type Command, listCommandsWithOption } from '../../src/cli/options/commands.js'
import { OPTIONS, type OptionSpec, SANDBOX_OPTIONS } from '../../src/cli/options/option-table.js'
import { HELP_WIDTH, writeGeneralHelp, writeHelp } from '../../src/cli/output/help.js'
import { wrapLine } from '../../src/cli/output/text.js'
import { ISSUES } from '../../src/core/issues/issue-table.js'
import { toOptionName } from '../../src/core/limits.js'
import { formatSuggestion } from '../../src/core/nearest-name.js'
import { ROOT, taxtally } from './command.js'

const HELP = writeGeneralHelp(HELP_WIDTH)

/** Lists the options in a help text, each at the beginning of its line. */
const listOptionsIn = (text: string): string[] =>
  [...text.matchAll(/^ {2}(?:-\w, )?--([a-z-]+)/gm)].map(([, name]) => name as string)

/** Lists the options of a command. Commands that read inputs also have the options that no command lists. */
const listAcceptedOptions = (command: Command): string[] => {
  if ('ownOptions' in command) return Object.keys(command.ownOptions)
  const common = Object.keys(OPTIONS).filter(name => listCommandsWithOption(name).length === 0)
  return [...command.options, ...(command.reads ? common : ['help'])]
}

describe.each(Object.entries(COMMANDS))('taxtally %s --help', (name, command) => {
  const help = writeHelp(name, HELP_WIDTH)

  test('lists the options that the command accepts, each once', () => {
    expect(listOptionsIn(help).sort()).toEqual(listAcceptedOptions(command).sort())
  })

  test('describes the value of each option', () => {
    const optionSpecs: Readonly<Record<string, OptionSpec>> = 'ownOptions' in command ? command.ownOptions : OPTIONS
    for (const option of listAcceptedOptions(command)) {
      const { value } = optionSpecs[option] as OptionSpec
      expect(help).toContain(value === undefined ? `--${option} ` : `--${option} ${value}`)
    }
  })

  test('shows two example calls with accepted options', () => {
    for (const example of command.examples) {
      expect(help).toContain(`\n  taxtally ${example}\n`)
      const [commandName, ...args] = example.split(' ')
      expect(commandName).toBe(name)
      for (const option of args.filter(arg => arg.startsWith('--')))
        expect(listAcceptedOptions(command)).toContain(option.slice(2))
    }
  })

  test('is what the command prints with --help and with -h', () => {
    expect(taxtally([name, '--help'])).toEqual({ code: 0, stdout: help, stderr: '' })
    expect(taxtally([name, '-h']).stdout).toBe(help)
  })

  test('has no line wider than 120', () => {
    for (const line of `${HELP}${help}`.split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })
})

test('the general help lists every command, and the options that belong to no single command', () => {
  const names = [...HELP.matchAll(/^ {2}taxtally ([a-z]+)/gm)].map(([, name]) => name)
  expect(names).toEqual(Object.keys(COMMANDS))
  expect(listOptionsIn(HELP)).toEqual(Object.keys(OPTIONS).filter(name => listCommandsWithOption(name).length === 0))
})

test('every limit has an option', () => {
  for (const name of [
    'maxValueEntries',
    'maxTaxpayerDocuments',
    'maxValueIssues',
    'maxSourceIssues',
    'maxUnpackedBytes',
  ] as const)
    expect(Object.keys(OPTIONS)).toContain(toOptionName(name).slice(2))
})

test('a suggestion is missing if nothing is similar', () => {
  expect(formatSuggestion('zebra', Object.keys(COMMANDS))).toBe('')
  expect(formatSuggestion('', Object.keys(COMMANDS))).toBe('')
  expect(formatSuggestion('qualifying', ['wages', 'total.qualifying_monthly'])).toBe(
    ' Did you mean total.qualifying_monthly?',
  )
})

test('wrapping breaks between words, indents further lines and keeps every word', () => {
  expect(wrapLine('  one two three four', 11)).toEqual(['  one two', '    three', '    four'])
  expect(wrapLine('short', 80)).toEqual(['short'])
  expect(wrapLine('  averyveryverylongword x', 10)).toEqual(['  averyveryverylongword', '    x'])
})

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
