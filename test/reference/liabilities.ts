import type { Cell, Ratio } from './cells.js'
import { halfEven, isAbsent, isObject, type Raw, readAmount, readMoney, readYear } from './values.js'

/** Divides and rounds half-even. Returns null if the divisor is not above zero, or the ratio is 10^12 or more. */
export function ratio(dividend: bigint, divisor: bigint): Ratio | null {
  if (divisor <= 0n) return null
  const millionths = halfEven(dividend * 1_000_000n, divisor)
  return millionths < 10n ** 18n && millionths > -(10n ** 18n) ? { millionths } : null
}

/** Computes what a taxpayer owes: one row for the total, and one for each year with an amount. */
export function readLiabilities(taxpayerId: string, dossier: Raw) {
  const taxpayer = isObject(dossier['taxpayer']) ? dossier['taxpayer'] : {}
  const analysis = isObject(taxpayer['analysis']) ? taxpayer['analysis'] : {}
  const details = isObject(taxpayer['details']) ? taxpayer['details'] : {}
  const summary = isObject(details['balance_summary']) ? details['balance_summary'] : {}
  const total = readAmount(analysis['total_liabilities'])
  const withLien = readAmount(analysis['liabilities_with_lien_filed'])
  const due = readAmount(summary['balance_due'])

  const years: Record<string, Cell>[] = []
  // Design choice: an empty list adds up to 0. The total is null without a list, or if no item of it has an amount.
  const list = Array.isArray(summary['tax_years']) ? summary['tax_years'] : null
  let yearsTotal: bigint | null = list === null ? null : 0n
  let oldest: number | null = null
  let amounts = 0
  // Design choice: unreadable input may be a balance of its year, or of any year if the year is unreadable too. If that
  // year may precede the oldest known balance, the oldest year is unknown.
  let doubtful = list === null && !isAbsent(summary['tax_years']) ? 0 : 9999
  for (const item of list ?? []) {
    if (item === null) continue
    const amount = isObject(item) ? readMoney(item['amount']) : 'lost'
    const year = isObject(item) ? readYear(item['year']) : null
    if (amount === null) continue
    // Design choice: an unreadable yearly amount makes the total null, because the total of the other years is too low.
    if (amount === 'lost') {
      yearsTotal = null
      doubtful = Math.min(doubtful, year ?? 0)
      continue
    }
    amounts++
    if (yearsTotal !== null) yearsTotal += amount
    if (isObject(item) && year === null && !isAbsent(item['year']) && Number(item['year']) !== 0 && amount > 0n)
      doubtful = 0
    // Design choice: an amount without a year is part of the total but has no row. An amount of 0 has a row.
    if (year === null) continue
    years.push({ taxpayer_id: taxpayerId, tax_year: year, amount })
    // Design choice: a year has a balance if its amount is above 0.
    if (amount > 0n && (oldest === null || year < oldest)) oldest = year
  }

  if (list !== null && list.length > 0 && amounts === 0) yearsTotal = null
  if (doubtful < (oldest ?? 9998)) oldest = null

  // Design choice: every taxpayer has one row. It contains nulls if nothing is known.
  const row: Record<string, Cell> = {
    taxpayer_id: taxpayerId,
    total,
    with_lien: withLien,
    without_lien: total === null || withLien === null ? null : total - withLien,
    // Design choice: the share is null if the total is not above 0.
    lien_share: total === null || withLien === null ? null : ratio(withLien, total),
    balance_due: due,
    years_total: yearsTotal,
    years_difference: due === null || yearsTotal === null ? null : due - yearsTotal,
    total_difference: total === null || due === null ? null : total - due,
    oldest_balance_year: oldest,
    lien_filed: withLien === null ? null : withLien > 0n,
  }
  return { liabilities: [row], liabilityYears: years }
}
