import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyzeFiles, convert } from '../../src/files/index.js'
import {
  type Analysis,
  type AnalyzeOptions,
  analysisOf,
  analyze,
  analyzeAll,
  type CustomPolicy,
  comparePolicies,
  type Issue,
  type KnownFacts,
  type NormalizedDossier,
  normalizeDossier,
  PRESET_IDS,
  PRESET_NAMES,
  PRESETS,
  type PresetName,
  qualifyingIncome,
  tablesOf,
  type UnderwritingOptions,
} from '../../src/index.js'
import { POLICY_TABLE } from '../../src/underwriting/policies/policy-table.js'
import { sharedFolder } from '../support/folder.js'
import { expectAccepted } from '../support/run.js'

const IDS = ['a', 'b', 'c']
const w2 = (wages: number) => ({ employer: { ein: '00-1234567' }, wages_tips_other_compensation: wages })
const makeRecord = (id: string, year: string, wages: number) => ({
  id: `${id}-${year}`,
  tax_year: year,
  provider_id: 'turbotax',
  forms: [{ year, form_w2: [w2(wages)] }],
})
/** Creates a dossier with an average of (54,000 + 66,000) / 24 = 5,000.00 per month and 5,500.00 in the latest year. */
const makeDossier = (id: string) => ({
  taxpayer: { id },
  records: [makeRecord(id, '2022', 54_000), makeRecord(id, '2023', 66_000)],
})
const normalized = (id: string): NormalizedDossier => expectAccepted(normalizeDossier(makeDossier(id))).value
const makeFacts = (taxpayerId: string, obligationsMonthly: number | string): KnownFacts => ({
  taxpayerId,
  obligationsMonthly,
})

/** Reads the debt-to-income ratio from the indicators. Returns null if it has no row. */
const readDti = ({ underwriting }: Pick<Analysis, 'underwriting'>): number | null =>
  underwriting.indicators.find(({ indicator }) => indicator === 'dti')?.ratio?.toNumber() ?? null

const folder = sharedFolder()
const path = join(folder, 'all.ndjson')
writeFileSync(path, IDS.map(id => JSON.stringify(makeDossier(id))).join('\n'))

type Known = KnownFacts | readonly KnownFacts[]
const functionsWithFacts: Record<string, (knownFacts: Known) => Promise<(number | null)[]> | (number | null)[]> = {
  analyzeAll: knownFacts => analyzeAll(IDS.map(makeDossier), { knownFacts }).analyses.map(readDti),
  analyze: knownFacts =>
    IDS.map(id => {
      const outcome = analyze(makeDossier(id), { knownFacts })
      return outcome.status === 'rejected' ? null : readDti(outcome.value)
    }),
  analysisOf: knownFacts => IDS.map(id => readDti(analysisOf(normalized(id), { knownFacts }))),
  qualifyingIncome: knownFacts =>
    IDS.map(id => readDti({ underwriting: qualifyingIncome(normalized(id), { knownFacts }) })),
  comparePolicies: knownFacts =>
    IDS.map(id => {
      const rows = comparePolicies(normalized(id), 'fannie-2026-08', 'latest-year', { knownFacts })
      return Number(rows.find(({ figure }) => figure === 'dti')?.a?.value ?? Number.NaN) || null
    }),
  tablesOf: knownFacts => {
    const [table] = tablesOf(IDS.map(normalized), ['indicators'], { knownFacts })
    const findColumn = (name: string): number => table?.columns.findIndex(column => column.name === name) ?? -1
    return IDS.map(id => {
      const row = table?.rows.find(
        cells => cells[findColumn('taxpayer_id')] === id && cells[findColumn('indicator')] === 'dti',
      )
      return row === undefined ? null : Number(row[findColumn('ratio')]) / 1e6
    })
  },
  analyzeFiles: async knownFacts => {
    const ratios: (number | null)[] = []
    for await (const outcome of analyzeFiles([path], { knownFacts }))
      ratios.push(outcome.status === 'rejected' ? null : readDti(outcome.value))
    return ratios
  },
  convert: async knownFacts => {
    const out = mkdtempSync(join(folder, 'out-'))
    await convert([path], { out, tables: ['indicators'], underwrite: () => ({ knownFacts }) })
    const rows = readFileSync(join(out, 'indicators.csv'), 'utf8').split('\n')
    return IDS.map(id => {
      const row = rows.find(line => line.startsWith(`${id},`) && line.includes(',dti,'))
      return row === undefined ? null : Number(/,dti,self,[0-9]*,([0-9.]+)/.exec(row)?.[1])
    })
  },
}

