import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableFromIPC } from 'apache-arrow'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Analysis } from '../../src/api/analysis.js'
import { analyze } from '../../src/api/analyze.js'
import { normalizeDossier, normalizeDossiers } from '../../src/api/normalize.js'
import { readPolicy } from '../../src/underwriting/policies/setting-schema.js'
import { CUSTOM_POLICY, newFolder, taxtally } from '../cli/command.js'
import { expectSame } from '../files/jobs-command.js'
import { Aviary, makeDossierWith } from '../privacy/plant.js'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { findShared, requireFor } from '../support/requirements.mjs'
import { expectAccepted } from '../support/run.js'

/** NUL, C1 color sequence, ESC, DEL, next line, direction override, embedding and isolate, and a lone surrogate. */
const CONTROL_CHARACTERS = '\u0000\u009b31m\u001b[2J\u007f\u0085\u202e\u202a\u2066\ud800'
/** Matches control characters and their JSON escapes, which no output may contain. Line feeds are allowed. */
const CONTROL_CHARACTER_PATTERN = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\p{Cs}|\\u(?:00[0189]|202|206|d[89a-f])/iu

/** Copies a value and inserts control characters into every key and text that begins with "Zoe". */
function insertControlCharacters(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith('Zoe') ? `Z${CONTROL_CHARACTERS}${value}` : value
  if (Array.isArray(value)) return value.map(insertControlCharacters)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [insertControlCharacters(key) as string, insertControlCharacters(item)]),
  )
}

const DOSSIER = insertControlCharacters(makeDossierWith(new Aviary('word')))
const NAME = 'in\u009b31m\u001bput\u202e\u007f.ndjson'

/** Runs the commands on the hostile dossier and returns the text of every output, by name. */
function collectOutputs(): Record<string, string> {
  const folder = newFolder()
  const input = join(folder, NAME)
  writeFileSync(input, `${JSON.stringify(DOSSIER)}\n{"id":"x\u009b","forms":[],"malformed\n`)
  const texts: Record<string, string> = {}
  for (const call of [
    ['summarize'],
    ['summarize', '--json'],
    ['explain'],
    ['normalize'],
    ['validate'],
    ['validate', '--json'],
  ]) {
    const [command = '', ...options] = call
    const { stdout, stderr } = taxtally([command, input, ...options, '--identifiers', 'full'])
    texts[call.join(' ')] = stdout
    texts[`${call.join(' ')}, standard error`] = stderr
  }
  const out = join(folder, 'out')
  const args = ['--out', out, '--tables', 'all', '--format', 'csv,arrow,arrows', '--identifiers', 'full']
  texts['convert, standard error'] = taxtally(['convert', input, ...args]).stderr
  for (const file of readdirSync(out)) {
    const bytes = readFileSync(join(out, file))
    if (!/\.arrows?$/.test(file)) texts[file] = bytes.toString()
    else texts[file] = JSON.stringify(tableFromIPC(bytes).toArray(), (_, v) => (typeof v === 'bigint' ? 0 : v))
  }
  return texts
}

test('no output contains a character that controls a terminal or that a database rejects', () => {
  const { 'rejected.ndjson': rejected = '', ...rest } = collectOutputs()
  expect(Object.keys(rest).length).toBeGreaterThan(90)
  const outputsWithControls = Object.entries(rest).filter(([, text]) => CONTROL_CHARACTER_PATTERN.test(text))
  expect(
    outputsWithControls.map(([name, text]) => [
      name,
      text.slice((CONTROL_CHARACTER_PATTERN.exec(text)?.index ?? 0) - 20).slice(0, 60),
    ]),
  ).toEqual([])
  // The outputs contain the texts with U+FFFD for each control character. Only rejected input is kept verbatim.
  const cleanName = 'Z��31m�[2J������'
  for (const name of ['normalize', 'form_w2.csv', 'form_w2.arrow', 'documents.csv', 'summarize --json'])
    expect([name, rest[name]?.includes(cleanName)]).toEqual([name, true])
  expect(rest['issues.csv']).toContain('in�31m�put��.ndjson')
  expect(rest['manifest.json']).toContain('in�31m�put��.ndjson')
  expect(rejected).toContain('\u009b31m')
})

