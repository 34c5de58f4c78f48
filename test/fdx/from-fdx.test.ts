import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromFdx, toFdx } from '../../src/fdx/index.js'
import { analyze, normalizeRecord } from '../../src/index.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { expectAccepted } from '../support/run.js'

type Raw = Readonly<Record<string, unknown>>

const fixture = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as unknown
const version5 = fixture('version-5.json')
const version6 = fixture('version-6.json')

const readOnlyRecord = (input: unknown): Raw => {
  const { records } = fromFdx(input)
  expect(records).toHaveLength(1)
  return records[0] as Raw
}
const listForms = (input: unknown): readonly Raw[] => readOnlyRecord(input)['forms'] as readonly Raw[]
const analyzeRecords = (records: readonly unknown[]) =>
  expectAccepted(analyze({ taxpayer: { id: 't' }, records })).value

/** Keys that objects inherit, that JavaScript handles specially, or that the library's tables have. */
const HOSTILE_KEYS = [
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', '\u0000'],
  ...['description', 'royalties', 'form_w2', 'fdx_wages'],
]

/** Generates shallow JSON values with the given keys. Some of the values are `text`. */
const jsonValues = (keys: fc.Arbitrary<string>, text: string): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.oneof(
        fc.constantFrom<unknown>(null, true, false, 0, 12.34, -1e21, Number.MAX_VALUE, '', '12.34', text),
        fc.double(),
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(keys, tie('value'), { maxKeys: 5 }),
    ),
  })).value

test('a list of forms in version 5 becomes one record with the values computed by hand', () => {
  const forms = listForms(version5)
  expect(forms[0]).toEqual({
    year: 2023,
    form_w2: [
      {
        submission_type: 'Original',
        wages_tips_other_compensation: 61234.1,
        federal_income_tax_withheld: 7001.27,
        // Code D 1,000.10 + code E 2,000.20. The sum in binary floating point is 3000.3000000000002.
        deferred_compensation: 3000.3,
        // 350.50 + 0.25, from the codes `W` and `w`.
        code_w: 350.75,
        code_dd: 9000,
        retirement_plan_indicator: true,
        employer: { name: 'HARBOR TOOL COMPANY', address: '9 Quay Road Portland ME 04101', ein: '00-1112223' },
        employee: { name: 'Robin Q Vale', address: '4 Elm Apt 2 Portland ME 04102', ssn: 'XXX-XX-2718' },
        fdx_taxFormId: 'made-up-1',
        // The codes D and E of the sum, and code C, for which the record has no key.
        fdx_codes: [
          { code: 'D', amount: 1000.1 },
          { code: 'E', amount: 2000.2 },
          { code: 'C', amount: 12.34 },
        ],
        fdx_esppQualified: 77.7,
        fdx_stateTaxWithholding: [{ state: 'ME', stateIncome: 61234.1, stateTaxWithheld: 2100.5 }],
      },
    ],
  })
  expect(forms[1]).toEqual({
    year: 2023,
    form_1099_r: [
      {
        submission_type: 'Corrected',
        account_number: 'A-00012345',
        'Tax Withheld': 1200,
        total_employee_contributions: 499.45,
        gross_distribution: 12000,
        taxable_amount: 11500.55,
        distribution_codes: [{ code: '7' }, { code: 'D' }],
        payer: { name: 'LOON PENSION TRUST', fin: '00-4445556' },
        recipient: { id: 'XXX-XX-2718' },
        fdx_payerNameAddress: { phone: { number: '5550100' } },
        // The percentage is in an array, so that it is not reported as an unread amount.
        fdx_yourPercentOfTotal: [50],
      },
    ],
  })
  // The form's own amounts belong to its first sale. Its total withheld tax is kept, because each sale has its own.
  const party = { payer: { name: 'TERN BROKERAGE', fin: '00-7778889' }, recipient: { id: 'XXX-XX-2718' } }
  expect(forms[2]).toEqual({
    year: 2023,
    form_1099_b: [
      {
        ...party,
        federal_income_tax_withheld: 10,
        proceeds: 1000.1,
        aggregate_profit_loss: 40.4,
        cost_basis: 900.05,
        date_sold_or_disposed: '2023-05-06',
        description: '10 SHARES OF TERN',
        noncovered_security_indicator: 'Covered',
        type_gain_loss: 'Short-term',
        fdx_numberOfShares: [10],
        fdx_federalTaxWithheld: [30],
      },
      { ...party, federal_income_tax_withheld: 20, proceeds: 500, cost_basis: 620.2, type_gain_loss: 'Long-term' },
    ],
  })
  expect(forms.slice(3)).toEqual([
    { year: 2023, form_1099_k: [{ taxYear: 2023, grossAmount: 18000 }] },
    { year: 2023, form_1098_e: [{ taxYear: 2023, loanInterestReceived: 410 }] },
  ])
})

