// Tests identifiers that identify nobody. Source: specification of evidence, section 1.
import { describe, expect, test } from 'vitest'
import { isPlaceholder } from '../../src/core/identifier.js'
import { listIssueLines, recordWith, resultOfRecords } from '../support/records.js'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const w2 = (ein: unknown, name: string, wages: number, ssn: unknown = 'XXX-XX-1234'): Raw => ({
  employer: { ein, name },
  employee: { ssn },
  wages_tips_other_compensation: wages,
})

/** Returns the paths of the placeholders that were reported, and the other issue codes. */
const listPlaceholders = ({ issues }: { readonly issues: Parameters<typeof listIssueLines>[0] }): string[] =>
  listIssueLines(issues).map(line => line.replace('identifier_placeholder ', ''))

test('nine equal digits and 123456789 are placeholders, and a masked identifier is not', () => {
  for (const id of ['000000000', '111111111', '999999999', '123456789']) expect(isPlaceholder(id), id).toBe(true)
  for (const id of ['001111111', '123456780', '987654321', 'XXXXX0000', 'XXXXX6789'])
    expect(isPlaceholder(id), id).toBe(false)
})

// 30,000 + 20,000 = 50,000. With equal numbers, the documents of two employers would be compared as one.
test.each(['00-0000000', '12-3456789', 'APPLIED FOR', 'Applied for', '99 9999999'])(
  'two employers with the number %s are two documents',
  ein => {
    const records = [
      recordWith({ form_w2: [w2(ein, 'PINE BAKERY', 30_000)] }, { id: 'a', provider_id: 'hr' }),
      recordWith({ form_w2: [w2(ein, 'OAK GARAGE', 20_000)] }, { id: 'b', provider_id: 'turbotax' }),
    ]
    const result = resultOfRecords(...records)
    expect(formatTableRows(result, 'documents').map(row => [row['status'], row['issuer_id']])).toEqual([
      ['counted', ''],
      ['counted', ''],
    ])
    expect(formatTableRows(result, 'years').map(row => row['total_income'])).toEqual(['50000.00'])
  },
)

describe('a placeholder is reported once per record, at the first path', () => {
  test('of an issuer, a recipient and a form object', () => {
    const entries = [w2('00-1234567', 'A', 1), w2('11-1111111', 'B', 2), w2('22-2222222', 'C', 3, '000-00-0000')]
    expect(listPlaceholders(resultOfRecords(recordWith({ form_w2: entries })))).toEqual([
      "$['forms'][0]['form_w2'][1]['employer']['ein']",
    ])
    const forms = [recordWith({ ssn: '999-99-9999', form_w2: entries }), recordWith({ form_w2: entries }, { id: 's' })]
    expect(listPlaceholders(resultOfRecords(...forms))).toEqual([
      "$['forms'][0]['ssn']",
      "$['forms'][0]['form_w2'][1]['employer']['ein']",
    ])
  })

  test('of the taxpayer object, which has its own issue', () => {
    const employment_history = [{ year: '2023', employer: { ein: '00-0000000', name: 'A' } }]
    const taxpayer = { id: 't', analysis: { tin: '123-45-6789', employment_history } }
    const result = resultOfDossier({ taxpayer, records: [recordWith({ form_w2: [w2('00-0000000', 'A', 1)] })] })
    expect(listPlaceholders(result)).toEqual(["$['analysis']['tin']", "$['forms'][0]['form_w2'][0]['employer']['ein']"])
  })

  test('a masked placeholder and a mask without digits are not reported as one', () => {
    const entries = [w2('XX-XXX0000', 'A', 1), w2('XX-XXXXXXX', 'B', 2)]
    expect(listIssueLines(resultOfRecords(recordWith({ form_w2: entries })).issues)).toEqual([
      "identifier_unreadable $['forms'][0]['form_w2'][1]['employer']['ein']",
    ])
  })
})

test('a recipient with a placeholder takes the number of the form object', () => {
  const record = recordWith({ ssn: 'XXX-XX-1234', form_w2: [w2('00-1234567', 'A', 1, '000-00-0000')] })
  expect(formatTableRows(resultOfRecords(record), 'documents').map(row => row['recipient_last4'])).toEqual(['1234'])
})
