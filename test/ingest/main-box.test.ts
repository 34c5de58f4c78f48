import { describe, expect, test } from 'vitest'
import type { FormTable } from '../../src/schema/form.js'
import { FORMS } from '../../src/schema/forms/index.js'
import type { Raw } from '../support/arbitraries.js'
import { analyzeEverything } from '../support/everything.js'
import { listIssueLines, recordWith, resultOfRecords } from '../support/records.js'

/** For each form with a main box, the key of a different amount, such as withheld tax, and the keys of the main box. */
const MAIN_BOXES: readonly (readonly [form: string, otherBox: string, ...mainBoxes: [string, ...string[]]])[] = [
  ['form_w2', 'federal_income_tax_withheld', 'wages_tips_other_compensation'],
  ['form_w2g', 'federal_income_tax_withheld', 'gross_winnings'],
  ['form_1042_s', 'total_withholding_credit', 'gross_income'],
  ['form_1099_r', 'Tax Withheld', 'gross_distribution'],
  ['form_1099_b', 'cost_basis', 'proceeds', 'gross_proceeds'],
  ['form_1099_nec', 'federal_income_tax_withheld', 'non_employee_compensation'],
  ['form_ssa_1099', 'tax_withheld', 'pensions_and_annuities'],
  ['form_1098', 'outstanding_mortgage_principal', 'mortgage_interest_received'],
]

const ABSENT_VALUES: readonly unknown[] = [undefined, null, '', ' ', 'n/a', 'N/A', 'none', 'Not Set', 'Unanswered']

const issuesOf = (form: string, entry: Raw): string[] =>
  listIssueLines(resultOfRecords(recordWith({ [form]: [entry] })).issues)

test('exactly these forms have a main box', () => {
  const keysOf = (form: FormTable): readonly string[] =>
    (form.mainBox?.fields ?? []).map(name => form.fields.find(field => field.name === name)?.key ?? name)
  const formsWithMainBox = FORMS.filter(form => 'mainBox' in form).map(form => [form.key, ...keysOf(form)])
  expect(formsWithMainBox.sort()).toEqual(MAIN_BOXES.map(([form, , ...keys]) => [form, ...keys]).sort())
})

describe.each(MAIN_BOXES)('%s', (form, otherBox, first, ...others) => {
  const path = `$['forms'][0]['${form}'][0]['${first}']`

  test.each(ABSENT_VALUES)('reports a main box with the value %j if another amount is present', value => {
    expect(issuesOf(form, { [first]: value, [otherBox]: 120 })).toEqual([`main_box_missing ${path}`])
  })

  test.each([first, ...others])('reports nothing if %s is present, even if it is 0', key => {
    expect(issuesOf(form, { [key]: 0, [otherBox]: 120 })).toEqual([])
    expect(issuesOf(form, { [key]: 5, [otherBox]: 120 })).toEqual([])
  })

  test('reports nothing if all other amounts are absent or 0', () => {
    expect(issuesOf(form, {})).toEqual([])
    expect(issuesOf(form, { [otherBox]: 0 })).toEqual([])
  })

  test('reports an unreadable or misspelled box once, with its own code', () => {
    expect(issuesOf(form, { [first]: '5x', [otherBox]: 120 })).toEqual([`money_unreadable ${path}`])
    const misspelled = first.replace(/.$/, 'zz')
    const codes = issuesOf(form, { [misspelled]: 5, [otherBox]: 120 }).map(issue => issue.split(' ')[0])
    expect(codes).toContain('field_misspelled')
    expect(codes).not.toContain('main_box_missing')
  })

  test('reports nothing about a void document', () => {
    expect(issuesOf(form, { submission_type: 'Void', [otherBox]: 120 })).toEqual([])
  })
})

test('a Form 1099-B for regulated futures needs no proceeds if box 11 has an amount, even an unreadable one', () => {
  const path = "$['forms'][0]['form_1099_b'][0]"
  const withheld = { federal_income_tax_withheld: 7 }
  expect(issuesOf('form_1099_b', { ...withheld, aggregate_profit_loss: -700 })).toEqual([])
  expect(issuesOf('form_1099_b', { ...withheld, aggregate_profit_loss: '5x' })).toEqual([
    `money_unreadable ${path}['aggregate_profit_loss']`,
  ])
  expect(issuesOf('form_1099_b', { ...withheld, aggregate_profit_loss: 0 })).toEqual([
    `main_box_missing ${path}['proceeds']`,
  ])
})

describe('copies of one W-2, one without box 1', () => {
  const w2 = (boxes: Raw): Raw => ({
    employer: { ein: '00-1234567', name: 'ACME' },
    employee: { ssn: 'XXX-XX-1234' },
    ...boxes,
  })
  const record = (id: string, provider_id: string, boxes: Raw): Raw =>
    recordWith({ ssn: 'XXX-XX-1234', form_w2: [w2(boxes)] }, { id, provider_id })
  const wagesOf = (...records: Raw[]): unknown[] =>
    analyzeEverything({ taxpayer: { id: 't' }, records })
      .rows('income')
      .map(({ amount, complete }) => [amount, complete])
  const withheld = { federal_income_tax_withheld: 6200, social_security_tax_withheld: 3844 }
  const withCents = { federal_income_tax_withheld: 6200.45, social_security_tax_withheld: 3844.12 }

  test('software without box 1 does not replace the IRS wages, even if it has cents', () => {
    for (const software of [withheld, withCents])
      expect(
        wagesOf(
          record('a', 'irs', { ...withheld, wages_tips_other_compensation: 62000 }),
          record('b', 'turbotax', software),
        ),
      ).toEqual([['62000.00', true]])
  })

  test('software does not fill in wages that the IRS does not show', () => {
    for (const software of [withheld, withCents])
      expect(
        wagesOf(
          record('a', 'irs', withheld),
          record('b', 'turbotax', { ...software, wages_tips_other_compensation: 62000 }),
        ),
      ).toEqual([[null, false]])
  })

  test.each([
    ['two pulls of the IRS', 'irs', 'irs_tax_pro'],
    ['two software sources', 'turbotax', 'hrblock'],
  ])('from %s: the W-2 with box 1 counts, in either order', (_, one, two) => {
    const full = { ...withheld, wages_tips_other_compensation: 62000 }
    expect(wagesOf(record('a', one, full), record('b', two, withheld))).toEqual([['62000.00', true]])
    expect(wagesOf(record('a', one, withheld), record('b', two, full))).toEqual([['62000.00', true]])
  })
})
