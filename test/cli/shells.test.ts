import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countColumns } from '../../src/cli/output/text.js'
import { missingReason, requireFor } from '../support/requirements.mjs'
import { Terminal } from '../support/terminal.js'
import { fixture, MAIN, newFolder } from './command.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]
const WIDTHS = [60, 80, 140]

for (const name of ['tmux', ...SHELLS] as const) requireFor('the command in a terminal', name)
const missing = ['tmux', ...SHELLS].map(name => missingReason(name as Shell)).find(reason => reason !== null) ?? null

/** How each shell starts without the files of this user, with the prompt `> `, and loads its completion. */
const STARTS: Readonly<Record<Shell, { readonly program: readonly string[]; readonly lines: readonly string[] }>> = {
  bash: {
    program: ['bash', '--norc', '--noprofile'],
    lines: ["PS1='> '", "bind 'set show-all-if-ambiguous on'", 'source <(taxtally completion bash)'],
  },
  zsh: {
    program: ['zsh', '-f'],
    lines: ["PS1='> '", 'autoload -U compinit && compinit -D -u', 'source <(taxtally completion zsh)'],
  },
  fish: {
    program: ['fish', '--no-config'],
    lines: [
      "function fish_prompt; echo '> '; end",
      'set -g fish_autosuggestion_enabled 0',
      'taxtally completion fish | source',
    ],
  },
}

