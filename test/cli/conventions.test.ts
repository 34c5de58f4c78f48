import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/options/commands.js'
import { writeGeneralHelp, writeHelp } from '../../src/cli/output/help.js'
import { alignText, countColumns, findPageLayout, formatForPage, wrapLine } from '../../src/cli/output/text.js'
import { fixture, newFolder, parseLines, ROOT, taxtally } from './command.js'

const borrower = fixture('borrower.ndjson')

describe('help', () => {
  test.each(['convert', 'sandbox', 'forms'])('help %s prints the same as --help', name => {
    expect(taxtally(['help', name])).toEqual(taxtally([name, '--help']))
  })

  test('help alone prints the general help', () => {
    expect(taxtally(['help'])).toEqual(taxtally(['--help']))
  })

  test.each([60, 80, 140])('fits a width of %i columns and keeps every word', width => {
    const pages = (columns: number) => [writeGeneralHelp(columns), ...listNames().map(name => writeHelp(name, columns))]
    const toWords = (text: string): string[] => text.split(/\s+/)
    for (const [i, page] of pages(width).entries()) {
      expect(toWords(page)).toEqual(toWords(pages(118)[i] ?? ''))
      // Only an example or a single word may be longer, because it must be copied as it is.
      const isExample = (line: string): boolean => line.startsWith('  taxtally ')
      const longLines = page.split('\n').filter(line => line.length > width && !isExample(line))
      expect(longLines.filter(line => /\S\s+\S/.test(line.trim()))).toEqual([])
    }
  })
})

const listNames = (): string[] => Object.keys(COMMANDS)

test('short options are the same as long ones', () => {
  expect(taxtally(['-V'])).toEqual(taxtally(['--version']))
  expect(taxtally(['summarize', borrower, '-j', '-q'])).toEqual(taxtally(['summarize', borrower, '--json', '--quiet']))
  const out = join(newFolder(), 'out')
  expect(taxtally(['convert', borrower, '-o', out, '-q'])).toMatchObject({ code: 0, stderr: '' })
})

describe('colors', () => {
  const PLAIN = ['validate']
  const broken = fixture('quirks/broken-box.json')

  test('FORCE_COLOR colors a severity, and --no-color takes precedence', () => {
    const colored = taxtally([...PLAIN, broken], '', { FORCE_COLOR: '1' })
    expect(colored.stdout).toContain('money_unreadable  \u001b[31merror\u001b[39m  1')
    for (const [args, env] of [
      [['--no-color'], { FORCE_COLOR: '1' }],
      [[], { FORCE_COLOR: '0' }],
      [[], {}],
    ] as const)
      expect(taxtally([...PLAIN, broken, ...args], '', env).stdout).not.toContain('\u001b')
  })

  test('depend on the terminal and the environment', () => {
    const terminal = { isTTY: true, columns: 80 }
    expect(findPageLayout(terminal, {}, true).isStyled).toBe(false)
    expect(findPageLayout(terminal, { NO_COLOR: '1', FORCE_COLOR: '1' }).isStyled).toBe(true)
    expect(findPageLayout({}, { FORCE_COLOR: '1' })).toEqual({ width: null, isStyled: true })
    expect(formatForPage('warning x\n', { width: null, isStyled: true }, false)).toBe('\u001b[33mwarning\u001b[39m x\n')
  })
})

test('wide and combining characters are counted in columns of the terminal', () => {
  expect(['W-2', '収入', 'e\u0301', '\u{1f4c4}'].map(countColumns)).toEqual([3, 4, 1, 2])
  expect(wrapLine('収入 収入 収入', 9)).toEqual(['収入 収入', '  収入'])
  expect(
    alignText([
      ['収', 'a'],
      ['bb', 'c'],
    ]),
  ).toBe('収  a\nbb  c\n')
})

test('the last column of a table is wrapped at the width of the terminal', () => {
  const rows = [
    ['key', 'description'],
    ['a', 'one two three four five six seven'],
  ]
  expect(alignText(rows, { width: 30 })).toBe('key  description\na    one two three four five\n     six seven\n')
})