test('forms in version 6 without parties get the parties of their statement', () => {
  const record = readOnlyRecord(version6)
  expect(record).toMatchObject({ id: 'statement-made-up', tax_year: 2024 })
  const recipient = { name: 'Kit Moor', id: 'XXX-XX-3141' }
  expect(record['forms']).toEqual([
    {
      year: 2024,
      form_1099_int: [
        {
          account_number: '998877',
          interest_income: 310.07,
          savings_bonds: 20.2,
          interest_forfeiture: 5,
          fatca: false,
          payer: { name: 'GULL SAVINGS BANK', address: '1 Pier Bath ME 04530', fin: '00-1231231' },
          recipient,
          fdx_stateAndLocal: [{ stateCode: 'ME', state: { taxWithheld: 3.1 } }],
        },
      ],
    },
    {
      year: 2024,
      schedule_k1_1065: [
        {
          // FDX has percentages and the record has fractions, such as 33.3333 / 100.
          partner_share_of_capital_beginning: '0.25',
          partner_share_of_capital_end: '0.333333',
          ordinary_income_k1: 5000.5,
          // 10.10 + 20.20. The sum in binary floating point is 30.299999999999997.
          part_iii_other_income_loss: 30.3,
          sch_k3: 'true',
          tax_period_beginning: '2024-01-01',
          tax_period_end: '2024-12-31',
          partnership: { name: 'OSPREY PARTNERS', address: '1 Pier Bath ME 04530', ein: '00-5556667' },
          partner: recipient,
          fdx_otherIncome: [
            { code: 'A', amount: 10.1 },
            { code: 'I', amount: 20.2 },
          ],
          fdx_net1231Gain: 900,
        },
      ],
    },
    {
      year: 2024,
      form_1042_s: [
        {
          unique_form_identifier: '1234567890',
          income_code: '6',
          gross_income: 1000,
          tax_rate_chapter_3: 15,
          total_withholding_credit: 150,
          withholding_agent_chapter_3_status_code: '01',
          withholding_agent_country_code: 'CA',
          lob_code: '03',
          state_income_tax_withheld: 12.5,
          payer_state_tax_no: 'ME-1',
          state_code: 'ME',
          withholding_agent: { name: 'PUFFIN CUSTODY', address: '2 Bay', ein: '00-9998887' },
          recipient,
        },
      ],
    },
  ])
})

test('income and withholding match the amounts computed by hand, and are incomplete', () => {
  const { income, withholding, issues } = analyzeRecords(fromFdx(version5).records)
  const rows = income.map(({ category, amount, complete }) => [category, amount?.toFixed(2), complete])
  // First sale: 1,000.10 - 900.05 + 40.40 = 140.45. Second sale: 500 - 620.20 = -120.20. Sum: 20.25.
  // The file also has a form that the library does not know, so no row of the year is complete.
  expect(rows).toContainEqual(['capital_gains', '20.25', false])
  expect(rows).toContainEqual(['wages', '61234.10', false])
  expect(rows).toContainEqual(['retirement', '12000.00', false])
  // 7,001.27 + 1,200 + 10 + 20.
  expect(withholding.map(({ kind, amount }) => [kind, amount?.toFixed(2)])).toContainEqual(['federal', '8231.27'])
  expect(issues.map(({ code }) => code)).toContain('form_unknown')
})

test('a value without a target is kept and reported with its path in the input', () => {
  const { keptValues, issues } = fromFdx(version5)
  expect(keptValues.map(({ path }) => path)).toEqual(issues.map(({ path }) => path))
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
    "field_unknown $['forms'][0]['taxW2']['taxFormId']",
    "field_unknown $['forms'][0]['taxW2']['codes']",
    "field_unknown $['forms'][0]['taxW2']['esppQualified']",
    "field_unknown $['forms'][0]['taxW2']['stateTaxWithholding']",
    "field_unknown $['forms'][1]['tax1099R']['payerNameAddress']",
    "field_unknown $['forms'][1]['tax1099R']['yourPercentOfTotal']",
    "field_unknown $['forms'][2]['tax1099B']['securityDetails'][0]['numberOfShares']",
    "field_unknown $['forms'][2]['tax1099B']['federalTaxWithheld']",
    "form_unknown $['forms'][3]['tax1099K']",
    "form_unknown $['forms'][4]['tax1098E']",
    "field_unknown $['page']",
  ])
  expect(keptValues.find(({ path }) => path.includes('esppQualified'))?.value).toBe(77.7)
})

