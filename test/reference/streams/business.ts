// Partnerships and S corporations, business by business, and estates and trusts.
import { isOneIssuer } from '../underwriting/issuers.js'
import { type Amount, add, isAbove, isBelow, smaller, sum, ZERO } from './amounts.js'
import { type Group, groupByIssuer, makeGroup } from './employers.js'
import type { Item } from './input.js'
import { toWages } from './jobs.js'
import { childOf, readYears } from './known-facts.js'
import {
  applyPolicy,
  averageOf,
  countHistory,
  type Evaluation,
  emptyOutcome,
  Findings,
  hasFallen,
  makeOutcome,
  makeUnreadable,
  noteHistory,
  type Outcome,
  perMonth,
  raiseDeclining,
  type Series,
  toSeries,
  trendOf,
} from './outcome.js'
import { isOwner } from './ownership.js'
import { MATERIAL_DECLINE } from './policies.js'
import { type BorrowerCase, earningsOf, isOfTwoYears, makeStream, noteUnreadable } from './shared.js'
import type { Stream } from './stream.js'
import { areReturnsReviewed, findBusinessFact, isEarningsUnread } from './wages.js'

const FORMS = { partnership: 'schedule_k1_1065', s_corporation: 'schedule_k1_1120s' } as const

/** Lists the streams of a borrower's businesses, and of estates and trusts. */
export function listBusinessStreams(borrowerCase: BorrowerCase): Stream[] {
  const { items, year, facts } = borrowerCase
  // Reading: a stated cash flow of the as-of year counts although its K-1 has not arrived.
  const hasCashFlow = (group: Group): boolean =>
    readYears(childOf(findBusinessFact(facts?.businesses ?? [], group), 'cash_flow')).has(year)
  const groupsOf = (form: string): Group[] =>
    groupByIssuer(items.filter(item => item.entry.form === form && item.year <= year))
      .map(members => makeGroup(members))
      .filter(
        group =>
          group.items.some(item => isOfTwoYears(year, item)) || (form !== 'schedule_k1_1041' && hasCashFlow(group)),
      )
  return [
    ...groupsOf(FORMS.partnership).map(group => makeBusinessStream(borrowerCase, 'partnership', group)),
    ...groupsOf(FORMS.s_corporation).map(group => makeBusinessStream(borrowerCase, 's_corporation', group)),
    ...groupsOf('schedule_k1_1041').map(group => makeTrustStream(borrowerCase, group)),
  ]
}

const addSeries = (a: Series, b: Series): Map<number, Amount> => {
  const total = new Map(a)
  for (const [year, amount] of b) total.set(year, add(total.get(year) ?? ZERO, amount))
  return total
}

