import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CUSTOM_POLICY, fixture, newFolder, taxtally, writeInput } from './command.js'

const borrower = fixture('borrower.ndjson')
const missing = fixture('no-such-file')

/** Runs the command with incorrect arguments. Returns its error message. */
function readComplaint(args: readonly string[]): string {
  const { code, stdout, stderr } = taxtally(args)
  expect([code, stdout], args.join(' ')).toEqual([2, ''])
  return stderr
}

describe('a message names the incorrect option and what it accepts', () => {
  test.each([
    [
      ['explain', borrower, '--year', '2022', '--as-of-year', '2023'],
      '--year and --as-of-year are the same option; give one of them.',
    ],
    [['explain', borrower, '--year', '20x4'], '--year takes a year from 1900 to 2100.'],
    [['explain', borrower, '--year', '2024', '--as-of-year', '24'], '--as-of-year takes a year from 1900 to 2100.'],
    [['summarize', borrower, '--as-of-year', '2101'], '--as-of-year takes a year from 1900 to 2100.'],
    [['summarize', borrower, '--records-at', 'data'], '--records-at takes a JSON pointer, such as /data.'],
    [['summarize', borrower, '--jobs', '0'], '--jobs takes a whole number from 1 to 9999.'],
    [['summarize', borrower, '--jobs', '99999'], '--jobs takes a whole number from 1 to 9999.'],
    [
      ['summarize', borrower, '--max-value-bytes', '0'],
      '--max-value-bytes takes a whole number from 1 to 999999999999.',
    ],
  ])('%j', (args, message) => {
    expect(readComplaint(args)).toBe(`taxtally: ${message}\n`)
  })

  test('names the position of an unknown table and lists the known tables', () => {
    const complaint = readComplaint(['convert', borrower, '--out', 'x', '--tables', 'income, nope,facts'])
    expect(complaint).toMatch(
      /^taxtally: --tables: name 2 is not a table; give all, or any of taxpayers, .*, income, .*form_w2, .*\.\n$/,
    )
  })
})

describe('an option of another command is incorrect usage', () => {
  test.each([
    ['validate', ['--out', 'x'], 'convert, merge and report'],
    ['validate', ['--figure', 'wages'], 'explain'],
    ['summarize', ['--tables', 'income'], 'convert and tables'],
    ['convert', ['--out', 'x', '--shard', '1/2'], 'tables'],
    ['summarize', ['--format', 'csv'], 'convert and report'],
    ['tables', ['--parts', '1MB'], 'convert'],
    ['convert', ['--out', 'x', '--figure', 'wages'], 'explain'],
    ['convert', ['--out', 'x', '--taxpayer', 't'], 'report, summarize, validate, normalize and explain'],
    ['convert', ['--out', 'x', '--year', '2024'], 'explain'],
    ['convert', ['--out', 'x', '--json'], 'summarize, validate, explain, forms and schema'],
    ['normalize', ['--json'], 'summarize, validate, explain, forms and schema'],
    ['example', ['--json'], 'summarize, validate, explain, forms and schema'],
    ['schema', ['--out', 'x'], 'convert, merge and report'],
  ])('%s %j', (command, args, owner) => {
    const input = command === 'example' || command === 'schema' ? [] : [borrower]
    const option = args.at(args[0] === '--out' && args.length > 2 ? 2 : 0)
    const message = `taxtally: ${option} is an option of ${owner}, not of ${command}.${option === '--out' ? ` ${command} writes to standard output: add > FILE to keep it.` : ''}\n`
    expect(readComplaint([command, ...input, ...args])).toBe(message)
  })

  test('an unknown command, help and the version are handled before options', () => {
    expect(readComplaint(['nothing', '--out', 'x'])).toMatch(/^taxtally: The argument is not a command/)
    for (const option of ['--help', '--version'])
      for (const args of [[option], ['validate', '--out', 'x', option]]) expect(taxtally(args).code).toBe(0)
  })
})

const COMMANDS = [
  ['summarize', borrower],
  ['validate', borrower],
  ['normalize', borrower],
  ['explain', borrower],
  ['forms'],
  ['schema'],
]

describe.each(COMMANDS)('%s: options that all commands have', (...command) => {
  test('are accepted', () => {
    const folder = newFolder()
    const [facts, key] = [join(folder, 'facts.ndjson'), join(folder, 'key')]
    writeFileSync(facts, '{"taxpayer_id":"tp-borrower-quenby"}\n')
    writeFileSync(key, 'k'.repeat(32))
    const { code, stderr } = taxtally([
      ...command,
      ...['--taxpayer-id', 't', '--policy', 'fannie-2026-08', '--as-of-year', '2024', '--known-facts', facts],
      ...['--strict', '--identifiers', 'last4', '--pseudonym-key-file', key, '--raw-text', '--no-rejected'],
      ...['--jobs', '2', '--max-value-bytes', '1000000', '--quiet'],
    ])
    expect([code, stderr]).toEqual([0, ''])
  })

  test.each([
    ['--policy', 'typo'],
    ['--known-facts', missing],
    ['--pseudonym-key-file', missing],
    ['--as-of-year', '20x4'],
    ['--jobs', '0'],
    ['--identifiers', 'some'],
    ['--max-value-bytes', 'x'],
  ])('are checked even if they are not used: %s %s', (...args) => {
    expect(readComplaint([...command, ...args])).toContain(args[0])
  })
})

