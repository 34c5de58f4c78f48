import { describe, expect, test } from 'vitest'
import type { PresetName } from '../../src/underwriting/policies/presets.js'
import type { Raw } from '../support/run.js'
import {
  findStream,
  makeDocument,
  makeDossier,
  makeFacts,
  makeRecords,
  makeW2,
  makeW2s,
  type Pull,
  SOFTWARE,
  type TestDocument,
  underwrite,
  type Wages,
} from './dossiers.js'
import { toDollars } from './streams.js'

const OTHER_IRS: Pull = { provider: 'irs_tax_pro', day: '09-02' }

test('two IRS records of one W-2, one with a wrong digit in the identifier, do not count twice today', () => {
  const document = makeW2(2024, 'A', 60_000, { federal_income_tax_withheld: 5_000 })
  const [year, form, entry] = document
  const mistyped: TestDocument = [
    year,
    form,
    { ...entry, employer: { ...(entry['employer'] as Raw), ein: '00-0651066' } },
  ]
  const { streams, listConditions } = underwrite(makeDossier([document], makeRecords([mistyped], OTHER_IRS, 'other-')))
  // 60,000 / 12, and 120,000 / 12 if both are real.
  expect(streams.map(row => [row.qualifyingMonthly, row.supportableMonthly].map(toDollars))).toEqual([
    ['5000.00', '10000.00'],
  ])
  expect(listConditions()).toContainEqual(
    expect.objectContaining({ condition: 'possible_duplicate', severity: 'blocking', isMet: false }),
  )
})

describe('a gain on a cost basis that only software has', () => {
  const makeSales = (issuer: string, boxes: Raw): TestDocument[] =>
    [2023, 2024].map(year => makeDocument(year, 'form_1099_b', issuer, boxes))
  const withoutBasis = makeSales('A', { proceeds: 100_000 })
  const withBasis = makeSales('A', { proceeds: 100_000, cost_basis: 100 })
  const readAmounts = (documents: readonly TestDocument[], policy: 'fannie' | 'conservative') => {
    const dossier = makeDossier(documents, makeRecords(withBasis, SOFTWARE, 's'))
    const { qualifyingMonthly, verifiedMonthly } = findStream(underwrite(dossier, policy), 'capital_gains')
    return [qualifyingMonthly, verifiedMonthly].map(toDollars)
  }

  test.each(['fannie', 'conservative'] as const)('qualifies but is not verified under %s', policy => {
    // (99,900 + 99,900) / 24 = 8,325. The IRS holds the proceeds and not the basis.
    expect(readAmounts(withoutBasis, policy)).toEqual(['8325.00', '0.00'])
    expect(readAmounts(withBasis, policy)).toEqual(['8325.00', '8325.00'])
  })

  test('leaves the gains of other sales verified', () => {
    // 99,900 and 2,400 a year: 102,300 / 12 = 8,525. The IRS has the basis of the second sale: 2,400 / 12 = 200.
    const otherSales = makeSales('B', { proceeds: 5000, cost_basis: 2600 })
    expect(readAmounts([...withoutBasis, ...otherSales], 'fannie')).toEqual(['8525.00', '200.00'])
  })
})

describe('sick pay of an insurer that only software has', () => {
  const makeSickPay = (year: number) =>
    makeRecords([makeW2(year, 'I', 7500, { third_party_sick_pay_indicator: true })], SOFTWARE, 's')
  const listMissing = (dossier: Raw): unknown[] =>
    underwrite(dossier)
      .listConditions()
      .flatMap(({ condition, stream, severity, taxYear, about }) =>
        condition === 'not_on_transcript' ? [[stream, severity, taxYear, about]] : [],
      )

  test('is a condition of the job to which it was added', () => {
    const onLeave = makeDossier(makeW2s({ A: [64_000, 66_000, 59_000] }), makeSickPay(2024))
    expect(listMissing(onLeave)).toEqual([['wages', 'blocking', 2024, 'I COMPANY']])
    const onLeaveBefore = makeDossier(makeW2s({ A: [64_000, 59_000, 66_000] }), makeSickPay(2023))
    expect(listMissing(onLeaveBefore)).toEqual([['wages', 'blocking', 2023, 'I COMPANY']])
  })

  test('counts if the condition is met for that job', () => {
    const dossier = makeDossier(makeW2s({ A: [64_000, 66_000, 59_000] }), makeSickPay(2024))
    const conditionsMet = ['not_on_transcript', 'return_to_work'].map(condition => ({
      condition,
      stream: 'wages',
      by: 'J. Doe',
      on: '2025-10-01',
    }))
    // (66,000 + 59,000 + 7,500) / 24 = 5,520.83
    const { qualifyingMonthly } = findStream(underwrite(dossier, 'va', makeFacts({}, { conditionsMet })), 'wages')
    expect(toDollars(qualifyingMonthly)).toBe('5520.83')
  })
})

