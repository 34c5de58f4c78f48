import { describe, expect, test } from 'vitest'
import { underwrite } from '../../src/underwrite/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { policyNamed, printFigure } from './example.js'

/** A record of tax software, which shows its year complete, of one form object with these arrays. */
const recordOf = (year: string, forms: Raw): Raw => ({
  id: `r${year}`,
  provider_id: 'turbotax',
  tax_year: year,
  forms: [{ year, ssn: 'XXX-XX-4471', ...forms }],
})

/** The figures of records by their year: form arrays as they came, or a record. */
function figuresOf(
  records: Readonly<Record<string, Raw>>,
  figures: readonly string[],
  {
    taxpayer = {},
    asOfYear,
    policy,
    known,
  }: { taxpayer?: Raw; asOfYear?: number; policy?: object; known?: object } = {},
): Record<string, string> {
  const raw = {
    taxpayer: { id: 't', ...taxpayer },
    records: Object.entries(records).map(([year, held]) =>
      'provider_id' in held ? held : recordOf(year, held),
    ),
  }
  const under = underwrite(
    resultOfDossier(raw),
    { ...policyNamed('fannie-2026-03'), ...policy },
    { taxpayer_id: 't', ...known, as_of_year: asOfYear },
  )
  return Object.fromEntries(figures.map(figure => [figure, printFigure(under, figure)]))
}

const payer = { fin: '11-1111111', name: 'PAYER' }
const ira = (more: Raw = {}): Raw => ({
  payer,
  gross_distribution: 12000,
  taxable_amount: 12000,
  sep_indicator: true,
  ...more,
})
const benefits = (payments: unknown): Raw => ({
  form_ssa_1099: [{ payer, pensions_and_annuities: 30000, payments }],
})

describe('what takes from an income and could not be read leaves its row incomplete', () => {
  const rolled = (form_5498: unknown, form_1099_r: unknown = [ira()]): Raw => ({ form_1099_r, form_5498 })
  test.each<[name: string, held: Raw, flags: string, amount: string]>([
    ['a rollover', rolled([{ rollover_contributions: '12 000.00' }]), 'incomplete', '12000.00'],
    ['a conversion', rolled([{ roth_conversion_amount: 'some' }]), 'incomplete', '12000.00'],
    ['a Form 5498', rolled(['x']), 'incomplete', '12000.00'],
    ['an array of them', rolled({ rollover_contributions: 12000 }), 'incomplete', '12000.00'],
    [
      'whether a Form 5498 is an amendment',
      rolled([{ submission_type: {}, rollover_contributions: 2000 }]),
      'incomplete;rolled_or_converted',
      '10000.00',
    ],
    [
      'the direct rollover that explains a part of one',
      rolled(
        [{ rollover_contributions: 2000 }],
        [ira(), { payer, gross_distribution: 'some', distribution_codes: [{ code: 'G' }] }],
      ),
      'incomplete;rolled_or_converted',
      '10000.00',
    ],
    ['a balance takes nothing', rolled([{ fair_market_value_of_account: 'some' }]), '', '12000.00'],
    ['a pension is not rolled over', rolled(['x'], [ira({ sep_indicator: false })]), '', '12000.00'],
  ])('retirement: %s', (_, held, flags, amount) => {
    expect(
      figuresOf({ 2023: held }, ['retirement.latest_amount', 'retirement.flags', 'total.flags']),
    ).toEqual({
      'retirement.latest_amount': amount,
      'retirement.flags': flags,
      'total.flags': flags === '' ? '' : 'incomplete',
    })
  })

  test('of the year before too, and of no other', () => {
    const lost = rolled(['x'])
    const flags = ['retirement.flags']
    expect(figuresOf({ 2022: lost, 2023: rolled([]) }, flags)).toEqual({ 'retirement.flags': 'incomplete' })
    expect(figuresOf({ 2021: lost, 2023: rolled([]) }, flags)).toEqual({ 'retirement.flags': '' })
  })

  test.each<[name: string, payments: unknown, flags: string, amount: string]>([
    ['the amount', [{ year: '2021', payment: '6 000.00' }], 'incomplete', '30000.00'],
    ['the list', { year: '2021', payment: 6000 }, 'incomplete', '30000.00'],
    ['an item', ['x', { year: '2021', payment: 6000 }], 'incomplete;lump_sum_excluded', '24000.00'],
    ['the year', [{ year: '20x1', payment: 6000 }], 'incomplete;lump_sum_excluded', '24000.00'],
    ['nothing', [{ year: '2021', payment: 6000 }], 'lump_sum_excluded', '24000.00'],
    ['no list', null, '', '30000.00'],
  ])('benefits of earlier years: %s', (_, payments, flags, amount) => {
    const figures = ['social_security.latest_amount', 'social_security.flags']
    expect(figuresOf({ 2023: benefits(payments) }, figures)).toEqual({
      'social_security.latest_amount': amount,
      'social_security.flags': flags,
    })
  })
})

