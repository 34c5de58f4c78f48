import { describe, expect, it } from 'vitest'
import { getAnalysisContext } from '../../src/api/analysis-source.js'
import { summaryText } from '../../src/cli/output/summary-text.js'
import { analyze, explainText } from '../../src/index.js'
import { report } from '../../src/report/index.js'
import { expectAccepted } from '../support/run.js'

const makeRecord = (year: string, provider: string, date: string, forms: object) => ({
  id: `${provider}-${year}`,
  provider_id: provider,
  tax_year: year,
  date,
  forms: [{ year, ...forms }],
})
const w2 = (wages: number) => ({ form_w2: [{ employer: { ein: '00-1234567' }, wages_tips_other_compensation: wages }] })
const analyzeRecords = (records: object[], options: object = {}) => {
  const { value } = expectAccepted(analyze({ taxpayer: { id: 't' }, records }, options))
  const { underwriting } = value
  return {
    underwriting,
    summary: summaryText(getAnalysisContext(value)),
    page: report(value),
    explained: explainText(underwriting),
  }
}

describe('a later year that is incomplete', () => {
  // The 2024 transcript was pulled in March 2025, before August 1, so 2024 is not complete.
  const records = [
    makeRecord('2023', 'irs', '2024-09-01', w2(60_000)),
    makeRecord('2024', 'irs', '2025-03-01', w2(66_000)),
  ]
  it('is mentioned in summarize, report and explain', () => {
    const { summary, page, explained, underwriting } = analyzeRecords(records)
    expect(underwriting.laterIncompleteYears).toEqual([2024])
    for (const text of [summary, page, explained])
      expect(text).toContain('2024 is not complete yet and is not included.')
  })
  it('is not mentioned if all years are complete', () => {
    const { summary, page, explained } = analyzeRecords(records.slice(0, 1))
    for (const text of [summary, page, explained]) expect(text).not.toContain('not complete yet')
  })
})

describe('a job that is missing in an incomplete year', () => {
  const interest = { form_1099_int: [{ payer: { tin: '00-7654321' }, interest_income: 10 }] }
  const analyzeAt = (date: string) =>
    analyzeRecords([makeRecord('2023', 'irs', '2024-09-01', w2(60_000)), makeRecord('2024', 'irs', date, interest)], {
      asOfYear: 2024,
    })

  it('is next to the incomplete year and its condition in summarize, report and explain', () => {
    const { summary, page, explained, underwriting } = analyzeAt('2025-03-01')
    const wages = underwriting.incomeStreams.find(({ category }) => category === 'wages')
    expect([wages?.trend, wages?.flags]).toEqual(['ended', ['employer_ended']])
    expect(wages?.conditions).toEqual(['employment_verification', 'year_incomplete'])
    expect(summary).toContain('as of 2024 (incomplete)')
    expect(page).toContain('2024, incomplete')
    expect(explained).toContain('as of 2024, incomplete')
    for (const text of [summary, page]) expect(text).toContain('A new transcript after July of the next year')
  })
  it('has no such condition in a complete year', () => {
    const { summary, page, explained, underwriting } = analyzeAt('2025-09-01')
    const wages = underwriting.incomeStreams.find(({ category }) => category === 'wages')
    // The amount of the condition is 60,000 / 12 = 5,000.00, but nothing of the job is supportable.
    expect([wages?.trend, wages?.flags, wages?.conditions]).toEqual([
      'ended',
      ['employer_ended'],
      ['employment_verification'],
    ])
    expect(wages?.supportableMonthly?.toFixed(2)).toBe('0.00')
    expect(summary).toMatch(/Blocks income: Verification of employment\n +Wages: \$5,000\.00 per month/)
    for (const text of [summary, page, explained]) expect(text).not.toContain('incomplete')
  })
})

describe('verified income next to losses', () => {
  const k1 = (ordinary: number) => ({
    schedule_k1_1065: [{ partnership: { ein: '00-7654321' }, ordinary_income_k1: ordinary }],
  })
  it('is at most the qualifying amount of each stream, so a loss on software documents counts', () => {
    // Wages of 60,000 / 12 = 5,000.00 are verified. The loss of 12,000 / 12 = 1,000.00 is only in software:
    // min(0, -1,000.00) = -1,000.00. The total is 5,000.00 - 1,000.00 = 4,000.00.
    const { summary, page, underwriting } = analyzeRecords(
      [makeRecord('2024', 'irs', '2025-09-01', w2(60_000)), makeRecord('2024', 'turbotax', '2025-09-01', k1(-12_000))],
      { policy: 'latest-year' },
    )
    expect(underwriting.incomeStreams.map(stream => stream.verifiedMonthly.toFixed(2))).toEqual(['5000.00', '-1000.00'])
    const { total } = underwriting
    expect([total.qualifyingMonthly.toFixed(2), total.verifiedMonthly.toFixed(2)]).toEqual(['4000.00', '4000.00'])
    expect(summary).toMatch(/^ {2}Matched to IRS transcripts +\$4,000\.00$/m)
    expect(page.replaceAll(/<[^>]*>/g, ' ')).toMatch(/Matched to IRS transcripts\s+\$4,000\.00/)
  })
})