describe('a W-2 that only software has is a condition of each job whose amount depends on it', () => {
  const listBlocked = (wages: Wages, software: TestDocument, policy: PresetName): unknown[] =>
    underwrite(makeDossier(makeW2s(wages), makeRecords([software], SOFTWARE, 's')), policy)
      .listConditions()
      .flatMap(({ condition, stream, severity }) =>
        condition === 'not_on_transcript' ? [`${stream} ${severity}`] : [],
      )
      .sort()

  test.each<[name: string, wages: Wages, software: TestDocument, policy: PresetName, expected: readonly string[]]>([
    [
      'a possible predecessor',
      { A: [null, 75_500, 98_500] },
      makeW2(2023, 'B', 26_000),
      'fannie',
      ['wages:A COMPANY blocking', 'wages:B COMPANY blocking'],
    ],
    [
      'a job to which hours moved',
      { A: [60_000, 60_000, 50_000], B: [28_000, 30_000, null] },
      makeW2(2024, 'B', 43_000),
      'va',
      ['wages:A COMPANY blocking', 'wages:B COMPANY blocking'],
    ],
    [
      'another new employer of a job with a cap',
      { A: [50_000, 52_000, 40_000], B: [null, null, 20_000] },
      makeW2(2024, 'C', 15_000),
      'usda',
      ['wages:A COMPANY blocking', 'wages:B COMPANY blocking'],
    ],
  ])('%s', (_, wages, software, policy, expected) => {
    expect(listBlocked(wages, software, policy)).toEqual(expected)
  })
})

describe('a software copy with cents does not change what the IRS copy says', () => {
  const makeK1s = (income: number, share: string | undefined): TestDocument[] =>
    [2023, 2024].map(year =>
      makeDocument(year, 'schedule_k1_1120s', 'S', {
        ordinary_income_k1: income,
        shareholder_percentage_of_stock: share,
      }),
    )

  test.each([
    ['has another share', '50%'],
    ['has no share', undefined],
  ])('about ownership: the IRS copy %s', (_, share) => {
    const dossier = makeDossier(makeK1s(30_000, share), makeRecords(makeK1s(30_000.4, '20%'), SOFTWARE, 's'))
    const facts = makeFacts({ businesses: [{ name: 'S COMPANY', liquid: true }] })
    const { qualifyingMonthly, supportableMonthly, conditions } = findStream(
      underwrite(dossier, 'fannie', facts),
      's_corporation',
    )
    // 30,000.40 / 12 = 2,500.03. The returns of an owner of 25 % or more, or of an unknown share, must be reviewed.
    expect([qualifyingMonthly, supportableMonthly].map(toDollars)).toEqual(['0.00', '2500.03'])
    expect(conditions.map(({ raised }) => raised.code)).toEqual(
      expect.arrayContaining(['business_returns', 'copies_disagree']),
    )
  })

  test.each(['2024-01-01', undefined])('about the date on which a lender acquired a loan: %s', acquired => {
    const first = { outstanding_mortgage_principal: 240_000, mortgage_interest_received: 7100 }
    const second = { outstanding_mortgage_principal: 237_600, mortgage_interest_received: 7000 }
    const statements = [
      makeDocument(2024, 'form_1098', 'A', first),
      makeDocument(2024, 'form_1098', 'B', { ...second, mortgage_acquisition_date: acquired }),
    ]
    const inSoftware = { ...second, mortgage_interest_received: 7000.4, mortgage_acquisition_date: '2024-07-01' }
    const copies = makeRecords([makeDocument(2024, 'form_1098', 'B', inSoftware)], SOFTWARE, 's')
    const { loans } = underwrite(makeDossier([...makeW2s({ W: [60_000] }), ...statements], copies))
    expect(loans.map(({ doubts }) => doubts.join())).toEqual(['', 'copies_disagree'])
  })
})
