import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { CORE_OPTIONS } from '../../src/api/options.js'
import { analyzeFiles, type ConvertOptions, convert } from '../../src/files/index.js'
import { FILE_OPTIONS } from '../../src/files/read/dossier-options.js'
import {
  analysisOf,
  analyze,
  analyzeAll,
  comparePolicies,
  normalizeDossier,
  normalizeDossiers,
  normalizeRecord,
  normalizeTaxpayer,
  POLICIES,
  qualifyingIncome,
  readDossier,
  readRecord,
  tablesOf,
} from '../../src/index.js'
import { type CsvOptions, toCsv } from '../../src/tables/csv.js'
import { sharedFolder } from '../support/folder.js'
import { expectAccepted } from '../support/run.js'

const folder = sharedFolder()

const entry = { employer: { ein: '00-1234567', name: 'ORCHARD' }, employee: { ssn: '900-00-0000' } }
const records = ['2022', '2023'].map(year => ({
  id: year,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: [{ ...entry, wages_tips_other_compensation: `${year}0.00` }] }],
}))
const input = { taxpayer: { id: 't', name: 'IRIS' }, records }

/** Creates an object in which each option is undefined. The compiler checks the option tables against their types. */
const makeUndefined = <K extends string>(options: Readonly<Record<K, unknown>>): Record<K, undefined> =>
  Object.fromEntries(Object.keys(options).map(name => [name, undefined])) as Record<K, undefined>

const readOptions = { forms: undefined }
const options = makeUndefined(CORE_OPTIONS)

const dossier = () => expectAccepted(normalizeDossier(input)).value
const { policy: _, ...optionsWithoutPolicy } = options
const latest = { ...POLICIES.va, name: 'own', averaging: 'latest' } as const

const csv = (options: CsvOptions) => tablesOf([dossier()]).map(table => toCsv(table, options))

/** Every function that accepts options, called without options and with undefined options. */
const functionsWithOptions: Record<string, readonly [() => unknown, () => unknown]> = {
  readRecord: [() => readRecord(records[0]), () => readRecord(records[0], readOptions)],
  readDossier: [() => readDossier(input), () => readDossier(input, readOptions)],
  normalizeRecord: [() => normalizeRecord(records[0]), () => normalizeRecord(records[0], options)],
  normalizeTaxpayer: [() => normalizeTaxpayer(input.taxpayer), () => normalizeTaxpayer(input.taxpayer, options)],
  normalizeDossier: [() => normalizeDossier(input), () => normalizeDossier(input, options)],
  normalizeDossiers: [() => normalizeDossiers([input]), () => normalizeDossiers([input], options)],
  analyze: [() => analyze(input), () => analyze(input, options)],
  analyzeAll: [() => analyzeAll([input]), () => analyzeAll([input], options)],
  analysisOf: [() => analysisOf(dossier()), () => analysisOf(dossier(), options)],
  qualifyingIncome: [() => qualifyingIncome(dossier()), () => qualifyingIncome(dossier(), options)],
  comparePolicies: [
    () => comparePolicies(dossier(), 'va', latest),
    () => comparePolicies(dossier(), 'va', latest, optionsWithoutPolicy),
  ],
  tablesOf: [() => tablesOf([dossier()], ['all']), () => tablesOf([dossier()], ['all'], options)],
  toCsv: [() => tablesOf([dossier()]).map(table => toCsv(table)), () => csv({ rawText: undefined })],
}

it.each(Object.entries(functionsWithOptions))('%s treats an undefined option as missing', (_, calls) => {
  const [without, withUndefined] = calls.map(call => JSON.stringify(call()))
  expect(withUndefined).toBe(without)
  expect(without?.length).toBeGreaterThan(100)
})

it('the functions for files treat an undefined option as missing', async () => {
  const path = join(folder, 'in.ndjson')
  writeFileSync(path, `${JSON.stringify(input)}\n${JSON.stringify({ taxpayer: { id: 'u' }, records: [5] })}\n`)
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
  await convert([path], { out: join(folder, 'a') })
  await convert([path], { out: join(folder, 'b'), ...undefinedOptions })
  const files = readdirSync(join(folder, 'a'))
  expect(readdirSync(join(folder, 'b'))).toEqual(files)
  expect(files).toContain('rejected.ndjson')
  for (const file of files)
    expect(readFileSync(join(folder, 'b', file), 'utf8')).toBe(readFileSync(join(folder, 'a', file), 'utf8'))
})
