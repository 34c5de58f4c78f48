import { describe, expect, it } from 'vitest'
import { parseUnderwritingOptions, type UnderwritingComparisonOptions } from '../../src/underwriting/facts/options.js'
import { PRESET_NAMES } from '../../src/underwriting/policies/presets.js'
import { listTraces } from '../../src/underwriting/traces/figure-traces.js'
import type { Raw } from '../support/run.js'
import { makeDocument, makeDossier, makeFacts, makeW2, SPOUSE_SSN, type TestDocument } from './dossiers.js'
import { printTable } from './stated.js'
import { underwriteRaw } from './streams.js'

const RECIPIENT = 'CONFIDENTIA PERSON'
const TABLES = ['income_streams', 'qualifying_income', 'qualifying_totals', 'conditions', 'indicators', 'mortgages']

/** Adds the recipient's name, which no output may show. */
const addName = ([year, form, entry]: TestDocument): TestDocument => {
  const text = JSON.stringify(entry).replace(/"(XXX-XX-\d{4})"}/, `"$1","name":"${RECIPIENT}"}`)
  return [year, form, JSON.parse(text) as Raw]
}

const DOCUMENTS = [
  makeW2(2023, 'A', 60000),
  makeW2(2024, 'A', 40000),
  makeW2(2024, 'B', 9000, {}, SPOUSE_SSN),
  makeDocument(2024, 'form_1099_nec', 'C', { non_employee_compensation: 12000 }),
  makeDocument(2024, 'form_1099_r', 'D', { gross_distribution: 'unreadable amount 4711' }),
  makeDocument(2024, 'form_1098', 'E', { mortgage_interest_received: 9000, outstanding_mortgage_principal: 200000 }),
].map(addName)

describe('private data', () => {
  it('of recipients and unreadable values is in no table, message or trace', () => {
    const raw = makeDossier(DOCUMENTS)
    expect(JSON.stringify(raw)).toContain(RECIPIENT)
    const options = { policy: PRESET_NAMES, knownFacts: makeFacts({ jobs: [{ employer: 'A Company' }] }) }
    const rows = TABLES.map(table => printTable(raw, table, options))
    expect(rows.every(table => table.length > 0)).toBe(true)
    const traces = underwriteRaw(raw, options).map(listTraces)
    const text = JSON.stringify([rows, traces], (_, value) => (typeof value === 'bigint' ? String(value) : value))
    for (const secret of [RECIPIENT, 'CONFIDENTIA', '4711', 'XX-XX-']) expect(text).not.toContain(secret)
  })

  it('of options is in no error', () => {
    const secret = 'S3CRET'
    const OPTIONS: readonly Raw[] = [
      { policy: secret },
      { policy: { name: 'own', grossUp: secret } },
      { knownFacts: { taxpayerId: 't', borrowers: [{ id: secret }] } },
      { knownFacts: { taxpayerId: 't', obligationsMonthly: secret } },
      { knownFacts: makeFacts({ jobs: [{ employer: 'x', pay: { amount: secret, per: 'month' } }] }) },
      { knownFacts: makeFacts({}, { overrides: [{ stream: 'wages', qualifyingMonthly: secret }] }) },
      { statedIncome: { taxpayerId: 't', borrowers: [{ last4: secret }] } },
      { asOfYear: secret },
    ]
    for (const options of OPTIONS) {
      let message = ''
      try {
        parseUnderwritingOptions(options as UnderwritingComparisonOptions)
      } catch (error) {
        message = String(error)
      }
      expect([Object.keys(options), message === '', message.includes(secret)]).toEqual([
        Object.keys(options),
        false,
        false,
      ])
    }
  })
})
