import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { CORE_OPTIONS } from '../../src/api/options.js'
import { analyzeFiles, type ConvertOptions, convert } from '../../src/files/index.js'
import { FILE_OPTIONS } from '../../src/files/read/dossier-options.js'
import {
  type AnalyzeOptions,
  analysisOf,
  analyze,
  analyzeAll,
  comparePolicies,
  isPresetName,
  type NormalizedDossier,
  normalizeDossier,
  normalizeDossiers,
  normalizeRecord,
  normalizeTaxpayer,
  PRESET_NAMES,
  qualifyingIncome,
  readDossier,
  readRecord,
  tablesOf,
} from '../../src/index.js'
import { report } from '../../src/report/index.js'
import { type CsvOptions, toCsv } from '../../src/tables/csv.js'
import type { UnderwritingComparisonOptions } from '../../src/underwriting/facts/options.js'
import { sharedFolder } from '../support/folder.js'
import { expectAccepted } from '../support/run.js'

const folder = sharedFolder()

const entry = { employer: { ein: '00-1234567', name: 'ORCHARD' }, employee: { ssn: '900-00-0000' } }
const records = ['2022', '2023'].map(year => ({
  id: year,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: [{ ...entry, wages_tips_other_compensation: Number(year) * 10 }] }],
}))
const [record] = records
const input = { taxpayer: { id: 't', name: 'IRIS' }, records }
const analysis = expectAccepted(analyze(input)).value
const { dossier } = analysis
const [table] = tablesOf([dossier], ['income'])
if (table === undefined) throw new Error('no table')

const path = join(folder, 'in.ndjson')
writeFileSync(path, `${JSON.stringify(input)}\n${JSON.stringify({ taxpayer: { id: 'u' }, records: [5] })}\n`)

/** Returns what a call throws, or null. The parameter is `unknown` because callers without types may pass anything. */
async function catchThrown(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return null
}

type Call = (options?: never) => unknown

/** Every function that accepts options and returns data, by the name that its error messages use. */
const functionsOfData: Record<string, Call> = {
  analyze: options => analyze(input, options),
  analyzeAll: options => analyzeAll(input, options),
  analysisOf: options => analysisOf(dossier, options),
  qualifyingIncome: options => qualifyingIncome(dossier, options),
  comparePolicies: options => comparePolicies(dossier, 'va', 'latest-year', options),
  normalizeRecord: options => normalizeRecord(record, options),
  normalizeTaxpayer: options => normalizeTaxpayer(input.taxpayer, options),
  normalizeDossier: options => normalizeDossier(input, options),
  normalizeDossiers: options => normalizeDossiers(input, options),
  readRecord: options => readRecord(record, options),
  readDossier: options => readDossier(input, options),
  tablesOf: options => tablesOf([dossier], ['all'], options),
  report: options => report(analysis, options),
  toCsv: options => toCsv(table, options),
}
/** Also the functions that read files. */
const functionsWithOptions: Record<string, Call> = {
  ...functionsOfData,
  analyzeFiles: options => analyzeFiles([path], options).next(),
  convert: options => convert([path], options as never),
}

describe.each(Object.entries(functionsWithOptions))('%s', (name, callWith) => {
  it.each([[{ '900-12-3456': 1 }], [{ 'Jane Doe': 1 }], [{ SSN900123456: 1 }]])(
    'rejects an unknown option without repeating a name that may be data',
    async options => {
      const error = await catchThrown(() => callWith(options as never))
      expect(error).toBeInstanceOf(TypeError)
      expect((error as Error).message).toContain(`${name} has no option with a name that was passed; its options are `)
      expect((error as Error).message).not.toMatch(/900|Jane/)
    },
  )
  it('names an unknown option that resembles an option', async () => {
    const error = await catchThrown(() => callWith({ polciies_of: 'va' } as never))
    expect(String(error)).toContain(`TypeError: ${name} has no option polciies_of; `)
  })
  it.each([['va'], [null], [['va']], [5]])('rejects %j in place of options', async options => {
    const error = await catchThrown(() => callWith(options as never))
    expect(String(error)).toBe(`TypeError: ${name} takes its options as an object.`)
  })
  it('ignores an unknown option that is undefined', async () => {
    const out = name === 'convert' ? { out: join(folder, 'undefined') } : {}
    expect(await catchThrown(() => callWith({ ...out, polciy: undefined } as never))).toBeNull()
  })
})