test('the statements in one value become one record for each taxpayer', () => {
  const w2 = (wages: number, owner?: string): Raw => ({
    ...(owner === undefined ? {} : { taxpayer_id: owner }),
    taxStatementId: `s${wages}`,
    forms: [{ taxW2: { taxYear: 2024, employerTin: '00-1112223', wages } }],
  })
  // Two W-2s of one employer in one pull both count: 100 + 200.
  const { records } = fromFdx([w2(100), w2(200)])
  expect(records).toHaveLength(1)
  expect(analyzeRecords(records).income[0]?.amount?.toFixed(2)).toBe('300.00')
  const several = fromFdx({ statements: [w2(1, 'a'), w2(2, 'b'), w2(3, 'a')] }, { recordId: 'pull' }).records
  expect(several.map(record => [record['id'], record['taxpayer_id'], (record['forms'] as unknown[]).length])).toEqual([
    ['pull', 'a', 2],
    ['s2', 'b', 1],
  ])
  expect(fromFdx({ taxW2: { wages: 5 } }).records[0]?.['forms']).toEqual([
    { form_w2: [{ wages_tips_other_compensation: 5 }] },
  ])
})

test('a form that the provider could not supply leaves its year incomplete', () => {
  const { records, issues } = fromFdx({ forms: [{ taxW2: { taxYear: 2024, error: { code: '701' } } }] })
  expect(issues.map(({ code }) => code)).toEqual(['fdx_form_failed'])
  const { income } = analyzeRecords(records)
  expect(income.map(({ category, complete }) => [category, complete])).toContainEqual(['wages', false])
})

test('an SSA-1099, a sum of several codes and a share of at most one percent are not written but kept', () => {
  const record = {
    id: 'r',
    tax_year: 2024,
    forms: [
      { form_ssa_1099: [{ pensions_and_annuities: 100 }] },
      { form_w2: [{ wages_tips_other_compensation: 5.25, deferred_compensation: 7 }] },
      { schedule_k1_1065: [{ partner_share_of_capital_end: 0.005, tax_period_end: '2024-02' }] },
    ],
  }
  const { forms, issues, keptValues } = toFdx(expectAccepted(normalizeRecord(record)).value.documents)
  expect(forms).toEqual([
    { taxW2: { taxYear: 2024, wages: 5.25 } },
    // The last day of February 2024.
    { tax1065K1: { taxYear: 2024, fiscalYearEnd: '2024-02-29' } },
  ])
  expect(issues.map(({ code, path }) => `${code} ${path}`)).toEqual([
    'fdx_no_place $[0]',
    "fdx_no_place $[1]['fields']['deferredCompensation']",
    "fdx_no_place $[2]['fields']['partnerShareOfCapitalEnd']",
  ])
  expect(keptValues.map(({ value }) => String(value)).slice(1)).toEqual(['7', '0.005'])
})

test('values that are not statements are kept unchanged', () => {
  for (const input of [undefined, null, 5, 'x', {}, [5], [[{ forms: [] }]], { forms: 5 }, { records: [] }]) {
    const { records, issues, keptValues } = fromFdx(input)
    expect([records, issues.map(({ code }) => code), keptValues]).toEqual([
      [],
      ['fdx_unreadable'],
      [{ path: '$', value: input }],
    ])
  }
  expect(fromFdx([]).records).toEqual([])
})

