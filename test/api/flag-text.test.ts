import { expect, it } from 'vitest'
import { analyze, explainText, FLAGS, type Flag, flagText } from '../../src/index.js'

const w2 = (year: string, date: string, ...wages: (readonly [ein: string, wages: number])[]) => ({
  id: `r-${year}`,
  tax_year: year,
  provider_id: 'irs',
  date,
  forms: [
    { year, form_w2: wages.map(([ein, amount]) => ({ employer: { ein }, wages_tips_other_compensation: amount })) },
  ],
})
const [ONE, OTHER] = ['00-1234567', '00-7654321'] as const

/** Analyzes three years of one job and two of another. The last year is incomplete before August 1, 2025. */
const underwriteAt = (date: string) => {
  const { value } = analyze(
    [
      w2('2022', '2023-09-01', [ONE, 50_000], [OTHER, 20_000]),
      w2('2023', '2024-09-01', [ONE, 52_000], [OTHER, 21_000]),
      w2('2024', date, [ONE, 54_000]),
    ],
    { asOfYear: 2024 },
  )
  if (value === undefined) throw new Error('rejected')
  return value.underwriting
}

it('flagText does not say that a job has ended if it is missing only from an incomplete year', () => {
  const [withCompleteYear, withIncompleteYear] = [underwriteAt('2025-08-01'), underwriteAt('2025-03-01')]
  for (const { qualifyingIncome } of [withCompleteYear, withIncompleteYear])
    expect(qualifyingIncome.find(({ category }) => category === 'wages')?.flags).toContain('employer_ended')
  expect(flagText('employer_ended', withCompleteYear)).toBe('A job ended. It is excluded and not treated as a decline.')
  expect(flagText('employer_ended', withIncompleteYear)).toBe(
    'No pay from a job has been seen so far in the year, which is not complete. The job is excluded and not treated as a decline.',
  )
})

it('flagText does not say that one job replaced another in an incomplete year', () => {
  expect(flagText('employer_changed', { yearIncomplete: false })).toBe(FLAGS.employer_changed)
  expect(flagText('employer_changed', { yearIncomplete: true })).toMatch(/, as far as the incomplete year shows; /)
})

it('flagText returns the text of FLAGS for every other flag in any year', () => {
  for (const flag of Object.keys(FLAGS) as Flag[]) {
    expect(flagText(flag, { yearIncomplete: false })).toBe(FLAGS[flag])
    if (!flag.startsWith('employer_')) expect(flagText(flag, { yearIncomplete: true })).toBe(FLAGS[flag])
  }
})

it('the text of a flag appears in explainText below a figure', () => {
  for (const date of ['2025-08-01', '2025-03-01']) {
    const underwriting = underwriteAt(date)
    const flags = new Set(underwriting.qualifyingIncome.flatMap(row => row.flags))
    expect(flags.size).toBeGreaterThan(0)
    for (const flag of flags)
      expect(explainText(underwriting)).toContain(`\n${flag}: ${flagText(flag, underwriting)}\n`)
  }
})

it('flagText throws for an unknown flag without repeating it', () => {
  for (const wrong of ['luck', 'toString', 7, null, undefined])
    expect(() => flagText(wrong as Flag, { yearIncomplete: false })).toThrow(
      new TypeError('flagText takes a flag of a row: FLAGS has them all.'),
    )
})
