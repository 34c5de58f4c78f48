// Checks the second reading against the worked lines of the rules, which were computed by hand.
import { describe, expect, test } from 'vitest'
import type { Raw } from '../values.js'
import { type StreamRow, underwriteReference } from './underwrite.js'

const Y1 = 2024
const PARTIES: Readonly<Record<string, readonly [party: string, id: string]>> = {
  form_w2: ['employer', 'ein'],
  schedule_k1_1065: ['partnership', 'ein'],
  form_5498: ['trustee', 'fin'],
}
const ISSUERS: Readonly<Record<string, string>> = {
  A: '00-1111112',
  B: '00-2222223',
  C: '00-3333334',
  N: '00-4444445',
  INSURER: '00-5555556',
}

/** A document: its year, form, issuer and boxes. */
type Box = readonly [year: number, form: string, issuer: string, boxes: Raw]

function makeDossier(boxes: readonly Box[]): Raw {
  const years = [...new Set(boxes.map(([year]) => year))]
  const records = years.map(year => {
    const form: Raw = { year: String(year), ssn: 'XXX-XX-1111' }
    for (const [, kind, issuer, fields] of boxes.filter(box => box[0] === year)) {
      const [party, id] = PARTIES[kind] ?? ['payer', 'fin']
      const entry = { [party]: { [id]: ISSUERS[issuer], name: `${issuer} COMPANY` }, ...fields }
      form[kind] = [...((form[kind] as Raw[] | undefined) ?? []), entry]
    }
    return {
      id: `i${year}`,
      tax_year: String(year),
      provider_id: 'irs',
      date: `${year + 1}-09-01T00:00:00Z`,
      forms: [form],
    }
  })
  return { taxpayer: { id: 't' }, records }
}

const w2 = (year: number, issuer: string, box1: number, fields: Raw = {}): Box => [
  year,
  'form_w2',
  issuer,
  { wages_tips_other_compensation: box1, medicare_wages_tips: box1, ...fields },
]

/** Makes W-2s from wages by issuer for Y-1, Y0 and Y1. A null is a year without wages. */
const pay = (wages: Readonly<Record<string, readonly [number | null, number | null, number | null]>>): Box[] =>
  Object.entries(wages).flatMap(([issuer, amounts]) =>
    amounts.flatMap((amount, i) => (amount === null ? [] : [w2(Y1 - 2 + i, issuer, amount)])),
  )

const underwrite = (boxes: readonly Box[], policy = 'fannie-2026-08', facts?: unknown) =>
  underwriteReference(makeDossier(boxes), policy, facts)

const totalOf = (boxes: readonly Box[], policy?: string, facts?: unknown): string[] => {
  const [total] = underwrite(boxes, policy, facts).totals
  return [total!.qualifying_monthly, total!.supportable_monthly]
}

const streamOf = (boxes: readonly Box[], key: string, policy?: string, facts?: unknown): StreamRow => {
  const { streams } = underwrite(boxes, policy, facts)
  const stream = streams.find(row => row.stream === key)
  if (stream === undefined) throw new Error(`no stream ${key} in ${streams.map(row => row.stream).join()}`)
  return stream
}

const self = (facts: Raw): Raw => ({ borrowers: [{ id: 'self', ...facts }] })

