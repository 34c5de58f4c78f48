// Every worked line of the rules, computed by hand. Each test prints the qualifying and the supportable amount per month.
import { describe, expect, it, test } from 'vitest'
import type { PresetName } from '../../src/underwriting/policies/presets.js'
import type { Raw } from '../support/run.js'
import {
  findSeverity,
  findStream,
  listCodes,
  makeDocument,
  makeDossier,
  makeFacts,
  makeRecords,
  makeW2,
  makeW2s,
  printTotals,
  SOFTWARE,
  type TestDocument,
  underwrite,
  type Wages,
} from './dossiers.js'
import { toDollars } from './streams.js'

describe('the stated end of a new employer', () => {
  const stop = (wages: Wages) =>
    underwrite(makeW2s(wages), 'va', makeFacts({ jobs: [{ employer: 'N COMPANY', endDate: '2025-02-28' }] }))

  it('blocks the job until its remaining employer is verified', () => {
    // (60,000 + 30,000 + 33,000) / 24 = 5,125.00. If only A goes on, 30,000 / 12 = 2,500.00 remain.
    const result = stop({ A: [58_000, 60_000, 30_000], N: [null, null, 33_000] })
    expect(printTotals(result)).toBe('0.00 5125.00')
    const stream = findStream(result, 'wages')
    expect([stream.flags.includes('employer_ended'), findSeverity(stream, 'employment_verification')]).toEqual([
      true,
      'blocking',
    ])
  })

  it('ends the stream of pay above the cap', () => {
    // Cap 52,000 + 12,000 = 64,000: (52,000 + 64,000) / 24 = 4,833.33, and 40,000 + 35,000 - 64,000 = 11,000 apart.
    const result = stop({ A: [50_000, 52_000, 40_000], N: [null, null, 35_000] })
    expect(printTotals(result)).toBe('0.00 4833.33')
    expect(findStream(result, 'wages:N COMPANY').flags).toEqual(['employer_ended'])
  })
})

test('a loss that appears only without blocked documents, and is left out, does not change supportable income', () => {
  // K-1 of 10 %: ordinary income 8,000 and guaranteed payments 12,000 of 2023 only in software, -3,000 and 12,000 at the IRS.
  const makeK1 = (year: number, income: number): TestDocument =>
    makeDocument(year, 'schedule_k1_1065', 'P', {
      ordinary_income_k1: income,
      total_guaranteed_payments: 12_000,
      partner_share_of_capital_end: 0.1,
    })
  const dossier = makeDossier(
    [...makeW2s({ A: [60_000, 60_000, 62_000] }), makeK1(2024, -3000)],
    makeRecords([makeK1(2023, 8000)], SOFTWARE, 's'),
  )
  const facts = makeFacts({ businesses: [{ identifier: '000801080', liquid: true }] })
  const { computedMonthly, qualifyingMonthly, supportableMonthly } = findStream(
    underwrite(dossier, 'fannie', facts),
    'partnership',
  )
  // 9,000 / 12 = 750.00
  expect([computedMonthly, qualifyingMonthly, supportableMonthly].map(toDollars)).toEqual(['750.00', '0.00', '750.00'])
})

test('a year counts if its W-2s have pay but 0 in box 1, such as Medicaid waiver payments', () => {
  const makeWaiverW2 = (year: number, dollars: number): TestDocument =>
    makeDocument(year, 'form_w2', 'A', {
      wages_tips_other_compensation: 0,
      medicare_wages_tips: dollars,
      code_ii: dollars,
    })
  const result = underwrite([makeWaiverW2(2022, 27_000), makeWaiverW2(2023, 28_000), makeWaiverW2(2024, 30_000)])
  // (28,000 + 30,000) / 24 = 2,416.67, and 0.25 of it: 604.17
  expect([result.asOf.year, printTotals(result)]).toEqual([2024, '3020.84 3020.84'])
})

const SICK_PAY = { third_party_sick_pay_indicator: true }