const w2 = (wages: number, name: string): object => ({
  wages_tips_other_compensation: wages,
  employer: { name, ein: '00-1234567' },
})
const record = (id: string, ...entries: readonly object[]): object => ({
  id,
  tax_year: '2024',
  provider_id: 'irs',
  forms: [{ year: '2024', form_w2: entries }],
})

describe('issues about control characters', () => {
  const listControlIssues = (...records: readonly object[]): string[] =>
    normalizeDossier({ taxpayer: { id: 't' }, records })
      .issues.filter(({ code }) => code === 'text_control')
      .map(({ path, severity }) => `${severity} ${path}`)

  test('appear once per record, at its first text with a control character', () => {
    const entries = [w2(1, 'A\u009bB'), w2(2, 'A\u009bB')]
    expect(listControlIssues(record('r1', ...entries), record('r2', ...entries), record('r3', w2(3, 'A B')))).toEqual([
      "info $['records'][0]['forms'][0]['form_w2'][0]['employer']['name']",
      "info $['records'][1]['forms'][0]['form_w2'][0]['employer']['name']",
    ])
    expect(listControlIssues(record('r\u0000', w2(1, 'A')))).toEqual(["info $['records'][0]['id']"])
    expect(listControlIssues({ ...record('r', w2(1, 'A')), provider_id: 'turbo\u007ftax' })).toEqual([
      "info $['records'][0]['provider_id']",
    ])
  })

  test('do not appear for tabs, line breaks, accents, direction marks and surrogate pairs', () => {
    expect(listControlIssues(record('r', w2(1, 'Zoë\t\r\n\u200f \u00a0🐎')))).toEqual([])
  })

  test('do not change the figures', () => {
    const analyzeWithName = (name: string): Analysis =>
      expectAccepted(analyze({ taxpayer: { id: 't' }, records: [record('r', w2(5, name), w2(6, name))] })).value
    const [clean, withControlCharacter] = [analyzeWithName('AB'), analyzeWithName('A\u0000B')]
    expect(withControlCharacter.income).toEqual(clean.income)
    expect(withControlCharacter.years).toEqual(clean.years)
    expect(withControlCharacter.employment.map(({ employerName }) => employerName)).toEqual(['A\ufffdB'])
  })
})

test('records stay separate if their ids differ only in control characters', () => {
  const outcome = analyze({
    taxpayer: { id: 't' },
    records: [record('r\u0001', w2(1, 'A')), record('r\u0002', w2(2, 'A')), record('r\ufffd', w2(4, 'A'))],
  })
  if (outcome.status === 'rejected') throw new Error('rejected')
  expect(outcome.issues.map(({ code }) => code)).not.toContain('record_repeated')
  const ids = outcome.value.documents.map(({ recordId }) => recordId)
  expect(new Set(ids).size).toBe(3)
  expect(ids.every(id => id.startsWith('r\ufffd'))).toBe(true)
})

test('taxpayers stay separate if their ids differ only in control characters', () => {
  const { dossiers } = normalizeDossiers(
    ['t\u0001', 't\u0002'].map(id => ({ taxpayer: { id }, records: [record('r', w2(1, 'A'))] })),
  )
  expect(dossiers.map(({ value }) => value.records.length)).toEqual([1, 1])
})

test("control characters are replaced in the name of a caller's policy", () => {
  const policy = readPolicy({ ...CUSTOM_POLICY, name: 'own\u0000\u202e' })
  expect(policy).toMatchObject({ status: 'valid', value: { name: 'own\ufffd\ufffd' } })
})

