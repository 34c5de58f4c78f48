import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countColumns } from '../../src/cli/output/text.js'
import { missingReason, requireFor } from '../support/requirements.mjs'
import { Terminal } from '../support/terminal.js'
import { fixture, MAIN, newFolder, ROOT } from './command.js'

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
  ['taxtally convert dos', 'taxtally convert dossiers.ndjson'],
  ['taxtally convert --out ear', 'taxtally convert --out earlier-tables/'],
  ['taxtally sandbox --data dos', 'taxtally sandbox --data dossiers.ndjson'],
  // No file is offered as a number, or to a command that reads none.
  ['taxtally convert --jobs dos', 'taxtally convert --jobs dos'],
  ['taxtally example dos', 'taxtally example dos'],
]

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

describe.skipIf(missing !== null).each(SHELLS)('completion in %s', shell => {
  test.each(WIDTHS)('at %i columns', async columns => {
    const terminal = openShell(shell, columns)
    await runLines(terminal, STARTS[shell].lines)
    for (const [typed, line, listed = []] of COMPLETED) {
      // A shell drops what is typed before it has handled these keys.
      terminal.press('C-c')
      await terminal.waitFor(/\n>$/)
      terminal.press('C-l')
      await terminal.waitFor(/^>$/)
      terminal.type(typed)
      await terminal.waitFor(new RegExp(`^> ${escapePattern(typed)}$`, 'm'))
      terminal.press('Tab')
      // The mark shows that the shell has completed the line, and where the cursor is.
      if (listed.length === 0) terminal.type('@')
      await terminal.waitFor(new RegExp(`^> ${escapePattern(line)}${listed.length === 0 ? '[ =,]?@' : ''}$`, 'm'))
      for (const word of listed) await terminal.waitFor(new RegExp(`^(?!>).*\\b${word}\\b`, 'm'))
    }
  })
})
