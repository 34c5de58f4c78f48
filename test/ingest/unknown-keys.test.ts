import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { normalizeDossier, normalizeRecord } from '../../src/api/normalize.js'
import type { Issue } from '../../src/core/issues/issue.js'
import type { Field } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { INCOME_CATEGORIES } from '../../src/schema/role.js'
import { generateDossiers } from '../../src/service/sandbox/index.js'
import { analyzeEverything } from '../support/everything.js'
import { listIssueLines, recordWith, resultOfRecords } from '../support/records.js'
import { findShared } from '../support/requirements.mjs'
import { expectAccepted, formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

const keyPath = (form: string, key: string): string => `$['forms'][0]['${form}'][0]['${key}']`

/** Returns the income by category (incomplete sums end with `?`), the years, and each issue's code and path. */
function read(forms: Raw) {
  const result = resultOfRecords(recordWith(forms, { tax_year: 2024, provider_id: 'turbotax' }))
  return {
    income: Object.fromEntries(
      formatTableRows(result, 'income').map(row => [
        row['category'],
        `${row['amount']}${row['complete'] === 'true' ? '' : '?'}`,
      ]),
    ),
    years: formatTableRows(result, 'years').map(
      row => `${row['tax_year']} ${row['complete']} ${row['unread_amounts']}`,
    ),
    issues: listIssueLines(result.issues),
    messages: result.issues.map(({ message }) => message),
    documents: formatTableRows(result, 'documents').map(
      row => `${row['form']}/${row['form_index']}/${row['entry_index']}`,
    ),
    result,
  }
}

describe('a key with a different spelling is read', () => {
  // The key of box 1 of Form 1099-NEC is `non_employee_compensation`.
  test.each(['nonemployee_compensation', 'NonEmployeeCompensation', 'Non-employee Compensation'])('%s', key => {
    const { income, years, issues } = read({ form_1099_nec: [{ [key]: 52_000 }] })
    expect(income).toEqual({ self_employment: '52000.00' })
    expect(years).toEqual(['2024 true 0'])
    expect(issues).toEqual([`field_respelled ${keyPath('form_1099_nec', key)}`])
  })

  test('issues of its box have the path of the actual key', () => {
    expect(read({ form_w2: [{ wagesTipsOtherCompensation: '5x' }] }).issues).toEqual([
      `field_respelled ${keyPath('form_w2', 'wagesTipsOtherCompensation')}`,
      `money_unreadable ${keyPath('form_w2', 'wagesTipsOtherCompensation')}`,
    ])
    expect(read({ form_w2: [{ 'Wages, tips, other compensation': 5 }] })).toMatchObject({
      income: { wages: '5.00' },
      issues: ["field_respelled $['forms'][0]['form_w2'][0][*]"],
    })
  })

  test('every such key is reported, even if it is not printed', () => {
    const { issues } = read({ form_1099_div: [{ 'section,1202,gain': 5, 'ordinary,dividend': 6 }] })
    const entryPath = "$['forms'][0]['form_1099_div'][0]"
    expect(issues.filter(issue => issue === `field_respelled ${entryPath}[*]`)).toHaveLength(2)
  })

  test('keys of parties, list items and submission types are read with other spellings', () => {
    const { result, issues } = read({
      form_1099_r: [
        {
          Payer: { FIN: '00-3456789', Name: 'A' },
          SubmissionType: 'Corrected',
          gross_distribution: 9,
          distributionCodes: [{ Code: 'G' }],
        },
      ],
    })
    const [document] = result.resolution.documents
    expect(document?.document.issuer).toMatchObject({ id: '003456789', name: 'A' })
    expect(document?.document.submission).toBe('amended')
    // Distribution code G is a rollover.
    expect(formatTableRows(result, 'facts').map(({ reason }) => reason)).toEqual(['rollover_or_exchange'])
    expect(issues.filter(issue => issue.startsWith('field_respelled'))).toHaveLength(6)
  })

  test('keys of records, form objects and taxpayers are read with other spellings', () => {
    const result = resultOfDossier({
      taxpayer: { id: 't', Analysis: { totalLiabilities: '5000' }, details: { balanceSummary: { balanceDue: 7 } } },
      records: [{ id: 'r', taxYear: '2023', providerId: 'irs', forms: [{ SSN: 'XXX-XX-1234', form_w2: [{}] }] }],
    })
    expect(formatTableRows(result, 'liabilities')).toMatchObject([{ total: '5000.00', balance_due: '7.00' }])
    expect(result.dossier.records).toMatchObject([{ taxYear: 2023, providerId: 'irs', isFromIrs: true }])
    expect(result.resolution.taxpayerLast4).toBe('1234')
    expect(new Set(result.dossier.pendingIssues.map(({ code }) => code))).toEqual(new Set(['field_respelled']))
  })

  test('the exact key takes precedence, and the first of two other spellings in byte order', () => {
    const bothSpellings = read({ form_w2: [{ wages_tips_other_compensation: 0, wagesTipsOtherCompensation: 7 }] })
    expect(bothSpellings.income).toEqual({})
    expect(bothSpellings.years).toEqual(['2024 true 1'])
    for (const keys of [
      ['WagesTipsOtherCompensation', 'wagesTipsOtherCompensation'],
      ['wagesTipsOtherCompensation', 'WagesTipsOtherCompensation'],
    ])
      expect(
        read({ form_w2: [Object.fromEntries(keys.map(key => [key, key.startsWith('W') ? 1 : 2]))] }),
      ).toMatchObject({ income: { wages: '1.00' }, years: ['2024 true 1'] })
    expect(read({ form_w2: [{ wages_tips_other_compensation: 'N/A', wagesTipsOtherCompensation: 7 }] })).toMatchObject({
      income: { wages: '7.00' },
    })
  })
})

describe('a misspelled key makes its box unreadable', () => {
  test('the sums that need it are incomplete, and the issue names the correct key', () => {
    const { income, years, issues, messages } = read({
      form_w2: [{ wages_tips_other_compensaton: 52_000, federal_income_tax_withheld: 5 }],
    })
    expect(income).toEqual({ wages: '?' })
    expect(years).toEqual(['2024 false 0'])
    expect(issues).toEqual([`field_misspelled ${keyPath('form_w2', 'wages_tips_other_compensaton')}`])
    expect(messages[0]).toMatch(/Expected the key wages_tips_other_compensation\.$/)
    const hidden = read({ form_w2: [{ 'wages_tips_other_compensatio!': 52_000 }] })
    expect(hidden.issues[0]).toBe("field_misspelled $['forms'][0]['form_w2'][0][*]")
  })

  test.each<[what: string, Raw]>([
    ['the correct key is present', { wages_tips_other_compensation: 1, wages_tips_other_compensaton: 2 }],
    ['three letters differ', { wages_tip_othr_compensaton: 2 }],
    ['it is too short', { code_qq: 2 }],
    ['other digits', { w2_whc_ssn_validation_code: null, w3_whc_ssn_validation_code: 2 }],
    ['its value is 0', { wages_tips_other_compensaton: 0 }],
    ['two known keys are equally similar', { emplyer_: null, emploxee: { ein: '00-3456789' }, emploxer: null }],
  ])('is not reported: %s', (_, entry) => {
    expect(read({ form_w2: [entry] }).issues.join()).not.toMatch(/field_misspelled/)
  })

  test('a key that resembles employer and employee is matched to the absent one', () => {
    const both = { employerr: { ein: '00-3456789' } }
    expect(read({ form_w2: [both] }).issues.join()).not.toMatch(/field_misspelled/)
    expect(read({ form_w2: [{ ...both, employee: {} }] }).issues).toEqual([
      `field_misspelled ${keyPath('form_w2', 'employerr')}`,
    ])
  })

  test('a misspelled submission type makes every sum that its document affects incomplete', () => {
    expect(read({ form_1099_int: [{ submision_type: 'Void', interest_income: 5 }] })).toMatchObject({
      income: { interest: '5.00?', tax_exempt_interest: '0.00?' },
      years: ['2024 false 0'],
    })
  })

  test('a misspelled key of a taxpayer is reported', () => {
    const raw = { taxpayer: { id: 't', analysis: { total_liabilites: '5000' } }, records: [] }
    expect(listIssueLines(resultOfDossier(raw).issues)).toEqual(["field_misspelled $['analysis']['total_liabilites']"])
  })

  // Keys of different forms may be similar, so the test adds every key of each form to an entry of every other form.
  test('a valid key of one form is never called misspelled on another form', () => {
    const keysOf = (form: (typeof FORMS)[number]): string[] => [
      ...(form.fields as readonly Field[]).map(({ key }) => key),
      form.issuer.key,
      form.recipient.key,
    ]
    const all = new Set(FORMS.flatMap(keysOf))
    let pairs = 0
    for (const form of FORMS) {
      const formKeys = new Set(keysOf(form))
      for (const key of all) {
        if (formKeys.has(key)) continue
        pairs++
        const { issues } = read({ [form.key]: [{ [key]: 7 }] })
        expect(issues.join(), `${form.key} ${key}`).not.toContain('field_misspelled')
      }
    }
    expect(pairs).toBeGreaterThan(3000)
  })
})

describe('an amount in an unknown field', () => {
  test.each<[key: string, value: unknown, told: boolean]>([
    ['bonus', 5, true],
    ['bonus', -0.01, true],
    ['bonus', '5.00', true],
    ['bonus', '$5', true],
    ['bonus', '(1,234)', true],
    ['bonus', '90,000,000,000,000', true],
    ['amount_paid', 5, true],
    ['medicaid', 5, true],
    ['AMOUNT PAID', 5, true],
    ['bonus', 0, false],
    ['bonus', '0.00', false],
    ['bonus', '5', false],
    ['bonus', 'p. 5', false],
    ['bonus', true, false],
    ['bonus', { amount: 5 }, true],
    ['bonus', [5], true],
    ['bonus', [{ paid: { in: '$5' } }], true],
    ['bonus', '(5)', true],
    ['bonus', '-5', true],
    ['bonus', { id: 5, tax_year: 2024, payer: 'ACME' }, false],
    ['record_id', [5], false],
    ['page_count', 5, false],
    ['pageCount', 5, false],
    ['discount', 5, true],
    ['bonus', null, false],
    ['record_id', 5, false],
    ['recordId', 5, false],
    ['dataId', 5, false],
    ['id', 5, false],
    ['control_number', 5, false],
    ['locality_code', 5, false],
    ['fiscal_year', 5, false],
    ['date', 5, false],
    ['payer_tin', 5, false],
    ['zip', 78_701, false],
  ])('%s: %j', (key, value, isReported) => {
    const { years, issues } = read({ form_w2: [{ [key]: value }, { [key]: value }] })
    expect(issues.filter(issue => issue.startsWith('amount_unread'))).toHaveLength(isReported ? 1 : 0)
    expect(years).toEqual([`2024 true ${isReported ? 2 : 0}`])
  })

  const payer = { fin: '00-3456789', bonus: 5 }
  test.each<[where: string, forms: Raw, record: Raw]>([
    ['a party', { form_1099_nec: [{ payer }, { payer }] }, {}],
    ['a form object', { bonus: 5, total: { paid: 5 } }, {}],
    ['a record', {}, { bonus: '$5', refund: [5] }],
    ['a form object without documents and a record', { bonus: 5 }, { bonus: 5 }],
  ])('is counted if it is in %s', (_, forms, record) => {
    const result = resultOfRecords(recordWith(forms, { tax_year: 2024, ...record }))
    expect(formatTableRows(result, 'years')).toMatchObject([{ tax_year: '2024', unread_amounts: '2' }])
    expect(result.issues.map(({ code }) => code)).toContain('amount_unread')
  })

  test('is counted in the year of all recipients, and not once for each, if it is in a record', () => {
    const w2 = (ssn: string): Raw => ({
      ssn,
      form_w2: [{ employee: { ssn, name: 'A' }, employer: { ein: '00-3456789' }, wages_tips_other_compensation: 5 }],
    })
    const records = [
      recordWith(w2('XXX-XX-1111'), { id: 'a', tax_year: 2023 }),
      recordWith(w2('XXX-XX-1111'), { id: 'b', tax_year: 2024, bonus: 5 }),
      recordWith(w2('XXX-XX-8765'), { id: 'c', tax_year: 2024 }),
    ]
    const countsOf = (table: string) =>
      formatTableRows(resultOfRecords(...records), table).map(row => row['unread_amounts'])
    expect(countsOf('year_totals')).toEqual(['0', '1'])
    expect(countsOf('years')).toEqual(['0', '0', '0'])
  })

  test.each(FORMS.map(({ key }) => key))('the empty key is an unknown field, even in the first entry of %s', form => {
    const { years, issues } = read({ [form]: [{ '': 5 }] })
    expect(issues.filter(issue => issue.startsWith('amount_unread'))).toHaveLength(1)
    expect(years).toEqual(['2024 true 1'])
  })

  test('the empty key is known if a custom table has it', () => {
    const [w2, ...others] = FORMS
    const formWithoutKey = { ...w2, issuer: { ...w2.issuer, key: '' } }
    const record = { id: 'r', forms: [{ year: 2024, [w2.key]: [{ '': { name: 'Acme' } }] }] }
    const { value, issues } = normalizeRecord(record, { forms: [formWithoutKey, ...others] })
    expect(value?.documents[0]?.issuer.name).toBe('Acme')
    expect(issues).toEqual([])
  })

  test('is a condition of the stream of its document for two years, but only if the document counts', () => {
    const w2 = (wages: number, otherBoxes: Raw = {}): Raw => ({
      employer: { ein: '00-3456789', name: 'A' },
      wages_tips_other_compensation: wages,
      ...otherBoxes,
    })
    const hasCondition = (year: number): Record<string, boolean> => {
      const records = [2021, 2022, 2023, 2024].map(tax_year => {
        const form_w2 = [w2(50_000, tax_year === year ? { bonus: 5 } : {})]
        return recordWith({ form_w2, form_1099_int: [{ interest_income: 9 }] }, { id: `r${tax_year}`, tax_year })
      })
      return Object.fromEntries(
        formatTableRows(resultOfRecords(...records), 'income_streams').map(row => [
          row['stream'],
          row['conditions']?.includes('unread_amount') === true,
        ]),
      )
    }
    expect(hasCondition(2024)).toEqual({ wages: true, interest: false })
    expect(hasCondition(2023)).toEqual({ wages: true, interest: false })
    expect(hasCondition(2022)).toEqual({ wages: false, interest: false })
    const voided = [w2(5, { bonus: 5 }), { ...w2(5), submission_type: 'Void' }]
    expect(read({ form_w2: voided }).years).toEqual(['2024 true 0'])
  })
})

describe('a form under a different key', () => {
  test.each(['form_W2', 'Form W-2', 'formW2', 'FORM_W2'])('%s is read as Form W-2', key => {
    const { income, issues, documents } = read({ [key]: [{ wages_tips_other_compensation: 5 }, 7] })
    expect(income).toMatchObject({ wages: '5.00?' })
    expect(documents).toEqual(['form_w2/0/0'])
    expect(issues).toEqual([`form_respelled $['forms'][0]['${key}']`, `document_not_object $['forms'][0]['${key}'][1]`])
  })

  test('issues that are found after parsing also have the path with the actual key', () => {
    const twice = { employer: { ein: '00-3456789', name: 'A' }, wages_tips_other_compensation: 5 }
    const { issues } = read({ 'form-w2': [twice, twice] })
    expect(issues).toContain("probable_duplicate $['forms'][0]['form-w2'][1]")
  })

  test('is not read if the exact key has entries, because two documents would share a path', () => {
    const [one, two] = [{ wages_tips_other_compensation: 1 }, { wages_tips_other_compensation: 2 }]
    for (const forms of [
      { form_w2: [one], form_W2: [two] },
      { form_W2: [two], form_w2: [one] },
    ]) {
      const { income, issues, documents } = read(forms)
      expect(income).toMatchObject({ wages: '1.00?' })
      expect(documents).toEqual(['form_w2/0/0'])
      expect(issues).toEqual(["form_unknown $['forms'][0]['form_W2']"])
    }
    expect(read({ form_w2: [], form_W2: [two] }).income).toEqual({ wages: '2.00' })
    expect(read({ form_w2: null, 'form-w2': [one], form_W2: [two] }).income).toMatchObject({ wages: '1.00?' })
  })

  test.each<[key: string, shown: string]>([
    ['form_1099_k', "['form_1099_k']"],
    ['schedule_k1_8865', "['schedule_k1_8865']"],
    ['Form 1099-K', '[*]'],
    ['form_123_45_6789', '[*]'],
    ['form_123456789', '[*]'],
    ['tips', "['tips']"],
  ])('%s with entries makes its year incomplete, and is printed as %s', (key, printedKey) => {
    const { income, years, issues, result } = read({
      form_w2: [{ wages_tips_other_compensation: 5 }],
      [key]: [{ gross_amount: 5 }],
    })
    // The form may contain any kind of income, so every category has an incomplete row.
    expect(income).toEqual({ ...Object.fromEntries(INCOME_CATEGORIES.map(name => [name, '?'])), wages: '5.00?' })
    expect(years).toEqual(['2024 false 0'])
    expect(issues).toEqual([`form_unknown $['forms'][0]${printedKey}`])
    expect(formatTableRows(result, 'conditions').some(({ condition }) => condition === 'unread_form')).toBe(true)
  })

  test('belongs to the year of its form object, or else of its record, or else to any year', () => {
    const w2 = [{ wages_tips_other_compensation: 5 }]
    const completeOf = (otherForms: Raw): unknown => {
      const records = [2023, 2024].map(tax_year => ({ id: `r${tax_year}`, tax_year, forms: [{ form_w2: w2 }] }))
      const unknownForm = { id: 'odd', forms: [{ form_1099_k: [{ a: 1 }], ...otherForms }] }
      return formatTableRows(resultOfRecords(...records, unknownForm), 'years').map(({ complete }) => complete)
    }
    expect(completeOf({ year: 2023 })).toEqual(['false', 'true'])
    expect(completeOf({})).toEqual(['false', 'false'])
  })

  test.each<[key: string, value: unknown]>([
    ...['form_1094_c', 'form_1095_a', 'form_1095b', 'form_1098_c', 'form_1098_e', 'form_1098_f'].map(
      key => [key, [{ a: 5 }]] as [string, unknown],
    ),
    ...['form_5498_esa', 'form_5498_SA', 'form_8300', 'form_1098_VLI', 'form_3921', 'form_3922'].map(
      key => [key, [{ a: 5 }]] as [string, unknown],
    ),
    ...['form_1099_sa', 'form-1099-q', 'form_1099_ltc'].map(key => [key, [{ a: 5 }]] as [string, unknown]),
    ['form_1099_k', []],
    ['form_1099_k', ['none']],
  ])('%s with the value %j makes no year incomplete', (key, value) => {
    const { years } = read({ form_w2: [{ wages_tips_other_compensation: 5 }], [key]: value })
    expect(years).toEqual(['2024 true 0'])
  })

  test.each([
    [
      'form_1099_k',
      'This is Form 1099-K. It usually reports payments by card and through online marketplaces.',
      'may be',
    ],
    ['form_1099_da', 'This is Form 1099-DA. It usually reports sales of digital assets.', 'may be'],
    [
      'form_1099_oid',
      'This is Form 1099-OID. It usually reports original issue discount, which is interest.',
      'may be',
    ],
    ['form_1099_patr', 'This is Form 1099-PATR. It usually reports distributions of cooperatives.', 'may be'],
    ['form_rrb_1099', 'This is Form RRB-1099. It usually reports railroad benefits', 'may be'],
    ['form_rrb_1099_r', 'This is Form RRB-1099-R. It usually reports railroad pensions.', 'may be'],
    ['form_1099_c', 'This is Form 1099-C. It usually reports canceled debt.', 'may be'],
    ['form_1098_e', 'This is Form 1098-E. It usually reports student loan interest.', 'is not'],
  ])('%s is named, and the message says what it usually reports', (key, text, verb) => {
    const { years, result } = read({ form_w2: [{ wages_tips_other_compensation: 5 }], [key]: [{ a: 5 }] })
    const { message } = result.issues.find(({ code }) => code === 'form_unknown') as Issue
    expect(message).toContain(text)
    expect(message).toContain(`That ${verb} income.`)
    expect(years).toEqual([`2024 ${verb === 'is not'} 0`])
  })

  test('entries that are not objects make the year incomplete, because they may be income', () => {
    const { years } = read({ form_w2: [{}], form_1099_k: ['none', 5] })
    expect(years).toEqual(['2024 false 0'])
  })

  test('an object under the name of a form is treated as a form', () => {
    const { years, issues } = read({ form_w2: [{}], form_1099_k: { gross_amount: 5 } })
    expect(years).toEqual(['2024 false 0'])
    expect(issues).toEqual(["form_unknown $['forms'][0]['form_1099_k']"])
  })
})

describe('no key that the service sends is called unknown or misspelled', () => {
  const CODES = /^(?:amount_unread|field_misspelled|field_respelled|form_respelled) /
  const listUnknownKeys = (issues: readonly Issue[]): string[] =>
    listIssueLines(issues).filter(line => CODES.test(line))
  const findKeyIssues = (text: string): string[] => {
    const parse = (json: string): unknown[] => {
      try {
        return [JSON.parse(json)]
      } catch {
        return []
      }
    }
    const parsedText = parse(text)
    const values = parsedText.length > 0 ? parsedText : text.split('\n').flatMap(parse)
    return values.flatMap(value => listUnknownKeys(analyzeEverything(value).issues))
  }

  test('fixtures', () => {
    let files = 0
    for (const folder of ['fixtures', 'fixtures/forms', 'fixtures/quirks']) {
      for (const name of readdirSync(folder)) {
        if (!/\.(?:json|ndjson)(?:\.gz)?$/.test(name) || name === 'expected.json') continue
        const bytes = readFileSync(join(folder, name))
        const text = name.endsWith('.gz') ? gunzipSync(bytes).toString() : bytes.toString()
        expect([name, findKeyIssues(text)]).toEqual([name, []])
        files++
      }
    }
    expect(files).toBeGreaterThan(100)
  })

  test('responses of the sandbox', () => {
    for (const dossier of generateDossiers(50)) expect(listUnknownKeys(analyzeEverything(dossier).issues)).toEqual([])
  })

  const RETURNS = findShared('unknown keys of filed returns', 'cases/returns.ndjson')
  test.skipIf(RETURNS === undefined)('filed returns', () => {
    for (const line of readFileSync(String(RETURNS), 'utf8').trim().split('\n')) {
      const { dossier } = JSON.parse(line) as { dossier: unknown }
      expect(listUnknownKeys(analyzeEverything(dossier).issues)).toEqual([])
    }
  })
})

test('many unknown keys are read in bounded time, and their amounts are still reported', () => {
  // The keys resemble a known key but are never within two edits of it, which makes the comparison as slow as possible.
  const letters = [...'wagestipsothercompensation']
  const entry: Raw = {}
  for (let i = 0; i < 200_000; i++) {
    const turned = letters.map((_, j) => letters[(j * 7 + i) % letters.length]).join('')
    entry[`${turned}${i.toString(26).replaceAll(/[0-9]/g, 'z')}_${i}`] = 5
  }
  const before = performance.now()
  const { years, issues } = read({ form_w2: [entry] })
  expect(years).toEqual(['2024 true 200000'])
  expect(issues.length).toBeLessThan(30_000)
  expect(performance.now() - before).toBeLessThan(20_000)
})

test('the metadata of a taxpayer is kept unchanged in every mode', () => {
  const metadata = { loan: 'L-1', nested: [{ ssn: 1 }] }
  const keptOf = (taxpayer: Raw, identifiers: 'last4' | 'full') =>
    expectAccepted(normalizeDossier({ taxpayer, records: [] }, { identifiers })).value.taxpayer?.metadata
  for (const identifiers of ['last4', 'full'] as const) {
    expect(keptOf({ id: 't', metadata }, identifiers)).toEqual(metadata)
    expect(keptOf({ id: 't' }, identifiers)).toBeNull()
  }
})

test('a foreign tax number is kept as text if identifiers are full, else null', () => {
  const numbers = {
    recipient_foreign_tax_identifying_number: 'DE 81/815/08150',
    intermediary_or_flow_through_entity_foreign_tax_id_number: 'FR-1',
    withholding_agent_foreign_taxpayer_id_number: 'GB 2',
  }
  const fieldsOf = (identifiers: 'last4' | 'full') =>
    expectAccepted(normalizeRecord(recordWith({ form_1042_s: [numbers] }), { identifiers })).value.documents[0]?.fields
  expect(fieldsOf('full')).toMatchObject({
    recipientForeignTaxIdentifyingNumber: 'DE 81/815/08150',
    intermediaryOrFlowThroughEntityForeignTaxIdNumber: 'FR-1',
    withholdingAgentForeignTaxpayerIdNumber: 'GB 2',
  })
  expect(fieldsOf('last4')).toMatchObject({
    recipientForeignTaxIdentifyingNumber: null,
    intermediaryOrFlowThroughEntityForeignTaxIdNumber: null,
    withholdingAgentForeignTaxpayerIdNumber: null,
  })
})