/** Opens a shell in a folder with one input and one folder, and with `taxtally` in its PATH. */
function openShell(shell: Shell, columns: number, env: Readonly<Record<string, string>> = {}): Terminal {
  const [programs, folder] = [newFolder(), newFolder()]
  writeFileSync(join(programs, 'taxtally'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`)
  chmodSync(join(programs, 'taxtally'), 0o755)
  writeFileSync(join(folder, 'dossiers.ndjson'), readFileSync(fixture('dossiers.ndjson')))
  mkdirSync(join(folder, 'earlier-tables'))
  const wideName = '\u6771\u4eac\u682a\u5f0f\u4f1a\u793e'.repeat(4)
  const broken = readFileSync(fixture('quirks/broken-box.json'), 'utf8')
  writeFileSync(join(folder, 'wide.json'), broken.replace(/"name": "[^"]*"/g, `"name": "${wideName}"`))
  const PATH = `${programs}${delimiter}${process.env['PATH']}`
  return new Terminal(STARTS[shell].program, {
    columns,
    folder,
    env: { PATH, HOME: newFolder(), LANG: 'C.UTF-8', ...env },
  })
}

/** Runs lines in a shell, and waits until it has run them. */
async function runLines(terminal: Terminal, lines: readonly string[]): Promise<string[]> {
  for (const line of lines) {
    terminal.type(line)
    terminal.press('Enter')
  }
  terminal.type("printf '<%s>\\n' end")
  terminal.press('Enter')
  return terminal.waitFor(/^<end>$/m)
}

/** What is typed before Tab is pressed, and what the line is then. If several words fit, they are listed below it. */
const COMPLETED: readonly (readonly [typed: string, line: string, listed?: readonly string[]])[] = [
  ['taxtally con', 'taxtally con', ['convert', 'conformance']],
  ['taxtally help summ', 'taxtally help summarize'],
  ['taxtally convert --for', 'taxtally convert --format'],
  ['taxtally convert --format pa', 'taxtally convert --format parquet'],
  ['taxtally convert --format csv,pa', 'taxtally convert --format csv,parquet'],
  ['taxtally report --format=ht', 'taxtally report --format=html'],
  ['taxtally summarize --identifiers ps', 'taxtally summarize --identifiers pseudonym'],
  ['taxtally summarize --policy fha', 'taxtally summarize --policy fha-4000.1'],
  ['taxtally completion zs', 'taxtally completion zsh'],
  ['taxtally schema tax', 'taxtally schema taxpayer'],
  ['taxtally schema tables/ga', 'taxtally schema tables/gaps'],
  ['taxtally convert dos', 'taxtally convert dossiers.ndjson'],
  ['taxtally convert --out ear', 'taxtally convert --out earlier-tables/'],
  ['taxtally sandbox --data dos', 'taxtally sandbox --data dossiers.ndjson'],
  // No file is offered as a number, or to a command that reads none.
  ['taxtally convert --jobs dos', 'taxtally convert --jobs dos'],
  ['taxtally example dos', 'taxtally example dos'],
]

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Keys may be lost, or come too late, if a shell is busy. */
const RETRY = { retry: 2 }

describe.skipIf(missing !== null).each(SHELLS)('completion in %s', shell => {
  test.each(WIDTHS)('at %i columns', RETRY, async columns => {
    const terminal = openShell(shell, columns)
    await runLines(terminal, STARTS[shell].lines)
    for (const [typed, line, listed = []] of COMPLETED) {
      // A shell drops what is typed before it has handled these keys.
      await terminal.pressUntil('C-c', /(?:^|\n)>$/)
      await terminal.pressUntil('C-l', /^>$/)
      terminal.type(typed)
      await terminal.waitFor(new RegExp(`^> ${escapePattern(typed)}$`, 'm'))
      terminal.press('Tab')
      // The mark shows that the shell has completed the line, and where the cursor is.
      if (listed.length === 0) terminal.type('@')
      await terminal.waitFor(new RegExp(`^> ${escapePattern(line)}${listed.length === 0 ? '[ =,]?@' : ''}$`, 'm'))
      for (const name of listed) await terminal.waitFor(new RegExp(`^(?!>).*\\b${name}\\b`, 'm'))
    }
  })
})

describe.skipIf(missing !== null).each(WIDTHS)('at %i columns', columns => {
  const CALLS = [
    'help',
    'help convert',
    'collect --help',
    'forms',
    'forms W-2',
    'explain dossiers.ndjson --figures',
    'explain dossiers.ndjson --figure total.qualifying_monthly',
    'summarize wide.json --policy fha-4000.1',
    'validate wide.json',
  ]
  test('no line is wider than the terminal, wide characters included', RETRY, async () => {
    const terminal = openShell('bash', columns)
    await runLines(terminal, STARTS.bash.lines)
    for (const call of CALLS) {
      const lines = await runLines(terminal, ['clear', `taxtally ${call}`])
      expect(lines.length).toBeGreaterThan(5)
      // Only an example or a single word may be longer, because it must be copied as it is.
      const isCopied = (line: string): boolean => line.startsWith('  taxtally ') || !/\S\s+\S/.test(line)
      expect(lines.filter(line => countColumns(line) > columns && !isCopied(line))).toEqual([])
    }
  })
})

describe.skipIf(missing !== null)('on a terminal', () => {
  test.each([
    [{}, true],
    [{ NO_COLOR: '1' }, false],
    [{ NO_COLOR: '1', FORCE_COLOR: '1' }, true],
    [{ TERM: 'dumb' }, false],
  ] as const)('with %j, severities have colors and headings are bold: %j', async (env, isStyled) => {
    const terminal = openShell('bash', 80, env)
    const calls = ['taxtally validate wide.json', 'taxtally summarize wide.json']
    await runLines(terminal, [...STARTS.bash.lines, 'clear', ...calls])
    const screen = terminal.readStyled()
    expect(screen.includes('\u001b[31merror')).toBe(isStyled)
    expect(screen.includes('\u001b[1mTaxpayer')).toBe(isStyled)
  })

  test('--no-color takes precedence', async () => {
    const terminal = openShell('bash', 80, { FORCE_COLOR: '1' })
    await runLines(terminal, [...STARTS.bash.lines, 'clear', 'taxtally validate wide.json --no-color'])
    expect(terminal.readStyled()).not.toContain('\u001b[31m')
  })

  test('tables says that it waits for records', async () => {
    const terminal = openShell('bash', 140)
    terminal.type('taxtally tables --tables income')
    terminal.press('Enter')
    await terminal.waitFor(/waiting for records on standard input; Ctrl\+D ends them, and Ctrl\+C ends the command/)
    terminal.press('C-d')
    await terminal.waitFor(/taxtally: .*(no records|empty)/)
  })
})
