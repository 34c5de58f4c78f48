import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { normalizeDossier, normalizeTaxpayer } from '../../src/api/normalize.js'
import { Privacy, type PrivacyOptions } from '../../src/ingest/privacy.js'
import type { Field } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { findWideTable, recordWith } from '../support/records.js'
import { expectAccepted, formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const KEY = new Uint8Array(32).map((_, i) => i)
const pseudonymous: PrivacyOptions = { identifiers: 'pseudonym', pseudonymKey: KEY }

/** Returns the first row of a form's wide table. */
function rowOf(form: string, record: Raw, privacy: PrivacyOptions = {}, taxpayer: Raw = {}) {
  const result = resultOfDossier({ taxpayer: { id: 't', ...taxpayer }, records: [record] })
  return formatTableRows(result, findWideTable(form), [], privacy)[0] ?? {}
}

/** Returns the parties of one entry as its wide table prints them: issuer, then recipient. */
function parties(form: string, entry: Raw, privacy: PrivacyOptions = {}, otherFields: Raw = {}, taxpayer: Raw = {}) {
  const row = rowOf(form, recordWith({ [form]: [entry], ...otherFields }), privacy, taxpayer)
  const parts = (who: string, names: readonly string[]) => names.map(name => row[`${who}_${name}`])
  return [
    parts('issuer', ['id', 'name', 'address']),
    parts('recipient', ['id', 'last4', 'pseudonym', 'name', 'address']),
  ]
}

const employer = { ein: '20-1234567', name: 'ACME', address: '1 Main St' }
const employee = { ssn: '900-11-3333', name: 'ANN', address: '2 Side St' }

describe('a recipient', () => {
  // The expected pseudonym comes from the HMAC function of Node.
  const hex = createHmac('sha256', KEY).update('900113333').digest('hex')

  test.each<[what: string, PrivacyOptions, string[]]>([
    ['shows four digits by default', {}, ['', '3333', '', '', '']],
    ['shows four digits even if there is a key', { pseudonymKey: KEY }, ['', '3333', '', '', '']],
    ['is full if identifiers are full', { identifiers: 'full' }, ['900113333', '3333', '', 'ANN', '2 Side St']],
    ['has a pseudonym if identifiers are pseudonyms', pseudonymous, ['', '3333', hex, '', '']],
  ])('%s', (_, privacy, expectedParties) => {
    expect(parties('form_w2', { employer, employee }, privacy)[1]).toEqual(expectedParties)
  })

  test('that is masked or has no number gets no pseudonym', () => {
    const masked = { ...employee, ssn: 'XXX-XX-3333' }
    expect(parties('form_w2', { employer, employee: masked }, pseudonymous)[1]).toEqual(['', '3333', '', '', ''])
    expect(parties('form_w2', { employer }, pseudonymous)[1]).toEqual(['', '', '', '', ''])
  })

  test('has the same pseudonym each time, and a different one with a different key', () => {
    const first = new Privacy(pseudonymous)
    const second = new Privacy({ ...pseudonymous, pseudonymKey: KEY.toReversed() })
    expect([first.computePseudonym('900113333'), first.computePseudonym('900113333')]).toEqual([hex, hex])
    expect(second.computePseudonym('900113333')).not.toBe(hex)
    expect(first.computePseudonym('900113334')).not.toBe(hex)
  })

  test('needs a key of at least 32 bytes', () => {
    for (const pseudonymKey of [KEY.slice(1), new Uint8Array(0)])
      expect(() => new Privacy({ identifiers: 'pseudonym', pseudonymKey })).toThrow(RangeError)
    expect(() => new Privacy({ identifiers: 'pseudonym' })).toThrow(RangeError)
    expect(new Privacy(pseudonymous).mode).toBe('pseudonym')
    // Text, an array of numbers and an ArrayBuffer are not a Uint8Array.
    for (const invalidKey of ['k'.repeat(64), [...KEY], new ArrayBuffer(32)])
      expect(
        () => new Privacy({ identifiers: 'pseudonym', pseudonymKey: invalidKey as unknown as Uint8Array }),
      ).toThrow(RangeError)
    expect(new Privacy({ identifiers: 'pseudonym', pseudonymKey: Buffer.from(KEY) }).mode).toBe('pseudonym')
    // The key is not checked if there are no pseudonyms.
    expect(new Privacy({ pseudonymKey: KEY.slice(1) }).mode).toBe('last4')
  })
})

// Issuers are kept, unless they may be people. Source: specification of records, section 3.
describe('an issuer', () => {
  const hidden = (last4: string) => [`XXXXX${last4}`, '', '']
  const issuer = (ein: unknown, otherFields: Raw = {}, taxpayer: Raw = {}, privacy: PrivacyOptions = {}) =>
    parties('form_w2', { employer: { ...employer, ein }, employee }, privacy, otherFields, taxpayer)[0]

  test('is kept with a full number, a masked number or no number', () => {
    expect(issuer('20-1234567')).toEqual(['201234567', 'ACME', '1 Main St'])
    expect(issuer('201234567')).toEqual(['201234567', 'ACME', '1 Main St'])
    expect(issuer('XX-XXX4567')).toEqual(['XXXXX4567', 'ACME', '1 Main St'])
    expect(issuer(null)).toEqual(['', 'ACME', '1 Main St'])
  })

  test('with a number in SSN format is truncated, unless identifiers are full', () => {
    expect(issuer('201-23-4567')).toEqual(hidden('4567'))
    expect(issuer('201-23-4567', {}, {}, pseudonymous)).toEqual(hidden('4567'))
    expect(issuer('201-23-4567', {}, {}, { identifiers: 'full' })).toEqual(['201234567', 'ACME', '1 Main St'])
  })

  test('with the number of a recipient, form object or taxpayer is truncated', () => {
    expect(issuer('900113333')).toEqual(hidden('3333'))
    expect(issuer('90-2224444', { ssn: '902-22-4444' })).toEqual(hidden('4444'))
    expect(issuer('90-2224444', {}, { analysis: { tin: '902224444' } })).toEqual(hidden('4444'))
    // Four digits do not identify a person, because many people share them.
    expect(issuer('XX-XXX4444', { ssn: 'XXX-XX-4444' })).toEqual(['XXXXX4444', 'ACME', '1 Main St'])
  })

  test('of a 1098 is kept as a business only if its number has the EIN format', () => {
    const lender = (fin: unknown) => parties('form_1098', { recipient_lender: { fin, name: 'L', address: 'A' } })[0]
    expect(lender('20-1234567')).toEqual(['201234567', 'L', 'A'])
    for (const fin of ['201234567', '201-23-4567', 'XX-XXX4567']) expect(lender(fin)).toEqual(hidden('4567'))
    expect(lender(null)).toEqual(['', '', ''])
    // `payer_borrower` is the recipient of a 1098, so its SSN is reduced to four digits and its name is hidden.
    const borrower = { ssn: '900-11-3333', name: 'ANN' }
    expect(parties('form_1098', { payer_borrower: borrower })[1]).toEqual(['', '3333', '', '', ''])
  })
})

test('an identifier in a box is truncated if it may belong to a person', () => {
  const printTins = (tin: string, privacy: PrivacyOptions = {}) => {
    const entry = { payer_tin: tin, payer_name: 'JANE DOE', primary_withholding_agent_name: 'ACME' }
    const record = recordWith({ form_1042_s: [entry], ssn: '902224444' })
    const row = rowOf('form_1042_s', record, privacy)
    const { value } = expectAccepted(normalizeDossier({ taxpayer: { id: 't' }, records: [record] }, privacy))
    const fields = value.records[0]?.documents[0]?.fields
    expect(fields).toMatchObject({ payerTin: row['payer_tin'], payerName: row['payer_name'] || null })
    expect(row['primary_withholding_agent_name']).toBe('ACME')
    return [row['payer_tin'], row['payer_name']]
  }
  expect(printTins('20-1234567')).toEqual(['201234567', 'JANE DOE'])
  expect(printTins('201-23-4567')).toEqual(['XXXXX4567', ''])
  expect(printTins('902224444')).toEqual(['XXXXX4444', ''])
  expect(printTins('902224444', { identifiers: 'full' })).toEqual(['902224444', 'JANE DOE'])
})

test('a name field that refers to an identifier field refers to one of the same form', () => {
  const named = FORMS.flatMap(({ fields }) =>
    (fields as readonly Field[]).flatMap(({ identifierField: identifiedBy }) =>
      identifiedBy === null ? [] : [(fields as readonly Field[]).find(({ name }) => name === identifiedBy)?.type],
    ),
  )
  expect(named).toEqual(['identifier', 'identifier', 'identifier'])
})

test('the number of an employer in the employment history is truncated if it may belong to a person', () => {
  const history = (ein: string | null, privacy: PrivacyOptions = {}) => {
    const taxpayer = { id: 't', analysis: { employment_history: [{ employer: { ...employer, ein } }] } }
    const { value } = expectAccepted(normalizeDossier({ taxpayer, records: [] }, privacy))
    return value.taxpayer?.analysis?.employmentHistory?.map(row => row.employer)
  }
  const { name, address } = employer
  expect(history('20-1234567')).toEqual([{ ein: '201234567', name, address }])
  expect(history(null)).toEqual([{ ein: null, name, address }])
  expect(history('201-23-4567')).toEqual([{ ein: 'XXXXX4567', name: null, address: null }])
  expect(history('201-23-4567', { identifiers: 'full' })).toEqual([{ ein: '201234567', name, address }])
})

test('a separate taxpayer object keeps the same data as in a dossier', () => {
  const taxpayerParty = { ein: '003456789', name: 'JANE DOE', address: '1 MAIN ST' }
  const raw = { id: 't', analysis: { tin: '003-45-6789', employment_history: [{ employer: taxpayerParty }] } }
  const alone = expectAccepted(normalizeTaxpayer(raw))
  const within = expectAccepted(normalizeDossier({ taxpayer: raw, records: [] }))
  expect(alone.value).toEqual(within.value.taxpayer)
  expect(alone.value.analysis?.employmentHistory?.[0]?.employer).toEqual({
    ein: 'XXXXX6789',
    name: null,
    address: null,
  })
})

test('an unknown mode is rejected', () => {
  for (const identifiers of ['FULL', 'pseudonyms', '', null, 4])
    expect(() => new Privacy({ identifiers } as unknown as PrivacyOptions)).toThrow(RangeError)
})

test('a party is read by the rules of its own form, even if another form has the same party', () => {
  const who = { fin: '201234567', name: 'JANE DOE', address: '5 Side St' }
  const interest = { form_1099_int: [{ payer: who, interest_income: 1 }] }
  const mortgage = { form_1098: [{ recipient_lender: who, mortgage_interest_received: 1 }] }
  const issuerOn = (key: string, forms: readonly Raw[]) => {
    const row = rowOf(key, recordWith({}, { forms }))
    return [row['issuer_id'], row['issuer_name'], row['issuer_address']]
  }
  for (const forms of [
    [interest, mortgage],
    [mortgage, interest],
    [{ ...interest, ...mortgage }],
    [{ ...mortgage, ...interest }],
  ]) {
    // With this number, a lender on a 1098 is assumed to be a person, but a payer of interest is not.
    expect(issuerOn('form_1098', forms)).toEqual(['XXXXX4567', '', ''])
    expect(issuerOn('form_1099_int', forms)).toEqual(['201234567', 'JANE DOE', '5 Side St'])
  }
})

describe('a Social Security number in any spelling', () => {
  const spellings = ['-', ' ', '.', '\u2011', '\u2013', ' - '].map(separator => ['900', '16', '7788'].join(separator))
  const prefixed = ['SSN 900-16-7788', 'SSN: 900167788', '900-167788', '(900) 16 7788']

  test.each([...spellings, ...prefixed])('is masked as the identifier of an issuer: %s', written => {
    const issuer = { ein: written, name: 'JO', address: '1 Main St' }
    expect(parties('form_w2', { employer: issuer, employee })[0]).toEqual(['XXXXX7788', '', ''])
  })

  test.each([...spellings, ...prefixed, '900167788'])('is masked in a text: %s', written => {
    const issuer = { ...employer, name: `JO ${written}`, address: `${written} Main St` }
    const entry = { employer: issuer, employee, w2_whc_ssn_validation_code: written, allocated_tips: 900167788 }
    for (const text of [
      rowOf('form_w2', recordWith({ form_w2: [entry] })),
      normalizeDossier(recordWith({ form_w2: [entry] })),
    ])
      expect(JSON.stringify(text).replace(/900167788(?:.00)?/, '')).not.toMatch(/900.{0,3}16.{0,3}7788/)
    const full = rowOf('form_w2', recordWith({ form_w2: [entry] }), { identifiers: 'full' })
    expect([full['issuer_name'], full['ssn_validation_code']]).toEqual([`JO ${written}`, written])
  })

  test('is not seen in the number of a business, a ZIP code or a longer number', () => {
    const issuer = { ein: '201234567', name: 'ACME 20-1234567', address: '1 Main St, Austin TX 78701-1234, 1234567890' }
    expect(parties('form_w2', { employer: issuer, employee })[0]).toEqual(['201234567', issuer.name, issuer.address])
  })
})
