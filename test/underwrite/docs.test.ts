import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FLAGS } from '../../src/underwrite/flag.js'
import { POLICY_SCHEMA } from '../../src/underwrite/policy.js'
import { STREAMS } from '../../src/underwrite/subject.js'
import { runExample } from './example.js'

const PAGE = readFileSync(new URL('../../docs/underwriting.md', import.meta.url), 'utf8')
const EXAMPLES = [...PAGE.matchAll(/^#{2,3} ([^\n]+)\n(?:(?!^#).*\n)*?```example\n([\s\S]*?)```/gm)].map(
  ([, title = '', text = '']) => [title, text] as const,
)
const BLOCKS = PAGE.split('```example').length - 1

const INDICATORS =
  'years_of_history missing_years employment_gap_years employer_change concurrent_employers employer_tenure_years payer_concentration income_stability effective_withholding_rate wage_basis_difference liability_to_income lien_share lien_filed tax_debt_state imputed_monthly_tax_payment oldest_balance_year retirement_continuance_months continuance_met mortgages_reported mortgage_principal monthly_mortgage_interest dti'.split(
    ' ',
  )

describe('the page about underwriting', () => {
  it.each(EXAMPLES)('works its example: %s', (_, text) => {
    const { actual, expected } = runExample(text)
    expect(expected.length).toBeGreaterThan(0)
    expect(actual).toEqual(expected)
  })

  it('has an example under every heading that has one, and none that is not run', () => {
    expect(EXAMPLES.length).toBe(BLOCKS)
    expect(BLOCKS).toBeGreaterThan(25)
  })

  it('names every category, indicator, flag and setting', () => {
    for (const name of [
      ...STREAMS,
      ...INDICATORS,
      ...Object.keys(FLAGS),
      ...Object.keys(POLICY_SCHEMA.shape),
    ]) {
      expect([name, PAGE.includes(`\`${name}\``)]).toEqual([name, true])
    }
  })

  it('says of each flag what the library says', () => {
    for (const [flag, words] of Object.entries(FLAGS)) expect(PAGE).toContain(`| \`${flag}\` | ${words} |`)
  })
})