describe('jobs under the rules of Fannie Mae', () => {
  test.each<[name: string, wages: Wages, expected: string]>([
    // (90,000 + 83,000 + 9,000) / 24
    ['left in November', { A: [86000, 90000, 83000], N: [null, null, 9000] }, '7583.33 7583.33'],
    // (60,000 + 62,000) / 24
    ['a fall two dollars before', { A: [58000, 60000, 48001], N: [null, null, 13999] }, '5083.33 5083.33'],
    ['a fall two dollars after', { A: [58000, 60000, 47999], N: [null, null, 14001] }, '5083.33 5083.33'],
    // (86,500 + 89,200) / 24 = 7,320.83, and 5,400 / 12 = 450.00 apart
    ['a raise and a per-diem job', { A: [84000, 86500, 89200], B: [null, null, 5400] }, '7320.83 7770.83'],
    // cap 86,500 + 1: (86,500 + 86,501) / 24 = 7,208.375, and 5,398 / 12 = 449.83 apart
    ['a dollar less and a per-diem job', { A: [84000, 86500, 86499], B: [null, null, 5400] }, '7208.38 7658.21'],
    // (75,500 + 79,000) / 24
    ['second job ended', { A: [73000, 75500, 79000], B: [24000, 26000, null] }, '6437.50 6437.50'],
    // 3,100 / 12 = 258.33 apart
    ['second job nearly ended', { A: [73000, 75500, 79000], B: [24000, 26000, 3100] }, '6437.50 6695.83'],
    // (30,000 + 31,000 + 62,000) / 24
    ['change between the years', { A: [50000, 30000, null], B: [null, 31000, 62000] }, '5125.00 5125.00'],
    // (38,000 + 96,000) / 24
    ['laid off, new job', { A: [90000, 38000, null], C: [null, null, 96000] }, '5583.33 5583.33'],
    // A is raised by 10,000 to 60,000, B lowered to 33,000: 120,000 / 24 + 63,000 / 24 = 5,000 + 2,625
    ['hours moved', { A: [60000, 60000, 50000], B: [28000, 30000, 43000] }, '7625.00 7625.00'],
    // the smaller of 98,500 / 12 = 8,208.33 and (75,500 + 26,000 + 98,500) / 24 = 8,333.33
    ['two years only, more hours', { A: [null, 75500, 98500], B: [null, 26000, null] }, '8208.33 8208.33'],
    // the smaller of 79,000 / 12 = 6,583.33 and (75,500 + 26,000 + 79,000) / 24 = 7,520.83
    ['two years only, a raise', { A: [null, 75500, 79000], B: [null, 26000, null] }, '6583.33 6583.33'],
  ])('%s', (_, wages, expected) => expect(printTotals(underwrite(makeW2s(wages)))).toBe(expected))

  it('flags jobs and asks for documents', () => {
    const find = (wages: Wages, key: string) => findStream(underwrite(makeW2s(wages)), key)
    expect(find({ A: [86000, 90000, 83000], N: [null, null, 9000] }, 'wages').flags).toContain('employer_changed')
    const perDiem = find({ A: [84000, 86500, 89200], B: [null, null, 5400] }, 'wages:B COMPANY')
    expect([perDiem.flags.includes('job_added'), listCodes(perDiem)]).toEqual([
      true,
      expect.arrayContaining(['second_job_history']),
    ])
    const split = find({ A: [84000, 86500, 86499], B: [null, null, 5400] }, 'wages:B COMPANY')
    expect([toDollars(split.supportableMonthly), listCodes(split)]).toEqual([
      '449.83',
      expect.arrayContaining(['second_job_history']),
    ])
    expect(find({ A: [73000, 75500, 79000], B: [24000, 26000, null] }, 'wages:B COMPANY').flags).toContain(
      'employer_ended',
    )
    expect(listCodes(find({ A: [73000, 75500, 79000], B: [24000, 26000, 3100] }, 'wages:B COMPANY'))).toContain(
      'declining',
    )
    expect(find({ A: [60000, 60000, 50000], B: [28000, 30000, 43000] }, 'wages:A COMPANY').flags).toContain(
      'hours_moved',
    )
    expect(find({ A: [null, 75500, 98500], B: [null, 26000, null] }, 'wages:A COMPANY').flags).toContain(
      'employer_ended',
    )
  })

  test.each<[name: string, wages: number, sickPay: number, expected: string]>([
    // (66,000 + 59,000 + 7,500) / 24
    ['leave paid by an insurer', 59000, 7500, '5520.83 5520.83'],
    // (66,000 + 52,000 + 6,000) / 24
    ['longer leave', 52000, 6000, '5166.67 5166.67'],
  ])('%s', (_, wages, sickPay, expected) => {
    const result = underwrite([...makeW2s({ A: [64000, 66000, wages] }), makeW2(2024, 'I', sickPay, SICK_PAY)])
    expect(printTotals(result)).toBe(expected)
    const { trend, flags } = findStream(result, 'wages')
    expect([trend, flags.includes('temporary_leave')]).toEqual(['leave', true])
  })

  it('counts gross pay if the employee saves more: (100,000 + 104,000) / 24', () => {
    const documents = [
      ...makeW2s({ A: [98000, 100000, null] }),
      makeW2(2024, 'A', 81000, { medicare_wages_tips: 104000 }),
    ]
    expect(printTotals(underwrite(documents))).toBe('8500.00 8500.00')
  })

  it('adds deferrals to box 1 without a box 5: (73,000 + 78,000) / 24, supportable 78,000 / 12', () => {
    const makeYear = (year: number, wages: number, deferral: number): TestDocument =>
      makeDocument(year, 'form_w2', 'A', { wages_tips_other_compensation: wages, deferred_compensation: deferral })
    const result = underwrite([makeYear(2023, 70000, 3000), makeYear(2024, 58000, 20000)])
    expect(printTotals(result)).toBe('6291.67 6500.00')
    expect(findSeverity(findStream(result, 'wages'), 'start_date')).toBe('review')
  })

  it('averages over the months worked since a start date: (30,000 + 62,000) / 18, over 18 months', () => {
    const documents = makeW2s({ A: [null, 30000, 62000] })
    const facts = makeFacts({ jobs: [{ employer: 'A Company', start_date: '2023-07-01' }] })
    const result = underwrite(documents, 'fannie', facts)
    expect(printTotals(result)).toBe('5111.11 5111.11')
    expect([findStream(result, 'wages').method, findStream(result, 'wages').months]).toEqual(['average', 18])
  })

  it('calls the smaller of an average and the latest year `lesser`', () => {
    const started = makeFacts({ jobs: [{ employer: 'A Company', start_date: '2023-07-01' }] })
    const describeMethod = (wages: Wages, policy: PresetName, facts?: typeof started): unknown[] => {
      const { method, months, computedMonthly } = underwrite(makeW2s(wages), policy, facts).streams[0]!
      return [method, months, toDollars(computedMonthly)]
    }
    // FHA takes the smaller of 92,000 / 18 and 62,000 / 12.
    expect(describeMethod({ A: [null, 30000, 62000] }, 'fha', started)).toEqual(['lesser', 18, '5111.11'])
    // 100,000 / 18 = 5,555.56 is more than 60,000 / 12.
    expect(describeMethod({ A: [null, 40000, 60000] }, 'fannie', started)).toEqual(['lesser', 12, '5000.00'])
    expect(describeMethod({ A: [null, 40000, 60000] }, 'fha', started)).toEqual(['lesser', 12, '5000.00'])
    // The smaller of 98,500 / 12 and (75,500 + 26,000 + 98,500) / 24 = 8,333.33, and of 79,000 / 12 and 7,520.83.
    const ended = { B: [null, 26000, null] }
    expect(describeMethod({ A: [null, 75500, 98500], ...ended }, 'fannie')).toEqual(['lesser', 12, '8208.33'])
    expect(describeMethod({ A: [null, 75500, 79000], ...ended }, 'fannie')).toEqual(['lesser', 12, '6583.33'])
    // The smaller of 120,000 / 12 and (75,500 + 26,000 + 120,000) / 24.
    expect(describeMethod({ A: [null, 75500, 120000], ...ended }, 'va')).toEqual(['lesser', 24, '9229.17'])
    // A formula without a choice keeps its name.
    expect(describeMethod({ A: [70000, 75500, 79000] }, 'fannie')).toEqual(['average', 24, '6437.50'])
  })

  it('leaves out exercised options: (165,000 + 170,000) / 24 = 13,958.33, and 100,000 / 12 apart', () => {
    const result = underwrite([
      makeW2(2022, 'A', 150000, { medicare_wages_tips: 160000 }),
      makeW2(2023, 'A', 155000, { medicare_wages_tips: 165000 }),
      makeW2(2024, 'A', 260000, { medicare_wages_tips: 270000, code_v: 100000 }),
    ])
    expect(printTotals(result)).toBe('13958.33 22291.66')
    const equity = findStream(result, 'equity_pay')
    expect([equity.qualifyingMonthly, toDollars(equity.supportableMonthly)]).toEqual([0, '8333.33'])
  })
})