describe('a stream that cannot be computed', () => {
  it('is named next to the total with the document that its condition asks for', () => {
    const nec = { form_1099_nec: [{ payer: { tin: '00-7654321' }, nonemployee_compensation: 30_000 }] }
    const { summary, page } = analyzeRecords([makeRecord('2024', 'turbotax', '2025-09-01', nec)])
    expect(summary).toContain('  Not computable from these documents, so in no amount: self employment.\n')
    expect(page).toContain('Not computable from these documents, so in no amount: self employment.')
    for (const text of [summary, page])
      expect(text).toContain('Blocks income: Schedule C with all pages of the tax return')
  })
})

describe('a document that the IRS and tax software report with different codes', () => {
  // The IRS copy has code 1, an early distribution. The software copy has cents, so its amounts count.
  const distribution = (amount: string, code: string) => ({
    form_1099_r: [
      {
        payer: { fin: '00-7654321' },
        gross_distribution: amount,
        taxable_amount: amount,
        distribution_codes: [{ value: '', code }],
      },
    ],
  })
  const records = [
    makeRecord('2024', 'irs', '2025-09-01', { ...w2(60_000), ...distribution('40000', '1') }),
    makeRecord('2024', 'turbotax', '2025-03-01', distribution('40000.55', '7')),
  ]
  const sentence = 'A software copy contradicts the IRS copy in a field that decides what the amounts mean.'

  it('has its doubt and the source of its code next to it in explain, with a sentence', () => {
    const { underwriting } = analyzeRecords(records)
    const text = explainText(underwriting, 'retirement') ?? ''
    expect(text).toContain('40000.55')
    expect(text).toMatch(
      /turbotax-2024\/form_1099_r\/0\/0 grossDistribution .* \(doubts: copies_disagree; distributionCodes from irs-2024\/form_1099_r\/0\/0\)/,
    )
    expect(text).toContain(`\ncopies_disagree: ${sentence}\n`)
    expect(explainText(underwriting, 'wages')).not.toContain('copies_disagree')
  })

  it('has the same in the trees of explain', () => {
    const { underwriting } = analyzeRecords(records)
    const boxes = underwriting.figures
      .filter(({ figure }) => figure === 'retirement.latest_amount')
      .flatMap(({ inputs, excluded }) => [...inputs, ...excluded])
      .filter(({ recordId }) => recordId === 'turbotax-2024')
    expect(boxes.length).toBeGreaterThan(0)
    for (const { doubts, copiedFrom } of boxes) {
      expect(doubts).toEqual(['copies_disagree'])
      expect(copiedFrom).toEqual({ distributionCodes: 'irs-2024/form_1099_r/0/0' })
    }
  })

  it('marks the figures that use it in summarize, and lists the doubt', () => {
    const { summary } = analyzeRecords(records)
    expect(summary).toMatch(/^ {2}Retirement +40,000\.55\?$/m)
    // 60,000 + 40,000.55 = 100,000.55. The wages come from another document.
    expect(summary).toMatch(/^ {2}Total income +100,000\.55\?$/m)
    expect(summary).toMatch(/^ {2}Wages +60,000\.00$/m)
    expect(summary).toContain(
      `? Doubtful because\n  2024 1099-R from the issuer ending 4321 (software record turbotax-2024): ${sentence}\n`,
    )
  })

  it('marks them in the report, and names the copy that its code comes from', () => {
    const { page } = analyzeRecords(records)
    expect(page).toContain('40,000.55<span class="m">?</span>')
    expect(page).toContain('60,000.00</td>')
    expect(page).toContain(`<b>?</b> ${sentence}`)
    expect(page).toMatch(/box 7 \(distributionCodes\) comes from the <a href="#d\d+">/)
    expect(page).toContain('<h3>Doubts</h3>')
  })

  it('is not marked if the copies agree', () => {
    const { summary, page, explained } = analyzeRecords([
      records[0] as object,
      makeRecord('2024', 'turbotax', '2025-03-01', distribution('40000.55', '1')),
    ])
    expect(summary).toMatch(/^ {2}Retirement +40,000\.55$/m)
    expect(summary).not.toContain('Doubtful')
    expect(page).not.toContain('<h3>Doubts</h3>')
    expect(explained).not.toContain('doubts')
  })
})

describe('benefits of which more is repaid than paid', () => {
  it('make the total doubtful, which counts them as 0', () => {
    const { summary } = analyzeRecords([
      makeRecord('2024', 'irs', '2025-09-01', {
        ...w2(40_000),
        form_ssa_1099: [{ pensions_and_annuities: 12_000, repayments: 20_000 }],
      }),
    ])
    expect(summary).toMatch(/^ {2}Total income +40,000\.00\?$/m)
    expect(summary).toContain('  2024 Social Security: More Social Security was repaid than received')
  })
})