describe('jobs, worked under Fannie Mae', () => {
  test('left in November', () => {
    const boxes = pay({ A: [86000, 90000, 83000], N: [null, null, 9000] })
    expect(totalOf(boxes)).toEqual(['7583.33', '7583.33'])
    expect(streamOf(boxes, 'wages').flags).toContain('employer_changed')
  })
  test('two dollars apart', () => {
    expect(totalOf(pay({ A: [58000, 60000, 48001], N: [null, null, 13999] }))).toEqual(['5083.33', '5083.33'])
    expect(totalOf(pay({ A: [58000, 60000, 47999], N: [null, null, 14001] }))).toEqual(['5083.33', '5083.33'])
  })
  test('a raise and a per-diem job', () => {
    const boxes = pay({ A: [84000, 86500, 89200], B: [null, null, 5400] })
    expect(totalOf(boxes)).toEqual(['7320.83', '7770.83'])
    expect(streamOf(boxes, 'wages:B COMPANY').conditions).toContain('second_job_history')
  })
  test('a dollar less and a per-diem job', () => {
    const boxes = pay({ A: [84000, 86500, 86499], B: [null, null, 5400] })
    expect(totalOf(boxes)).toEqual(['7208.38', '7658.21'])
    expect(streamOf(boxes, 'wages:B COMPANY').supportable_monthly).toBe('449.83')
  })
  test('second job ended', () => {
    const boxes = pay({ A: [73000, 75500, 79000], B: [24000, 26000, null] })
    expect(totalOf(boxes)).toEqual(['6437.50', '6437.50'])
    expect(streamOf(boxes, 'wages:B COMPANY').flags).toContain('employer_ended')
  })
  test('second job nearly ended', () => {
    const boxes = pay({ A: [73000, 75500, 79000], B: [24000, 26000, 3100] })
    expect(totalOf(boxes)).toEqual(['6437.50', '6695.83'])
    expect(streamOf(boxes, 'wages:B COMPANY').conditions).toContain('declining')
  })
  test('change between the years', () =>
    expect(totalOf(pay({ A: [50000, 30000, null], B: [null, 31000, 62000] }))).toEqual(['5125.00', '5125.00']))
  test('laid off, new job', () =>
    expect(totalOf(pay({ A: [90000, 38000, null], C: [null, null, 96000] }))).toEqual(['5583.33', '5583.33']))
  test('hours moved', () => {
    const boxes = pay({ A: [60000, 60000, 50000], B: [28000, 30000, 43000] })
    expect(totalOf(boxes)).toEqual(['7625.00', '7625.00'])
    expect(streamOf(boxes, 'wages:A COMPANY').flags).toContain('hours_moved')
  })
  test('two years only', () => {
    const raised = pay({ A: [null, 75500, 98500], B: [null, 26000, null] })
    expect(totalOf(raised)).toEqual(['8208.33', '8208.33'])
    expect(totalOf(pay({ A: [null, 75500, 79000], B: [null, 26000, null] }))).toEqual(['6583.33', '6583.33'])
    expect(streamOf(raised, 'wages:A COMPANY').flags).toContain('employer_ended')
  })
  test('leave paid by an insurer', () => {
    const sick = (amount: number): Box => w2(Y1, 'INSURER', amount, { third_party_sick_pay_indicator: true })
    const short = [...pay({ A: [64000, 66000, 59000] }), sick(7500)]
    expect(totalOf(short)).toEqual(['5520.83', '5520.83'])
    expect(streamOf(short, 'wages').flags).toContain('temporary_leave')
    const long = [...pay({ A: [64000, 66000, 52000] }), sick(6000)]
    expect(totalOf(long)).toEqual(['5166.67', '5166.67'])
    expect(streamOf(long, 'wages').trend).toBe('leave')
  })
  test('saves more', () => {
    const boxes = [w2(2022, 'A', 98000), w2(2023, 'A', 100000), w2(2024, 'A', 81000, { medicare_wages_tips: 104000 })]
    expect(totalOf(boxes)).toEqual(['8500.00', '8500.00'])
  })
  test('no box 5', () => {
    const boxes: Box[] = [
      [2023, 'form_w2', 'A', { wages_tips_other_compensation: 70000, deferred_compensation: 3000 }],
      [2024, 'form_w2', 'A', { wages_tips_other_compensation: 58000, deferred_compensation: 20000 }],
    ]
    expect(totalOf(boxes)).toEqual(['6291.67', '6500.00'])
    expect(streamOf(boxes, 'wages').conditions).toContain('start_date')
  })
  test('options exercised', () => {
    const boxes = [
      w2(2022, 'A', 150000, { medicare_wages_tips: 160000 }),
      w2(2023, 'A', 155000, { medicare_wages_tips: 165000 }),
      w2(2024, 'A', 260000, { medicare_wages_tips: 270000, code_v: 100000 }),
    ]
    expect(totalOf(boxes)).toEqual(['13958.33', '22291.66'])
    expect(streamOf(boxes, 'equity_pay').supportable_monthly).toBe('8333.33')
  })
})

describe('current pay, worked', () => {
  const steady = pay({ A: [68000, 70000, 70000] })
  const jobs = (fact: Raw): Raw => self({ jobs: [{ employer: 'A Company', ...fact }] })
  const variable = (year_to_date: Raw, prior_years: Raw): Raw => jobs({ year_to_date, prior_years })

  test('hourly pay counts, and falling overtime is supportable', () => {
    const facts = jobs({
      pay: { amount: 34.5, per: 'hour', hours_per_week: 40, varies: false },
      year_to_date: { through: '2025-01-31', base: 5520, overtime: 410 },
      prior_years: { '2024': { base: 68000, overtime: 5200 } },
    })
    expect(totalOf(steady, 'fannie-2026-08', facts)).toEqual(['5980.00', '6390.00'])
  })
  test('Freddie Mac averages a small rise', () => {
    const facts = variable({ through: '2025-05-31', base: 25000 }, { '2024': { base: 58000 } })
    expect(totalOf(steady, 'freddie-2026-06', facts)).toEqual(['4882.35', '4882.35'])
  })
  test('Freddie Mac counts a large fall after it stabilized', () => {
    const facts = variable({ through: '2025-05-31', base: 18000 }, { '2024': { base: 58000 } })
    expect(totalOf(steady, 'freddie-2026-06', facts)).toEqual(['0.00', '3600.00'])
  })
  test('FHA takes the lower of two years of overtime and the last', () => {
    const facts = variable(
      { through: '2025-05-31', overtime: 3000 },
      { '2024': { overtime: 5400 }, '2023': { overtime: 6600 } },
    )
    expect(totalOf(steady, 'fha-4000.1', facts)).toEqual(['450.00', '450.00'])
  })
})

