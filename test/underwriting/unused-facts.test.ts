import { expect, it } from 'vitest'
import { parseKnownFacts } from '../../src/underwriting/facts/parse-known-facts.js'
import { listUnusedFacts } from '../../src/underwriting/facts/unused-facts.js'
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

/** Counts the facts about the taxpayer as a borrower that are reported as unused. */
function countUnused(borrower: Raw): number {
  const facts = parseKnownFacts(makeFacts(borrower)).get('tp')!
  return listUnusedFacts(
    facts,
    underwriteTaxpayer(resultOfDossier(DOSSIER), [PRESETS['fannie-2026-08'], PRESETS.va], facts, null),
  ).length
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
])('reports %i facts that change nothing: %j', (unused, borrower) => {
  expect(countUnused(borrower)).toBe(unused)
})
