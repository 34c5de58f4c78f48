// Streams whose amounts one rule adds up: investments, benefits, government payments, winnings and tips. Each category is
// one stream and a row of `ACCOUNT_RULES`, which has what is special about it. Each estate or trust is one stream, too.

import { addCents, type Cents, subtractCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { IncomeCategory } from '../../schema/role.js'
import { raiseCondition } from '../conditions/condition.js'
import { addFlag } from '../flags.js'
import { type Business, listLatestK1s } from './businesses.js'
import {
  addHistoryAndTrend,
  countYearsUsed,
  type EvaluationDraft,
  finishEvaluation,
  setMonthly,
  startItemDraft,
} from './evaluation.js'
import { applyFormula, averageLatest, averageYears, type MonthlyAmount, toMicros } from './formulas.js'
import {
  type EvaluatedStream,
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

/** What is special about a category. Without a rule for the amount, the policy's formula applies. */
interface AccountRule {
  /** Computes the monthly amount. */
  readonly compute?: (sums: YearSums, draft: EvaluationDraft, context: StreamContext) => MonthlyAmount | null
  /** Adds flags and conditions. */
  readonly addConditions?: (draft: EvaluationDraft, context: StreamContext, items: readonly StreamItem[]) => void
  /** Converts a fact to an item. */
  readonly toItem?: (fact: FactRow) => StreamItem
}

const computeLatest = ({ latest }: YearSums): MonthlyAmount | null => (latest === null ? null : averageLatest(latest))

/** Adds the condition `continuance` unless the lender states that the income continues long enough. */
function addContinuance(
  draft: EvaluationDraft,
  { facts, policy }: StreamContext,
  category: IncomeCategory,
  isAsked: boolean,
): void {
  const months = facts?.continuesMonths[category]
  if (months === undefined ? isAsked : months < policy.continuanceMonths)
    draft.conditions.push(raiseCondition('continuance'))
  else if (isAsked) draft.conditions.push(raiseCondition('continuance', { isMet: true }))
}

/** Adds the condition `asset_ownership`, which `assets_owned` meets. */
const askForAssets =
  (category: IncomeCategory) =>
  (draft: EvaluationDraft, { facts }: StreamContext): void => {
    draft.conditions.push(raiseCondition('asset_ownership', { isMet: facts?.assetsOwned.includes(category) === true }))
  }

const askForInterestAssets = askForAssets('interest')
const askForDividendAssets = askForAssets('dividends')
const askForExemptAssets = askForAssets('tax_exempt_interest')
const askForGainAssets = askForAssets('capital_gains')

/** Adds `cost_basis` for sales of the two years without a known basis. */
function addCostBasis(draft: EvaluationDraft, { borrower, year }: StreamContext): void {
  for (const taxYear of [year, year - 1]) {
    const fact = borrower.excludedFacts.find(
      ({ meaning, resolvedDocument }) =>
        meaning.reason === 'basis_unknown' && resolvedDocument.document.year === taxYear,
    )
    if (fact !== undefined)
      draft.conditions.push(raiseCondition('cost_basis', { taxYear, document: fact.resolvedDocument }))
  }
}

/** Applies the policy's rule about capital losses to a negative amount. */
function limitCapitalLoss(draft: EvaluationDraft, { policy, year }: StreamContext, items: readonly StreamItem[]): void {
  const { monthly } = draft
  if (monthly === null || monthly.amount >= 0 || policy.capitalLosses === 'count') return
  if (policy.capitalLosses === 'three_years' && hasThreeYearsOfLoss(items, year)) return
  draft.isLossLeftOut = true
  draft.supportable = 0
  addFlag(draft.flags, 'loss_not_considered')
}

function hasThreeYearsOfLoss(items: readonly StreamItem[], year: number): boolean {
  for (let taxYear = year; taxYear > year - 3; taxYear--) {
    let sum: Cents = 0
    for (const item of items) if (item.year === taxYear) sum = addCents(sum, item.cents)
    if (sum >= 0) return false
  }
  return true
}

/** Converts a fact of a Form SSA-1099 to an item without the benefits that were paid for earlier years. */
function toBenefitItem(fact: FactRow): StreamItem {
  const { document } = fact.resolvedDocument
  const { benefits } = document.compiledForm.uses
  if (benefits === null || fact.meaning.field !== benefits.paid) return toStreamItem(fact)
  const payments = (findCell(document, benefits.byYear) ?? []) as readonly unknown[] as readonly {
    readonly year: number | null
    readonly payment: number | null
  }[]
  let lumpSum = 0
  for (const { year, payment } of payments)
    if (payment !== null && payment > 0 && (year === null || year < (document.year as number))) lumpSum += payment
  return lumpSum === 0
    ? toStreamItem(fact)
    : { ...toStreamItem(fact), cents: subtractCents(fact.cents, lumpSum), flag: 'lump_sum_excluded' }
}

/** The latest year of benefits. A negative net is 0. The nontaxable share is the policy's, or the stated one. */
function computeSocialSecurity(
  sums: YearSums,
  draft: EvaluationDraft,
  { facts, policy }: StreamContext,
): MonthlyAmount | null {
  if (sums.latest === null) return null
  if (sums.latest < 0) {
    addFlag(draft.flags, 'net_negative')
    return averageLatest(0)
  }
  draft.untaxedShare = facts?.nontaxableShare.social_security ?? toMicros(policy.socialSecurityNontaxable)
  return averageLatest(sums.latest)
}

/**
 * Seasonal unemployment is averaged. It is seasonal if the lender says so, or if both years have it and wages from the same
 * employer.
 */
function computeUnemployment(
  { latest, prior }: YearSums,
  draft: EvaluationDraft,
  { facts, policy, hasLastingEmployer }: StreamContext,
): MonthlyAmount | null {
  const isSeasonal = facts?.seasonalUnemployment ?? (latest !== null && prior !== null && hasLastingEmployer)
  draft.conditions.push(raiseCondition('seasonal_employment', { isMet: isSeasonal }))
  const usesLatest = draft.trend === 'declining' && policy.decliningUnemployment === 'latest'
  return averageYears(latest, usesLatest ? null : prior)
}

/** The nontaxable part of tax-exempt interest is all of it. */
const toUntaxedItem = (fact: FactRow): StreamItem => toStreamItem(fact, fact.cents)

const ACCOUNT_RULES: Readonly<Partial<Record<IncomeCategory, AccountRule>>> = {
  interest: { addConditions: askForInterestAssets },
  dividends: { addConditions: askForDividendAssets },
  tax_exempt_interest: { addConditions: askForExemptAssets, toItem: toUntaxedItem },
  capital_gains: {
    addConditions: (draft, context, items) => {
      askForGainAssets(draft, context)
      addCostBasis(draft, context)
      limitCapitalLoss(draft, context, items)
    },
  },
  social_security: {
    compute: computeSocialSecurity,
    toItem: toBenefitItem,
    addConditions: (draft, context) => addContinuance(draft, context, 'social_security', false),
  },
  unemployment: {
    compute: computeUnemployment,
    addConditions: (draft, context) => addContinuance(draft, context, 'unemployment', false),
  },
  government_payments: {
    compute: computeLatest,
    addConditions: (draft, context, items) => {
      addContinuance(draft, context, 'government_payments', true)
      if (!items.some(item => item.year === context.year && isFarmBox(item.document.document, item.field))) return
      draft.isComputable = false
      draft.conditions.push(raiseCondition('schedule_f'))
    },
  },
  other: { compute: computeLatest, addConditions: (draft, context) => addContinuance(draft, context, 'other', true) },
  gambling: { compute: computeLatest, addConditions: addNotRecurring },
  allocated_tips: {
    compute: computeLatest,
    addConditions: ({ conditions }) => {
      conditions.push(raiseCondition('tip_reporting'))
    },
  },
}

/** Income that does not recur cannot be supported by any document. */
export function addNotRecurring(draft: EvaluationDraft): void {
  draft.supportable = 0
  addFlag(draft.flags, 'not_recurring')
  draft.conditions.push(raiseCondition('not_recurring'))
}

/** True if the category is one stream per borrower. */
export const isAccountCategory = (category: IncomeCategory): boolean => Object.hasOwn(ACCOUNT_RULES, category)

const IRS_INTEREST_RULE: AccountRule = { addConditions: addNotRecurring }

/** An account as its rule sees it: all amounts of a category, or of one estate or trust. */
interface Account {
  readonly category: IncomeCategory
  readonly name: string | null
  readonly rule: AccountRule
  readonly items: readonly StreamItem[]
  /** The documents of the account. Absent: all documents of the category. */
  readonly documents?: ReadonlySet<SourceDocument>
  /** The K-1s of the two years, if it is an estate or trust. */
  readonly latestK1s?: readonly ResolvedDocument[]
}

/** The stream of one account. */
class AccountGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts = false

  constructor(
    private readonly context: StreamContext,
    private readonly account: Account,
  ) {
    const yearCount = countYearsUsed(context.policy, account.category)
    this.documents = account.latestK1s ?? listRecentDocuments(account.items, context.year, yearCount)
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { account, context } = this
    const { category, name, rule, items, documents } = account
    const { draft, sums } = startItemDraft(items, context, selection)
    const includedItems = items.filter(({ document }) => selection.includes(document))
    draft.conditions.push(...listUnreadableConditions(context, category, selection, documents ?? null))
    const { compute } = rule
    setMonthly(
      draft,
      compute === undefined
        ? applyFormula(sums.latest, sums.prior, draft.trend, context.policy.averaging)
        : compute(sums, draft, context),
      sums,
    )
    addHistoryAndTrend(draft, context, category, false)
    rule.addConditions?.(draft, context, includedItems)
    return [{ key: '', category, name, items, evaluation: finishEvaluation(draft, context.policy) }]
  }
}

/** Forms the stream of a category. Interest that the IRS paid is a stream of its own. */
export function formAccountGroups(
  context: StreamContext,
  category: IncomeCategory,
  facts: readonly FactRow[],
): StreamGroup[] {
  const rule = ACCOUNT_RULES[category] as AccountRule
  const toItem = rule.toItem ?? toStreamItem
  const isFromIrs = ({ flags }: FactRow): boolean => category === 'interest' && flags.includes('payer_is_irs')
  const irsItems = facts.filter(isFromIrs).map(fact => toItem(fact))
  const items = facts.filter(fact => !isFromIrs(fact)).map(fact => toItem(fact))
  const groups: StreamGroup[] = []
  if (items.length > 0 || irsItems.length === 0)
    groups.push(new AccountGroup(context, { category, name: null, rule, items }))
  if (irsItems.length > 0)
    groups.push(
      new AccountGroup(context, {
        category,
        name: 'Internal Revenue Service',
        rule: IRS_INTEREST_RULE,
        items: irsItems,
      }),
    )
  return groups
}

const TRUST_RULE: AccountRule = {
  compute: ({ latest, prior }) => averageYears(latest, prior),
  addConditions: ({ latest, conditions }) => {
    if (latest !== null) conditions.push(raiseCondition('trust_agreement'))
  },
}

/** Forms the stream of an estate or trust: the two-year average, whatever the trend. */
export function formTrustGroup(context: StreamContext, business: Business): StreamGroup {
  const { name, items, documents } = business
  const latestK1s = listLatestK1s(business, context.year)
  return new AccountGroup(context, { category: 'estate_trust', name, rule: TRUST_RULE, items, documents, latestK1s })
}