/** Creates an object in which each option is undefined. */
const makeUndefined = <K extends string>(options: Readonly<Record<K, unknown>>): Record<K, undefined> =>
  Object.fromEntries(Object.keys(options).map(name => [name, undefined])) as Record<K, undefined>

describe('an undefined option is the same as a missing one', () => {
  // The type of this object makes the compiler check that the type of each option allows undefined.
  const options: AnalyzeOptions & UnderwritingComparisonOptions & CsvOptions = {
    ...makeUndefined(CORE_OPTIONS),
    rawText: undefined,
  }

  it.each(Object.entries(functionsOfData))('in %s', (_, callWith) => {
    const without = JSON.stringify(callWith())
    expect(JSON.stringify(callWith(options as never))).toBe(without)
    expect(without.length).toBeGreaterThan(100)
  })

  it('in the functions for files', async () => {
    const reading = makeUndefined(FILE_OPTIONS)
    const [without, withUndefined] = [[], []] as [unknown[], unknown[]]
    for await (const outcome of analyzeFiles([path])) without.push(outcome)
    for await (const outcome of analyzeFiles([path], reading)) withUndefined.push(outcome)
    expect(JSON.stringify(withUndefined)).toBe(JSON.stringify(without))
    const undefinedOptions: Omit<Record<keyof ConvertOptions, undefined>, 'out'> = {
      ...reading,
      partBytes: undefined,
      allowEmpty: undefined,
      formats: undefined,
      tables: undefined,
      keepRejected: undefined,
      underwrite: undefined,
      settings: undefined,
      rawText: undefined,
      jobs: undefined,
    }
    await convert([path], { out: join(folder, 'missing') })
    await convert([path], { out: join(folder, 'undefined-options'), ...undefinedOptions })
    const files = readdirSync(join(folder, 'missing'))
    expect(readdirSync(join(folder, 'undefined-options'))).toEqual(files)
    expect(files).toContain('rejected.ndjson')
    for (const file of files)
      expect(readFileSync(join(folder, 'undefined-options', file), 'utf8')).toBe(
        readFileSync(join(folder, 'missing', file), 'utf8'),
      )
  })
})

describe('the error message', () => {
  it.each<[object, string]>([
    [{ policies: ['va'] }, 'analyze has no option policies; did you mean policy?'],
    [{ polciy: 'va' }, 'analyze has no option polciy; did you mean policy?'],
    [{ as_of_year: 2024 }, 'analyze has no option as_of_year; did you mean asOfYear?'],
    [{ taxpayer_id: 't' }, 'analyze has no option taxpayer_id; did you mean taxpayerId?'],
  ])('suggests the option that was probably meant: %j', (options, message) => {
    expect(() => analyze(record, options as never)).toThrow(new TypeError(message))
  })
  it.each<[object, string]>([
    [{ strict: 'yes' }, 'The option strict of analyze is true or false.'],
    [{ forms: {} }, 'The option forms of analyze is an array.'],
    [{ taxpayerId: 900123456 }, 'The option taxpayerId of analyze is text.'],
  ])('describes the expected type: %j', (options, message) => {
    expect(() => analyze(record, options as never)).toThrow(new TypeError(message))
  })
  it('does not appear if one options object is passed to several functions', () => {
    const options = { strict: true, policy: 'va', taxpayerId: 't' } as const
    const { value } = normalizeDossier(record, options)
    expect(qualifyingIncome(value as NormalizedDossier, options).policy.name).toBe('va')
  })
})

