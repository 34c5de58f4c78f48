import { describe, expect, test } from 'vitest'
import { formatTableRows, type Raw, resultOfDossier } from '../support/run.js'

// Tests documents about which the IRS and software, or a source and its corrections, disagree, each with the smallest
// dossier that shows the rule. The expectations are worked out by hand.

const SELF = '900-11-3333'

const makePull = (id: string, provider: string, forms: Raw): Raw => ({
  ...{ id, provider_id: provider, tax_year: '2024', date: '2025-08-15T12:00:00Z' },
  forms: [{ year: '2024', ssn: SELF, ...forms }],
})
const irs = (forms: Raw): Raw => makePull('irs', 'irs', forms)
const software = (forms: Raw): Raw => makePull('software', 'turbotax', forms)

const CORRECTED = { submission_type: 'Corrected' }
const w2 = (wages: number, withheld: number, changes: Raw = {}): Raw => ({
  employer: { ein: '00-1234567', name: 'HALCYON FREIGHT INC' },
  employee: { ssn: SELF },
  wages_tips_other_compensation: wages,
  federal_income_tax_withheld: withheld,
  ...changes,
})
const sale = (basis: number | null, changes: Raw = {}): Raw => ({
  payer: { fin: '00-3333333', name: 'ROBIN SECURITIES LLC' },
  recipient: { id: SELF },
  proceeds: 1000,
  ...(basis === null ? {} : { cost_basis: basis }),
  ...changes,
})

/** Returns the income of the year by category, and each document with its status and doubts. */
function resolve(records: readonly Raw[], taxpayer: Raw = {}) {
  const result = resultOfDossier({ taxpayer: { id: 't', ...taxpayer }, records })
  return {
    income: formatTableRows(result, 'income').map(row => `${row['recipient']} ${row['category']} ${row['amount']}`),
    documents: formatTableRows(result, 'documents').map(row =>
      `${row['record_id']} ${row['status']} ${row['doubts']}`.trim(),
    ),
    issues: result.resolution.warnings.map(({ code, field }) => (field === null ? code : `${code} ${field}`)),
  }
}

describe('a sale without a basis', () => {
  test('joins the group in which the IRS has no document yet', () => {
    // 1,000 - 400 + 1,000 - 900 = 700.
    const { income, documents } = resolve([
      irs({ form_1099_b: [sale(400, { noncovered_security_indicator: 'Covered' }), sale(null)] }),
      software({ form_1099_b: [sale(400), sale(900)] }),
    ])
    expect(income).toEqual(['self capital_gains 700.00'])
    expect(documents.filter(text => text.includes('conflict'))).toEqual([])
  })

  test('joins the group with its dates', () => {
    const [march, may] = [{ date_acquired: '2020-03-01' }, { date_acquired: '2021-05-01' }]
    const { income, documents } = resolve([
      irs({ form_1099_b: [sale(null, may), sale(null, march)] }),
      software({ form_1099_b: [sale(400, march), sale(900, may)] }),
    ])
    expect(income).toEqual(['self capital_gains 700.00'])
    expect(documents.filter(text => text.includes('basis_from_software'))).toHaveLength(2)
  })

  test('takes a basis of 0 of a covered sale in software, with a doubt', () => {
    const { income, documents } = resolve([
      irs({ form_1099_b: [sale(null)] }),
      software({ form_1099_b: [sale(0, { noncovered_security_indicator: 'Covered', proceeds: 1000.4 })] }),
    ])
    expect(income).toEqual(['self capital_gains 1000.40'])
    expect(documents).toEqual(['irs duplicate', 'software counted basis_from_software'])
  })
})

describe('the doubt about what a correction replaces', () => {
  test('passes to the copy that counts', () => {
    const { documents } = resolve([
      irs({ form_w2: [w2(50_000, 5000), w2(61_000, 6100, CORRECTED)] }),
      software({ form_w2: [w2(61_000.4, 6100)] }),
    ])
    expect(documents).toEqual(['irs superseded', 'irs duplicate', 'software counted amended_target_doubtful'])
  })

  test('passes to the next correction', () => {
    const { documents } = resolve([
      irs({ form_w2: [w2(60_000, 6000), w2(52_000, 5000, CORRECTED), w2(53_000, 5000, CORRECTED)] }),
    ])
    expect(documents).toEqual(['irs superseded', 'irs superseded', 'irs counted amended_target_doubtful'])
  })

  test('is on the document that a correction to zeros could also cancel', () => {
    const zeros = w2(0, 0, CORRECTED)
    const { documents, issues } = resolve([irs({ form_w2: [w2(50_000, 5000), w2(30_000, 3000), zeros] })])
    expect(documents).toEqual(['irs canceled', 'irs counted amended_target_doubtful', 'irs canceled'])
    expect(issues).toEqual(['amended_target_doubtful'])
    // It does not matter which of two equal documents is canceled.
    expect(resolve([irs({ form_w2: [w2(50_000, 5000), w2(50_000, 5000), zeros] })]).issues).not.toContain(
      'amended_target_doubtful',
    )
  })
})

test('a software correction to zeros is in conflict with the document that the IRS holds', () => {
  const { income, documents } = resolve([
    irs({ form_w2: [w2(50_000, 5000)] }),
    software({ form_w2: [w2(50_000, 5000), w2(0, 0, CORRECTED)] }),
  ])
  expect(income).toEqual(['self wages 50000.00'])
  expect(documents).toEqual(['irs counted source_conflict', 'software canceled', 'software conflict'])
})