describe.each(Object.entries(functionsWithFacts))('%s applies facts to the taxpayer that they name', (_, ratiosOf) => {
  it('from one object, and to no other taxpayer', async () => {
    expect(await ratiosOf(makeFacts('b', 1000))).toEqual([null, 0.2, null])
  })
  it('from several objects in any order, and not those of other taxpayers', async () => {
    const knownFacts = [makeFacts('c', '2,000'), makeFacts('nobody', 1), makeFacts('a', 500)]
    expect(await ratiosOf(knownFacts)).toEqual([0.1, null, 0.4])
    expect(await ratiosOf([])).toEqual([null, null, null])
  })
  it('from the later of two objects about one taxpayer', async () => {
    expect(await ratiosOf([makeFacts('a', 500), makeFacts('a', 1500)])).toEqual([0.3, null, null])
  })
})

/** Returns the message of the error that a call throws. The error must be a RangeError. */
async function catchRangeError(call: () => unknown): Promise<string> {
  try {
    await call()
  } catch (error) {
    expect(error).toBeInstanceOf(RangeError)
    expect((error as Error).cause).toBeUndefined()
    return (error as Error).message
  }
  throw new Error('nothing was thrown')
}

/** Every function that accepts underwriting options. */
const functionsWithOptions: Record<string, (options: AnalyzeOptions & UnderwritingOptions) => unknown> = {
  analyze: options => analyze(makeDossier('a'), options),
  'analyze, of nothing': options => analyze(5, options),
  analyzeAll: options => analyzeAll([], options),
  analysisOf: options => analysisOf(normalized('a'), options),
  qualifyingIncome: options => qualifyingIncome(normalized('a'), options),
  comparePolicies: ({ policy, ...options }) => comparePolicies(normalized('a'), 'va', policy ?? 'va', options),
  tablesOf: ({ policy, knownFacts }) =>
    tablesOf([], ['income'], { policy: [policy ?? 'va'], ...(knownFacts === undefined ? {} : { knownFacts }) }),
  analyzeFiles: options => analyzeFiles([path], options).next(),
}

const SETTINGS = Object.keys(POLICY_TABLE.keys)

describe.each(Object.entries(functionsWithOptions))('%s rejects invalid options', (_, callWith) => {
  const policy = (overrides: object): CustomPolicy => ({ ...PRESETS.va, name: 'house', ...overrides })
  it.each<[string, unknown]>([
    [
      "The policy cannot be used: $['averaging']: expected one of average, lesser, latest.",
      policy({ averaging: 'mean' }),
    ],
    [
      "The policy cannot be used: $['grossUp']: expected a number from 0 to 1 with at most six decimals; $['citations']: expected an array.",
      { ...policy({ citations: 1 }), grossUp: 2 },
    ],
    ['The policy cannot be used: $: expected an object.', 900123456],
    [
      `The policy cannot be used: $[*]: unknown setting, expected one of ${SETTINGS.join(', ')}.`,
      policy({ '900-12-3456': 1 }),
    ],
    ...(['constructor', 'toString'] as const).map((key): [string, unknown] => [
      `The policy cannot be used: $['${key}']: unknown setting, expected one of ${SETTINGS.join(', ')}.`,
      policy({ [key]: 1 }),
    ]),
    ["The policy cannot be used: $['name']: expected a name that no preset has.", policy({ name: 'va', grossUp: 0 })],
    [`No policy has this name. Expected one of ${PRESET_NAMES.join(', ')}.`, 'fha-900123456'],
  ])('%s', async (message, invalidPolicy) => {
    expect(await catchRangeError(() => callWith({ policy: invalidPolicy as CustomPolicy }))).toBe(message)
  })
  it.each<[string, unknown]>([
    [
      "$['taxPlan']['paymentMonthly']: expected an amount of 0 or more",
      { taxpayerId: 'a', taxPlan: { state: 'applied', paymentMonthly: '25O' } },
    ],
    ["$['obligationsMonthly']: expected an amount of 0 or more", makeFacts('other', -5)],
    ["$['taxpayerId']: expected text", { obligationsMonthly: 900123456 }],
    [
      "$['monthlyObligations']: no longer a setting, use obligationsMonthly",
      { taxpayerId: 'a', monthlyObligations: 900123456 },
    ],
    ['$: expected an object', [makeFacts('a', 5), null]],
  ])('Known facts cannot be used: %s', async (message, knownFacts) => {
    expect(await catchRangeError(() => callWith({ knownFacts: knownFacts as KnownFacts }))).toBe(
      `The known facts cannot be used: ${message}.`,
    )
  })
})

