import { expect, it } from 'vitest'
import {
  type AnalyzeOptions,
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
  type ReadOptions,
  readDossier,
  readRecord,
} from '../../src/index.js'

const entry = { employer: { ein: '00-1234567', name: 'ORCHARD' }, employee: { ssn: '900-00-0000' } }
const records = ['2022', '2023'].map(year => ({
  id: year,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: [{ ...entry, wages_tips_other_compensation: `${year}0.00` }] }],
}))
const input = { taxpayer: { id: 't', name: 'IRIS' }, records }

const reading: Record<keyof ReadOptions, undefined> = { forms: undefined }
const options: Omit<AnalyzeOptions, 'taxpayerId'> & Record<string, undefined> = {
  forms: undefined,
  strict: undefined,
  identifiers: undefined,
  pseudonymKey: undefined,
  policy: undefined,
  known: undefined,
  asOfYear: undefined,
}

const dossier = () => {
  const outcome = normalizeDossier(input)
  if (outcome.status === 'rejected') throw new Error('rejected')
  return outcome.value
}
const { policy: _, ...rest } = options
const latest = { ...POLICIES.va, name: 'own', averaging: 'latest' } as const

/** Every function that takes options, under those given. */
const takers: Record<string, readonly [() => unknown, () => unknown]> = {
  readRecord: [() => readRecord(records[0]), () => readRecord(records[0], reading)],
  readDossier: [() => readDossier(input), () => readDossier(input, reading)],
  normalizeRecord: [() => normalizeRecord(records[0]), () => normalizeRecord(records[0], options)],
  normalizeTaxpayer: [
    () => normalizeTaxpayer(input.taxpayer),
    () => normalizeTaxpayer(input.taxpayer, options),
  ],
  normalizeDossier: [() => normalizeDossier(input), () => normalizeDossier(input, options)],
  normalizeDossiers: [() => normalizeDossiers([input]), () => normalizeDossiers([input], options)],
  analyze: [() => analyze(input), () => analyze(input, options)],
  analyzeAll: [() => analyzeAll([input]), () => analyzeAll([input], options)],
  analysisOf: [() => analysisOf(dossier()), () => analysisOf(dossier(), options)],
  qualifyingIncome: [() => qualifyingIncome(dossier()), () => qualifyingIncome(dossier(), options)],
  comparePolicies: [
    () => comparePolicies(dossier(), 'va', latest),
    () => comparePolicies(dossier(), 'va', latest, rest),
  ],
}

it.each(Object.entries(takers))('%s takes an option that is undefined as one that is not given', (_, of) => {
  const [without, given] = of.map(each => JSON.stringify(each()))
  expect(given).toBe(without)
  expect(without?.length).toBeGreaterThan(100)
})
