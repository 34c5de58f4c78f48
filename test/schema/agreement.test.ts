import { describe, expect, it } from 'vitest'
import type { Outcome } from '../../src/core/issues/issue.js'
import {
  normalizeDossier,
  normalizeRecord,
  normalizeTaxpayer,
  readDossier,
  readRecord,
  readTaxpayer,
} from '../../src/index.js'
import { checkDossier, checkRecord, checkTaxpayer } from '../support/contract.js'
import { makeRandom, mutate, readSampleRecords } from '../support/mutate.js'
import { listIssueLines } from '../support/records.js'

/**
 * Errors that the contract schemas cannot express. The schemas describe each value separately. They do not cover a
 * document without a year, a missing main box or unknown keys.
 */
const NOT_IN_CONTRACT: readonly string[] = ['year_unknown', 'main_box_missing', 'dossier_key_unknown']

/** Summarizes an outcome for comparison: whether the value is rejected, and every error with its path. */
function summarizeOutcome({ status, issues }: Outcome<unknown>): string {
  const errors = issues.filter(({ severity, code }) => severity === 'error' && !NOT_IN_CONTRACT.includes(code))
  const lines = listIssueLines(errors).sort()
  return [status === 'rejected' ? 'rejected' : 'accepted', ...lines].join('\n')
}

type Read = (value: unknown) => Outcome<unknown>

/** The check with the contract schema, and the functions of the library that read such a value. */
const RECORD: readonly [Read, Read, ...Read[]] = [checkRecord, readRecord, normalizeRecord]
const TAXPAYER: readonly [Read, Read, ...Read[]] = [checkTaxpayer, readTaxpayer, normalizeTaxpayer]
const DOSSIER: readonly [Read, Read, ...Read[]] = [checkDossier, readDossier]

/** Expects the readers of the library to agree with the contract. Returns the outcome of the first reader. */
function expectAgreement([check, read, ...others]: readonly [Read, Read, ...Read[]], value: unknown, title: string) {
  const outcome = read(value)
  const contract = summarizeOutcome(check(value))
  expect(summarizeOutcome(outcome), title).toBe(contract)
  for (const readAgain of others) expect(summarizeOutcome(readAgain(value)), title).toBe(contract)
  return outcome
}

const SAMPLE_TAXPAYER = {
  id: 'tp-1',
  name: 'Ada Roe',
  provider_id: 'irs-tax-pro',
  created_at: '2025-03-04T10:11:12.000Z',
  status: 'COMPLETED',
  form8821: 'https://files.example.com/8821.pdf',
  metadata: { loan: '1' },
  analysis: {
    total_liabilities: '1264.05',
    liabilities_with_lien_filed: '0.00',
    tin: 'XXX-XX-8051',
    employment_history: [
      { type: 'W2', year: '2024', employer: { name: 'ACME', address: '1 Main St', ein: 'XX-XXX0783' } },
      { type: 'W2', year: 2023, employer: null },
    ],
  },
  details: {
    address: { street_address: '12 Main St', city: 'Austin', state: 'TX', zip_code: '78701' },
    balance_summary: { balance_due: 1264.05, tax_years: [{ amount: 1264.05, year: '2023' }] },
  },
}

describe('the zod contract and the readers', () => {
  const samples = readSampleRecords()

  it('reject the same values and report the same errors for 24,000 mutated records', () => {
    let broken = 0
    for (let seed = 1; seed <= 24_000; seed++) {
      const record = mutate(samples[seed % samples.length], seed)
      if (expectAgreement(RECORD, record, `seed ${seed}`).issues.length > 0) broken++
    }
    // The mutations must produce both valid and invalid values.
    expect(broken).toBeGreaterThan(5000)
    expect(broken).toBeLessThan(22_000)
  })

  it('reject the same values and report the same errors for 6,000 mutated taxpayers', () => {
    let broken = 0
    for (let seed = 1; seed <= 6000; seed++)
      if (expectAgreement(TAXPAYER, mutate(SAMPLE_TAXPAYER, seed), `seed ${seed}`).issues.length > 0) broken++
    expect(broken).toBeGreaterThan(1000)
    expect(broken).toBeLessThan(5500)
  })

  it('reject the same values and report the same errors for 3,000 mutated dossiers', () => {
    const different = new Set<string>()
    for (let seed = 1; seed <= 3000; seed++) {
      const randomBelow = makeRandom(seed)
      const records = [0, 1].map(() => samples[randomBelow(samples.length)])
      // Half of the dossiers have no records, so that more mutations change their outermost keys.
      const sample = seed % 2 === 0 ? { taxpayer: SAMPLE_TAXPAYER, records } : { taxpayer: {}, records: [] }
      const { issues } = expectAgreement(DOSSIER, mutate(sample, seed), `seed ${seed}`)
      for (const { code } of issues) different.add(code)
    }
    for (const code of ['taxpayer_not_object', 'records_not_array', 'record_not_object', 'record_id_missing'])
      expect(different).toContain(code)
  })

  it('reject values that are not objects or are nested too deep', () => {
    let deep: unknown = {}
    for (let i = 0; i < 70; i++) deep = { deep }
    for (const value of [null, undefined, 1, 'x', [], [{}], deep])
      for (const readers of [RECORD, TAXPAYER, DOSSIER])
        expect(expectAgreement(readers, value, '').status).toBe('rejected')
    expect(normalizeDossier(deep).status).toBe('rejected')
  })

  it('accept every sample record, taxpayer and dossier', () => {
    for (const record of samples) expect(readRecord(record).status).toBe('valid')
    expect(readTaxpayer(SAMPLE_TAXPAYER).status).toBe('valid')
    expect(readDossier({ taxpayer: SAMPLE_TAXPAYER, records: samples }).status).toBe('valid')
  })
})
