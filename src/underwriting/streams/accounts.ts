// Streams whose amounts one rule adds up: investments, benefits, government payments, winnings and tips. Each category is
// one stream and a row of `ACCOUNT_RULES`, which has what is special about it. Each estate or trust is one stream, too.

import type { FactRow } from '../../figures/facts.js'
import type { IncomeCategory } from '../../schema/role.js'
import { addUnreadableLumpSums, computeSocialSecurity, computeUnemployment, toBenefitItem } from './benefits.js'
import { type Business, listLatestK1s } from './businesses.js'
import { addCostBasis, limitCapitalLoss } from './capital-gains.js'
import {
  addHistoryAndTrend,
  addNotRecurring,
  countYearsUsed,
  formStream,
  raise,
  type SingleEvaluation,
  setMonthly,
} from './evaluation.js'
import { applyFormula, averageLatest, averageYears, type MonthlyAmount } from './formulas.js'
import {
  isFarmItem,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
  toStreamItem,
} from './stream.js'
import { listUnreadableConditions } from './unreadable.js'

/** What is special about a category. Without a rule for the amount, the policy's formula applies. */
interface AccountRule {
  readonly compute?: (evaluation: SingleEvaluation) => MonthlyAmount | null
  /** Adds flags and conditions. */
  readonly addConditions?: (evaluation: SingleEvaluation) => void
  readonly toItem?: (fact: FactRow) => StreamItem
  /** The number of years whose documents decide, including the as-of year. If absent, the policy's history decides. */
  readonly yearCount?: number
}

const computeLatest = ({ sums }: SingleEvaluation): MonthlyAmount | null =>
  sums.latest === null ? null : averageLatest(sums.latest)

/**
 * Adds the condition `continuance` if the lender states that the income ends too early. If it is asked for, the condition
 * is open unless the lender states that the income continues long enough.
 */
const checkContinuance =
  (isAsked: boolean) =>
  ({ draft, context: { facts, policy, usedFacts }, category }: SingleEvaluation): void => {
    const months = usedFacts.use(facts?.continuesMonths, category)
    const isMet = months === null ? !isAsked : months >= policy.continuanceMonths
    if (isAsked || !isMet) raise(draft, 'continuance', { isMet })
  }

const askForContinuance = checkContinuance(true)
const checkStatedContinuance = checkContinuance(false)

/** Adds the condition `asset_ownership`, which `assets_owned` meets. */
function askForAssets({ draft, context: { facts, usedFacts }, category }: SingleEvaluation): void {
  const isMet = facts?.assetsOwned.includes(category) === true
  if (isMet) usedFacts.add(facts.assetsOwned, category)
  raise(draft, 'asset_ownership', { isMet })
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
    // An older statement shows that the benefit does not begin in the as-of year.
    yearCount: Infinity,
  },
  unemployment: { compute: computeUnemployment, addConditions: checkStatedContinuance },
  government_payments: {
    compute: computeLatest,
    addConditions: evaluation => {
      const { draft, context, items } = evaluation
      askForContinuance(evaluation)
      if (!items.some(item => item.year === context.year && isFarmItem(item))) return
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

/** True if the category is one stream per borrower. */
export const isAccountCategory = (category: IncomeCategory): boolean => Object.hasOwn(ACCOUNT_RULES, category)

/** @param business The estate or trust. Without one, the account has all documents of its category. */
function formAccount(
  context: StreamContext,
  category: IncomeCategory,
  name: string | null,
  rule: AccountRule,
  items: readonly StreamItem[],
  business?: Business,
): StreamGroup {
  const { policy, year } = context
  return formStream(context, {
    category,
    name,
    items,
    documents:
      business === undefined
        ? listRecentDocuments(items, year, rule.yearCount ?? countYearsUsed(policy, category))
        : listLatestK1s(business, year),
    compute: evaluation => {
      const { draft, selection, sums } = evaluation
      draft.conditions.push(...listUnreadableConditions(context, category, selection, business?.documents))
      const monthly =
        rule.compute === undefined
          ? applyFormula(sums.latest, sums.prior, draft.trend, policy.averaging)
          : rule.compute(evaluation)
      setMonthly(draft, monthly, sums)
      addHistoryAndTrend(draft, context, category)
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