describe('a policy', () => {
  it('can be set by name, and has a default', () => {
    const dossier = normalized('a')
    for (const name of PRESET_IDS) expect(qualifyingIncome(dossier, { policy: name }).policy).toBe(PRESETS[name])
    expect(qualifyingIncome(dossier, { policy: 'fha' }).policy).toBe(PRESETS['fha-4000.1'])
    expect(qualifyingIncome(dossier, { policy: undefined }).policy).toBe(PRESETS['fannie-2026-08'])
    expect(comparePolicies(dossier, 'va', PRESETS['latest-year'])).toEqual(
      comparePolicies(dossier, PRESETS.va, 'latest-year'),
    )
  })
  it('rejects names that every object has as a property', async () => {
    for (const name of ['constructor', '__proto__', ''])
      expect(await catchRangeError(() => qualifyingIncome(normalized('a'), { policy: name as PresetName }))).toMatch(
        /^No policy has this name/,
      )
  })
})

describe('options are checked in every call', () => {
  const makePolicy = (): CustomPolicy => ({ ...PRESETS.va, name: 'house', historyYears: {} })
  const readWages = (policy: CustomPolicy): string | undefined =>
    qualifyingIncome(normalized('a'), { policy })
      .qualifyingIncome.find(({ category }) => category === 'wages')
      ?.qualifyingMonthly.toFixed(2)

  it('so a policy that was changed in the meantime has its new settings', () => {
    const { materialDecline: _, ...partial } = makePolicy()
    for (const policy of [makePolicy(), partial] as { historyYears: object }[]) {
      // The job increases: (54,000 + 66,000) / 24 = 5,000.00.
      expect(readWages(policy)).toBe('5000.00')
      policy.historyYears = { wages: 5 }
      expect(readWages(policy)).toBe('0.00')
      policy.historyYears = 'x' as never
      expect(() => readWages(policy)).toThrow(RangeError)
    }
  })

  it('so a citation that was removed in the meantime is not printed', () => {
    const policy = { ...makePolicy(), citations: [...PRESETS.va.citations] }
    const readCitations = () => qualifyingIncome(normalized('a'), { policy }).qualifyingIncome.map(row => row.citation)
    expect(readCitations()).not.toContain('no citation')
    policy.citations.splice(0)
    expect(readCitations()).toEqual(['no citation'])
  })

  it.each(['2023', Number.NaN, 2023.5, 99_999])('so an invalid year is rejected: %s', year => {
    const options = { asOfYear: year as number }
    expect(() => analyze(makeDossier('a'), options)).toThrow(RangeError)
    expect(() => qualifyingIncome(normalized('a'), options)).toThrow(RangeError)
    expect(() => tablesOf([normalized('a')], ['qualifying_income'], options)).toThrow(RangeError)
  })

  it('so underwriting without options for a taxpayer uses the defaults', async () => {
    const out = mkdtempSync(join(folder, 'out-'))
    const report = await convert([path], { out, tables: ['indicators'], underwrite: () => undefined as never })
    expect(report.taxpayers).toBe(IDS.length)
  })
})

describe('known facts that match nothing', () => {
  const job = { employer: 'Nobody Freight', startDate: '2020-01-01' }
  const knownFacts: KnownFacts = {
    taxpayerId: 'a',
    borrowers: [{ id: 'self', jobs: [{ identifiers: ['00-1234567'], startDate: '2019-05-01' }, job] }],
    conditionsMet: [{ condition: 'trust_agreement', by: 'J. Doe', on: '2026-02-12' }],
    overrides: [{ stream: 'rental', qualifyingMonthly: 1, by: 'J. Doe', on: '2026-02-12', reason: 'lease' }],
  }
  const paths = ["$['borrowers'][0]['jobs'][1]", "$['conditionsMet'][0]", "$['overrides'][0]"]

  it('have an issue with their path and without their values', () => {
    const listIssues = (issues: readonly Issue[]) => issues.filter(({ code }) => code === 'known_fact_unused')
    const { value, issues } = expectAccepted(analyze(makeDossier('a'), { knownFacts }))
    for (const list of [issues, value.issues, value.underwriting.issues]) {
      expect(listIssues(list).map(({ path, severity }) => [path, severity])).toEqual(paths.map(p => [p, 'warning']))
      expect(JSON.stringify(listIssues(list))).not.toMatch(/Nobody|Doe|lease|rental/)
    }
    const [table] = tablesOf([normalized('a')], ['issues'], { knownFacts })
    const codeColumn = table?.columns.findIndex(({ name }) => name === 'code') ?? -1
    expect(table?.rows.filter(row => row[codeColumn] === 'known_fact_unused')).toHaveLength(paths.length)
    expect(listIssues(qualifyingIncome(normalized('b'), { knownFacts }).issues)).toEqual([])
  })
})