test('a byte order mark is accepted before a policy and before known facts', () => {
  const folder = newFolder()
  const [facts, policy] = [join(folder, 'facts.ndjson'), join(folder, 'own.json')]
  writeFileSync(facts, '\ufeff{"taxpayer_id":"tp-borrower-quenby"}\n')
  writeFileSync(policy, `\ufeff${JSON.stringify(CUSTOM_POLICY)}`)
  const { code, stdout, stderr } = taxtally(['explain', borrower, '--known-facts', facts, '--policy', policy])
  expect([code, stderr]).toEqual([0, expect.stringMatching(/^taxtally: 1 taxpayer;/)])
  expect(stdout).toContain('own')
  writeFileSync(facts, '{"taxpayer_id":"tp-borrower-quenby"}\n\ufeff{"taxpayer_id":"t"}\n')
  expect(readComplaint(['summarize', borrower, '--known-facts', facts])).toContain('--known-facts, line 2')
})

describe('messages about the file of an option', () => {
  const readComplaintLines = (args: readonly string[]): string[] => readComplaint(args).trimEnd().split('\n')

  test('name every incorrect setting of a policy, and no value', () => {
    const policy = { ...CUSTOM_POLICY, grossUp: 7, averaging: '900-12-1234', '900-12-1234': 1, wages: 900121234 }
    const lines = readComplaintLines(['summarize', borrower, '--policy', writeInput(JSON.stringify(policy))])
    const paths = lines.map(line => /^taxtally: The file of --policy cannot be used: (\S+) /.exec(line)?.[1])
    expect(paths.sort()).toEqual(["$['averaging']", "$['grossUp']", "$['wages']", '$[*]'])
    expect(lines.join()).not.toMatch(/900-?12-?1234/)
  })

  test('identify the incorrect one of several policies', () => {
    const policyPath = writeInput(JSON.stringify(CUSTOM_POLICY))
    const policies = (text: string) => ['--policy', policyPath, '--policy', writeInput(text)]
    expect(readComplaintLines(['summarize', borrower, ...policies('{"900-12')])).toEqual([
      'taxtally: The file of --policy, number 2, is not JSON.',
    ])
    expect(readComplaintLines(['summarize', borrower, ...policies('[]')])).toEqual([
      expect.stringMatching(/^taxtally: The file of --policy, number 2, cannot be used: \$ /),
    ])
  })

  test('name every incorrect line of --known-facts, up to fifty', () => {
    const facts = '{"taxpayer_id":"t1"}\n{"900-12-1234":1}\n\n{"taxpayer_id":"t2","as_of_year":1}\n{\n'
    const lines = readComplaintLines(['summarize', borrower, '--known-facts', writeInput(facts)])
    expect(lines.map(line => /^taxtally: --known-facts, line (\d+: \S+) /.exec(line)?.[1])).toEqual([
      "2: $['taxpayer_id']",
      '2: $[*]',
      "4: $['as_of_year']",
      '5: $',
    ])
    expect(lines.join()).not.toMatch(/900-?12-?1234/)
    const many = readComplaintLines(['summarize', borrower, '--known-facts', writeInput('5\n'.repeat(60))])
    expect([many.length, many.at(-1)]).toEqual([51, 'taxtally: 10 more like these.'])
  })

  test("contain the system's error code if the file exists and cannot be read", () => {
    for (const option of ['--policy', '--known-facts'])
      expect(readComplaintLines(['summarize', borrower, option, newFolder()])).toEqual([
        `taxtally: The file of ${option} could not be read (EISDIR): it is a folder, not a file. Name the files in it, such as FOLDER/*.ndjson.`,
      ])
  })
})

test('no argument and no file name can forge a line or control the terminal', () => {
  const name = 'x\u001b[31m\ntaxtally: forged\r\u009b\u202e.json'
  const folder = newFolder()
  const calls = [
    ...['summarize', 'validate', 'normalize', 'explain'].map(command => [command, join(folder, name)]),
    ['convert', join(folder, name), '--out', join(folder, 'out')],
    ['convert', join(folder, name), join(folder, name), '--jobs', '2', '--out', join(folder, 'out')],
    ['summarize', `--${name}`],
    ['sandbox', `--${name}`],
    ['sandbox', '--data', join(folder, name)],
  ]
  for (const args of calls) {
    const { code, stderr } = taxtally(args)
    expect([2, 3], args[0]).toContain(code)
    expect(stderr, args[0]).toMatch(/^taxtally: [^\p{Cc}\p{Cf}]+\n$/u)
    expect(stderr, args[0]).toContain('x\ufffd[31m')
  }
  // The name of an input that an output would overwrite is cleaned in the same way.
  const input = join(folder, name)
  writeFileSync(input, '')
  symlinkSync(input, join(folder, 'income.csv'))
  const { code, stderr } = taxtally(['convert', input, '--out', folder])
  expect([code, stderr]).toEqual([3, expect.stringMatching(/^taxtally: income\.csv [^\p{Cc}\p{Cf}]+\n$/u)])
})
