// Streams whose amounts one rule adds up: investments, benefits, government payments, winnings and tips. Each category is
// one stream and a row of `ACCOUNT_RULES`, which has what is special about it. Each estate or trust is one stream, too.

import { subtractCents, sumCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { findFirstByIssuer } from '../../figures/issuers.js'
import { findCell } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { IncomeCategory } from '../../schema/role.js'
import { isSaleWithoutBasis } from '../borrowers/borrower.js'
import { addFlag } from '../flags.js'
import { type Business, listLatestK1s } from './businesses.js'
import {
  addHistoryAndTrend,
  countYearsUsed,
  type EvaluationDraft,
  formStream,
  raise,
  setMonthly,
} from './evaluation.js'
import { applyFormula, averageLatest, averageYears, type MonthlyAmount, toMicros } from './formulas.js'
import {
  type InputSelection,
  isFarmBox,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
  toStreamItem,
  type YearSums,
} from './stream.js'
import { listUnreadableConditions } from './unreadable.js'

/** One evaluation of an account. `items` are those of the selection. */
interface AccountEvaluation {
  readonly draft: EvaluationDraft
  readonly selection: InputSelection
  readonly sums: YearSums
  readonly context: StreamContext
  readonly category: IncomeCategory
  readonly items: readonly StreamItem[]
}

/** What is special about a category. Without a rule for the amount, the policy's formula applies. */
interface AccountRule {
  readonly compute?: (evaluation: AccountEvaluation) => MonthlyAmount | null
  /** Adds flags and conditions. */
  readonly addConditions?: (evaluation: AccountEvaluation) => void
  readonly toItem?: (fact: FactRow) => StreamItem
  /** True if documents of all earlier years decide, because they show that a benefit does not begin in the as-of year. */
  readonly usesAllYears?: true
}

const computeLatest = ({ sums: { latest } }: AccountEvaluation): MonthlyAmount | null =>
  latest === null ? null : averageLatest(latest)

/**
 * Adds the condition `continuance` if the lender states that the income ends too early. If it is asked for, the condition
 * is open unless the lender states that the income continues long enough.
 */
const checkContinuance =
  (isAsked: boolean) =>
  ({ draft, context: { facts, policy, usedFacts }, category }: AccountEvaluation): void => {
    const months = usedFacts.read(facts?.continuesMonths, category)
    const isMet = months === null ? !isAsked : months >= policy.continuanceMonths
    if (isAsked || !isMet) raise(draft, 'continuance', { isMet })
  }

const askForContinuance = checkContinuance(true)
const checkStatedContinuance = checkContinuance(false)

/** Adds the condition `asset_ownership`, which `assets_owned` meets. */
function askForAssets({ draft, context: { facts, usedFacts }, category }: AccountEvaluation): void {
  const isMet = facts?.assetsOwned.includes(category) === true
  if (isMet) usedFacts.mark(facts.assetsOwned, category)
  raise(draft, 'asset_ownership', { isMet })
}

/** Lists the sales of a year whose cost basis is unknown. */
const listSalesWithoutBasis = ({ borrower }: StreamContext, taxYear: number): ResolvedDocument[] =>
  borrower.excludedFacts.flatMap(fact =>
    isSaleWithoutBasis(fact) && fact.resolvedDocument.document.year === taxYear ? [fact.resolvedDocument] : [],
  )

/** True if the cost basis of a sale of the two years is unknown. */
export const hasSaleWithoutBasis = (context: StreamContext): boolean =>
  [context.year, context.year - 1].some(taxYear => listSalesWithoutBasis(context, taxYear).length > 0)

/**
 * Adds `cost_basis` for each of the two years that has a sale with an unknown cost basis. If the as-of year has no known
 * gain or loss, its amount is unknown, not 0.
 */
function addCostBasis({ draft, context }: AccountEvaluation): void {
  const { year } = context
  for (const taxYear of [year, year - 1]) {
    const document = findFirstByIssuer(listSalesWithoutBasis(context, taxYear))
    if (document === null) continue
    raise(draft, 'cost_basis', { taxYear, document })
    if (taxYear !== year || draft.latest !== null) continue
    draft.isComputable = false
    draft.trend = 'unknown'
    draft.flags = draft.flags.filter(flag => flag !== 'income_ended')
  }
}

/** Applies the policy's rule about capital losses to a negative amount. */
function limitCapitalLoss({ draft, context: { policy, year }, items }: AccountEvaluation): void {
  const { monthly } = draft
  if (monthly === null || monthly.amount >= 0 || policy.capitalLosses === 'count') return
  const isLossYear = (taxYear: number): boolean =>
    sumCents(items.filter(item => item.year === taxYear).map(({ cents }) => cents)) < 0
  if (policy.capitalLosses === 'three_years' && [year, year - 1, year - 2].every(isLossYear)) return
  draft.isLossLeftOut = true
  draft.supportable = 0
  addFlag(draft.flags, 'loss_not_considered')
}

/** Converts a fact of a Form SSA-1099 to an item without the benefits that were paid for earlier years. */
function toBenefitItem(fact: FactRow): StreamItem {
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
function addUnreadableLumpSums({ draft, context: { year }, items }: AccountEvaluation): void {
  for (const taxYear of [year, year - 1]) {
    const unreadable = items.flatMap(({ document, year: itemYear }) => {
      const { compiledForm, unreadableFields } = document.document
      const { benefits } = compiledForm.uses
      return itemYear === taxYear && benefits !== null && unreadableFields.includes(benefits.byYear) ? [document] : []
    })
    const document = findFirstByIssuer(unreadable)
    if (document !== null) raise(draft, 'unreadable_box', { taxYear, document })
  }
}

/** The latest year of benefits. A negative net is 0. The nontaxable share is the policy's, or the stated one. */
function computeSocialSecurity(evaluation: AccountEvaluation): MonthlyAmount | null {
  const { draft, sums, context } = evaluation
  if (sums.latest !== null && sums.latest < 0) {
    addFlag(draft.flags, 'net_negative')
    return averageLatest(0)
  }
  if (sums.latest !== null)
    draft.untaxedShare =
      context.usedFacts.read(context.facts?.nontaxableShare, 'social_security') ??
      toMicros(context.policy.socialSecurityNontaxable)
  return computeLatest(evaluation)
}

/**
 * Seasonal unemployment is averaged. It is seasonal if the lender says so, or if both years have it and wages from the same
 * employer.
 */
function computeUnemployment(evaluation: AccountEvaluation): MonthlyAmount | null {
  const {
    draft,
    selection,
    sums: { latest, prior },
    context: { facts, policy, usedFacts },
  } = evaluation
  const isMet =
    usedFacts.read(facts, 'seasonalUnemployment') ?? (latest !== null && prior !== null && selection.hasLastingEmployer)
  raise(draft, 'seasonal_employment', { isMet })
  const usesLatest = draft.trend === 'declining' && policy.decliningUnemployment === 'latest'
  return averageYears(latest, usesLatest ? null : prior)
}

const ACCOUNT_RULES: Readonly<Partial<Record<IncomeCategory, AccountRule>>> = {
  interest: { addConditions: askForAssets },
  dividends: { addConditions: askForAssets },
  // All of it is nontaxable.
  tax_exempt_interest: { addConditions: askForAssets, toItem: fact => toStreamItem(fact, fact.cents) },
  capital_gains: {
    addConditions: evaluation => {
      askForAssets(evaluation)
      addCostBasis(evaluation)
      limitCapitalLoss(evaluation)
    },
  },
  social_security: {
    compute: computeSocialSecurity,
    toItem: toBenefitItem,
    addConditions: evaluation => {
      addUnreadableLumpSums(evaluation)
      checkStatedContinuance(evaluation)
    },
    usesAllYears: true,
  },
  unemployment: { compute: computeUnemployment, addConditions: checkStatedContinuance },
  government_payments: {
    compute: computeLatest,
    addConditions: evaluation => {
      const { draft, context, items } = evaluation
      askForContinuance(evaluation)
      if (!items.some(item => item.year === context.year && isFarmBox(item.document.document, item.field))) return
      draft.isComputable = false
      raise(draft, 'schedule_f')
    },
  },
  other: { compute: computeLatest, addConditions: askForContinuance },
  gambling: { compute: computeLatest, addConditions: ({ draft }) => addNotRecurring(draft) },
  allocated_tips: { compute: computeLatest, addConditions: ({ draft }) => raise(draft, 'tip_reporting') },
}

const IRS_INTEREST_RULE: AccountRule = { addConditions: ({ draft }) => addNotRecurring(draft) }

const TRUST_RULE: AccountRule = {
  compute: ({ sums: { latest, prior } }) => averageYears(latest, prior),
  addConditions: ({ draft }) => {
    if (draft.latest !== null) raise(draft, 'trust_agreement')
  },
}

/** Income that does not recur cannot be supported by any document. */
export function addNotRecurring(draft: EvaluationDraft): void {
  draft.supportable = 0
  addFlag(draft.flags, 'not_recurring')
  raise(draft, 'not_recurring')
}

/** True if the category is one stream per borrower. */
export const isAccountCategory = (category: IncomeCategory): boolean => Object.hasOwn(ACCOUNT_RULES, category)

/** @param business The estate or trust. Without one, the account has all documents of its category. */
function formAccount(
  context: StreamContext,
  category: IncomeCategory,
  name: string | null,
  rule: AccountRule,
  allItems: readonly StreamItem[],
  business?: Business,
): StreamGroup {
  const { policy, year } = context
  return formStream(context, {
    category,
    name,
    items: allItems,
    documents:
      business === undefined
        ? listRecentDocuments(allItems, year, rule.usesAllYears ? Infinity : countYearsUsed(policy, category))
        : listLatestK1s(business, year),
    compute: (draft, selection, sums) => {
      const items = allItems.filter(({ document }) => selection.includes(document))
      const evaluation: AccountEvaluation = { draft, selection, sums, context, category, items }
      draft.conditions.push(...listUnreadableConditions(context, category, selection, business?.documents))
      const monthly =
        rule.compute === undefined
          ? applyFormula(sums.latest, sums.prior, draft.trend, policy.averaging)
          : rule.compute(evaluation)
      setMonthly(draft, monthly, sums)
      addHistoryAndTrend(draft, context, category, false)
      rule.addConditions?.(evaluation)
    },
  })
}

/** Forms the stream of a category. Interest that the IRS paid is a stream of its own. */
export function formAccountGroups(
  context: StreamContext,
  category: IncomeCategory,
  facts: readonly FactRow[],
): StreamGroup[] {
  const rule = ACCOUNT_RULES[category] as AccountRule
  const { toItem = toStreamItem } = rule
  const items: StreamItem[] = []
  const irsItems: StreamItem[] = []
  for (const fact of facts)
    (category === 'interest' && fact.flags.includes('payer_is_irs') ? irsItems : items).push(toItem(fact))
  const groups: StreamGroup[] = []
  if (items.length > 0 || irsItems.length === 0) groups.push(formAccount(context, category, null, rule, items))
  if (irsItems.length > 0)
    groups.push(formAccount(context, category, 'Internal Revenue Service', IRS_INTEREST_RULE, irsItems))
  return groups
}

/** Forms the stream of an estate or trust: the two-year average, whatever the trend. */
export const formTrustGroup = (context: StreamContext, business: Business): StreamGroup =>
  formAccount(context, 'estate_trust', business.name, TRUST_RULE, business.items, business)
