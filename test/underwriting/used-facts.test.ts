import { expect, it } from 'vitest'
import type { Issue } from '../../src/core/issues/issue.js'
import { parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { listUnusedFacts } from '../../src/underwriting/facts/used-facts.js'
import { PRESETS } from '../../src/underwriting/policies/presets.js'
import { underwriteTaxpayer } from '../../src/underwriting/underwrite.js'
import { type Raw, resultOfDossier } from '../support/run.js'
import { makeDocument, makeDossier, makeFacts, makeW2 } from './dossiers.js'

const DOSSIER = makeDossier([
  makeW2(2024, 'A', 60_000),
  makeDocument(2024, 'form_1099_int', 'B', { interest_income: 1200 }),
  makeDocument(2024, 'form_ssa_1099', 'C', { pensions_and_annuities: 24_000 }),
  makeDocument(2024, 'form_1099_r', 'D', { gross_distribution: 12_000, distribution_codes: [{ code: '7' }] }),
  makeDocument(2024, 'form_1099_misc', 'E', { rents: 12_000, other_income: 1200 }),
])

/** Lists the issues about the taxpayer as a borrower. A fact is used if one of the policies uses it. */
function listUnused(
  borrower: Raw,
  policies: readonly (keyof typeof PRESETS)[] = ['fannie-2026-08', 'latest-year'],
  otherFacts: Raw = {},
): Issue[] {
  const facts = parseKnownFacts(makeFacts(borrower, otherFacts)).get('tp')!
  const presets = policies.map(name => PRESETS[name])
  return listUnusedFacts(facts, underwriteTaxpayer(resultOfDossier(DOSSIER), presets, facts, null))
}

/** Makes facts about the job at A, which the dossier has. */
const makeJob = (job: Raw): Raw => ({ jobs: [{ employer: 'A Company', ...job }] })
const CURRENT_PAY = {
  pay: { amount: 5000, per: 'month' },
  yearToDate: { through: '2025-01-31', base: 5000, overtime: 100 },
  priorYears: { 2024: { overtime: 5200 } },
  // Overtime of the year to date is lower, so the amount since it became stable counts.
  stabilized: { since: '2025-01-01', overtime: 100 },
}

it.each<[unused: number, borrower: Raw]>([
  // These categories ask for the months, or use them if they are too few.
  [0, { continuesMonths: { social_security: 48, retirement: 48, other: 12 } }],
  // The borrower has no unemployment. The others never ask how long they continue.
  [4, { continuesMonths: { unemployment: 48, interest: 12, dividends: 12, capital_gains: 12, other: 36 } }],
  [0, { rental: { cashFlow: { 2024: 6000 } } }],
  [0, { rental: { cashFlow: { 2024: 6000, 2023: 5000 } }, selfEmployment: { cashFlow: { 2024: -1 } } }],
  // The as-of year is 2024.
  [2, { rental: { cashFlow: { 2022: 6000 } }, selfEmployment: { cashFlow: { 2023: 6000 } } }],
  [0, { assetsOwned: ['interest'], nontaxableShare: { social_security: 0.4 } }],
  // The borrower has no dividends and no unemployment. Documents show the nontaxable part of a pension.
  [3, { assetsOwned: ['dividends'], nontaxableShare: { retirement: 0.5 }, seasonalUnemployment: false }],
  // Stated royalties count without a document. The months alone are about no stream.
  [0, { royalties: { monthly: 310, continuesMonths: 48 } }],
  [1, { royalties: { continuesMonths: 48 } }],
  // A stated monthly amount counts only for a pension.
  [0, { retirement: [{ payer: 'D Company', kind: 'pension', monthly: 1000 }] }],
  [1, { retirement: [{ payer: 'D Company', monthly: 1000 }] }],
  [0, makeJob(CURRENT_PAY)],
  [
    0,
    makeJob({ pay: { amount: 5000, per: 'month', varies: true }, yearToDate: { through: '2025-01-31', base: 5000 } }),
  ],
  // Hourly pay without hours, and without the year to date.
  [3, makeJob({ ...CURRENT_PAY, pay: { amount: 30, per: 'hour' }, yearToDate: undefined })],
  // No part of pay, a year that no average uses, and pay that did not decline.
  [1, makeJob({ yearToDate: { through: '2025-01-31' } })],
  [1, makeJob({ ...CURRENT_PAY, priorYears: { 2024: { overtime: 5200 }, 2019: { overtime: 5200 } } })],
  [1, makeJob({ ...CURRENT_PAY, priorYears: { 2024: { overtime: 600 } } })],
  // No document shows a leave.
  [1, makeJob({ returnsToWork: '2025-03-01' })],
  // The job itself is reported, and not what is stated about it.
  [1, { jobs: [{ employer: 'Nobody', returnsToWork: '2025-03-01', ...CURRENT_PAY }] }],
])('reports %i facts that decide nothing: %j', (unused, borrower) => {
  expect(listUnused(borrower)).toHaveLength(unused)
})

it('reports current pay under policies that do not use it', () => {
  const fields = ['pay', 'year_to_date', 'stabilized', 'prior_years.2024']
  expect(listUnused(makeJob(CURRENT_PAY), ['latest-year']).map(({ path, message }) => [path, message])).toEqual(
    fields.map(field => [
      "$['borrowers'][0]['jobs'][0]",
      `A known fact of the taxpayer is not used, so it changes no figure. No income stream uses jobs.${field}.`,
    ]),
  )
})

it('names the category of a fact', () => {
  const messages = listUnused({ assetsOwned: ['dividends'], nontaxableShare: { interest: 1 } }).map(
    issue => issue.message,
  )
  expect(messages.map(message => message.replace(/^.*figure. /, ''))).toEqual([
    'No income stream uses nontaxable_share.interest.',
    'No income stream uses assets_owned.dividends.',
  ])
})

it('reports a tax plan only if there is neither a tax balance nor a ratio', () => {
  const taxPlan = { state: 'approved_current', paymentMonthly: 220 }
  expect(listUnused({}, ['va'], { taxPlan })).toEqual([])
  expect(listUnused({}, ['fannie-2026-08'], { taxPlan, obligationsMonthly: 500 })).toEqual([])
  expect(listUnused({}, ['fannie-2026-08'], { taxPlan }).map(({ path }) => path)).toEqual(['$'])
})

it('reports a borrower to whom no document belongs', () => {
  const facts = parseKnownFacts(makeFacts({}, { borrowers: [{ id: 'self' }, { id: '4444' }] })).get('tp')!
  const results = underwriteTaxpayer(resultOfDossier(DOSSIER), [PRESETS['fannie-2026-08']], facts, null)
  expect(listUnusedFacts(facts, results).map(({ path }) => path)).toEqual(["$['borrowers'][1]"])
})
