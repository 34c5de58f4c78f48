// Evaluates retirement income payer by payer. Distributions that are early, made once or not income are left out first, and
// then distributions that were rolled over.

import { addCents, type Cents, multiplyCents, subtractCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { RetirementFacts } from '../facts/known-facts.js'
import { addFlag } from '../flags.js'
import { type EvaluationDraft, finishEvaluation, raise, setMonthly, startItemDraft } from './evaluation.js'
import {
  averageLatest,
  hasFallenByMore,
  isAboveShare,
  type MonthlyAmount,
  roundRates,
  takeLesser,
  toMicros,
  toRate,
} from './formulas.js'
import { formPayers, type Payer, readDistributions, toDistributionItem } from './payers.js'
import { listUnreadableRollovers, matchRollovers } from './rollovers.js'
import {
  ALL_DOCUMENTS,
  type EvaluatedStream,
  type InputSelection,
  readMoneyBox,
  type StreamContext,
  type StreamGroup,
  type StreamItem,
  type YearSums,
} from './stream.js'
import { listUnreadableConditions } from './unreadable.js'

/** A change of more than this share is asked about. Source: underwriting rules, section 8 (the library's own number). */
const CHANGE_SHARE = 0.1

const isChange = (difference: Cents, prior: Cents): boolean => isAboveShare(difference, prior, toMicros(CHANGE_SHARE))

/** All streams of retirement income of a borrower. IRAs are judged together. */
export class RetirementGroup implements StreamGroup {
  readonly documents: StreamGroup['documents']
  readonly hasStatedAmounts: boolean
  readonly #payers: readonly Payer[]
  /** The Forms 5498 of the two years. They show balances and rollovers of all IRAs. */
  readonly #accounts: readonly ResolvedDocument[]

  constructor(
    private readonly context: StreamContext,
    facts: readonly FactRow[],
  ) {
    const { borrower, year } = context
    const distributions = readDistributions(context, facts)
    this.#payers = formPayers(distributions, context)
    this.hasStatedAmounts = this.#payers.some(payer => findStatedMonthly(payer) !== null)
    this.#accounts = borrower.documents.filter(
      ({ document }) =>
        document.compiledForm.uses.retirementAccount !== null && (document.year === year || document.year === year - 1),
    )
    // A payer that paid in an earlier year does not begin now, so all of its documents decide whether the borrower retired.
    const ofPayers = new Set(this.#payers.flatMap(({ documents }) => [...documents]))
    this.documents = [...borrower.documents.filter(({ document }) => ofPayers.has(document)), ...this.#accounts]
  }

  /** Matches rollovers in a selection and lists the amounts of each payer. */
  #listItems(selection: InputSelection): StreamItem[][] {
    const { borrower, year } = this.context
    const distributions = this.#payers.flatMap(payer => payer.distributions)
    for (const taxYear of [year, year - 1]) matchRollovers(borrower, distributions, taxYear, selection)
    return this.#payers.map(payer => payer.distributions.map(toDistributionItem))
  }

  /**
   * True if a payer pays in the as-of year for the first time, by the selected documents, although there are documents of
   * the year before.
   */
  hasNewPayer(selection: InputSelection): boolean {
    const { borrower, year } = this.context
    const { includes } = selection
    if (!borrower.documents.some(({ document }) => document.year === year - 1)) return false
    const itemsOfPayers = this.#listItems(selection)
    const included = new Set(borrower.documents.filter(includes).map(({ document }) => document))
    return this.#payers.some(
      ({ documents }, i) =>
        itemsOfPayers[i]?.some(
          item => item.year === year && item.exclusion === null && item.cents > 0 && includes(item.document),
        ) === true && ![...documents].some(document => document.year !== year && included.has(document)),
    )
  }

  /** The IRA withdrawals of the as-of year that count, on all documents. */
  listIraWithdrawals(): StreamItem[] {
    return this.#selectIraWithdrawals(this.#listItems(ALL_DOCUMENTS))
  }

  #selectIraWithdrawals(itemsOfPayers: readonly StreamItem[][]): StreamItem[] {
    const { year } = this.context
    return itemsOfPayers.flatMap((items, i) =>
      this.#payers[i]?.isIra === true ? items.filter(item => item.year === year && item.exclusion === null) : [],
    )
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { context } = this
    const itemsOfPayers = this.#listItems(selection)
    const hasEnoughBalance = this.#compareBalances(itemsOfPayers, selection)
    return this.#payers.map((payer, index) => {
      const items = itemsOfPayers[index] as StreamItem[]
      const { draft, sums } = startItemDraft(items, context, selection)
      draft.conditions.push(...listUnreadableConditions(context, 'retirement', selection, payer.documents))
      if (payer.isIra) draft.conditions.push(...listUnreadableRollovers(context))
      if (sums.latest !== null) {
        if (payer.isIra) this.#computeIra(draft, payer, sums, hasEnoughBalance, selection)
        else this.#computePension(draft, payer, sums, selection)
        this.#askForRollovers(draft, payer, selection)
      } else if (sums.prior !== null) addFlag(draft.flags, 'income_ended')
      return {
        key: `payer ${index}`,
        category: 'retirement',
        name: payer.name,
        items,
        evaluation: finishEvaluation(draft, context.policy),
        ...(payer.isIra && this.#accounts.length > 0 && { supportingDocuments: this.#accounts }),
      }
    })
  }

  /** Finds the receipts of the year before: what counts, otherwise what was paid under any code. Null if there are none. */
  #findPriorReceipts({ distributions }: Payer, { prior }: YearSums, { includes }: InputSelection): Cents | null {
    if (prior !== null) return prior
    const priorYear = this.context.year - 1
    let receipts: Cents | null = null
    for (const { year, document, gross } of distributions)
      if (year === priorYear && includes(document)) receipts = addCents(receipts ?? 0, gross)
    return receipts
  }

  #computePension(draft: EvaluationDraft, payer: Payer, sums: YearSums, selection: InputSelection): void {
    const { policy, facts: borrowerFacts, usedFacts } = this.context
    const latest = sums.latest as Cents
    setMonthly(draft, averageLatest(latest), sums)
    const prior = this.#findPriorReceipts(payer, sums, selection)
    if (prior === null) addFlag(draft.flags, 'short_history')
    const isUnusual =
      prior === null || prior <= 0 || hasFallenByMore(latest, prior, CHANGE_SHARE) || latest > multiplyCents(prior, 2)
    const hasRisen = prior !== null && isChange(subtractCents(latest, prior), prior)
    if (draft.trend === 'declining') addFlag(draft.flags, 'declining')
    const { facts } = payer
    const statedMonthly = findStatedMonthly(payer)
    if (facts !== null && statedMonthly !== null) usedFacts.add(facts, 'monthly')
    const balance = facts?.balance ?? null
    raise(draft, 'award_letter', {
      severity: isUnusual ? 'blocking' : hasRisen ? 'review' : 'standard',
      isMet: statedMonthly !== null || (balance !== null && isBalanceEnough(balance, latest, policy.continuanceMonths)),
    })
    const months = facts?.continuesMonths ?? usedFacts.use(borrowerFacts?.continuesMonths, 'retirement')
    if (months !== null && months < policy.continuanceMonths) raise(draft, 'continuance')
    if (statedMonthly === null || !selection.usesStatedAmounts) return
    draft.fixedAmount = statedMonthly
    const limit = multiplyCents(statedMonthly, 24)
    if (draft.untaxed > limit) draft.untaxed = limit
  }

  #computeIra(
    draft: EvaluationDraft,
    payer: Payer,
    sums: YearSums,
    hasEnoughBalance: boolean | null,
    selection: InputSelection,
  ): void {
    const { policy } = this.context
    const latest = sums.latest as Cents
    const { prior } = sums
    const hasChanged =
      prior !== null && (isChange(subtractCents(latest, prior), prior) || isChange(subtractCents(prior, latest), prior))
    const takesLesser = hasChanged && policy.changedIra === 'lesser'
    setMonthly(draft, takesLesser ? takeLesser(latest, prior) : averageLatest(latest), sums)
    if (draft.trend === 'declining') addFlag(draft.flags, 'declining')
    if (this.#findPriorReceipts(payer, sums, selection) === null) {
      addFlag(draft.flags, 'short_history')
      raise(draft, 'receipt_history')
    }
    const isEnough = isLongEnough(payer.facts, latest, policy.continuanceMonths) ?? hasEnoughBalance
    if (isEnough === false) raise(draft, 'continuance')
    else raise(draft, 'account_statement', { severity: isEnough === null ? 'blocking' : 'standard' })
  }

  /** A distribution that may have been rolled over counts only once this is settled. */
  #askForRollovers(draft: EvaluationDraft, { distributions }: Payer, { includes }: InputSelection): void {
    const { year } = this.context
    let uncertain: Cents = 0
    for (const distribution of distributions)
      if (distribution.year === year && includes(distribution.document))
        uncertain = addCents(uncertain, distribution.uncertain)
    if (uncertain === 0) return
    if (draft.fixedAmount !== null) {
      raise(draft, 'rollover_uncertain')
      return
    }
    const monthly = draft.monthly as MonthlyAmount
    // What is certain counts by the method of the stream, at most its latest year.
    const certain = subtractCents(draft.latest ?? 0, uncertain)
    const certainMonthly = monthly.months > 12 ? takeLesser(certain, draft.prior ?? 0) : averageLatest(certain)
    const uncertainPart = toRate({ ...monthly, amount: addCents(monthly.amount, -certainMonthly.amount) })
    draft.parts = [uncertainPart, toRate(certainMonthly)]
    raise(draft, 'rollover_uncertain', { amount: roundRates([uncertainPart]), partIndex: 0 })
  }

  /**
   * Compares the balances on Forms 5498 with the withdrawals of all IRAs. Null if no Form 5498 of the as-of year has a
   * balance.
   */
  #compareBalances(itemsOfPayers: readonly StreamItem[][], { includes }: InputSelection): boolean | null {
    const { year, policy } = this.context
    let balance: Cents | null = null
    for (const resolvedDocument of this.#accounts) {
      const { document } = resolvedDocument
      const use = document.compiledForm.uses.retirementAccount
      if (use === null || document.year !== year || !includes(resolvedDocument)) continue
      const cents = readMoneyBox(document, use.balance)
      if (cents !== null) balance = addCents(balance ?? 0, cents)
    }
    if (balance === null) return null
    let withdrawals: Cents = 0
    for (const { document, cents } of this.#selectIraWithdrawals(itemsOfPayers))
      if (includes(document)) withdrawals = addCents(withdrawals, cents)
    return isBalanceEnough(balance, withdrawals, policy.continuanceMonths)
  }
}

/** True if a balance lasts for a number of months: balance / (withdrawals / 12) >= months. */
const isBalanceEnough = (balance: Cents, withdrawals: Cents, months: number): boolean =>
  multiplyCents(balance, 12) >= multiplyCents(withdrawals, months)

/** True if the stated months, or else the stated balance, are enough. Null if the lender states neither. */
function isLongEnough(facts: RetirementFacts | null, latest: Cents, months: number): boolean | null {
  if (facts === null) return null
  if (facts.continuesMonths !== null) return facts.continuesMonths >= months
  return facts.balance === null ? null : isBalanceEnough(facts.balance, latest, months)
}

/** The monthly amount of a pension that the lender states. */
const findStatedMonthly = ({ isIra, facts }: Payer): Cents | null =>
  !isIra && facts !== null && facts.kind === 'pension' ? facts.monthly : null