const w2 = (wages: unknown, more: Raw = {}): Raw => ({
  employer: { ein: '98-2979119', name: 'A' },
  employee: { ssn: 'XXX-XX-4471' },
  wages_tips_other_compensation: wages,
  ...more,
})
const wages = (...entries: unknown[]): Raw => ({ form_w2: entries })
const LOST = wages(w2('54 000.00'))
const YEAR = ['as_of_year', 'wages.latest_amount', 'wages.qualifying_monthly', 'wages.flags', 'total.flags']

describe('the year, where the latest could not be read', () => {
  test('a counted document decides the year, though its income was lost', () => {
    expect(figuresOf({ 2023: LOST, 2022: wages(w2(120000)) }, [...YEAR, 'wages.prior_amount'])).toEqual({
      as_of_year: '2023',
      'wages.latest_amount': 'null',
      'wages.prior_amount': '120000.00',
      'wages.qualifying_monthly': '0.00',
      'wages.flags': 'income_unreadable;incomplete',
      'total.flags': 'incomplete',
    })
    expect(figuresOf({ 2023: LOST }, YEAR)).toEqual({
      as_of_year: '2023',
      'wages.latest_amount': 'null',
      'wages.qualifying_monthly': '0.00',
      'wages.flags': 'income_unreadable;incomplete',
      'total.flags': 'incomplete',
    })
  })

  test('where nothing else says the year, every row is incomplete', () => {
    const interest = { form_1099_int: [{ payer, interest_income: 24 }] }
    const figures = ['as_of_year', 'interest.qualifying_monthly', 'interest.flags', 'wages.flags']
    expect(figuresOf({ 2023: LOST, 2022: interest }, figures)).toEqual({
      as_of_year: '2023',
      'interest.qualifying_monthly': '0.00',
      'interest.flags': 'incomplete',
      'wages.flags': 'income_unreadable;incomplete',
    })
    expect(figuresOf({ 2023: { ...LOST, ...interest }, 2022: interest }, figures)).toEqual({
      as_of_year: '2023',
      'interest.qualifying_monthly': '2.00',
      'interest.flags': '',
      'wages.flags': 'income_unreadable;incomplete',
    })
  })

  test('a later year that is not complete is listed, as one that could be read', () => {
    const early = { ...recordOf('2023', LOST), provider_id: 'irs', date: '2024-02-01T00:00:00Z' }
    const figures = ['as_of_year', 'later_incomplete_years', 'wages.flags']
    expect(figuresOf({ 2023: early, 2022: wages(w2(120000)) }, figures)).toEqual({
      as_of_year: '2022',
      later_incomplete_years: '2023',
      'wages.flags': 'short_history',
    })
  })

  test.each<[string, Raw]>([
    ["another person's", wages(w2('some', { employee: { ssn: 'XXX-XX-9999' } }))],
    ['that is void', wages(w2('some', { submission_type: 'Void' }))],
    ['that is no income', { form_1098: [{ mortgage_interest_received: 'some' }], form_5498: ['x'] }],
    ['whose sale has no basis, of which nothing was lost', { form_1099_b: [{ payer, proceeds: 900 }] }],
    ['of no amount, of an unknown standing', wages(w2(0, { submission_type: {} }))],
  ])('a later document %s decides nothing', (_, held) => {
    expect(figuresOf({ 2023: held, 2022: wages(w2(120000)) }, YEAR)).toEqual({
      as_of_year: '2022',
      'wages.latest_amount': '120000.00',
      'wages.qualifying_monthly': '10000.00',
      'wages.flags': 'short_history',
      'total.flags': '',
    })
  })

  const REFUSED: readonly (readonly [string, Raw])[] = [
    ['an entry', wages('x')],
    ['an array', { form_w2: { wages_tips_other_compensation: 5 } }],
    ['a form object', { ...recordOf('2023', {}), forms: ['x'] }],
    ['a record', { ...recordOf('2023', {}), forms: null }],
  ]
  test.each(REFUSED)('%s of a later year that was refused leaves every row incomplete', (_, held) => {
    const records = { 2023: held, 2022: wages(w2(120000)) }
    const figures = {
      as_of_year: '2022',
      'wages.latest_amount': '120000.00',
      'wages.qualifying_monthly': '10000.00',
    }
    expect(figuresOf(records, YEAR)).toEqual({
      ...figures,
      'wages.flags': 'incomplete;short_history',
      'total.flags': 'incomplete',
    })
    // The year that a caller gives is not one that a lost document could have decided.
    expect(figuresOf(records, YEAR, { asOfYear: 2022 })).toEqual({
      ...figures,
      'wages.flags': 'short_history',
      'total.flags': '',
    })
  })

  test.each(REFUSED)('%s that was refused, and no income at all: the total is incomplete', (_, held) => {
    expect(figuresOf({ 2023: held }, ['as_of_year', 'rows', 'total.flags'])).toEqual({
      as_of_year: 'null',
      rows: 'total',
      'total.flags': 'incomplete',
    })
  })
})