describe('--json', () => {
  test('forms and schema print a line per row', () => {
    const forms = parseLines<{ key: string }>(taxtally(['forms', '--json']).stdout)
    expect(forms.map(({ key }) => key)).toContain('form_w2')
    expect(parseLines(taxtally(['forms', 'W-2', '--json']).stdout)[0]).toMatchObject({ type: expect.any(String) })
    expect(parseLines(taxtally(['schema', '--json']).stdout)).toContainEqual({ name: 'record' })
  })

  test('explain --figures prints a line per figure', () => {
    const lines = parseLines(taxtally(['explain', borrower, '--figures', '--json']).stdout)
    expect(lines).toContainEqual(
      expect.objectContaining({ figure: 'total.qualifying_monthly', meaning: expect.any(String) }),
    )
  })
})

/** Typical mistakes: the arguments, the exit code, and a part of the message. No message has the value `900-12-3456`. */
const MISTAKES: readonly (readonly [args: readonly string[], code: number, message: RegExp])[] = [
  [
    ['convert', borrower, '--out', '-'],
    2,
    /takes a folder, not standard output, because .*taxtally tables writes rows/,
  ],
  [['report', borrower, '--out', '-'], 2, /takes a folder, not standard output, .*\. Give the path of a folder\./],
  [['merge', borrower, '--out', '-'], 2, /takes a file, not standard output, .*\. Give the path of a file\./],
  [['convert', borrower, '--out', borrower], 3, /--out is a file, but convert writes a folder/],
  [['report', borrower, '--out', borrower], 3, /--out is a file, but report writes a folder/],
  [['convert', borrower, '--out', 'x', '--parts', '256'], 2, /--parts takes a size with a unit/],
  [['convert', borrower, '--out', 'x', '--parts', '900-12-3456'], 2, /--parts takes a size with a unit/],
  [['summarize', borrower, '--policy', '900-12-3456.json'], 2, /neither a file nor a preset\. The presets are fannie/],
  [['summarize', borrower, '--policy', 'fanie-2026-08'], 2, /Did you mean fannie-2026-08\?/],
  [['convert', borrower], 2, /convert needs --out DIR, the folder to write/],
  [['report', borrower], 2, /report needs --out DIR/],
  [['merge', borrower], 2, /merge needs --out FILE/],
  [['convert', '--out', 'x'], 2, /convert needs at least one INPUT: a file, or - for standard input/],
  [['summarize'], 2, /summarize needs at least one INPUT/],
  [['validate'], 2, /validate needs at least one INPUT/],
  [[], 2, /^taxtally: parsed tax records in/],
  [['normalize'], 2, /normalize needs at least one INPUT/],
  [['sumarize', borrower], 2, /Did you mean summarize\?/],
  [['help', 'sumarize'], 2, /Did you mean summarize\?/],
  [['vaildate', 'x'], 2, /Did you mean validate\?/],
  [['summarize', '--polcy', 'x'], 2, /Did you mean --policy\?/],
  [['sandbox', '--prot', '1'], 2, /Did you mean --port\?/],
  [['explain', borrower, '--figure', 'wages.qualifying_montly'], 2, /Did you mean wages\.qualifying_monthly\?/],
  [['explain', borrower, '--figure', 'qualifying'], 2, /qualifying_monthly\?$/m],
  [['convert', borrower, '--out', 'x', '--tables', 'incme'], 2, /Did you mean income\?/],
  [['forms', 'w22'], 2, /Did you mean form_w2\?/],
  [['schema', 'recrd'], 2, /Did you mean record\?/],
  [['schema', '../package'], 2, /The argument is not the name of a schema/],
  [['summarize', borrower, '--jsn'], 2, /Did you mean --json\?/],
  [['summarize', borrower, '-x'], 2, /Unknown option '-x'\. taxtally help COMMAND lists the options/],
  [['summarize', borrower, '--policy'], 2, /--policy needs a value: --policy NAME\|FILE\./],
  [['summarize', borrower, '--json=900-12-3456'], 2, /--json takes no value\. Give --json alone/],
  [['summarize', borrower, '--tin=900-12-3456'], 2, /Unknown option '--tin'\. taxtally help COMMAND lists/],
  [
    ['summarize', borrower, '--out', 'x'],
    2,
    /of convert, merge and report, not of summarize\. summarize writes to standard output/,
  ],
  [['summarize', borrower, '--as-of-year', '900-12-3456'], 2, /--as-of-year takes a year/],
  [['summarize', borrower, '--jobs', '900-12-3456'], 2, /--jobs takes a whole number/],
  [['summarize', borrower, '--identifiers', '900-12-3456'], 2, /--identifiers takes one of last4, full, pseudonym/],
  [
    ['summarize', borrower, '--identifiers', 'pseudonym'],
    2,
    /--identifiers pseudonym needs a key: give --pseudonym-key-file FILE/,
  ],
  [
    ['summarize', borrower, '--known-facts', '900-12-3456'],
    2,
    /file of --known-facts could not be read \(ENOENT\): there is no such file\. Check the path/,
  ],
  [
    ['summarize', borrower, '--stated', '900-12-3456'],
    2,
    /file of --stated could not be read \(ENOENT\): there is no such file\. Check the path/,
  ],
  [
    ['summarize', borrower, '--pseudonym-key-file', 'none'],
    2,
    /file of --pseudonym-key-file could not be read \(ENOENT\): there is no such file\. Check the path/,
  ],
  [['summarize', borrower, '--from', '900-12-3456'], 2, /--from takes only fdx/],
  [['summarize', borrower, '--fail-on', '900-12-3456'], 2, /word 1 is none of them\. See https/],
  [['summarize', borrower, '--records-at', '900-12-3456'], 2, /--records-at takes a JSON pointer/],
  [
    ['summarize', borrower, '--taxpayer', '900-12-3456'],
    2,
    /no taxpayer with the id of --taxpayer\. taxtally tables INPUT --tables taxpayers lists them/,
  ],
  [['convert', borrower, '--out', 'x', '--format', '900-12-3456'], 2, /--format takes one or more of csv/],
  [['convert', borrower, '--out', 'x', '--tables', '900-12-3456'], 2, /name 1 is not a table/],
  [['tables', borrower, '--shard', '900-12-3456'], 2, /--shard takes K\/N/],
  [['tables', borrower, '--jobs', '2'], 2, /--jobs cannot be used with tables, which works in one thread/],
  [['explain', borrower, '--figure', '900-12-3456'], 2, /no figure with this name/],
  [['explain', borrower, '--figure', 'wages', '--figures'], 2, /cannot be combined: --figures lists/],
  [['forms', '900-12-3456'], 2, /The argument is not the name of a form\. The forms are/],
  [['forms', 'W-2', 'W-2'], 2, /takes at most one FORM\. Run it once for each form/],
  [['schema', '900-12-3456'], 2, /The argument is not the name of a schema/],
  [['completion'], 2, /needs the name of one shell: bash, zsh, fish/],
  [['completion', '900-12-3456'], 2, /needs the name of one shell/],
  [['help', '900-12-3456'], 2, /The argument is not a command\. The commands are/],
  [['help', 'convert', 'tables'], 2, /help takes at most one COMMAND/],
  [['example', 'x'], 2, /example takes no arguments\. It prints to standard output/],
  [['summarize', 'no-such-file'], 3, /could not be read \(ENOENT\): there is no such file/],
  [
    ['summarize', newFolderPath()],
    3,
    /could not be read \(EISDIR\): it is a folder, not a file\. Name the files in it/,
  ],
  [['convert', 'no-such-file', '--out', 'never-written'], 3, /could not be read \(ENOENT\)/],
  [['--quiet', 'sandbox'], 2, /must come before its options/],
]

/** Returns the path of an existing folder. */
function newFolderPath(): string {
  return join(ROOT, 'fixtures')
}

describe('a typical mistake gives a message that says what to do', () => {
  test('there are at least 50', () => expect(MISTAKES.length).toBeGreaterThanOrEqual(50))
  test.each(MISTAKES)('%j', (args, code, message) => {
    const result = taxtally(args)
    expect([result.code, result.stdout]).toEqual([code, ''])
    expect(result.stderr).toMatch(message)
    expect(result.stderr).not.toMatch(/900-12|\n {4}at /)
  })
})

describe('completion', () => {
  const SHELLS = ['bash', 'zsh', 'fish'] as const

  test.each(SHELLS)('prints the script for %s, which names every command and option', shell => {
    const { stdout } = taxtally(['completion', shell])
    expect(stdout).toBe(readFileSync(join(ROOT, `schemas/completion/taxtally.${shell}`), 'utf8'))
    for (const name of listNames()) expect(stdout).toContain(name)
    expect(stdout).toContain('max-unpacked-bytes')
  })
})
