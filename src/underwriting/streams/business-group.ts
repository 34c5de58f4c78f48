import { addCents, type Cents, subtractCents } from '../../core/money.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { addFlag } from '../flags.js'
import { type Business, listLatestK1s } from './businesses.js'
import {
  addHistoryAndTrend,
  type EvaluationDraft,
  finishEvaluation,
  getDeclineSeverity,
  raise,
  setMonthly,
  startDraft,
} from './evaluation.js'
import {
  addKnownCents,
  applyFormula,
  averageYears,
  countYearsInRow,
  findTrend,
  hasFallenByMore,
  type MonthlyAmount,
  roundRates,
  type Trend,
  takeLesser,
  toRate,
} from './formulas.js'
import { sumPay, toPayItem } from './gross-pay.js'
import {
  type EvaluatedStream,
  type InputSelection,
  listRecentDocuments,
  type StreamContext,
  type StreamGroup,
  sumItems,
  type YearSums,
} from './stream.js'
import { listRejectedInput, listUnreadableConditions, listUnreadablePay } from './unreadable.js'

/** The amounts of the two years. Null: none. */
interface TwoYears {
  readonly latest: Cents | null
  readonly prior: Cents | null
}

/** The earnings and the officer pay of a business together. Their trend is that of both streams. */
interface BusinessIncome extends TwoYears {
  readonly trend: Trend | null
}

const NO_YEARS: TwoYears = { latest: null, prior: null }

/** One business: the streams `officer_compensation`, and `partnership` or `s_corporation`. */
export class BusinessGroup implements StreamGroup {
  readonly documents: readonly ResolvedDocument[]
  readonly hasStatedAmounts: boolean

  constructor(
    private readonly context: StreamContext,
    private readonly business: Business,
  ) {
    this.hasStatedAmounts = business.facts !== null && business.facts.cashFlow !== null
    const { year } = context
    this.documents = [...listLatestK1s(business, year), ...listRecentDocuments(business.officerPay, year)]
  }

  evaluate(selection: InputSelection): readonly EvaluatedStream[] {
    const { items, guaranteedItems, officerPay } = this.business
    const { year } = this.context
    const guaranteed = sumItems(guaranteedItems, year, selection)
    // A guaranteed payment that only one of the two years has is left out.
    const hasBothGuaranteed = guaranteed.latest !== null && guaranteed.prior !== null
    const documented = sumItems(hasBothGuaranteed ? [...items, ...guaranteedItems] : items, year, selection)
    const pay = { latest: sumPay(officerPay, year, selection), prior: sumPay(officerPay, year - 1, selection) }
    const earnings = this.#evaluateEarnings(documented, guaranteed, pay, selection)
    return officerPay.length === 0 ? [earnings] : [this.#evaluateOfficerPay(documented, pay, selection), earnings]
  }

  #addUp(earnings: TwoYears, pay: TwoYears): BusinessIncome {
    const latest = addKnownCents(earnings.latest, pay.latest)
    const prior = addKnownCents(earnings.prior, pay.prior)
    return { latest, prior, trend: findTrend(latest, prior, this.context.policy.stableBand) }
  }