test('what is not an amount of a sale loses no income: a basis that is not given says no year', () => {
  const pay = (wages: number) => ({
    form_w2: [{ employer: { ein: '11-1111111' }, wages_tips_other_compensation: wages }],
  })
  const sale = (date: string) => ({
    form_1099_b: [{ payer, proceeds: 5000, date_sold_or_disposed: date }],
  })
  const figures = ['wages.qualifying_monthly', 'total.qualifying_monthly', 'income_stability']
  const of = (date: string) => figuresOf({ 2022: pay(60_000), 2023: pay(60_000), 2024: sale(date) }, figures)
  // Thirty days of February are none; the sale has no basis with either date. 120,000 / 24.
  expect(of('02-30-2024')).toEqual(of('02-29-2024'))
  expect(of('02-30-2024')['wages.qualifying_monthly']).toContain('5000.00')
})

describe('what decides an income and could not be read leaves its row incomplete', () => {
  test('a year of the history that a policy asks for', () => {
    const policy = { minHistoryYears: 3 }
    const held = { 2023: wages(w2(24000)), 2022: wages(w2(24000)), 2021: LOST }
    const figures = ['wages.qualifying_monthly', 'wages.flags']
    expect(figuresOf(held, figures, { policy })).toEqual({
      'wages.qualifying_monthly': '0.00',
      'wages.flags': 'income_unreadable;incomplete',
    })
    expect(figuresOf(held, figures)).toEqual({
      'wages.qualifying_monthly': '2000.00',
      'wages.flags': '',
    })
  })

  test('box 5, where a policy reads it', () => {
    const held = { 2023: wages(w2(24000, { medicare_wages_tips: 'some' })) }
    const flags = ['wages.flags']
    expect(figuresOf(held, flags)).toEqual({ 'wages.flags': 'short_history' })
    for (const [wageBasis, more] of [
      ['max', ''],
      ['box5', ';wage_basis_box1'],
    ])
      expect(figuresOf(held, flags, { policy: { wageBasis } })).toEqual({
        'wages.flags': `incomplete;short_history${more}`,
      })
    const alone = {
      2023: {
        ...wages(w2(0, { medicare_wages_tips: 'some' })),
        form_1099_int: [{ payer, interest_income: 5 }],
      },
    }
    expect(figuresOf(alone, flags, { policy: { wageBasis: 'box5' } })).toEqual({
      'wages.flags': 'income_unreadable;incomplete',
    })
  })

  test('wages, of which unemployment needs both years', () => {
    const paid = { form_1099_g: [{ payer, unemployment_compensation: 2400 }] }
    const held = (prior: Raw) => ({ 2023: { ...wages(w2(24000)), ...paid }, 2022: { ...prior, ...paid } })
    const figures = ['unemployment.qualifying_monthly', 'unemployment.flags']
    expect(figuresOf(held(LOST), figures)).toEqual({
      'unemployment.qualifying_monthly': '0.00',
      'unemployment.flags': 'incomplete;not_seasonal_pattern',
    })
    expect(figuresOf(held({}), figures)).toEqual({
      'unemployment.qualifying_monthly': '0.00',
      'unemployment.flags': 'not_seasonal_pattern',
    })
    expect(figuresOf(held(wages(w2(24000), w2('some'))), figures)).toEqual({
      'unemployment.qualifying_monthly': '200.00',
      'unemployment.flags': '',
    })
  })
})

