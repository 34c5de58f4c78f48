import { addCents, type Cents, multiplyCents, subtractCents } from '../../core/money.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { type RaisedCondition, raiseCondition } from '../conditions/condition.js'
import { addFlag } from '../flags.js'
import { type Business, type BusinessCategory, listLatestK1s } from './businesses.js'
import {
  addHistoryAndTrend,
  type EvaluationDraft,
  finishEvaluation,
  getDeclineSeverity,
  setMonthly,
  startDraft,
} from './evaluation.js'
import {
  addKnownCents,
  applyFormula,
  averageLatest,
  averageTwoYears,
  countYearsInRow,
  findTrend,
  hasFallenByMore,
  type MonthlyAmount,
  roundRates,
  type Trend,
  takeLesser,
  toRate,
} from './formulas.js'
import { toPayItem } from './gross-pay.js'
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

/** Adds up officer pay of a year in a selection. Null if there is none. */
function sumOfficerPay({ officerPay }: Business, year: number, { includes }: InputSelection): Cents | null {
  let sum: Cents | null = null
  for (const payDocument of officerPay)
    if (payDocument.year === year && payDocument.pay && includes(payDocument.document))
      sum = addKnownCents(sum, payDocument.pay)
  return sum
}

/** The K-1 earnings and the officer pay of a business in one evaluation, and its trend. */
interface BusinessYears {
  /** The earnings that count: the stated cash flow, or those on the K-1s. */
  readonly earnings: YearSums
  /** The earnings on the K-1s. */
  readonly documented: YearSums
  readonly hasCashFlow: boolean
  readonly guaranteed: YearSums
  readonly latestPay: Cents | null
  readonly priorPay: Cents | null
  readonly latest: Cents | null
  readonly prior: Cents | null
  readonly trend: Trend | null
}