describe('lists', () => {
  it('rejects a single path in place of a list of paths', async () => {
    const expected = (name: string) => `TypeError: ${name} takes its inputs as an array.`
    expect(String(await catchThrown(() => analyzeFiles(path as never).next()))).toBe(expected('analyzeFiles'))
    const out = join(folder, 'none')
    expect(String(await catchThrown(() => convert(path as never, { out })))).toBe(expected('convert'))
  })
  it('rejects a dossier in place of a list of dossiers, and a name in place of a list of names', () => {
    expect(() => tablesOf(dossier as never)).toThrow('tablesOf takes dossiers as an array.')
    expect(() => tablesOf([dossier], 'income' as never)).toThrow('tablesOf takes the names of tables as an array.')
  })
  it('asks the caller to parse JSON text first', () => {
    for (const { issues } of [analyze('{"x":1}'), analyzeAll('{"x":1}'), normalizeDossier('[]')])
      expect(issues.map(({ message }) => message).join()).toContain('parse text with JSON.parse first')
  })
})

describe('policy is the same option everywhere', () => {
  const policies = (text: string): string[] => [
    ...new Set(
      text
        .split('\n')
        .slice(1, -1)
        .map(line => line.split(',')[1] ?? ''),
    ),
  ]
  it('in tables: accepts one policy or several', () => {
    const readPolicies = (options: object) =>
      tablesOf([dossier], ['qualifying_totals'], options).map(table => policies(toCsv(table)))
    expect(readPolicies({ policy: 'va' })).toEqual([['va']])
    expect(readPolicies({ policy: ['va', 'latest-year'] })).toEqual([['latest-year', 'va']])
  })
  it('in reports: replaces the policy of the analysis', () => {
    expect(report(analysis, { policy: ['va', 'latest-year'] })).not.toBe(report(analysis))
    expect(report(analysis, { policy: 'fannie-2026-08' })).toBe(report(analysis))
  })
  it('in files: is accepted next to the other options or in underwrite, but not in both', async () => {
    const run = async (name: string, options: object) => {
      const out = join(folder, name)
      await convert([path], { out, tables: ['qualifying_totals'], ...options })
      return policies(readFileSync(join(out, 'qualifying_totals.csv'), 'utf8'))
    }
    expect(await run('a', { policy: 'va' })).toEqual(['va'])
    expect(await run('b', { policy: ['latest-year', 'va'] })).toEqual(['latest-year', 'va'])
    expect(await run('c', { underwrite: { policy: ['va'] } })).toEqual(['va'])
    const duplicateError = await catchThrown(() => run('d', { policy: 'va', underwrite: {} }))
    expect(String(duplicateError)).toBe('TypeError: convert takes policy next to underwrite or in it, not both.')
    const misspellingError = await catchThrown(() => run('e', { underwrite: { polciy: 'va' } }))
    expect(String(misspellingError)).toBe('TypeError: underwrite of convert has no option polciy; did you mean policy?')
  })
  it('checks a name that comes from a configuration', () => {
    const configured: string = 'va'
    if (isPresetName(configured))
      expect(analysisOf(dossier, { policy: configured }).underwriting.policy.name).toBe('va')
    for (const name of PRESET_NAMES) expect(isPresetName(name)).toBe(true)
    for (const name of ['fha-2025', 'constructor', '', null, 5]) expect(isPresetName(name)).toBe(false)
  })
})

test('csvStream and toArrow check their arguments', async () => {
  const { csvStream } = await import('../../src/files/csv-stream.js')
  const { toArrow } = await import('../../src/tables/arrow.js')
  const csv = () => csvStream([], { rawtext: true } as never)
  expect(csv).toThrow(new TypeError('csvStream has no option rawtext; did you mean rawText?'))
  const arrow = () => toArrow({ name: 't', doc: '', columns: [], rows: [] } as never, 'feather' as never)
  expect(arrow).toThrow(new TypeError('toArrow takes file or stream as its format.'))
})
