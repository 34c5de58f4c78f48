import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { describe, expect, test } from 'vitest'
import { toSnakeCase } from '../../src/core/text.js'
import type { Field } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { taxtally } from '../cli/command.js'
import { readWithFastCsv } from '../hostile/readers.js'
import { inFolder } from '../hostile/reading.js'
import { Aviary, type Kind, MAX_BYTES, makeBrokenLines, makeDossierWith } from './plant.js'
import { FORM_KEYS, FULL, FULL_WORDS, KEPT, PERSONAL_POSITIONS, PLAIN_KEYS, SHOWN, UNREADABLE_AMOUNT } from './shown.js'
import { merge, Sightings, without } from './sightings.js'

const FIELD_NAMES_BY_COLUMN = new Map(
  FORMS.flatMap(form => (form.fields as readonly Field[]).map(({ name }) => [toSnakeCase(name), name] as const)),
)
const WIDE: ReadonlySet<string> = new Set(FORMS.map(({ key }) => key))

const COMMANDS = [
  ['explain'],
  ['normalize'],
  ['summarize'],
  ['summarize', '--json'],
  ['validate'],
  ['validate', '--json'],
] as const

/** Searches the cells of a table for canaries. Each column is a channel. */
function lookAtTable(seen: Sightings, name: string, [head = [], ...rows]: (string | null)[][]): void {
  const table = WIDE.has(name) ? 'wide' : name
  head.forEach((column, i) => {
    const leading = column === 'taxpayer_id' || column === 'record_id'
    const channel = `${leading ? 'every table' : table}: ${column}`
    const wideColumn = WIDE.has(name) ? `${name}.${FIELD_NAMES_BY_COLUMN.get(column as string)}` : null
    for (const row of rows) seen.look(channel, row[i] ?? '', wideColumn)
  })
}

/** Runs commands on an input with canaries. Returns the channels in which each position was seen. */
const runOver = (kind: Kind, mode: string, commands: readonly (readonly string[])[]) =>
  inFolder(async folder => {
    const aviary = new Aviary(kind)
    const input = join(folder, 'input.ndjson')
    writeFileSync(input, [JSON.stringify(makeDossierWith(aviary)), ...makeBrokenLines(aviary)].join('\n'))
    const key = join(folder, 'key')
    writeFileSync(key, 'k'.repeat(32))
    const common = ['--max-value-bytes', String(MAX_BYTES), '--identifiers', mode, '--pseudonym-key-file', key]
    const seen = new Sightings(aviary)
    for (const [command = '', ...options] of commands) {
      const { code, stdout, stderr } = taxtally([command, input, ...options, ...common])
      expect([command, code, stdout.length > 0]).toEqual([command, 4, true])
      seen.look([command, ...options].join(' '), stdout)
      seen.look('standard error', stderr)
    }
    const out = join(folder, 'out')
    const options = ['--out', out, '--tables', 'all', '--format', 'csv,arrow,arrows', ...common]
    const { code, stdout, stderr } = taxtally(['convert', input, ...options])
    expect([code, stdout]).toEqual([4, ''])
    seen.look('standard error', stderr)
    for (const file of readdirSync(out)) {
      seen.look('names of files', file)
      const bytes = readFileSync(join(out, file))
      const [name = '', kindOfFile] = file.split('.')
      // The CSV reader skips the first line. Insert another line, so that the header is searched, too.
      if (kindOfFile === 'csv') lookAtTable(seen, name, await readWithFastCsv(`-\n${bytes}`))
      else if (kindOfFile === 'arrow' || kindOfFile === 'arrows') {
        const { schema, ...table } = tableFromIPC(bytes)
        seen.look(
          'Arrow metadata',
          JSON.stringify([...schema.metadata, ...schema.fields.map(f => [f.name, ...f.metadata])]),
        )
        expect(table).toBeDefined()
        const rows = tableFromIPC(bytes).toArray()
        const names = schema.fields.map(field => field.name)
        const cells = rows.map(row => names.map(column => (row[column] === null ? null : String(row[column]))))
        lookAtTable(seen, name, [names, ...cells])
      } else seen.look(file, bytes.toString())
    }
    return { list: seen.list, positions: aviary.positions }
  })

describe.each(['word', 'email', 'secret', 'number'] as const)('a %s in every position', kind => {
  test('appears only in the outputs that shown.ts lists', async () => {
    const { list, positions } = await runOver(kind, 'last4', COMMANDS)
    const shownPositions = kind === 'number' ? without(SHOWN, PERSONAL_POSITIONS) : SHOWN
    // A plain key contains neither punctuation nor consecutive digits.
    const keys = kind === 'word' ? PLAIN_KEYS : kind === 'secret' ? FORM_KEYS : {}
    expect(list).toEqual(merge(shownPositions, KEPT, keys, kind === 'number' ? {} : UNREADABLE_AMOUNT))
    expect(positions.size).toBeGreaterThan(60)
    for (const position of ['too large value', 'recipient id', 'form ssn'])
      expect([position, positions.has(position), position in list]).toEqual([position, true, false])
  })
})

