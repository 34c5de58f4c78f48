import { describe, expect, test } from 'vitest'
import { normalizeRecord } from '../../src/api/normalize.js'
import { recordWith } from '../support/records.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

/** Returns the ids of the accepted records, the rejected raw records, and the issue codes. */
function readStrictly(records: readonly Raw[], strict = true) {
  const { dossier } = resultOfDossier({ taxpayer: { id: 't' }, records }, { strict })
  return {
    kept: dossier.records.map(({ id }) => id),
    rejected: dossier.rejected.map(({ raw }) => raw),
    codes: dossier.pendingIssues.map(({ code }) => code),
  }
}

/** Makes a record of a W-2 with the main box, so that only the box under test causes an issue. */
const recordOfW2 = (boxes: Raw): Raw => recordWith({ form_w2: [{ wages_tips_other_compensation: 100, ...boxes }] })
const recordWithheld = (federal_income_tax_withheld: unknown): Raw => recordOfW2({ federal_income_tax_withheld })

// In strict mode, every coercion and every error rejects the record. Source: specification of records, section 2.
describe('strict mode rejects', () => {
  test.each<[what: string, code: string, Raw]>([
    ['an amount as text', 'money_coerced', recordWithheld('5')],
    ['a part of a cent', 'money_rounded', recordWithheld(1.005)],
    ['an artifact of binary numbers', 'money_rounded', recordWithheld(0.1 + 0.2)],
    [
      'a ratio as percents',
      'ratio_as_percent',
      recordWith({ schedule_k1_1065: [{ partner_share_of_capital_end: 50 }] }),
    ],
    ['a timestamp without an offset', 'timestamp_without_offset', recordWith({}, { date: '2024-03-01T10:20:30' })],
    ['a box that cannot be read', 'money_unreadable', recordWithheld('x')],
    ['a form without its main box', 'main_box_missing', recordWith({ form_w2: [{ federal_income_tax_withheld: 5 }] })],
    ['an entry that is not an object', 'document_not_object', recordWith({ form_w2: [5] })],
    ['a key in another spelling', 'field_respelled', recordOfW2({ federalIncomeTaxWithheld: 5 })],
    ['a misspelled key', 'field_misspelled', recordWith({ form_w2: [{ third_party_sick_pay_indicatr: true }] })],
    ['a form in another spelling', 'form_respelled', recordWith({ form_W2: [{}] })],
  ])('%s', (_, code, raw) => {
    expect(readStrictly([raw])).toEqual({ kept: [], rejected: [raw], codes: [code, 'strict_rejected'] })
    expect(readStrictly([raw], false)).toEqual({ kept: ['r'], rejected: [], codes: [code] })
  })
})

describe('strict mode keeps', () => {
  test.each<[what: string, code: string, Raw]>([
    ['a key that no table knows', 'field_unknown', recordWith({ form_w2: [{ shoe_size: 'five' }] })],
    ['an unknown form', 'form_unknown', recordWith({ form_9999: [] })],
    ['an unknown provider', 'enum_unknown', recordWith({}, { provider_id: 'abacus' })],
    ['a flag that cannot be read', 'flag_unreadable', recordWith({ form_w2: [{ statutory_employee: 'perhaps' }] })],
    ['an identifier that cannot be read', 'identifier_unreadable', recordWith({ ssn: '12' })],
    ['years that differ', 'year_disagrees', recordWith({ year: 2022 })],
  ])('%s', (_, code, raw) => {
    expect(readStrictly([raw])).toEqual({ kept: ['r'], rejected: [], codes: [code] })
  })

  test('the records before and after a rejected one', () => {
    const [first, bad, last] = [recordWith({}, { id: 'a' }), { ...recordWithheld('5'), id: 'b' }, recordWith({})]
    expect(readStrictly([first, bad, last])).toMatchObject({ kept: ['a', 'r'], rejected: [bad] })
  })
})

test('a record that strict mode rejects makes the sums of its year incomplete', () => {
  const [good, bad] = [5, '7'].map(wages_tips_other_compensation => recordOfW2({ wages_tips_other_compensation }))
  const records = [good, { ...bad, id: 'b' }, { ...good, id: 'c', tax_year: 2022 }]
  const rows = formatTableRows(resultOfDossier({ taxpayer: { id: 't' }, records }, { strict: true }), 'income')
  const withAmount = rows.filter(row => row['amount'] !== '')
  expect(withAmount.map(row => [row['tax_year'], row['amount'], row['complete']])).toEqual([
    ['2022', '5.00', 'true'],
    ['2023', '5.00', 'false'],
  ])
})

test('strict mode rejects a record with an amount in an unknown field', () => {
  const raw = recordWith({ form_w2: [{ shoe_size: 5 }] })
  const codes = ['field_unknown', 'amount_unread']
  expect(readStrictly([raw])).toEqual({ kept: [], rejected: [raw], codes: [...codes, 'strict_rejected'] })
  expect(readStrictly([raw], false)).toEqual({ kept: ['r'], rejected: [], codes })
})

test('a single record is rejected in strict mode, and the issues give the reason', () => {
  const raw = recordWithheld('x')
  const { status, issues } = normalizeRecord(raw, { strict: true })
  expect(status).toBe('rejected')
  expect(issues.map(({ code }) => code)).toEqual(['money_unreadable', 'strict_rejected'])
  expect(normalizeRecord(raw).issues.map(({ code }) => code)).toEqual(['money_unreadable'])
})