describe('current pay', () => {
  const documents = makeW2s({ A: [68000, 70000, 70000] })
  const run = (policy: PresetName, job: Raw) =>
    underwrite(documents, policy, makeFacts({ jobs: [{ employer: 'A Company', ...job }] }))

  it('counts hourly pay and not overtime that fell: 34.50 x 40 x 52 / 12 = 5,980.00, overtime 410.00 apart', () => {
    const result = run('fannie', {
      pay: { amount: 34.5, per: 'hour', hours_per_week: 40, varies: false },
      // 410 in one month is less than 5,200 / 12
      year_to_date: { through: '2025-01-31', base: 5520, overtime: 410 },
      prior_years: { 2024: { base: 68000, overtime: 5200 } },
    })
    expect(printTotals(result)).toBe('5980.00 6390.00')
    expect(listCodes(findStream(result, 'wages'))).toContain('declining')
  })

  it.each([
    // 25,000 / 5 = 5,000 is 3.4 % above 58,000 / 12: (25,000 + 58,000) / 17
    ['averages a small rise', 25000, '4882.35 4882.35'],
    // 18,000 / 5 = 3,600 is below 58,000 / 12
    ['counts no fall until it has stabilized', 18000, '0.00 3600.00'],
  ])('of Freddie Mac %s', (_, base, expected) => {
    const job = { year_to_date: { through: '2025-05-31', base }, prior_years: { 2024: { base: 58000 } } }
    expect(printTotals(run('freddie', job))).toBe(expected)
  })

  it('of FHA takes the smaller of 12,000 / 24 and 5,400 / 12 for overtime', () => {
    const result = run('fha', {
      year_to_date: { through: '2025-05-31', overtime: 3000 },
      prior_years: { 2024: { overtime: 5400 }, 2023: { overtime: 6600 } },
    })
    expect(printTotals(result)).toBe('450.00 450.00')
  })

  it('is asked for if it is not stated', () => {
    const stream = findStream(underwrite(documents), 'wages')
    expect([findSeverity(stream, 'current_pay'), stream.flags]).toEqual(['standard', ['annual_w2_basis']])
  })
})

