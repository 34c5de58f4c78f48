import { type Contribution, streamOf } from './contributions.js'
import { sumOf, ZERO_FRACTION } from './fraction.js'
import { byIssuer } from './issuers.js'
import { isOwned } from './ownership.js'
import { type DocumentWithFacts, isOfTwoYears } from './papers.js'
import type { Rules } from './policies.js'
import {
  computeStream,
  hasFallen,
  isLostInTwoYears,
  makeExcluded,
  type StreamResult,
  type StreamRules,
  sumResults,
} from './stream.js'

/** Excludes guaranteed payments that an entity made in only one of `year` and the year before it. */
export function withoutOneYearPayments(
  shares: readonly Contribution[],
  year: number,
  findIncompleteYears: (document: DocumentWithFacts) => ReadonlySet<number> = () => new Set(),
): { keptShares: Contribution[]; leftOut: boolean } {
  const keptShares: Contribution[] = []
  let leftOut = false
  for (const entity of byIssuer(shares, ({ document }) => document.entry.issuer)) {
    const isPayment = ({ field }: Contribution) => field === 'guaranteedPayments'
    const has = (candidateYear: number) => entity.some(share => share.year === candidateYear && isPayment(share))
    // If all of a year's K-1s from the entity are unreadable, that year may also have had a payment.
    const isLost = (candidateYear: number) =>
      !entity.some(share => share.year === candidateYear) &&
      entity.some(({ document }) => findIncompleteYears(document).has(candidateYear))
    const isPaidInOneYearOnly = has(year) !== has(year - 1) && !isLost(has(year) ? year - 1 : year)
    for (const share of entity) {
      if (isPaidInOneYearOnly && isPayment(share) && isOfTwoYears(year)(share)) leftOut = true
      else keptShares.push(share)
    }
  }
  return { keptShares, leftOut }
}

/** Computes the income from one kind of entity, entity by entity. `k1s` are the borrower's K-1s of this kind. */
export function workEntities(
  shares: readonly Contribution[],
  k1s: readonly DocumentWithFacts[],
  year: number,
  rules: Rules,
  streamRules: StreamRules,
  findIncompleteYears: (document: DocumentWithFacts) => ReadonlySet<number>,
  isShort: boolean,
): StreamResult & { readonly isUnread: boolean } {
  const flags = new Set(['access_to_income_not_shown'])
  const hasOwners = k1s.some(({ entry }) => entry.form !== 'schedule_k1_1041')
  const parts: StreamResult[] = []
  // The overall trend is unknown if one entity has an unreadable year.
  let isUnread = false
  for (const group of byIssuer(k1s, ({ entry }) => entry.issuer)) {
    const current = group.filter(document => document.year !== null && document.year <= year)
    const owned = hasOwners && current.length > 0 && isOwned(current, rules.selfEmployedOwnership)
    if (owned && group.some(isOfTwoYears(year))) flags.add('business_return_required')
    const entityShares = shares.filter(({ document }) => group.includes(document))
    const lostYears = new Set(group.flatMap(document => [...findIncompleteYears(document)]))
    const stream = streamOf(entityShares, lostYears)
    if (![...stream.amounts.keys(), ...lostYears].some(incomeYear => incomeYear === year || incomeYear === year - 1))
      continue
    isUnread ||= isLostInTwoYears(stream, year)
    const result = computeStream(stream, year, streamRules)
    const fell = rules.manualUnderwriteOnMaterialDecline && owned
    if (fell && hasFallen(stream, year, rules.materialDecline)) flags.add('manual_underwrite')
    // If the lender states that the income ends soon, an entity's gain does not count. Its loss still counts.
    const isGain = result.monthly.top > 0n
    const short = isGain ? { monthly: ZERO_FRACTION, confirmed: ZERO_FRACTION } : {}
    parts.push(isShort && result.months > 0 ? { ...result, ...short, supportable: null } : result)
  }
  const supportableAmounts = parts.flatMap(({ supportable }) => (supportable === null ? [] : [supportable]))
  const result =
    parts.length === 0
      ? makeExcluded([])
      : sumResults(parts, supportableAmounts.length === 0 ? null : sumOf(supportableAmounts))
  return { ...result, flags: [...result.flags, ...flags], isUnread }
}
