import { addCents, type Cents, subtractCents } from '../core/money.js'
import { divideToMicros } from '../core/ratio.js'
import type { ShapeValue } from '../ingest/fields/read-shape.js'

/** The liabilities of a taxpayer: amounts in cents, the share in millionths, unknown figures null. */
export type Liabilities = Readonly<ReturnType<typeof computeLiabilities>>

const subtractKnown = (a: Cents | null, b: Cents | null): Cents | null =>
  a === null || b === null ? null : subtractCents(a, b)

const isAmountUnreadable = ({ unreadableFields }: { readonly unreadableFields?: readonly string[] }): boolean =>
  unreadableFields?.includes('amount') === true

const readMember = (value: ShapeValue | null, name: string): unknown => value?.[name] ?? null
const readAnalysis = (taxpayer: ShapeValue | null) => readMember(taxpayer, 'analysis') as ShapeValue | null
const readDetails = (taxpayer: ShapeValue | null) => readMember(taxpayer, 'details') as ShapeValue | null
const readBalanceSummary = (taxpayer: ShapeValue | null) =>
  readMember(readDetails(taxpayer), 'balanceSummary') as ShapeValue | null

interface Balance extends ShapeValue {
  readonly year: number | null
  readonly amount: number | null
}

/** Returns the balances in input order, including those without a year. Returns null if the list is absent. */
export const readBalances = (taxpayer: ShapeValue | null): readonly Balance[] | null =>
  readMember(readBalanceSummary(taxpayer), 'taxYears') as readonly Balance[] | null

/** The fields that liabilities need, by the object that contains them. Every field of a balance is needed. */
const NEEDED_FIELDS = new Set([
  ...['analysis', 'details', 'totalLiabilities', 'liabilitiesWithLienFiled'],
  ...['balanceSummary', 'balanceDue', 'taxYears'],
])

/** Unreadable fields that liabilities need. `isBalance` is true for those of the balance of one tax year. */
interface UnreadableLiability {
  readonly year: number | null
  readonly fields: readonly string[]
  readonly isBalance: boolean
}

/** Lists the unreadable fields that liabilities need: of the taxpayer and its parts, and of each balance. */
export function listUnreadableLiabilities(taxpayer: ShapeValue | null): readonly UnreadableLiability[] {
  const parts = [taxpayer, readAnalysis(taxpayer), readDetails(taxpayer), readBalanceSummary(taxpayer)]
  return [
    ...parts.map(part => ({ year: null, fields: listNeededFields(part), isBalance: false })),
    ...(readBalances(taxpayer) ?? []).map(({ year, unreadableFields: fields = [] }) => ({
      year,
      fields,
      isBalance: true,
    })),
  ].filter(({ fields }) => fields.length > 0)
}

const listNeededFields = (part: ShapeValue | null): readonly string[] =>
  part?.unreadableFields?.filter(name => NEEDED_FIELDS.has(name)) ?? []

/** Returns true if a balance, or an object that contains it, is unreadable. */
export function hasUnreadableBalance(taxpayer: ShapeValue | null): boolean {
  const details = readDetails(taxpayer)
  const summary = readBalanceSummary(taxpayer)
  return (
    taxpayer?.unreadableFields?.some(name => name === 'analysis' || name === 'details') === true ||
    details?.unreadableFields?.includes('balanceSummary') === true ||
    readAnalysis(taxpayer)?.unreadableFields?.includes('totalLiabilities') === true ||
    summary?.unreadableFields !== undefined ||
    (readBalances(taxpayer) ?? []).some(isAmountUnreadable)
  )
}

/** Returns true if the liabilities with a lien are unreadable, so that nobody knows whether a lien is filed. */
export const hasUnreadableLien = (taxpayer: ShapeValue | null): boolean =>
  readAnalysis(taxpayer)?.unreadableFields?.includes('liabilitiesWithLienFiled') === true

/**
 * Computes liabilities from the taxpayer's analysis and balance summary. It does not assume that the figures agree.
 *
 * `yearsTotal` is null if a year's amount is unreadable, if the list of years is absent, or if no year has an amount.
 * `oldestBalanceYear` is null if an unreadable amount may belong to an older year, or if a balance has no year.
 */
export function computeLiabilities(taxpayer: ShapeValue | null) {
  const analysis = readAnalysis(taxpayer)
  const summary = readBalanceSummary(taxpayer)
  const total = readMember(analysis, 'totalLiabilities') as Cents | null
  const withLien = readMember(analysis, 'liabilitiesWithLienFiled') as Cents | null
  const balanceDue = readMember(summary, 'balanceDue') as Cents | null
  const balances = readBalances(taxpayer)
  const rows = balances ?? []
  const isListUnreadable = summary?.unreadableFields?.includes('taxYears') === true
  const areBalancesKnown =
    balances !== null &&
    !isListUnreadable &&
    !rows.some(isAmountUnreadable) &&
    (rows.length === 0 || rows.some(({ amount }) => amount !== null))
  const yearsTotal = areBalancesKnown ? rows.reduce<Cents>((sum, { amount }) => addCents(sum, amount ?? 0), 0) : null
  const years = rows.flatMap(({ year, amount }) => (year === null || amount === null ? [] : [{ year, amount }]))
  years.sort((a, b) => a.year - b.year || (a.amount < b.amount ? -1 : a.amount > b.amount ? 1 : 0))
  const oldest = years.find(({ amount }) => amount > 0)?.year ?? null
  const mayHaveOlderBalance = rows.some(
    row =>
      (isAmountUnreadable(row) && (row.year === null || oldest === null || row.year < oldest)) ||
      (row.year === null && row.amount !== null && row.amount > 0),
  )
  return {
    total,
    withLien,
    withoutLien: subtractKnown(total, withLien),
    lienShare: total === null || withLien === null || total <= 0 ? null : divideToMicros(withLien, total),
    balanceDue,
    yearsTotal,
    yearsDifference: subtractKnown(balanceDue, yearsTotal),
    totalDifference: subtractKnown(total, balanceDue),
    oldestBalanceYear: isListUnreadable || mayHaveOlderBalance ? null : oldest,
    lienFiled: withLien === null ? null : withLien > 0,
    years,
  }
}
