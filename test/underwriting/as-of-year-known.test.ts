import { describe, expect, it } from 'vitest'
import { KNOWN_FACTS_SCHEMA, readKnownFacts } from '../../src/underwriting/policies/read-settings.js'
import { knownOf, termsOf, underwriteUnder } from '../../src/underwriting/policies/terms.js'
import { underwrite } from '../../src/underwriting/underwrite.js'
import { resultOfDossier } from '../support/run.js'
import { policyNamed } from './example.js'

const w2 = (wages: number) => ({ employer: { ein: '00-1234567', name: 'A' }, wages_tips_other_compensation: wages })
const record = (year: string, wages: number) => ({
  id: `r${year}`,
  provider_id: 'turbotax',
  tax_year: year,
  forms: [{ type: 'WAID', year, ssn: 'XXX-XX-4471', form_w2: [w2(wages)] }],
})
const result = resultOfDossier({
  taxpayer: { id: 't' },
  records: [record('2021', 24000), record('2022', 36000), record('2023', 48000)],
})

describe('the as-of year of the known facts', () => {
  it('is used if the call names no year', () => {
    const knownFacts = KNOWN_FACTS_SCHEMA.parse({ taxpayerId: 't', asOfYear: 2022 })
    const underwriting = underwrite(result, policyNamed('fannie-2026-03'), knownFacts)
    // (36,000 + 24,000) / 24 months.
    expect([
      underwriting.asOfYear,
      underwriting.qualifyingIncome.find(row => row.category === 'wages')?.monthlyAmount,
    ]).toEqual([2022, 250000])
  })
  it('is overridden by the year of the call', () => {
    const knownFacts = KNOWN_FACTS_SCHEMA.parse({ taxpayerId: 't', asOfYear: 2022 })
    const terms = termsOf({ known: knownFacts, asOfYear: 2023 })
    expect(underwriteUnder(result, 't', terms, []).map(({ asOfYear }) => asOfYear)).toEqual([2023])
    // The year of the call applies to every taxpayer. Known facts apply to one taxpayer.
    expect(knownOf(terms, 'other')).toEqual({ taxpayerId: 'other', asOfYear: 2023 })
    expect(knownOf(termsOf({ known: knownFacts }), 'other')).toBeUndefined()
  })
  it('must be a year', () => {
    expect(KNOWN_FACTS_SCHEMA.safeParse({ taxpayerId: 't', asOfYear: 22 }).success).toBe(false)
    const { issues } = readKnownFacts(['{"taxpayer_id":"t","as_of_year":22}'])
    expect(issues).toMatchObject([{ code: 'year_unreadable', expected: 'a year from 1900 to 2100' }])
  })
})