test('control characters are replaced in a taxpayer id that the caller passes', () => {
  const outcome = normalizeDossier(record('r', w2(1, 'A')), { taxpayerId: 't\u0000' })
  expect(outcome).toMatchObject({ status: 'valid', value: { taxpayerId: 't\ufffd' } })
  const folder = newFolder()
  const lines = [record('a', w2(1, 'A')), { ...record('b', w2(1, 'A')), taxpayer_id: 't\u009b' }]
  writeFileSync(join(folder, 'in.ndjson'), lines.map(line => JSON.stringify(line)).join('\n'))
  const args = ['--taxpayer-id', 't\u009b', '--out', join(folder, 'out')]
  expect(taxtally(['convert', join(folder, 'in.ndjson'), ...args]).code).toBe(0)
  expect(readFileSync(join(folder, 'out', 'taxpayers.csv'), 'utf8').match(/^t\ufffd,/gm)).toHaveLength(1)
  expect(readFileSync(join(folder, 'out', 'manifest.json'), 'utf8')).not.toMatch(CONTROL_CHARACTER_PATTERN)
})

test('several threads write the same bytes as one thread', () => {
  const folder = newFolder()
  const inputs = [1, 2, 3].map(i => {
    const path = join(folder, `${i}\u009b.ndjson`)
    const lines = [`a\u0001${i}`, `b\u0085${i}`].map(id =>
      JSON.stringify({ taxpayer: { id }, records: [record(`r\u007f${i}`, w2(i, 'A\u0000B'))] }),
    )
    writeFileSync(path, lines.join('\n'))
    return path
  })
  expect(expectSame(inputs, { args: ['--tables', 'all'], jobs: [3] }).code).toBe(0)
})

const CASES = findShared('hostile cases', 'cases/hostile')

describe.skipIf(CASES === undefined)('the hostile cases', () => {
  test.each(['c1-controls.json', 'nul-in-name.json'])('%s', file => {
    const path = join(String(CASES), file)
    expect(readFileSync(path, 'utf8')).toMatch(/\\u0000|\\u009b|\u009b/)
    for (const call of [['normalize'], ['summarize', '--json'], ['validate', '--json'], ['explain']]) {
      const [command = '', ...options] = call
      expect([call, CONTROL_CHARACTER_PATTERN.test(taxtally([command, path, ...options]).stdout)]).toEqual([
        call,
        false,
      ])
    }
  })
})

const postgresql = requireFor('control characters into PostgreSQL', 'postgresql')

describe.skipIf(postgresql === undefined)('a PostgreSQL server', () => {
  let postgres: Postgres
  beforeAll(async () => {
    postgres = await startPostgres()
    postgres.run(readFileSync(new URL('../../schemas/sql/postgresql/tables.sql', import.meta.url), 'utf8'))
    return () => postgres.stop()
  }, 120_000)

  test('accepts every table of a record with NUL in its id and in every text', () => {
    const folder = newFolder()
    const input = join(folder, 'input.ndjson')
    const id = 'nul\u0000in'
    const nul = { taxpayer: { id }, records: [record(`r${id}`, w2(5, 'AC\u0000ME'))] }
    writeFileSync(input, `${JSON.stringify(DOSSIER)}\n${JSON.stringify(nul)}`)
    const args = ['--out', join(folder, 'tables'), '--tables', 'all', '--identifiers', 'full']
    expect(taxtally(['convert', input, ...args]).code).toBe(4)
    const names = readdirSync(join(folder, 'tables')).filter(name => name.endsWith('.csv'))
    expect(names.length).toBeGreaterThan(30)
    const load = names.map(name => `\\copy "${name.slice(0, -4)}" from 'tables/${name}' with (format csv, header)`)
    postgres.run(load.join('\n'), folder)
    expect(postgres.run("SELECT record_id, issuer_name, wages FROM form_w2 WHERE taxpayer_id LIKE 'nul%'")).toBe(
      'rnul\ufffdin|AC\ufffdME|5.00\n',
    )
  })
})
