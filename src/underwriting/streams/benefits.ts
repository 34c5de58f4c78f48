// What is special about benefits: Social Security paid for earlier years, and seasonal unemployment.

import { subtractCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { findCell } from '../../ingest/source.js'
import { addFlag } from '../flags.js'
import { raise, type SingleEvaluation } from './evaluation.js'
import { averageLatest, averageYears, type MonthlyAmount, toMicros } from './formulas.js'
import { type InputSelection, type StreamContext, type StreamItem, toStreamItem } from './stream.js'
import { listUnreadableBox } from './unreadable.js'

/** Converts a fact of a Form SSA-1099 to an item without the benefits that were paid for earlier years. */
export function toBenefitItem(fact: FactRow): StreamItem {
  const { document } = fact.resolvedDocument
  const { benefits } = document.compiledForm.uses
  const item = toStreamItem(fact)
  if (benefits === null || fact.meaning.field !== benefits.paid) return item
  const payments = (findCell(document, benefits.byYear) ?? []) as readonly unknown[] as readonly {
    readonly year: number | null
    readonly payment: number | null
  }[]
  let lumpSum = 0
  for (const { year, payment } of payments)
    if (payment !== null && payment > 0 && (year === null || year < (document.year as number))) lumpSum += payment
  return lumpSum === 0 ? item : { ...item, cents: subtractCents(fact.cents, lumpSum), flag: 'lump_sum_excluded' }
}

/** Adds `unreadable_box` for statements whose payments for earlier years are unreadable, because they are part of box 3. */
export function addUnreadableLumpSums({ draft, context: { year }, items }: SingleEvaluation): void {
  for (const taxYear of [year, year - 1]) {
    const unreadable = items.flatMap(({ document, year: itemYear }) => {
      const { compiledForm, unreadableFields } = document.document
      const { benefits } = compiledForm.uses
      return itemYear === taxYear && benefits !== null && unreadableFields.includes(benefits.byYear) ? [document] : []
    })
    draft.conditions.push(...listUnreadableBox(unreadable, taxYear))
  }
}

/**
 * Computes Social Security from the latest year. A negative net amount counts 0. Uses the nontaxable share that the lender
 * states, or else that of the policy.
 */
export function computeSocialSecurity({ draft, sums: { latest }, context }: SingleEvaluation): MonthlyAmount | null {
  if (latest === null) return null
  if (latest < 0) {
    addFlag(draft.flags, 'net_negative')
    return averageLatest(0)
  }
  const { facts, policy, usedFacts } = context
  draft.untaxedShare =
    usedFacts.use(facts?.nontaxableShare, 'social_security') ?? toMicros(policy.socialSecurityNontaxable)
  return averageLatest(latest)
}

/** True if Social Security begins in the as-of year, although there are documents of the year before. */
export function beginsSocialSecurity({ borrower, year }: StreamContext, { includes }: InputSelection): boolean {
  const benefits = borrower.documents.filter(
    resolvedDocument =>
      resolvedDocument.document.compiledForm.uses.benefits !== null &&
      (resolvedDocument.document.year as number) <= year &&
      includes(resolvedDocument),
  )
  return (
    benefits.length > 0 &&
    benefits.every(({ document }) => document.year === year) &&
    borrower.documents.some(({ document }) => document.year === year - 1)
  )
}

/**
 * Computes unemployment as an average of two years, and raises `seasonal_employment`. It is seasonal if the lender says so,
 * or if both years have it and wages from the same employer.
 */
export function computeUnemployment({ draft, selection, sums, context }: SingleEvaluation): MonthlyAmount | null {
  const { latest, prior } = sums
  const { facts, policy, usedFacts } = context
  const isSeasonal =
    usedFacts.use(facts, 'seasonalUnemployment') ?? (latest !== null && prior !== null && selection.hasLastingEmployer)
  raise(draft, 'seasonal_employment', { isMet: isSeasonal })
  const usesLatest = draft.trend === 'declining' && policy.decliningUnemployment === 'latest'
  return averageYears(latest, usesLatest ? null : prior)
}