const NOTE = 'a box or a document behind it could not be read'

describe('an indicator says what of it could not be read', () => {
  const job = w2(24000, { federal_income_tax_withheld: 2400, medicare_wages_tips: 24000 })
  const full = wages(job)
  const both = (held: Raw): Record<string, Raw> => ({ 2023: { ...full, ...held }, 2022: full })
  /** The notes of indicators, of those that have one. */
  const notesOf = (
    records: Readonly<Record<string, Raw>>,
    names: readonly string[],
    more: { taxpayer?: Raw; known?: object } = {},
  ) => {
    const notes = figuresOf(
      records,
      names.map(name => `${name}.note`),
      more,
    )
    return names.filter(name => notes[`${name}.note`]?.endsWith(NOTE))
  }
  const INCOME = ['effective_withholding_rate', 'income_stability', 'payer_concentration']
  const YEARS = ['missing_years', 'years_of_history']
  const EMPLOYERS = ['concurrent_employers', 'employer_change', 'employer_tenure_years']
  const ALL = [...INCOME, ...YEARS, ...EMPLOYERS, 'employment_gap_years', 'wage_basis_difference']

  test.each<[string, Record<string, Raw>, readonly string[]]>([
    ['nothing', both({}), []],
    ['wages of the year', both(wages(job, w2('some'))), [...INCOME, 'wage_basis_difference']],
    ['wages of an earlier year', { ...both({}), 2020: LOST }, ['income_stability']],
    ['interest', both({ form_1099_int: [{ payer, interest_income: 'some' }] }), INCOME],
    ['tax withheld', both(wages(w2(24000, { federal_income_tax_withheld: '2 400' }))), INCOME.slice(0, 1)],
    [
      'tax that is not federal income tax',
      both(wages(w2(24000, { social_security_tax_withheld: 'some' }))),
      [],
    ],
    ['tips that are in no total', both(wages(w2(24000, { allocated_tips: 'some' }))), []],
    ['a basis that nobody gave', both({ form_1099_b: [{ payer, proceeds: 900 }] }), []],
    ["another person's wages", both(wages(w2(24000), w2('some', { employee: { ssn: 'XXX-XX-9999' } }))), []],
    ['a W-2', both(wages(job, 'x')), [...INCOME, ...EMPLOYERS, 'wage_basis_difference']],
    [
      'a W-2 of an earlier year',
      { ...both({}), 2020: wages('x') },
      ['income_stability', ...YEARS, 'employer_tenure_years', 'employment_gap_years'],
    ],
    ['a mortgage of an earlier year', { ...both({}), 2020: { form_1098: ['x'] } }, YEARS],
    [
      'a record of the year',
      { ...both({}), again: { ...recordOf('2023', {}), id: 'again', forms: null } },
      [...INCOME, ...EMPLOYERS, 'wage_basis_difference'],
    ],
    ['a record of no year', { ...both({}), again: { ...recordOf('', {}), id: 'again', forms: null } }, ALL],
    [
      'a record of a later year',
      { ...both({}), again: { ...recordOf('2024', {}), id: 'again', forms: null } },
      [],
    ],
  ])('%s', (_, records, expected) => {
    expect(notesOf(records, ALL)).toEqual(ALL.filter(name => expected.includes(name)))
  })

  test('a note that says more stands before it', () => {
    const records = both(
      wages(w2(24000, { medicare_wages_tips: 24000 }), w2(24000, { medicare_wages_tips: 'x' })),
    )
    expect(figuresOf(records, ['wage_basis_difference', 'wage_basis_difference.note'])).toEqual({
      wage_basis_difference: '0.00',
      'wage_basis_difference.note': `1 of 2 without both boxes; ${NOTE}`,
    })
  })

  const MORTGAGES = ['mortgages_reported', 'mortgage_principal', 'monthly_mortgage_interest']
  const loan = (principal: unknown, interest: unknown, more: Raw = {}): Raw => ({
    outstanding_mortgage_principal: principal,
    mortgage_interest_received: interest,
    ...more,
  })
  test.each<[string, unknown, readonly string[], readonly string[]]>([
    ['nothing', [loan(100000, 1200)], ['1', '100000.00', '100.00'], []],
    [
      'a principal',
      [loan(100000, 1200), loan('2OO,000.00', 1200)],
      ['2', '100000.00', '200.00'],
      ['mortgage_principal'],
    ],
    [
      'an interest',
      [loan(100000, 1200), loan(100000, '12 000')],
      ['2', '200000.00', '100.00'],
      ['monthly_mortgage_interest'],
    ],
    ['a Form 1098', [loan(100000, 1200), 'x'], ['1', '100000.00', '100.00'], MORTGAGES],
    [
      'what a Form 1098 is',
      [loan(100000, 1200, { submission_type: {} })],
      ['1', '100000.00', '100.00'],
      MORTGAGES,
    ],
    ['the only principal', [loan('some', null)], ['1', 'null', 'none'], ['mortgage_principal']],
    ['the only Form 1098', ['x'], ['0', 'none', 'none'], ['mortgages_reported']],
    ['all of them', { outstanding_mortgage_principal: 5 }, ['0', 'none', 'none'], ['mortgages_reported']],
    ['none there', [], ['none', 'none', 'none'], []],
  ])('mortgages: %s', (_, form_1098, values, noted) => {
    const records = both({ form_1098 })
    expect(Object.values(figuresOf(records, MORTGAGES))).toEqual(values)
    expect(notesOf(records, MORTGAGES)).toEqual(noted)
  })

  const CONTINUANCE = ['retirement_continuance_months', 'continuance_met']
  const balance = { fair_market_value_of_account: 36000 }
  test.each<[string, Raw, readonly string[]]>([
    ['nothing', { form_1099_r: [ira()], form_5498: [balance] }, []],
    [
      'a balance',
      { form_1099_r: [ira()], form_5498: [balance, { fair_market_value_of_account: 'x' }] },
      CONTINUANCE,
    ],
    [
      'a rollover',
      { form_1099_r: [ira()], form_5498: [{ ...balance, rollover_contributions: 'x' }] },
      CONTINUANCE,
    ],
    ['a Form 5498', { form_1099_r: [ira()], form_5498: [balance, 'x'] }, CONTINUANCE],
    ['a distribution', { form_1099_r: [ira(), 'x'], form_5498: [balance] }, CONTINUANCE],
  ])('continuance: %s', (_, held, noted) => {
    expect(notesOf({ 2023: held }, CONTINUANCE)).toEqual(noted)
  })

  test('a ratio to an income that is not whole', () => {
    const taxpayer = {
      analysis: { total_liabilities: '100', liabilities_with_lien_filed: '0' },
      details: { balance_summary: { balance_due: 0, tax_years: [] } },
    }
    const names = ['dti', 'liability_to_income', 'lien_share', 'tax_debt_state']
    const known = { monthly_obligations: 100 }
    expect(notesOf(both({}), names, { taxpayer, known })).toEqual([])
    expect(notesOf(both(wages(job, 'x')), names, { taxpayer, known })).toEqual(names.slice(0, 2))
  })

  test.each<[string, Raw, boolean]>([
    ['nothing', { balance_due: 0, tax_years: [] }, false],
    ['the balance due', { balance_due: 'x', tax_years: [{ year: 2020, amount: 0 }] }, true],
    ['the balance of a year', { balance_due: 0, tax_years: [{ year: 2020, amount: 'x' }] }, true],
    ['an item of the years', { balance_due: 0, tax_years: ['x'] }, true],
    ['one beside a debt, which is one', { balance_due: 5, tax_years: ['x'] }, false],
  ])('a state of no debt: %s', (_, balance_summary, isNoted) => {
    const taxpayer = {
      analysis: { total_liabilities: '0', liabilities_with_lien_filed: '0' },
      details: { balance_summary },
    }
    expect(notesOf(both({}), ['tax_debt_state'], { taxpayer })).toEqual(isNoted ? ['tax_debt_state'] : [])
  })

  test('a state of no debt: the total', () => {
    const taxpayer = { analysis: { total_liabilities: 'x', liabilities_with_lien_filed: '0' } }
    expect(figuresOf(both({}), ['tax_debt_state', 'tax_debt_state.note'], { taxpayer })).toEqual({
      tax_debt_state: 'null',
      'tax_debt_state.note': NOTE,
    })
  })
})