describe('retirement under the rules of Fannie Mae', () => {
  const IRA = { sep_indicator: true }
  const makePayment = (year: number, gross: number, boxes: Raw = {}, issuer = 'P'): TestDocument =>
    makeDocument(year, 'form_1099_r', issuer, {
      gross_distribution: gross,
      taxable_amount: gross,
      distribution_codes: [{ code: '7' }],
      ...boxes,
    })
  const makeAccount = (boxes: Raw): TestDocument => makeDocument(2024, 'form_5498', 'Q', boxes)
  const CODE_G = { distribution_codes: [{ code: 'G' }] }

  test.each<[name: string, documents: TestDocument[], expected: string]>([
    // 24,600 / 12
    ['a pension', [makePayment(2023, 24000), makePayment(2024, 24600)], '2050.00 2050.00'],
    // 24,000 / 12
    ['a pension from April', [makePayment(2023, 18000), makePayment(2024, 24000)], '2000.00 2000.00'],
    // 60,000 / 3,000 = 20 months
    [
      'an IRA that lasts 20 months',
      [
        makePayment(2023, 36000, IRA),
        makePayment(2024, 36000, IRA),
        makeAccount({ fair_market_value_of_account: 60000 }),
      ],
      '0.00 3000.00',
    ],
    // 870,000 / 5,000 = 174 months
    [
      'an IRA with growing withdrawals',
      [
        makePayment(2023, 24000, IRA),
        makePayment(2024, 60000, IRA),
        makeAccount({ fair_market_value_of_account: 870000 }),
      ],
      '5000.00 5000.00',
    ],
    // 120,000 / 12
    ['one withdrawal from a 401(k)', [makePayment(2024, 120000)], '0.00 10000.00'],
    [
      'a rollover that equals a distribution',
      [
        makePayment(2024, 80000, CODE_G),
        makePayment(2024, 50000, IRA, 'Q'),
        makeAccount({ rollover_contributions: 50000 }),
      ],
      '0.00 0.00',
    ],
    // 50,000 / 12
    [
      'a rollover that fits two distributions',
      [
        makePayment(2024, 50000, CODE_G),
        makePayment(2024, 50000, {}, 'R'),
        makeAccount({ rollover_contributions: 50000 }),
      ],
      '0.00 4166.67',
    ],
    // 12,000 / 12 = 1,000, and 6,000 / 12 x 0.25 = 125
    [
      'a pension that is half taxable',
      [makePayment(2023, 12000, { taxable_amount: 6000 }), makePayment(2024, 12000, { taxable_amount: 6000 })],
      '1125.00 1125.00',
    ],
  ])('%s', (_, documents, expected) => expect(printTotals(underwrite(documents))).toBe(expected))

  it('takes the two-year average of a changed IRA for FHA: (24,000 + 60,000) / 24', () => {
    const documents = [
      makePayment(2023, 24000, IRA),
      makePayment(2024, 60000, IRA),
      makeAccount({ fair_market_value_of_account: 870000 }),
    ]
    expect(printTotals(underwrite(documents, 'fha'))).toBe('3500.00 3500.00')
  })

  it('asks for an award letter if a pension rose by more than 10 %, and names an uncertain rollover', () => {
    const pension = findStream(underwrite([makePayment(2023, 18000), makePayment(2024, 24000)]), 'retirement')
    expect(findSeverity(pension, 'award_letter')).toBe('review')
    const rollover = underwrite([
      makePayment(2024, 50000, CODE_G),
      makePayment(2024, 50000, {}, 'R'),
      makeAccount({ rollover_contributions: 50000 }),
    ])
    expect(findSeverity(findStream(rollover, 'retirement:R COMPANY'), 'rollover_uncertain')).toBe('blocking')
  })

  it('counts the pension next to an IRA of the same issuer', () => {
    const { streams } = underwrite([makePayment(2023, 24000), makePayment(2024, 24000), makePayment(2024, 5000, IRA)])
    expect(streams.map(({ qualifyingMonthly }) => toDollars(qualifyingMonthly)).sort()).toEqual(['0.00', '2000.00'])
  })

  test.each<[policy: PresetName, expected: string]>([
    // 24,000 / 12 = 2,000, and 15 % of it x 0.25 = 75
    ['fannie', '2075.00 2075.00'],
    // 15 % of it x 0.15 = 45
    ['fha', '2045.00 2045.00'],
    // The gross-up counts in ratios only.
    ['va', '2000.00 2000.00'],
  ])('Social Security under %s', (policy, expected) => {
    const documents = [2023, 2024].map(year =>
      makeDocument(year, 'form_ssa_1099', 'S', { pensions_and_annuities: 24000 }),
    )
    expect(printTotals(underwrite(documents, policy))).toBe(expected)
  })
})
