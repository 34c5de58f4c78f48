import { describe, expect, test } from 'vitest'
import { normalizeRecord } from '../../src/api/normalize.js'
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

const record = (forms: Raw, otherFields: Raw = {}): Raw => ({
  id: 'r',
  tax_year: 2023,
  provider_id: 'irs',
  forms: [forms],
  ...otherFields,
})

/** The main box of a W-2. Each example has it, so that only the box under test causes an issue. */
const WAGES = { wages_tips_other_compensation: 100 }

// In strict mode, every coercion and every error rejects the record. Source: specification of records, section 2.
describe('strict mode rejects', () => {
  test.each<[what: string, code: string, Raw]>([
    ['an amount as text', 'money_coerced', record({ form_w2: [{ ...WAGES, federal_income_tax_withheld: '5' }] })],
    ['a part of a cent', 'money_rounded', record({ form_w2: [{ ...WAGES, federal_income_tax_withheld: 1.005 }] })],
    [
      'an artifact of binary numbers',
      'money_rounded',
      record({ form_w2: [{ ...WAGES, federal_income_tax_withheld: 0.1 + 0.2 }] }),
    ],
    [
      'a ratio as a percentage',
      'ratio_as_percent',
      record({ schedule_k1_1065: [{ partner_share_of_capital_end: 50 }] }),
    ],
    ['a timestamp without an offset', 'timestamp_without_offset', record({}, { date: '2024-03-01T10:20:30' })],
    [
      'a box that cannot be read',
      'money_unreadable',
      record({ form_w2: [{ ...WAGES, federal_income_tax_withheld: 'x' }] }),
    ],
    ['a form without its main box', 'main_box_missing', record({ form_w2: [{ federal_income_tax_withheld: 5 }] })],
    ['an entry that is not an object', 'document_not_object', record({ form_w2: [5] })],
    ['a key in another spelling', 'field_respelled', record({ form_w2: [{ ...WAGES, federalIncomeTaxWithheld: 5 }] })],
    ['a misspelled key', 'field_misspelled', record({ form_w2: [{ third_party_sick_pay_indicatr: true }] })],
    ['a form in another spelling', 'form_respelled', record({ form_W2: [{}] })],
  ])('%s', (_, code, raw) => {
    expect(readStrictly([raw])).toEqual({ kept: [], rejected: [raw], codes: [code, 'strict_rejected'] })
    expect(readStrictly([raw], false)).toEqual({ kept: ['r'], rejected: [], codes: [code] })
  })
})

describe('strict mode keeps', () => {
  test.each<[what: string, code: string, Raw]>([
    ['a key that no table knows', 'field_unknown', record({ form_w2: [{ shoe_size: 'five' }] })],
    ['an unknown form', 'form_unknown', record({ form_9999: [] })],
    ['an unknown provider', 'enum_unknown', record({}, { provider_id: 'abacus' })],
    ['a flag that cannot be read', 'flag_unreadable', record({ form_w2: [{ statutory_employee: 'perhaps' }] })],
    ['an identifier that cannot be read', 'identifier_unreadable', record({ ssn: '12' })],
    ['years that differ', 'year_disagrees', record({ year: 2022 })],
  ])('%s', (_, code, raw) => {
    expect(readStrictly([raw])).toEqual({ kept: ['r'], rejected: [], codes: [code] })
  })

  test('the records before and after a rejected one', () => {
    const [good, bad] = [record({}), record({ form_w2: [{ federal_income_tax_withheld: '5' }] })]
    const records = [
      { ...good, id: 'a' },
      { ...bad, id: 'b' },
      { ...good, id: 'c' },
    ]
    expect(readStrictly(records)).toMatchObject({ kept: ['a', 'c'], rejected: [records[1]] })
  })
})

test('a record that strict mode rejects makes the sums of its year incomplete', () => {
  const [good, bad] = [
    record({ form_w2: [{ wages_tips_other_compensation: 5 }] }),
    record({ form_w2: [{ wages_tips_other_compensation: '7' }] }),
  ]
  const records = [
    { ...good, id: 'a' },
    { ...bad, id: 'b' },
    { ...good, id: 'c', tax_year: 2022 },
  ]
  const rows = formatTableRows(resultOfDossier({ taxpayer: { id: 't' }, records }, { strict: true }), 'income')
  const withAmount = rows.filter(row => row['amount'] !== '')
  expect(withAmount.map(row => [row['tax_year'], row['amount'], row['complete']])).toEqual([
    ['2022', '5.00', 'true'],
    ['2023', '5.00', 'false'],
  ])
})

test('strict mode rejects a record with an amount in an unknown field', () => {
  const raw = record({ form_w2: [{ shoe_size: 5 }] })
  const codes = ['field_unknown', 'amount_unread']
  expect(readStrictly([raw])).toEqual({ kept: [], rejected: [raw], codes: [...codes, 'strict_rejected'] })
  expect(readStrictly([raw], false)).toEqual({ kept: ['r'], rejected: [], codes })
})

test('a single record is rejected in strict mode, and the issues give the reason', () => {
  const raw = { id: 'r', tax_year: 2023, forms: [{ year: '2023', form_w2: [{ wages_tips_other_compensation: 'x' }] }] }
  const { status, issues } = normalizeRecord(raw, { strict: true })
  expect(status).toBe('rejected')
  expect(issues.map(({ code }) => code)).toEqual(['money_unreadable', 'strict_rejected'])
  expect(normalizeRecord(raw).issues.map(({ code }) => code)).toEqual(['money_unreadable'])
})