/** Removes the channels of commands that the tests below do not run. */
const withoutReadCommands = (list: Record<string, readonly string[]>): Record<string, string[]> =>
  merge(
    Object.fromEntries(
      Object.entries(list).map(([position, channels]) => [
        position,
        channels.filter(channel => !/^(?:explain|summarize|validate)/.test(channel)),
      ]),
    ),
  )

describe.each(['word', 'number'] as const)('a %s', kind => {
  const shownPositions = kind === 'number' ? without(SHOWN, PERSONAL_POSITIONS) : SHOWN
  const keys = kind === 'word' ? merge(PLAIN_KEYS, UNREADABLE_AMOUNT) : {}

  test('appears with pseudonyms in the same outputs as by default', async () => {
    const { list } = await runOver(kind, 'pseudonym', [['normalize']])
    expect(list).toEqual(withoutReadCommands(merge(shownPositions, KEPT, keys)))
  })

  test('appears with full identifiers also as personal data, in the outputs that shown.ts lists', async () => {
    const { list } = await runOver(kind, 'full', [['normalize']])
    const numbers = {
      'analysis.tin': ['normalize'],
      'employer.ein': ['normalize'],
      'issuer id': [
        'documents: issuer_id',
        'employment: employer_id',
        'facts: issuer_id',
        'normalize',
        'wide: issuer_id',
      ],
      'recipient id': ['documents: recipient_id', 'normalize', 'wide: recipient_id'],
      'box identifier': ['its own wide column', 'normalize'],
    }
    expect(list).toEqual(withoutReadCommands(merge(SHOWN, FULL, KEPT, keys, kind === 'number' ? numbers : FULL_WORDS)))
  })
})

test('convert keeps no rejected value with --no-rejected', async () => {
  await inFolder(async folder => {
    const aviary = new Aviary('word')
    const input = join(folder, 'input.ndjson')
    writeFileSync(input, makeBrokenLines(aviary).join('\n'))
    const out = join(folder, 'out')
    const { code, stderr } = taxtally(['convert', input, '--out', out, '--no-rejected'])
    expect([code, readdirSync(out).includes('rejected.ndjson')]).toEqual([4, false])
    const all = readdirSync(out).map(file => file + readFileSync(join(out, file)))
    expect(aviary.findCanaries(stderr + all.join())).toMatchObject([{ position: 'record of nobody, id' }])
  })
})

describe('invalid arguments of a command', () => {
  test.each([
    [['Zoe-zqaaaaaqz']],
    [['convert', '--ssn=900-01-0008']],
    [['summarize', 'x', '--identifiers', '900-01-0008']],
    [['summarize', 'x', '--max-value-bytes', '900010008']],
    [['summarize', 'x', '--pseudonym-key-file', 'sk_live_zqaaaaaqz', '--identifiers', 'pseudonym']],
    [['convert', 'x', '--out', 'y', '--tables', 'zqaaaaaqz']],
    [['convert', 'x', '--out', 'y', '--format', 'zqaaaaaqz']],
    [['summarize', 'x', '--policy', 'zqaaaaaqz']],
    [['explain', 'x', '--figure', 'zqaaaaaqz']],
    [['summarize', 'x', '--as-of-year', '900010008']],
    [['forms', 'zqaaaaaqz']],
    [['schema', 'zqaaaaaqz']],
  ])('%j are not repeated in the output', args => {
    const { stdout, stderr } = taxtally(args)
    expect(stdout + stderr).not.toMatch(/zqaaaaaqz|900-?01-?0008/i)
    expect(stderr).toMatch(/^taxtally: /)
  })
})

test('a file name appears only as the source of issues, in the manifest, and as the id of a taxpayer without one', async () => {
  await inFolder(async folder => {
    const path = join(folder, 'zqaaaaaqz.json')
    writeFileSync(path, JSON.stringify({ id: 'r', forms: [{ year: 'x' }] }))
    const out = join(folder, 'out')
    expect(taxtally(['convert', path, '--out', out]).code).toBe(0)
    const showing = readdirSync(out).filter(file => readFileSync(join(out, file), 'utf8').includes('zqaaaaaqz'))
    expect(showing).toEqual([
      ...['gaps.csv', 'issues.csv', 'liabilities.csv', 'manifest.json', 'qualifying_totals.csv'],
      ...['records.csv', 'taxpayers.csv'],
    ])
    expect(readFileSync(join(out, 'manifest.json'), 'utf8')).not.toContain(folder)
  })
})
