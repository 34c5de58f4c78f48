import { describe, expect, expectTypeOf, test } from 'vitest'
import {
  analyze,
  type Decimal,
  FORMS,
  type FormTable,
  field,
  form,
  type NormalizedDocument,
  normalizeDossiers,
  normalizeRecord,
  readRecord,
  submission,
  tablesOf,
} from '../../src/index.js'
import { wireSchemas } from '../../src/schema/wire/wire.js'
import { getWideTable } from '../../src/tables/definitions/wide-tables.js'
import { buildNormalizedDocumentSchema } from '../../src/tools/generate/document-schema.js'
import { generateFiles } from '../../src/tools/generate/generate-files.js'
import { buildTableSchema, toJsonSchema } from '../../src/tools/generate/schema-parts.js'
import { compile, listErrors } from '../generate/schemas.js'
import { analyzeEverything } from '../support/everything.js'
import { listIssueLines } from '../support/records.js'

/** A form kind that a program declares with exports of the library. No code of the library names it. */
const f1099k = form({
  key: 'form_1099_k',
  number: '1099-K',
  title: 'Payment Card and Third Party Network Transactions',
  source: 'Made up for this test',
  issuer: { key: 'payer', id: 'fin' },
  recipient: { key: 'recipient', id: 'id' },
  account: 'accountNumber',
  accountsDiffer: true,
  fields: [
    submission(),
    field.account('account_number', 'accountNumber', null, 'Account number.'),
    field.money('gross_amount', 'grossAmount', '1a', 'income.self_employment', 'add', 'Gross amount.'),
    field.money('card_not_present', 'cardNotPresent', '1b', 'income.self_employment', 'part', 'Inside box 1a.'),
    field.money('federal_income_tax_withheld', 'federalIncomeTaxWithheld', '4', 'withheld.federal', 'add', 'Tax.'),
    field.count('number_of_transactions', 'numberOfTransactions', '3', 'Number of payment transactions.'),
    field.code('merchant_category_code', 'merchantCategoryCode', '2', 'Merchant category code.', { width: 4 }),
    field.text('psp_name', 'pspName', null, 'Name of the payment settlement entity.'),
    field.flag('third_party_network', 'thirdPartyNetwork', null, 'Third party network payments.'),
    field.date('date_filed', 'dateFiled', null, 'Day of filing.'),
    field.list('months', 'months', '5', [field.period('month', 'month', '5', 'Month.')], 'Months.'),
  ],
  // On this made-up form, a gross amount of at most 100 dollars does not count.
  facts: fields =>
    (fields.cents('grossAmount') ?? Number.POSITIVE_INFINITY) > 10_000 ? {} : { reasons: { grossAmount: 'not_cash' } },
})

const forms: readonly FormTable[] = [...FORMS, f1099k]
const options = { forms, taxpayerId: 't-1' }

const entry = {
  payer: { fin: '00-1234567', name: 'MARKETPLACE INC', address: '1 SQUARE' },
  recipient: { id: 'XXX-XX-2718', name: 'IRIS', address: '77 LIN' },
  submission_type: 'Original document',
  account_number: 'XXXX9001',
  gross_amount: 12_345.67,
  card_not_present: '2,000.00',
  federal_income_tax_withheld: 100,
  number_of_transactions: 42,
  merchant_category_code: 742,
  psp_name: 'PAY  NOW',
  third_party_network: 'Box checked',
  date_filed: '01-31-2024',
  months: [{ month: '202302' }],
}
const recordWith = (otherKeys: Record<string, unknown> = {}) => ({
  id: 'r-1',
  tax_year: '2023',
  provider_id: 'irs',
  date: '2024-03-01T00:00:00Z',
  forms: [{ type: 'WAID', year: '2023', ssn: 'XXX-XX-2718', form_1099_k: [{ ...entry, ...otherKeys }] }],
})
const pathOfKey = (key: string): string => `$['forms'][0]['form_1099_k'][0]['${key}']`