const NO_SUMS: YearSums = { latest: null, prior: null, latestUntaxed: 0, priorUntaxed: 0, historyYears: 0 }

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
    const { business } = this
    const years = this.#readYears(selection)
    const streams: EvaluatedStream[] = []
    if (business.officerPay.length > 0) streams.push(this.#evaluateOfficerPay(years, selection))
    const hasEarnings = business.items.length > 0 || business.guaranteedItems.length > 0 || business.documents.size > 0
    if (hasEarnings) streams.push(this.#evaluateEarnings(years, selection))
    return streams
  }

  #readYears(selection: InputSelection): BusinessYears {
    const { business, context } = this
    const { year, policy } = context
    const guaranteed = sumItems(business.guaranteedItems, year, selection)
    // A guaranteed payment that only one of the two years has is left out.
    const hasBothGuaranteed = guaranteed.latest !== null && guaranteed.prior !== null
    const items = hasBothGuaranteed ? [...business.items, ...business.guaranteedItems] : business.items
    const documented = sumItems(items, year, selection)
    const documentYears = items.flatMap(item => (selection.includes(item.document) ? [item.year] : []))
    const hasDocuments = [...business.items, ...business.guaranteedItems].some(({ document }) =>
      selection.includes(document),
    )
    const cashFlow = selection.usesStatedAmounts && hasDocuments ? (business.facts?.cashFlow ?? null) : null
    const latestCash = cashFlow?.get(year)
    const earnings: YearSums =
      latestCash === undefined
        ? documented
        : {
            ...documented,
            latest: latestCash,
            prior: cashFlow?.get(year - 1) ?? null,
            historyYears: countYearsInRow(new Set([...(cashFlow?.keys() ?? []), ...documentYears]), year),
          }
    const latestPay = sumOfficerPay(business, year, selection)
    const priorPay = sumOfficerPay(business, year - 1, selection)
    const latest = addKnownCents(earnings.latest, latestPay)
    const prior = addKnownCents(earnings.prior, priorPay)
    const trend = findTrend(latest, prior, policy.stableBand)
    return {
      earnings,
      documented,
      hasCashFlow: latestCash !== undefined,
      guaranteed: latestCash === undefined ? guaranteed : NO_SUMS,
      latestPay,
      priorPay,
      latest,
      prior,
      trend,
    }
  }

  #applyFormula(latest: Cents | null, prior: Cents | null, trend: Trend | null): MonthlyAmount | null {
    if (latest === null) return null
    if (prior !== null && trend === 'declining') return takeLesser(latest, prior)
    return applyFormula(latest, prior, trend, this.context.policy.averaging)
  }

  #evaluateOfficerPay(years: BusinessYears, selection: InputSelection): EvaluatedStream {
    const { business, context } = this
    const { policy, year } = context
    const { latestPay, priorPay, documented } = years
    // The trend of the business, without a cash flow that the lender states.
    const latest = addKnownCents(documented.latest, latestPay)
    const prior = addKnownCents(documented.prior, priorPay)
    const trend = findTrend(latest, prior, policy.stableBand)
    const history = sumItems(business.officerPay.filter(({ pay }) => pay !== null).map(toPayItem), year, selection)
    const draft = startDraft(latestPay, priorPay, history.historyYears, policy)
    if (latestPay !== null && priorPay !== null && trend !== null) draft.trend = trend
    draft.conditions.push(...this.#listUnreadableInput(selection))
    const isAtRisk = trend === 'declining' || (documented.latest !== null && documented.latest < 0)
    draft.conditions.push(
      raiseCondition('business_returns', { severity: isAtRisk ? 'blocking' : 'review', isMet: this.#areReturnsMet() }),
    )
    if (latestPay === null) {
      addFlag(draft.flags, 'employer_ended')
      draft.supportable = 0
    } else {
      draft.monthly = this.#applyFormula(latestPay, priorPay, draft.trend)
      this.#addTrendOfBusiness(draft, latest, prior, trend, 'officer_compensation')
      draft.conditions.push(raiseCondition('current_pay'))
    }
    return {
      key: 'officer pay',
      category: 'officer_compensation',
      name: business.name,
      items: business.officerPay.map(toPayItem),
      evaluation: finishEvaluation(draft, policy),
    }
  }

  /** Unreadable W-2s and K-1s of the business, and rejected input that may be one. */
  #listUnreadableInput(selection: InputSelection): RaisedCondition[] {
    const { business, context } = this
    const ofK1s = listUnreadableConditions(context, business.category, selection, business.documents)
    return [
      ...listRejectedInput(context, 'wages'),
      ...ofK1s.filter(({ code }) => code === 'unreadable_box'),
      ...listUnreadablePay(business.officerPay, context.year, selection),
    ]
  }

  #evaluateEarnings(years: BusinessYears, selection: InputSelection): EvaluatedStream {
    const { business, context } = this
    const { policy } = context
    const { earnings, documented, guaranteed, hasCashFlow, trend } = years
    const { category, name } = business
    const draft = startDraft(earnings.latest, earnings.prior, earnings.historyYears, policy)
    if (earnings.latest !== null && earnings.prior !== null && trend !== null) draft.trend = trend
    draft.conditions.push(
      ...listUnreadableConditions(context, category, selection, hasCashFlow ? new Set() : business.documents),
    )
    setMonthly(draft, this.#applyFormula(earnings.latest, earnings.prior, draft.trend), earnings)
    this.#addTrendOfBusiness(draft, years.latest, years.prior, trend, category)
    if ((guaranteed.latest === null) !== (guaranteed.prior === null))
      addFlag(draft.flags, 'guaranteed_payment_one_year')
    if (earnings.latest !== null) {
      this.#askForDistributions(draft, years)
      if (business.isOwner) {
        draft.conditions.push(raiseCondition('business_returns', { isMet: this.#areReturnsMet() }))
        if (hasFallenByMore(years.latest, years.prior, policy.materialDecline))
          draft.conditions.push(raiseCondition('manual_underwrite'))
      }
    }
    draft.latest = documented.latest
    draft.prior = documented.prior
    return {
      key: 'earnings',
      category,
      name,
      items: [...business.items, ...business.guaranteedItems],
      evaluation: finishEvaluation(draft, policy),
      ...(business.facts?.isSecondary === true
        ? { lossRule: 'secondary' as const }
        : business.isOwner
          ? {}
          : { lossRule: 'minority' as const }),
    }
  }

  #areReturnsMet(): boolean {
    const { facts } = this.business
    return facts !== null && (facts.areReturnsReviewed || (facts.cashFlow?.size ?? 0) > 0)
  }

  /** Adds history and trend. The fall that may block is that of the business. */
  #addTrendOfBusiness(
    draft: EvaluationDraft,
    latestOfBusiness: Cents | null,
    priorOfBusiness: Cents | null,
    trend: Trend | null,
    category: 'officer_compensation' | BusinessCategory,
  ): void {
    const { latest } = draft
    addHistoryAndTrend(draft, this.context, category, false)
    if (latest === null || trend !== 'declining') return
    addFlag(draft.flags, 'declining')
    const severity = getDeclineSeverity(latestOfBusiness, priorOfBusiness, this.context.policy)
    draft.conditions.push(raiseCondition('declining', { severity }))
  }

  /**
   * Asks whether earnings reach the borrower, unless distributions of the years used add up to the earnings used.
   * Guaranteed payments of two years are paid anyway, so they count while only this condition is open.
   */
  #askForDistributions(draft: EvaluationDraft, { earnings, guaranteed }: BusinessYears): void {
    const { business, context } = this
    const { year } = context
    const { monthly } = draft
    if (monthly === null || monthly.amount <= 0) return
    const usesPrior = monthly.months === 24
    const hasGuaranteed = guaranteed.latest !== null && guaranteed.prior !== null
    const latestGuaranteed = hasGuaranteed ? (guaranteed.latest as Cents) : 0
    const priorGuaranteed = hasGuaranteed ? (guaranteed.prior as Cents) : 0
    const sumUsed = (latest: Cents, prior: Cents): Cents => (usesPrior ? addCents(latest, prior) : latest)
    const earningsUsed = subtractCents(
      sumUsed(earnings.latest ?? 0, earnings.prior ?? 0),
      sumUsed(latestGuaranteed, priorGuaranteed),
    )
    if (earningsUsed <= 0) return
    const { facts } = business
    const distributions = sumUsed(facts?.distributions.get(year) ?? 0, facts?.distributions.get(year - 1) ?? 0)
    const isMet = facts !== null && (facts.isLiquid || distributions >= earningsUsed)
    const condition = { isMet, partIndex: hasGuaranteed ? 0 : null }
    if (!hasGuaranteed) draft.conditions.push(raiseCondition('distributions_or_liquidity', condition))
    else {
      const guaranteedPart = toRate(
        usesPrior ? averageTwoYears(latestGuaranteed, priorGuaranteed) : averageLatest(latestGuaranteed),
      )
      const guaranteedAmount = usesPrior
        ? addCents(latestGuaranteed, priorGuaranteed)
        : multiplyCents(latestGuaranteed, 2)
      const earningsAmount = addCents(monthly.amount, -guaranteedAmount)
      const earningsPart = toRate({ ...monthly, amount: earningsAmount })
      draft.parts = [earningsPart, guaranteedPart]
      const amount = roundRates([earningsPart])
      draft.conditions.push(raiseCondition('distributions_or_liquidity', { ...condition, amount }))
    }
  }
}