test('fromFdx throws for no input, and no issue contains a value', () => {
  const CANARY = 'Zyxwvut'
  const names = FORMS.map(({ fdx }) => (typeof fdx === 'object' ? fdx.form : (fdx ?? 'tax1099K')))
  const keys = fc.constantFrom(
    ...['wages', 'codes', 'securityDetails', 'salesPrice', 'issuer', 'employeeName', 'first', 'tin', 'error'],
    ...['otherIncome', 'credits', 'otherInfo', 'distributionCodes', 'withholdingAgent', 'address', 'code'],
    ...['amount', 'taxYear', 'corrected', 'payerNameAddress', 'line1', 'capitalShareEnd', 'propertyAddress'],
    ...HOSTILE_KEYS,
  )
  const value = jsonValues(keys, CANARY)
  const forms = fc.array(
    fc.oneof(
      value,
      fc.tuple(fc.constantFrom(...names), value).map(([name, form]) => ({ [name]: form })),
    ),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(
      fc.oneof(
        value,
        fc.record({
          forms,
          issuer: value,
          recipient: value,
          taxYear: value,
          // Record ids may appear in the output.
          taxStatementId: fc.constantFrom('s', '', 5),
        }),
      ),
      input => {
        const { records, issues, keptValues } = fromFdx(input)
        for (const record of records) {
          const outcome = normalizeRecord(record, { identifiers: 'full' })
          expect(JSON.stringify(outcome.issues)).not.toContain(CANARY)
          if (outcome.status !== 'rejected')
            for (const version of [5, 6] as const)
              expect(JSON.stringify(toFdx(outcome.value.documents, { version }).issues)).not.toContain(CANARY)
        }
        expect(JSON.stringify(issues)).not.toContain(CANARY)
        expect(keptValues).toHaveLength(issues.length)
      },
    ),
    { numRuns: 400 },
  )
})

test('every text of a statement is in its records', () => {
  const keys = fc.constantFrom(
    ...['wages', 'codes', 'code', 'amount', 'employeeName', 'first', 'last', 'other', 'employer', 'issuer'],
    ...['tin', 'businessName', 'name1', 'address', 'line1', 'city', 'taxYear', 'corrected', 'employerTin'],
    ...['securityDetails', 'salesPrice', 'otherInfo', 'distributionCodes', 'propertyAddress', 'x'],
  )
  const value = jsonValues(keys, 'ee')
  const names = ['taxW2', 'tax1099B', 'tax1041K1', 'tax1099R', 'tax1098', 'tax1042S', 'tax1099K']
  const form = fc.tuple(fc.constantFrom(...names), value).map(([name, made]) => ({ [name]: made }))
  const statement = fc.record({
    forms: fc.array(form, { maxLength: 3 }),
    issuer: value,
    recipient: value,
    taxStatementId: fc.constantFrom<unknown>('ee', null),
    pdf: value,
  })
  const countTexts = (all: unknown): number =>
    typeof all === 'object' && all !== null
      ? Object.values(all).reduce<number>((sum, child) => sum + countTexts(child), 0)
      : typeof all === 'string'
        ? all.replaceAll(/[^e]/g, '').length
        : 0
  // The records may have more text than the statement, because several forms may repeat a party of the statement.
  fc.assert(
    fc.property(fc.oneof(statement, fc.array(statement, { maxLength: 3 })), input => {
      expect(countTexts(fromFdx(input).records)).toBeGreaterThanOrEqual(countTexts(input))
    }),
    { numRuns: 500 },
  )
})

test('a part of a name that is not text is kept, and the other parts are used', () => {
  const { records } = fromFdx({ forms: [{ taxW2: { issuer: { first: 'Ana', last: { x: 1 } } } }] })
  expect(records).toMatchObject([{ forms: [{ form_w2: [{ employer: { name: 'Ana' } }] }] }])
  expect(JSON.stringify(records)).toContain('{"x":1}')
})

test('a property of a row and a property of its form are both kept if they have the same name', () => {
  const securityDetails = { codes: [{ x: 'of the row' }] }
  const { records } = fromFdx({ forms: [{ tax1099B: { codes: 'of the form', securityDetails } }] })
  for (const text of ['of the row', 'of the form']) expect(JSON.stringify(records)).toContain(text)
})

test('twice as many sales of one form take about twice as many look-ups', () => {
  const countLookUps = (count: number): number => {
    let lookUps = 0
    const sale = new Proxy(
      { saleDescription: 'S', salesPrice: 100, costBasis: 90 },
      {
        getOwnPropertyDescriptor: (target, key) => {
          lookUps++
          return Reflect.getOwnPropertyDescriptor(target, key)
        },
      },
    )
    const forms = listForms({ forms: [{ tax1099B: { securityDetails: Array.from({ length: count }, () => sale) } }] })
    expect(forms[0]?.['form_1099_b']).toHaveLength(count)
    return lookUps
  }
  expect(countLookUps(200) / countLookUps(100)).toBeLessThan(2.2)
})