function makeBusinessStream(borrowerCase: BorrowerCase, category: keyof typeof FORMS, group: Group): Stream {
  const { year, settings, facts } = borrowerCase
  const fact = findBusinessFact(facts?.businesses ?? [], group)
  const officerItems = borrowerCase.items.filter(
    item =>
      item.entry.form === 'form_w2' &&
      item.year <= year &&
      group.items.some(k1 => isOneIssuer(k1.entry.issuer, item.entry.issuer)),
  )
  const evaluate = (evaluation: Evaluation): Outcome => {
    const findings = new Findings(settings)
    const k1s = group.items.filter(evaluation.has)
    const cashFlow = evaluation.usesStatedAmounts ? readYears(childOf(fact, 'cash_flow')) : new Map<number, Amount>()
    const hasCashFlow = cashFlow.has(year)
    if (k1s.length === 0) return emptyOutcome(findings)
    const rows = k1s.flatMap(earningsOf)
    const guaranteedYears = new Set(rows.filter(row => row.isGuaranteed).map(row => row.year))
    // Guaranteed payments of one of the two years are left out of that year.
    const areBothYears = guaranteedYears.has(year) && guaranteedYears.has(year - 1)
    const isLeftOut = (row: { year: number; isGuaranteed: boolean }): boolean =>
      row.isGuaranteed && !areBothYears && isOfTwoYears(year, row)
    if (rows.some(isLeftOut)) findings.flag('guaranteed_payments_left_out')
    const documented = toSeries(rows.filter(row => !isLeftOut(row)))
    // Reading: a stated cash flow replaces all earnings, guaranteed payments too. Without one of the as-of year, the
    // documents count.
    const guaranteed = hasCashFlow
      ? new Map<number, Amount>()
      : toSeries(rows.filter(row => row.isGuaranteed && !isLeftOut(row)))
    const earnings = hasCashFlow ? cashFlow : toSeries(rows.filter(row => !row.isGuaranteed))
    const series = addSeries(earnings, guaranteed)
    // The W-2 of an employee who owns little is no officer pay.
    const pay = isOwner(group.items) ? toWages(officerItems.filter(evaluation.has)) : new Map<number, Amount>()
    const business = addSeries(series, pay)
    const isOwned = isOwner(k1s)
    const isBoxUnread = !hasCashFlow && k1s.some(k1 => isOfTwoYears(year, k1) && isEarningsUnread(k1))
    const isUnread = noteUnreadable(borrowerCase, category, findings, isBoxUnread)

    const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
    const [total, totalBefore] = [business.get(year) ?? null, business.get(year - 1) ?? null]
    const trend = trendOf(total, totalBefore, settings)
    const isFalling = trend === 'declining'
    if (latest === null && !isUnread) {
      findings.flag('income_ended')
      return makeOutcome(documented, year, findings, { parts: [ZERO], trend: 'ended' })
    }
    if (isOwned) findings.raise('business_returns', { severity: 'blocking', isMet: areReturnsReviewed(fact) })
    if (isUnread) {
      findings.raise('distributions_or_liquidity', { isMet: fact?.['liquid'] === true })
      return makeUnreadable(documented, year, findings)
    }
    const years = addSeries(series, documented)
    noteHistory(findings, countHistory(years, year), prior, settings.history[category] ?? 1)
    if (isFalling) {
      findings.flag('declining')
      raiseDeclining(findings, total!, totalBefore!, settings)
    }
    if (isOwned && total !== null && totalBefore !== null && hasFallen(total, totalBefore, MATERIAL_DECLINE))
      findings.raise('manual_underwrite')

    const { formula, isTwoYears } = chooseFormula(latest!, prior, trend, borrowerCase)
    const apply = (part: Series): Amount => formula(part.get(year) ?? ZERO, part.get(year - 1) ?? ZERO)
    const parts = [apply(earnings), apply(guaranteed)]
    const yearsUsed = isTwoYears ? [year, year - 1] : [year]
    // Earnings of 0 and losses need no distributions.
    if (isAbove(parts[0]!, ZERO)) {
      const distributions = readYears(childOf(fact, 'distributions'))
      const distributed = sum(yearsUsed.map(used => distributions.get(used) ?? ZERO))
      const earned = sum(yearsUsed.map(used => earnings.get(used) ?? ZERO))
      const isMet = fact?.['liquid'] === true || !isBelow(distributed, earned)
      findings.raise('distributions_or_liquidity', { isMet, part: 0 })
    }
    return makeOutcome(documented, year, findings, {
      parts,
      trend: prior === null ? 'new' : trend,
      history: countHistory(years, year),
    })
  }
  const isSmall = !isOwner(group.items)
  return {
    ...makeStream(borrowerCase, category, group.name, group.items, evaluate),
    secondary: fact?.['secondary'] === true ? 'stated' : isSmall ? 'small_share' : null,
  }
}

// Chooses one formula for the earnings and the guaranteed payments of a business, by their total.
function chooseFormula(
  latest: Amount,
  prior: Amount | null,
  trend: Outcome['trend'],
  { settings }: BorrowerCase,
): { formula: (latest: Amount, prior: Amount) => Amount; isTwoYears: boolean } {
  const latestOnly = { formula: (amount: Amount) => perMonth(amount), isTwoYears: false }
  if (prior === null) return latestOnly
  const average = averageOf(latest, prior)
  const figure =
    trend === 'declining' ? smaller(average, perMonth(latest)) : applyPolicy(latest, prior, trend, settings)
  const isAverage = figure.top * average.bottom === average.top * figure.bottom
  return isAverage ? { formula: averageOf, isTwoYears: true } : latestOnly
}

function makeTrustStream(borrowerCase: BorrowerCase, group: Group): Stream {
  const { year, settings } = borrowerCase
  const evaluate = (evaluation: Evaluation): Outcome => {
    const findings = new Findings(settings)
    const k1s = group.items.filter(evaluation.has)
    if (k1s.length === 0) return emptyOutcome(findings)
    const isTrust = (role: string): boolean => role === 'income.estate_trust'
    const series = toSeries(
      k1s.flatMap(({ reading, year: ofYear }) =>
        reading.facts
          .filter(({ counted, role }) => counted && isTrust(role))
          .map(({ amount }) => ({ year: ofYear, amount })),
      ),
    )
    const isUnreadItem = ({ entry, reading }: Item): boolean => entry.doubtful || reading.unreadRoles.some(isTrust)
    const isBoxUnread = k1s.some(k1 => isOfTwoYears(year, k1) && isUnreadItem(k1))
    const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
    if (latest === null && prior === null && !isBoxUnread) return emptyOutcome(findings)
    const isUnread = noteUnreadable(borrowerCase, 'estate_trust', findings, isBoxUnread)
    findings.raise('trust_agreement')
    if (isUnread) return makeUnreadable(series, year, findings)
    const trend = trendOf(latest, prior, settings)
    if (latest === null) {
      findings.flag('income_ended')
      return makeOutcome(series, year, findings, { parts: [ZERO], trend })
    }
    noteHistory(findings, countHistory(series, year), prior, settings.history['estate_trust'] ?? 1)
    if (trend === 'declining') findings.flag('declining')
    const figure = prior === null ? perMonth(latest) : averageOf(latest, prior)
    return makeOutcome(series, year, findings, { parts: [figure], trend })
  }
  return makeStream(borrowerCase, 'estate_trust', group.name, group.items, evaluate)
}