describe('a form kind that is only a table', () => {
  test('is unknown and kept as unrecognized if the caller does not pass its table', () => {
    const outcome = normalizeRecord(recordWith(), { taxpayerId: 't-1' })
    expect(outcome.issues.map(issue => issue.code)).toEqual(['form_unknown'])
    expect(outcome.value).toMatchObject({ documents: [], unrecognized: [{}] })
  })

  test('is validated: readRecord and normalizeRecord report the same unreadable boxes', () => {
    const broken = recordWith({ gross_amount: 'lots', number_of_transactions: 'many' })
    const expected = [
      `count_unreadable ${pathOfKey('number_of_transactions')}`,
      `money_unreadable ${pathOfKey('gross_amount')}`,
    ]
    const errors = (issues: readonly { code: string; path: string; severity: string }[]): string[] =>
      issues.flatMap(({ code: name, path, severity }) => (severity === 'error' ? [`${name} ${path}`] : []))
    expect(errors(readRecord(broken, { forms }).issues).sort()).toEqual(expected)
    expect(errors(normalizeRecord(broken, options).issues).sort()).toEqual(expected)
  })

  test('is normalized to a document with the fields of the table', () => {
    const outcome = normalizeRecord(recordWith(), options)
    expect(listIssueLines(outcome.issues)).toEqual([`money_coerced ${pathOfKey('card_not_present')}`])
    expect(JSON.parse(JSON.stringify(outcome.value?.documents[0]))).toEqual({
      form: 'form_1099_k',
      formIndex: 0,
      entryIndex: 0,
      transcriptType: 'WAID',
      taxYear: 2023,
      submission: 'original',
      accountLast4: '9001',
      issuer: { id: '001234567', name: 'MARKETPLACE INC', address: '1 SQUARE' },
      recipient: { id: null, last4: '2718', pseudonym: null, name: null, address: null },
      fields: {
        submissionType: 'Original document',
        accountNumber: '9001',
        grossAmount: '12345.67',
        cardNotPresent: '2000',
        federalIncomeTaxWithheld: '100',
        numberOfTransactions: 42,
        merchantCategoryCode: '0742',
        pspName: 'PAY NOW',
        thirdPartyNetwork: true,
        dateFiled: '2024-01-31',
        months: [{ month: '2023-02' }],
      },
    })
  })

  test('has facts, income, withholding and return lines', () => {
    const listFacts = (record: object) =>
      analyze(record, options).value?.facts.map(({ field, role, amount, counted, reason }) =>
        [field, role, amount, counted, reason].join(' '),
      )
    expect(listFacts(recordWith())).toEqual([
      'cardNotPresent income.self_employment 2000 false part_of',
      'federalIncomeTaxWithheld withheld.federal 100 true ',
      'grossAmount income.self_employment 12345.67 true ',
    ])
    expect(listFacts(recordWith({ gross_amount: 100 }))).toContain(
      'grossAmount income.self_employment 100 false not_cash',
    )
    const everything = analyzeEverything([recordWith()], forms)
    expect(everything.rows('income')).toMatchObject([
      { tax_year: 2023, category: 'self_employment', amount: '12345.67', documents: 1, complete: true },
    ])
    expect(everything.rows('withholding')).toMatchObject([
      { tax_year: 2023, kind: 'federal', amount: '100.00', documents: 1, complete: true },
    ])
    expect(everything.rows('return_lines')).toMatchObject([
      { tax_year: 2023, line: '25b', amount: '100.00', complete: true },
    ])
    expect(everything.rows('years')).toMatchObject([{ total_income: '12345.67', gross_part: '12345.67' }])
  })

  test('has typed fields in its normalized documents', () => {
    const documents: readonly unknown[] = normalizeRecord(recordWith(), options).value?.documents ?? []
    const [document] = documents as readonly NormalizedDocument<typeof f1099k>[]
    expectTypeOf(document?.fields.grossAmount).toEqualTypeOf<Decimal | null | undefined>()
    expectTypeOf(document?.fields.months).toEqualTypeOf<
      readonly { readonly month: string | null }[] | null | undefined
    >()
    expect(document?.fields.grossAmount?.toFixed(2)).toBe('12345.67')
  })

  test('has an incomplete sum if a box is unreadable', () => {
    expect(analyzeEverything([recordWith({ gross_amount: {} })], forms).rows('income')).toMatchObject([
      { category: 'self_employment', amount: null, complete: false },
    ])
  })

  test('is resolved: two accounts count separately, and the same account from another source is a duplicate', () => {
    const otherRecord = { ...recordWith(), id: 'r-2', provider_id: 'turbotax' }
    const twin = analyzeEverything({ taxpayer: { id: 't-1' }, records: [recordWith(), otherRecord] }, forms)
    expect(twin.rows('documents').map(row => row['status'])).toEqual(['counted', 'duplicate'])
    const apart = { ...recordWith({ account_number: '9002', gross_amount: 7 }), id: 'r-2', provider_id: 'irs' }
    const two = analyzeEverything({ taxpayer: { id: 't-1' }, records: [recordWith(), apart] }, forms)
    expect(two.rows('documents').map(row => row['status'])).toEqual(['counted', 'counted'])
  })

  test('has a wide table with a column for each field', () => {
    const everything = analyzeEverything([recordWith()], forms)
    expect(everything.rows('form_1099_k')).toMatchObject([
      {
        form: 'form_1099_k',
        tax_year: 2023,
        submission: 'original',
        status: 'counted',
        issuer_name: 'MARKETPLACE INC',
        recipient_last4: '2718',
        account_last4: '9001',
        gross_amount: '12345.67',
        card_not_present: '2000.00',
        federal_income_tax_withheld: '100.00',
        number_of_transactions: 42,
        merchant_category_code: '0742',
        psp_name: 'PAY NOW',
        third_party_network: true,
        date_filed: '2024-01-31',
      },
    ])
    expect(everything.csv()['form_1099_k']?.split('\n')).toHaveLength(3)
  })

  test('has its wide table in tablesOf for the dossiers that were read with it', () => {
    const input = ['a', 'b'].map(id => ({
      ...recordWith({ gross_amount: id === 'a' ? 250.5 : 100 }),
      id,
      taxpayer_id: id,
    }))
    const [a, b] = normalizeDossiers(input, { forms }).dossiers.map(({ value }) => value)
    if (a === undefined || b === undefined) throw new Error('two taxpayers')
    const [table] = tablesOf([a, b], ['form_1099_k'])
    const index = table?.columns.findIndex(({ name }) => name === 'gross_amount') ?? -1
    expect(table?.rows.map(row => row[index])).toEqual([25_050, 10_000])
    expect(tablesOf([a], ['all'])).toHaveLength(tablesOf([], ['all']).length + 1)
    const plainDossiers = normalizeDossiers(input).dossiers.map(({ value }) => value)
    expect(() => tablesOf(plainDossiers, ['form_1099_k'])).toThrow('Unknown table: form_1099_k')
    // Each table appears once even if dossiers were read with different lists of forms.
    const mixed = tablesOf([a, ...plainDossiers], ['all']).map(({ name }) => name)
    expect(new Set(mixed).size).toBe(mixed.length)
    expect(mixed).toContain('form_w2')
  })

  test('has JSON Schemas that accept its valid records, documents and rows', () => {
    const validate = compile(toJsonSchema(wireSchemas(forms).record))
    expect(listErrors(validate, recordWith())).toEqual([])
    expect(listErrors(validate, recordWith({ gross_amount: 'lots' }))).not.toEqual([])
    expect(listErrors(compile(toJsonSchema(wireSchemas(FORMS).record)), recordWith({ gross_amount: 'lots' }))).toEqual(
      [],
    )
    const [document] = normalizeRecord(recordWith(), options).value?.documents ?? []
    expect(listErrors(compile(buildNormalizedDocumentSchema(f1099k)), JSON.parse(JSON.stringify(document)))).toEqual([])
    const [row] = analyzeEverything([recordWith()], forms).rows('form_1099_k')
    expect(listErrors(compile(buildTableSchema(getWideTable(f1099k) as never)), row)).toEqual([])
  })

  test('has generated pages and schemas, and does not change those of other forms', () => {
    const before = generateFiles()
    const after = generateFiles(forms)
    const added = [...after.keys()].filter(path => !before.has(path))
    expect(added).toEqual([
      'schemas/documents/form_1099_k.json',
      'schemas/tables/form_1099_k.json',
      'docs/forms/form_1099_k.md',
    ])
    const changed = [...before.keys()].filter(path => after.get(path) !== before.get(path))
    expect(changed).toEqual([
      ...['schemas/record.json', 'schemas/dossier.json', 'schemas/normalized.json'],
      ...['schemas/pandas.json', 'schemas/openapi.json'],
      ...['duckdb', 'postgresql', 'snowflake', 'bigquery', 'spark'].map(name => `schemas/sql/${name}/tables.sql`),
      ...['docs/forms/README.md', 'docs/tables.md'],
      ...['bash', 'zsh', 'fish'].map(shell => `schemas/completion/taxtally.${shell}`),
    ])
    expect(after.get('docs/forms/form_1099_k.md')).toContain('| `gross_amount` | `grossAmount` | money | 1a |')
  })
})
