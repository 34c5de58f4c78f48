import { describe, expect, it } from 'vitest'
import { underwrite } from '../../src/underwriting/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed, readExample, underwriteExample } from './example.js'

const w2 = (year: number, wages: number, otherBoxes = {}) =>
  `${year} form_w2 ${JSON.stringify({ wages_tips_other_compensation: wages, ...otherBoxes })}`
const LAST = { ein: '00-9999999', name: 'LAST FIRM', address: '9 ELM ROAD' }

/** Reads an example and adds a record to those of its years. */
function addRecord(record: Raw, ...lines: string[]) {
  const example = readExample(lines.join('\n'))
  const records = [...(example.raw['records'] as Raw[]), record]
  return { ...example, raw: { ...example.raw, records } }
}

const makeSoftwareRecord = (entry: Raw): Raw => ({
  id: 'software',
  tax_year: '2024',
  provider_id: 'turbotax',
  date: '2025-02-10T00:00:00Z',
  forms: [
    { year: '2024', ssn: 'XXX-XX-1234', form_w2: [{ employer: LAST, employee: { ssn: 'XXX-XX-1234' }, ...entry }] },
  ],
})

describe('a year with only a February transcript and a tax software record', () => {
  const computeYear = (entry: Raw) => {
    const lines = [w2(2023, 24000), w2(2024, 24000), 'pulled: 2024 irs 2025-02-10']
    const { asOfYear, laterIncompleteYears } = underwriteExample(addRecord(makeSoftwareRecord(entry), ...lines))
    return [asOfYear, laterIncompleteYears]
  }
  it('is complete if software has a document', () => {
    expect(computeYear({ wages_tips_other_compensation: 500 })).toEqual([2024, []])
  })
  it('is incomplete if the document is void or was corrected to zero', () => {
    const wages_tips_other_compensation = 500
    expect(computeYear({ wages_tips_other_compensation, submission_type: 'Void' })).toEqual([2023, [2024]])
    expect(computeYear({ wages_tips_other_compensation: 0, submission_type: 'Corrected' })).toEqual([2023, [2024]])
  })
})

describe('a total without any row', () => {
  const listFlags = (taxYear: string) => {
    const rejected = { id: 'bad', tax_year: taxYear, provider_id: 'irs', forms: 'none' }
    const { raw } = addRecord(rejected, w2(2021, 24000))
    const underwriting = underwrite(resultOfDossier(raw), policyNamed('fannie-2026-03'), {
      taxpayerId: 't',
      asOfYear: 2023,
    })
    return underwriting.qualifyingIncome.map(({ category, flags }) => `${category}: ${flags.join(';')}`)
  }
  it('is incomplete if a record of its year was rejected, but not one of another year', () => {
    expect(listFlags('2023')).toEqual(['total: incomplete;year_incomplete'])
    expect(listFlags('2019')).toEqual(['total: year_incomplete'])
  })
})