test('the names of two copies contradict if one of them states no identifier', () => {
  const { issues, documents } = resolve([
    irs({ form_w2: [w2(50_000, 5000, { employee: { ssn: SELF, name: 'ROBI EXAM' } })] }),
    software({ form_w2: [w2(50_000.4, 5000, { employee: { name: 'CASEY EXAMPLE' } })] }),
  ])
  expect(documents).toEqual(['irs duplicate', 'software counted copies_disagree'])
  expect(issues).toEqual(['copies_disagree'])
})

test('the IRS decides about the parts of its total', () => {
  const distribution = (dollars: number, code: string): Raw => ({
    payer: { fin: '00-5555555', name: 'PLAN TRUST COMPANY' },
    recipient: { id: SELF },
    gross_distribution: dollars,
    taxable_amount: dollars,
    distribution_codes: [{ code }],
  })
  // The IRS has a rollover of 30,000. Software has it as two pensions.
  const { income, documents } = resolve([
    irs({ form_1099_r: [distribution(30_000, 'G')] }),
    software({ form_1099_r: [distribution(10_000, '7'), distribution(20_000, '7')] }),
  ])
  expect(income).toEqual([])
  expect(documents).toEqual(['irs duplicate', 'software counted copies_disagree', 'software counted copies_disagree'])
})

test.each(['JOSE NUNEZ', 'Mr. José Núñez', 'NUNEZ JOSE M', 'Nun\u0303ez, José'])('%s is José Núñez', name => {
  const { income } = resolve(
    [makePull('software', 'turbotax', { ssn: null, form_w2: [w2(50_000, 5000, { employee: { name } })] })],
    { name: 'José Núñez' },
  )
  expect(income).toEqual(['self wages 50000.00'])
})

describe('a software copy with cents', () => {
  const interest = (boxes: Raw): Raw => ({
    payer: { fin: '00-3333333', name: 'ROBIN BANK' },
    recipient: { id: SELF },
    ...boxes,
  })
  const benefits = (boxes: Raw): Raw => ({
    payer: { fin: '00-3333333', name: 'SSA' },
    recipient: { id: SELF },
    tax_withheld: 1200,
    ...boxes,
  })
  const doubtsOfSoftware = (documents: readonly string[]): string | undefined =>
    documents.find(text => text.startsWith('software counted'))

  test('adds no amount that the IRS copy lacks', () => {
    const { income, documents, issues } = resolve([
      irs({ form_1099_int: [interest({ interest_income: 1200, tax_withheld: 120 })] }),
      software({
        form_1099_int: [interest({ interest_income: 1200.4, tax_withheld: 120.4, tax_exempt_interest: 60_000.25 })],
      }),
    ])
    expect(income).toEqual(['self interest 1200.40'])
    expect(doubtsOfSoftware(documents)).toBe('software counted copies_disagree')
    expect(issues).toEqual(['copies_disagree taxExemptInterest'])
  })

  test('does not make a payment nontaxable', () => {
    const distribution = (boxes: Raw): Raw => ({
      payer: { fin: '00-3333333', name: 'ELM TRUST' },
      recipient: { id: SELF },
      distribution_codes: [{ code: '7' }],
      'Tax Withheld': 1200,
      ...boxes,
    })
    const { documents, issues } = resolve([
      irs({ form_1099_r: [distribution({ gross_distribution: 24_000 })] }),
      software({ form_1099_r: [distribution({ gross_distribution: 24_000.4, taxable_amount: 0 })] }),
    ])
    expect(doubtsOfSoftware(documents)).toBe('software counted copies_disagree')
    expect(issues).toEqual(['copies_disagree taxableAmount'])
  })

  test('removes no amount and no list that the IRS copy has', () => {
    // 30,000.40 - 6,000 repaid. The copy of software says nothing of the 5,000 that were paid for 2021.
    const payments = [{ year: '2021', payment: 5000 }]
    const { income, documents } = resolve([
      irs({ form_ssa_1099: [benefits({ pensions_and_annuities: 30_000, repayments: 6000, payments })] }),
      software({ form_ssa_1099: [benefits({ pensions_and_annuities: 30_000.4, tax_withheld: 1200.4 })] }),
    ])
    expect(income).toEqual(['self social_security 24000.40'])
    expect(doubtsOfSoftware(documents)).toBe('software counted')
  })

  test('does not replace a box that cannot be read on the IRS copy', () => {
    const { income, documents } = resolve([
      irs({ form_1099_int: [interest({ interest_income: '1x00', tax_withheld: 120 })] }),
      software({ form_1099_int: [interest({ interest_income: 60_000.25, tax_withheld: 120.4 })] }),
    ])
    expect(income).toEqual(['self interest '])
    expect(doubtsOfSoftware(documents)).toBe('software counted unreadable_box')
  })

  test('has a box that the IRS copy lacks only with an amount of 0, or with withheld tax', () => {
    const { documents, issues } = resolve([
      irs({ form_w2: [w2(60_000, 6000)] }),
      software({ form_w2: [w2(60_000.4, 6000.4, { dependent_care_benefits: 0, medicare_tax_withheld: 870.01 })] }),
    ])
    expect([doubtsOfSoftware(documents), issues]).toEqual(['software counted', []])
  })
})