  /** Starts the draft of a stream. If it has both years, its trend is that of the business. */
  #startDraft({ latest, prior }: TwoYears, historyYears: number, { trend }: BusinessIncome): EvaluationDraft {
    const draft = startDraft(latest, prior, historyYears, this.context.policy)
    if (latest !== null && prior !== null && trend !== null) draft.trend = trend
    return draft
  }

  #applyFormula({ latest, prior, trend }: EvaluationDraft): MonthlyAmount | null {
    return latest !== null && prior !== null && trend === 'declining'
      ? takeLesser(latest, prior)
      : applyFormula(latest, prior, trend, this.context.policy.averaging)
  }

  /** Adds history and trend. The fall that may block is that of the business. */
  #addTrend(draft: EvaluationDraft, income: BusinessIncome, category: EvaluatedStream['category']): void {
    addHistoryAndTrend(draft, this.context, category)
    if (draft.latest === null || income.trend !== 'declining') return
    addFlag(draft.flags, 'declining')
    raise(draft, 'declining', { severity: getDeclineSeverity(income.latest, income.prior, this.context.policy) })
  }

  #isReturnsConditionMet(): boolean {
    const { facts } = this.business
    return facts !== null && (facts.returnsReviewed === true || (facts.cashFlow?.size ?? 0) > 0)
  }

  #evaluateOfficerPay(documented: YearSums, pay: TwoYears, selection: InputSelection): EvaluatedStream {
    const { business, context } = this
    const { policy, year } = context
    const { officerPay } = business
    // The trend of the business, without a cash flow that the lender states.
    const income = this.#addUp(documented, pay)
    const history = sumItems(officerPay.filter(payDocument => payDocument.pay !== null).map(toPayItem), year, selection)
    const draft = this.#startDraft(pay, history.historyYears, income)
    const ofK1s = listUnreadableConditions(context, business.category, selection, business.documents)
    draft.conditions.push(
      ...listRejectedInput(context, 'wages'),
      ...ofK1s.filter(({ code }) => code === 'unreadable_box'),
      ...listUnreadablePay(officerPay, year, selection),
    )
    const isAtRisk = income.trend === 'declining' || (documented.latest !== null && documented.latest < 0)
    raise(draft, 'business_returns', {
      severity: isAtRisk ? 'blocking' : 'review',
      isMet: this.#isReturnsConditionMet(),
    })
    if (pay.latest === null) {
      addFlag(draft.flags, 'employer_ended')
      draft.supportable = 0
    } else {
      draft.monthly = this.#applyFormula(draft)
      this.#addTrend(draft, income, 'officer_compensation')
      raise(draft, 'current_pay')
    }
    return {
      key: 'officer pay',
      category: 'officer_compensation',
      name: business.name,
      items: officerPay.map(toPayItem),
      evaluation: finishEvaluation(draft, policy),
    }
  }

  /** Evaluates the earnings: the stated cash flow, or those on the K-1s. */
  #evaluateEarnings(
    documented: YearSums,
    guaranteed: YearSums,
    pay: TwoYears,
    selection: InputSelection,
  ): EvaluatedStream {
    const { business, context } = this
    const { policy, year } = context
    const { category, name, isOwner, facts } = business
    const items = [...business.items, ...business.guaranteedItems]
    const hasDocuments = items.some(({ document }) => selection.includes(document))
    const cashFlow = selection.usesStatedAmounts && hasDocuments && facts?.cashFlow?.has(year) ? facts.cashFlow : null
    let earnings = documented
    if (cashFlow !== null) {
      const hasBothGuaranteed = guaranteed.latest !== null && guaranteed.prior !== null
      const yearItems = hasBothGuaranteed ? items : business.items
      const documentYears = yearItems.flatMap(item => (selection.includes(item.document) ? [item.year] : []))
      earnings = {
        ...documented,
        latest: cashFlow.get(year) as Cents,
        prior: cashFlow.get(year - 1) ?? null,
        historyYears: countYearsInRow(new Set([...cashFlow.keys(), ...documentYears]), year),
      }
    }
    const countedGuaranteed = cashFlow === null ? guaranteed : NO_YEARS
    const income = this.#addUp(earnings, pay)
    const draft = this.#startDraft(earnings, earnings.historyYears, income)
    const documents = cashFlow === null ? business.documents : new Set<never>()
    draft.conditions.push(...listUnreadableConditions(context, category, selection, documents))
    setMonthly(draft, this.#applyFormula(draft), earnings)
    this.#addTrend(draft, income, category)
    if ((countedGuaranteed.latest === null) !== (countedGuaranteed.prior === null))
      addFlag(draft.flags, 'guaranteed_payment_one_year')
    if (earnings.latest !== null) this.#askForDistributions(draft, earnings, countedGuaranteed)
    if (earnings.latest !== null && isOwner) {
      raise(draft, 'business_returns', { isMet: this.#isReturnsConditionMet() })
      if (hasFallenByMore(income.latest, income.prior, policy.materialDecline)) raise(draft, 'manual_underwrite')
    }
    draft.latest = documented.latest
    draft.prior = documented.prior
    const lossRule = facts?.secondary === true ? 'secondary' : isOwner ? null : 'minority'
    return {
      key: 'earnings',
      category,
      name,
      items,
      evaluation: finishEvaluation(draft, policy),
      ...(lossRule !== null && { lossRule }),
    }
  }

  /**
   * Asks whether earnings reach the borrower, unless distributions of the years used add up to the earnings used.
   * Guaranteed payments of two years are paid anyway, so they count while only this condition is open.
   */
  #askForDistributions(draft: EvaluationDraft, earnings: TwoYears, guaranteed: TwoYears): void {
    const { facts } = this.business
    const { year } = this.context
    const { monthly } = draft
    if (monthly === null || monthly.amount <= 0) return
    const usesPrior = monthly.months === 24
    const sumUsed = (latest: Cents | null | undefined, prior: Cents | null | undefined): Cents =>
      addCents(latest ?? 0, usesPrior ? (prior ?? 0) : 0)
    const guaranteedMonthly =
      guaranteed.prior === null ? null : averageYears(guaranteed.latest, usesPrior ? guaranteed.prior : null)
    const guaranteedUsed = guaranteedMonthly === null ? 0 : sumUsed(guaranteed.latest, guaranteed.prior)
    const earningsUsed = subtractCents(sumUsed(earnings.latest, earnings.prior), guaranteedUsed)
    if (earningsUsed <= 0) return
    const distributions = sumUsed(facts?.distributions?.get(year), facts?.distributions?.get(year - 1))
    const isMet = facts !== null && (facts.liquid === true || distributions >= earningsUsed)
    if (guaranteedMonthly === null) {
      raise(draft, 'distributions_or_liquidity', { isMet })
      return
    }
    const earningsPart = toRate({ ...monthly, amount: addCents(monthly.amount, -guaranteedMonthly.amount) })
    draft.parts = [earningsPart, toRate(guaranteedMonthly)]
    raise(draft, 'distributions_or_liquidity', { isMet, partIndex: 0, amount: roundRates([earningsPart]) })
  }
}
