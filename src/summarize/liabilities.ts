import { addCents, type Cents, ratioMicros, subtractCents } from '../core/money.js'
import type { ShapeValue } from '../normalize/read-shape.js'

/**
 * The liabilities of a taxpayer. Amounts are in cents and the share is in millionths. A figure is null if the input does not have it.
 */
export type Liabilities = Readonly<ReturnType<typeof liabilitiesOf>>

const difference = (a: Cents | null, b: Cents | null): Cents | null =>
  a === null || b === null ? null : subtractCents(a, b)

const isAmountUnreadable = ({ lost }: { readonly lost?: readonly string[] }): boolean =>
  lost?.includes('amount') === true

const at = (value: ShapeValue | null, name: string): unknown => value?.[name] ?? null
const analysisOf = (taxpayer: ShapeValue | null) => at(taxpayer, 'analysis') as ShapeValue | null
const detailsOf = (taxpayer: ShapeValue | null) => at(taxpayer, 'details') as ShapeValue | null
const summaryOf = (taxpayer: ShapeValue | null) =>
  at(detailsOf(taxpayer), 'balanceSummary') as ShapeValue | null

interface Balance extends ShapeValue {
  readonly year: number | null
  readonly amount: number | null
}

/** Returns the balances by year as listed, also those without a year. Returns null without a list. */
export const balancesOf = (taxpayer: ShapeValue | null): readonly Balance[] | null =>
  at(summaryOf(taxpayer), 'taxYears') as readonly Balance[] | null

/** Returns true if a balance, or an object that contains it, is unreadable. */
export function isBalanceUnreadable(taxpayer: ShapeValue | null): boolean {
  const details = detailsOf(taxpayer)
  const summary = summaryOf(taxpayer)
  return (
    taxpayer?.lost?.some(name => name === 'analysis' || name === 'details') === true ||
    details?.lost?.includes('balanceSummary') === true ||
    analysisOf(taxpayer)?.lost?.includes('totalLiabilities') === true ||
    summary?.lost !== undefined ||
    (balancesOf(taxpayer) ?? []).some(isAmountUnreadable)
  )
}

/**
 * Computes liabilities from the taxpayer's analysis and balance summary. No figure is assumed to agree with another.
 *
 * `yearsTotal` is null if the amount of a year is unreadable, if the list of years is absent, or if no year has an amount.
 * `oldestBalanceYear` is null if an unreadable amount may belong to an older year, or if a balance has no year.
 */
export function liabilitiesOf(taxpayer: ShapeValue | null) {
  const analysis = analysisOf(taxpayer)
  const summary = summaryOf(taxpayer)
  const total = at(analysis, 'totalLiabilities') as Cents | null
  const withLien = at(analysis, 'liabilitiesWithLienFiled') as Cents | null
  const balanceDue = at(summary, 'balanceDue') as Cents | null
  const listed = balancesOf(taxpayer)
  const rows = listed ?? []
  const isListUnreadable = summary?.lost?.includes('taxYears') === true
  const known =
    listed !== null &&
    !isListUnreadable &&
    !rows.some(isAmountUnreadable) &&
    (rows.length === 0 || rows.some(({ amount }) => amount !== null))
  const yearsTotal = known ? rows.reduce<Cents>((sum, { amount }) => addCents(sum, amount ?? 0), 0) : null
  const years = rows.flatMap(({ year, amount }) =>
    year === null || amount === null ? [] : [{ year, amount }],
  )
  years.sort((a, b) => a.year - b.year || (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0))
  const oldest = years.find(({ amount }) => amount > 0)?.year ?? null
  const mayBeOlder = rows.some(
    row =>
      (isAmountUnreadable(row) && (row.year === null || oldest === null || row.year < oldest)) ||
      (row.year === null && row.amount !== null && row.amount > 0),
  )
  return {
    total,
    withLien,
    withoutLien: difference(total, withLien),
    lienShare: total === null || withLien === null || total <= 0 ? null : ratioMicros(withLien, total),
    balanceDue,
    yearsTotal,
    yearsDifference: difference(balanceDue, yearsTotal),
    totalDifference: difference(total, balanceDue),
    oldestBalanceYear: isListUnreadable || mayBeOlder ? null : oldest,
    lienFiled: withLien === null ? null : withLien > 0,
    years,
  }
}
