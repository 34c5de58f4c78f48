import { describe, expect, it } from 'vitest'
import { explainFigure } from '../../src/underwriting/traces/explain.js'
import { readExample, underwriteExample, underwriteText } from './example.js'

const BAKERY = '"issuer": {"ein": "00-2222222", "name": "BAKERY"}'
const ENDED = readExample(`
  2021 form_w2 {"wages_tips_other_compensation": 73000}
  2022 form_w2 {"wages_tips_other_compensation": 75500}
  2023 form_w2 {"wages_tips_other_compensation": 79000}
  2022 form_w2 {"wages_tips_other_compensation": 26000, ${BAKERY}}
`)

describe('jobs inside the wages', () => {
  it('are explained separately, and an ended job is excluded with its reason', () => {
    const text = explainFigure(underwriteExample(ENDED), 'wages.monthly_amount')
    expect(text).toContain('wages.monthly_amount = 6437.50   [per job, summed: average: (latest + prior) / 24')
    expect(text).toContain('wages.job_1 = 6437.50   [average: (latest + prior) / 24]')
    expect(text).toContain('wages.job_2 = 0.00   [discontinued: 0 (employer_ended)]')
    expect(text).toContain('left out: 2022 r2022/form_w2/0/1 wages (box 1) 26000.00 (employer_ended)')
  })

  it('list an employer that needs a verification of employment', () => {
    const { incomes } = underwriteText(`
      2022 form_w2 {"wages_tips_other_compensation": 75500}
      2022 form_w2 {"wages_tips_other_compensation": 26000, ${BAKERY}}
      2023 form_w2 {"wages_tips_other_compensation": 98500}
    `)
    const [wages] = incomes[0]!.streams
    expect(wages?.years.verify.map(({ employer, year, cents }) => [employer.issuer.name, year, cents])).toEqual([
      ['BAKERY', 2022, 2600000],
    ])
    expect(underwriteExample(ENDED).incomes[0]!.streams[0]!.years.verify).toEqual([])
  })

  it('are flagged as incomplete if an earlier year could not be read', () => {
    const underwriting = underwriteText(`
      2021 form_w2 {"wages_tips_other_compensation": "5x"}
      2022 form_w2 {"wages_tips_other_compensation": 50000}
      2023 form_w2 {"wages_tips_other_compensation": 50000}
      2023 form_w2 {"wages_tips_other_compensation": 12000, ${BAKERY}}
    `)
    expect(underwriting.qualifyingIncome[0]?.flags).toEqual(['employer_added', 'incomplete', 'short_history'])
  })

  it('are chained quickly even with thousands of one-year employers', () => {
    const lines = Array.from({ length: 4000 }, (_, i) => {
      const ein = `${10 + (i % 80)}-${String(1000000 + i)}`
      return `${2020 + (i % 4)} form_w2 {"wages_tips_other_compensation": ${1000 + i}, "issuer": {"ein": "${ein}", "name": "F${i}"}}`
    })
    const example = readExample(lines.join('\n'))
    const start = performance.now()
    const [row] = underwriteExample(example).qualifyingIncome
    expect(row?.flags).toContain('employer_changed')
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('amounts matched to IRS transcripts', () => {
  it('are explained together with unmatched amounts and the reasons', () => {
    const underwriting = underwriteText(`
      pulled: 2023 turbotax 2024-02-01
      2022 form_w2 {"wages_tips_other_compensation": 48000}
      2023 form_w2 {"wages_tips_other_compensation": 50000}
    `)
    const text = explainFigure(underwriting, 'wages.verified_monthly')
    expect(text).toContain('wages.verified_monthly = 2000.00')
    expect(text).toContain('2022 r2022/form_w2/0/0 wages (box 1) 48000.00')
    expect(text).toContain('left out: 2023 r2023/form_w2/0/0 wages (box 1) 50000.00 (transcript_incomplete)')
  })

  it('leave the documents that a complete transcript lacks in a list', () => {
    const apex =
      '{"wages_tips_other_compensation": 62000, "employer": {"ein": "00-5555555", "name": "APEX"}, "employee": {"ssn": "XXX-XX-1234"}}'
    const underwriting = underwriteText(`
      2023 form_w2 {"wages_tips_other_compensation": 50000}
      record: {"id": "s", "tax_year": "2023", "provider_id": "turbotax", "date": "2024-02-01T00:00:00Z", "forms": [{"year": "2023", "ssn": "XXX-XX-1234", "form_w2": [${apex}]}]}
    `)
    const [wages] = underwriting.incomes[0]!.streams
    expect(
      wages?.facts.unmatched.map(({ resolvedDocument: resolved, cents }) => [resolved.document.issuer.name, cents]),
    ).toEqual([['APEX', 6200000]])
  })
})
