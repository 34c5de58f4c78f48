import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import * as schemas from '../../src/api/schemas.js'
import * as library from '../../src/index.js'
import { expectAccepted } from '../support/run.js'
import { Aviary, KINDS, type Kind, makeDossierWith } from './plant.js'
import { SHOWN } from './shown.js'
import { Sightings } from './sightings.js'

/** Formats a value in the two ways in which a program may log it: with `inspect` and as JSON. */
const formatAsLog = (value: unknown): string =>
  [inspect(value, { depth: 30, maxArrayLength: null, maxStringLength: null }), JSON.stringify(value)].join('\n')

/** The positions that may appear in normalized dossiers and in results. */
const IN_DATA = Object.entries(SHOWN).flatMap(([position, channels]) =>
  channels.includes('normalize') ? [position] : [],
)

/** Runs the library on a dossier with canaries. Returns the sightings in issues and in all other results. */
function runLibrary(kind: Kind): { issues: Sightings; data: Sightings; aviary: Aviary } {
  const aviary = new Aviary(kind)
  const raw = makeDossierWith(aviary)
  const [issues, data] = [new Sightings(aviary), new Sightings(aviary)]
  const [record] = raw['records'] as unknown[]
  for (const outcome of [
    library.readDossier(raw),
    library.readRecord(record),
    library.readTaxpayer(raw['taxpayer']),
    library.readTaxpayer(record),
    library.readRecord(raw['taxpayer']),
    library.normalizeRecord(record),
    library.normalizeTaxpayer(raw['taxpayer']),
    library.normalizeDossier(raw, { strict: true }),
  ])
    issues.look('issues', formatAsLog(outcome.issues))
  const dossier = expectAccepted(library.normalizeDossier(raw)).value
  const options = { asOfYear: 2025 }
  const policies = Object.values(library.PRESETS)
  for (const [name, value] of Object.entries({
    dossier,
    analysis: library.analyze(raw),
    documents: library.resolveDocuments(dossier),
    facts: library.factsOf(dossier),
    gaps: library.gapsOf(dossier),
    income: library.summarizeIncome(dossier),
    withholding: library.summarizeWithholding(dossier),
    years: library.summarizeYears(dossier),
    yearTotals: library.summarizeYearTotals(dossier),
    employment: library.summarizeEmployment(dossier),
    liabilities: library.summarizeLiabilities(dossier),
    lines: library.returnLines(dossier),
    summary: library.summaryOf(dossier),
    checks: library.runChecks(dossier),
    qualifying: library.qualifyingIncome(dossier, options),
    policies: library.comparePolicies(
      dossier,
      policies[0] as library.UnderwritingPolicy,
      policies[1] as library.UnderwritingPolicy,
      options,
    ),
  }))
    data.look(name, formatAsLog(value))
  issues.look('issues', formatAsLog(library.issuesOf(dossier)))
  return { issues, data, aviary }
}

describe.each(KINDS)('a %s in every position', kind => {
  const { issues, data, aviary } = runLibrary(kind)
  const keys = kind === 'word' ? ['unknown form key', 'unknown key'] : kind === 'secret' ? ['unknown form key'] : []

  test('appears in no issue, except as a record id or in a plain key', () => {
    const nestedKeys = kind === 'word' ? ['unknown key, nested'] : []
    const allowed = [...keys, ...nestedKeys, 'record.id', 'record of nobody, id']
    expect(Object.keys(issues.list).filter(position => !allowed.includes(position))).toEqual([])
    expect(Object.keys(issues.list)).toContain('record.id')
  })

  test('appears in results only if shown.ts allows its position in normalized dossiers', () => {
    const allowed = [...IN_DATA, ...keys]
    expect(Object.keys(data.list).filter(position => !allowed.includes(position))).toEqual([])
    expect(aviary.positions.size).toBeGreaterThan(55)
  })
})

describe('errors and issues about invalid arguments contain no value of the arguments', () => {
  const readOutput = (call: () => unknown): string => {
    try {
      return formatAsLog(call())
    } catch (error) {
      return formatAsLog(error) + (error as Error).message + (error as Error).stack
    }
  }
  test.each<[string, () => unknown]>([
    [
      'a short pseudonym key',
      () => library.normalizeDossier({}, { identifiers: 'pseudonym', pseudonymKey: Buffer.from('zqaaaaaqz') }),
    ],
    [
      'an invalid policy',
      () =>
        schemas.readPolicy({ name: 'zqaaaaaqz', 'zqaaaaaqz@example.invalid': { 'zqaaaaaqz 900-01-0008': 1 } }).issues,
    ],
    [
      'invalid known facts',
      () => schemas.readKnownFacts(['{"taxpayer_id":"t","businesses":"900-01-0008"}', 'zqaaaaaqz']).issues,
    ],
    [
      'invalid options',
      () =>
        library.analyze(
          {},
          {
            policy: {
              name: 'zqaaaaaqz',
              'zqaaaaaqz@example.invalid': '900-01-0008',
            } as unknown as library.CustomPolicy,
          },
        ),
    ],
    ['an unknown policy name', () => library.analyze({}, { policy: 'zqaaaaaqz' as library.PresetName })],
    [
      'invalid facts in an option',
      () => library.analyzeAll([], { knownFacts: { taxpayerId: 'zqaaaaaqz', obligationsMonthly: '900-01-0008' } }),
    ],
    [
      'a line and an amount of a filed return',
      () => {
        const { value } = expectAccepted(library.normalizeDossier({ taxpayer: { id: 'zqaaaaaqz' }, records: [] }))
        return (
          readOutput(() => library.compareReturn(value, { 'zqaaaaaqz 900-01-0008': 1 }, 2023)) +
          readOutput(() => library.compareReturn(value, { '1a': '900-01-0008' }, 2023))
        )
      },
    ],
    [
      'a copy of a dossier',
      () => library.summarizeIncome(JSON.parse('{"taxpayerId":"zqaaaaaqz","records":["zqaaaaaqz"]}')),
    ],
  ])('%s', (_, call) => {
    expect(readOutput(call)).not.toMatch(/900-?01-?0008/)
    expect(readOutput(call)).not.toMatch(/zqaaaaaqz/)
  })
})