describe('retirement, worked under Fannie Mae', () => {
  const code = (codes: string): Raw => ({ distribution_codes: [{ code: codes }] })
  const payment = (year: number, gross: number, fields: Raw = {}, issuer = 'A'): Box => [
    year,
    'form_1099_r',
    issuer,
    { gross_distribution: gross, taxable_amount: gross, ...code('7'), ...fields },
  ]
  const ira = { sep_indicator: true }
  const account = (fields: Raw): Box => [Y1, 'form_5498', 'B', fields]

  test('a pension that is nearly the same', () =>
    expect(totalOf([payment(2023, 24000), payment(2024, 24600)])).toEqual(['2050.00', '2050.00']))
  test('a pension from April', () => {
    const boxes = [payment(2023, 18000), payment(2024, 24000)]
    expect(totalOf(boxes)).toEqual(['2000.00', '2000.00'])
    expect(underwrite(boxes).conditions).toContainEqual({
      ...{ borrower: 'self', stream: 'retirement', condition: 'award_letter', severity: 'review', isMet: false },
    })
  })
  test('an IRA that ends in 20 months', () => {
    const boxes = [
      payment(2023, 36000, ira),
      payment(2024, 36000, ira),
      account({ fair_market_value_of_account: 60000 }),
    ]
    expect(totalOf(boxes)).toEqual(['0.00', '3000.00'])
  })
  test('an IRA with growing withdrawals', () => {
    const balance = account({ fair_market_value_of_account: 870000 })
    const boxes = [payment(2023, 24000, ira), payment(2024, 60000, ira), balance]
    expect(totalOf(boxes)).toEqual(['5000.00', '5000.00'])
    expect(totalOf(boxes, 'fha-4000.1')).toEqual(['3500.00', '3500.00'])
  })
  test('one 401(k) withdrawal', () => expect(totalOf([payment(2024, 120000)])).toEqual(['0.00', '10000.00']))
  test('a rollover that equals a distribution', () => {
    const boxes = [
      payment(2024, 80000, code('G')),
      payment(2024, 50000, ira, 'B'),
      account({ rollover_contributions: 50000 }),
    ]
    expect(totalOf(boxes)).toEqual(['0.00', '0.00'])
  })
  test('a rollover that may be either of two distributions', () => {
    const boxes = [
      payment(2024, 50000, code('G')),
      payment(2024, 50000, {}, 'C'),
      account({ rollover_contributions: 50000 }),
    ]
    expect(totalOf(boxes)).toEqual(['0.00', '4166.67'])
    expect(streamOf(boxes, 'retirement:C COMPANY').conditions).toContain('rollover_uncertain')
  })
  test('a pension that is half taxable', () => {
    const half = { taxable_amount: 6000 }
    expect(totalOf([payment(2023, 12000, half), payment(2024, 12000, half)])).toEqual(['1125.00', '1125.00'])
  })
  test('a pension and an IRA of one issuer', () => {
    const boxes = [payment(2023, 24000), payment(2024, 24000), payment(2024, 5000, ira)]
    expect(underwrite(boxes).streams.map(({ qualifying_monthly }) => qualifying_monthly)).toContain('2000.00')
  })
  test('Social Security', () => {
    const benefits = (year: number): Box => [year, 'form_ssa_1099', 'A', { pensions_and_annuities: 24000 }]
    const boxes = [benefits(2023), benefits(2024)]
    expect(totalOf(boxes)).toEqual(['2075.00', '2075.00'])
    expect(totalOf(boxes, 'fha-4000.1')).toEqual(['2045.00', '2045.00'])
    // VA shows the gross-up and uses it in ratios only.
    expect(underwrite(boxes, 'va').totals[0]).toMatchObject({ qualifying_monthly: '2000.00', gross_up: '75.00' })
  })
})

describe('two evaluations', () => {
  test('a fact may be in camelCase', () => {
    const facts = { conditionsMet: [{ borrower: 'self', condition: 'second_job_history', stream: 'wages:B COMPANY' }] }
    const boxes = pay({ A: [84000, 86500, 89200], B: [null, null, 5400] })
    expect(totalOf(boxes, 'fannie-2026-08', facts)).toEqual(['7770.83', '7770.83'])
  })
  test('an override sets what qualifies and nothing else', () => {
    const facts = { overrides: [{ borrower: 'self', stream: 'wages', qualifying_monthly: 5000 }] }
    const boxes = pay({ A: [84000, 86500, 89200] })
    expect(totalOf(boxes, 'fannie-2026-08', facts)).toEqual(['5000.00', '7320.83'])
    expect(streamOf(boxes, 'wages', 'fannie-2026-08', facts).flags).toContain('overridden')
  })
})