test.each<[string, Raw, string, string]>([
  [
    'the basis of a sale',
    { ...wages(w2(24000)), form_1099_b: [{ payer, proceeds: 900, cost_basis: 'some' }] },
    'capital_gains',
    'basis_unknown;income_unreadable;incomplete',
  ],
  [
    'the taxable part of a distribution',
    { form_1099_r: [{ payer, gross_distribution: 1200, taxable_amount: 'some' }] },
    'retirement',
    'incomplete;taxable_unknown',
  ],
])(
  '%s that could not be read leaves the total incomplete, one that nobody gave does not',
  (_, held, category, flags) => {
    const figures = [`${category}.flags`, 'total.flags']
    expect(Object.values(figuresOf({ 2023: held }, figures))).toEqual([flags, 'incomplete'])
    const absent = JSON.parse(JSON.stringify(held).replace('"some"', 'null')) as Raw
    expect(Object.values(figuresOf({ 2023: absent }, figures))).toEqual([
      flags
        .split(';')
        .filter(flag => flag !== 'incomplete' && flag !== 'income_unreadable')
        .join(';'),
      '',
    ])
  },
)

test("income of the taxpayer's own that was refused leaves a year that another person's decides incomplete", () => {
  const spouse = wages(w2(24000, { employee: { ssn: 'XXX-XX-9999' } }))
  const figures = ['as_of_year', 'total.flags']
  expect(figuresOf({ 2023: spouse, 2022: wages('x') }, figures)).toEqual({
    as_of_year: '2023',
    'total.flags': 'incomplete',
  })
  expect(figuresOf({ 2023: spouse, 2021: wages('x') }, figures)).toEqual({
    as_of_year: '2023',
    'total.flags': 'incomplete',
  })
})
