import { NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, type Millionths, subtractCents, sumCents } from '../core/money.js'
import { divideToMicros } from '../core/ratio.js'
import { compareText } from '../core/text.js'
import type { SourceDocument } from '../ingest/source.js'
import type { Resolution } from '../resolve/resolve.js'
import { type Doubt, joinDoubts, type YearDoubt } from '../resolve/resolved-document.js'
import { findCategory, isInTotal } from '../schema/role.js'
import type { SumGap } from './box-meaning.js'
import type { Completeness, SumName } from './completeness.js'
import type { Ledger } from './facts.js'
import { groupByIssuer } from './issuers.js'
import type { IncomeSum, WithholdingSum } from './sums.js'

/**
 * One year's totals of a taxpayer. Amounts are in cents and ratios are in millionths. A sum is null if no amount of it
 * could be read. `effectiveWithholdingRate` and `largestPayerShare` are null if the total is not positive or an input
 * is null.
 */
export type YearSum = Readonly<ReturnType<typeof computeYears>[number]>

/** The payments that documents report. Documents of the same payer are grouped across forms. */
export class PayerPayments {
  readonly #paid = new Map<SourceDocument, Cents>()

  add(document: SourceDocument, cents: Cents): void {
    this.#paid.set(document, addCents(this.#paid.get(document) ?? 0, cents))
  }

  /**
   * Returns the largest payer's share of a total, in millionths. If `total` is omitted, returns its share of all
   * positive payments, which is at most 1. Returns null if the total is not positive.
   */
  computeLargestShare(total?: Cents): Millionths | null {
    if (total !== undefined && total <= 0) return null
    let largest: Cents = 0
    let totalPaid: Cents = 0
    for (const { documents } of groupByIssuer([...this.#paid.keys()])) {
      const sum = sumCents(documents.map(document => this.#paid.get(document) ?? 0))
      if (sum > largest) largest = sum
      if (sum > 0) totalPaid = addCents(totalPaid, sum)
    }
    const denominator = total ?? totalPaid
    return denominator > 0 ? divideToMicros(largest, denominator) : null
  }
}

/** The sums of a year while facts are being added. */
interface YearAccumulator {
  readonly year: number
  /** Null until a fact is added. */
  gross: Cents | null
  allocated: Cents | null
  documents: number
  unreadAmounts: number
  notCounted: number
  doubtfulDocuments: number
  doubts: readonly Doubt[]
  readonly payments: PayerPayments
}

/**
 * Returns true if a document's main box is missing, so that the year's total is unknown. A document that is not income
 * of the year, such as a rollover, has no gap and does not make the total unknown.
 */
export const hasMissingMainBox = (gaps: readonly SumGap[], year: number): boolean =>
  gaps.some(
    ({ year: gapYear, role, resolvedDocument, form, field }) =>
      gapYear === year &&
      resolvedDocument !== null &&
      resolvedDocument.document.missingMainBox !== null &&
      isInTotal(findCategory(role)) &&
      (field === null || form.mainBox?.fields.includes(field) === true),
  )

const computeShare = (part: Cents | null, total: Cents | null): Millionths | null =>
  part !== null && total !== null && total > 0 ? divideToMicros(part, total) : null

/** The figures of a taxpayer that `computeYears` needs. */
interface YearInput {
  readonly resolution: Pick<Resolution, 'documents'>
  readonly ledger: Pick<Ledger, 'facts' | 'gaps'>
  readonly income: readonly IncomeSum[]
  readonly withholding: readonly WithholdingSum[]
  readonly completeness: Completeness
}

/** Computes one row for every year that has a document, counted or not, or unusable input. */
export function computeYears({ resolution, ledger, income, withholding, completeness }: YearInput) {
  const years: YearAccumulator[] = []
  let lastYear: YearAccumulator | null = null
  // Documents of the same year are usually adjacent and there are few years, so a linear search is fast.
  const getYear = (year: number): YearAccumulator => {
    if (lastYear?.year === year) return lastYear
    lastYear = years.find(candidate => candidate.year === year) ?? null
    if (lastYear === null) {
      const payments = new PayerPayments()
      lastYear = {
        year,
        gross: null,
        allocated: null,
        documents: 0,
        unreadAmounts: 0,
        notCounted: 0,
        doubtfulDocuments: 0,
        doubts: NO_ITEMS,
        payments,
      }
      years.push(lastYear)
    }
    return lastYear
  }
  for (const year of completeness.listUnusableYears()) getYear(year)
  for (const { year } of completeness.rejectedEntryForms) if (year !== null) getYear(year)
  for (const { year, count } of completeness.listUnreadAmounts()) getYear(year).unreadAmounts += count
  for (const { document, doubts, status } of resolution.documents) {
    const { year } = document
    if (year === null) continue
    const sums = getYear(year)
    if (status === 'counted') {
      sums.documents++
      sums.unreadAmounts += document.unreadAmountCount
      if (doubts.length > 0) sums.doubtfulDocuments++
      sums.doubts = joinDoubts(sums.doubts, doubts)
    } else sums.notCounted++
  }
  for (const { meaning, resolvedDocument, cents } of ledger.facts) {
    if (meaning.reason !== null || !isInTotal(meaning.category)) continue
    const { document } = resolvedDocument
    const { basis } = meaning
    const sums = getYear(document.year as number)
    sums.payments.add(document, cents)
    if (basis === 'gross') sums.gross = addCents(sums.gross ?? 0, cents)
    else if (basis === 'allocated') sums.allocated = addCents(sums.allocated ?? 0, cents)
  }
  const toZeroOrNull = (year: number, name: SumName): Cents | null => (completeness.isSumUnknown(year, name) ? null : 0)
  return sortInPlace(years, (a, b) => a.year - b.year).map(
    ({ year, gross, allocated, documents, unreadAmounts, notCounted, doubtfulDocuments, doubts, payments }) => {
      let total: Cents | null = null
      let repaid: Cents = 0
      let federalWithheld: Cents | null | undefined
      let complete = true
      for (const row of income) {
        if (row.year !== year) continue
        if (isInTotal(row.category) && row.documents > 0) total = addCents(total ?? 0, row.amount ?? 0)
        // Repaid benefits do not reduce other income.
        if (row.category === 'social_security') repaid = row.amount !== null && row.amount < 0 ? row.amount : 0
        complete &&= row.complete
      }
      for (const row of withholding) {
        if (row.year !== year) continue
        if (row.kind === 'federal') federalWithheld = row.amount
        complete &&= row.complete
      }
      if (repaid < 0) total = subtractCents(total ?? 0, repaid)
      const totalIncome = hasMissingMainBox(ledger.gaps, year) ? null : (total ?? toZeroOrNull(year, 'total'))
      if (federalWithheld === undefined) federalWithheld = toZeroOrNull(year, 'withheld.federal')
      return {
        year,
        totalIncome,
        grossPart: totalIncome === null ? null : (gross ?? toZeroOrNull(year, 'gross')),
        allocatedPart: totalIncome === null ? null : (allocated ?? toZeroOrNull(year, 'allocated')),
        federalWithheld,
        effectiveWithholdingRate: computeShare(federalWithheld, totalIncome),
        largestPayerShare: totalIncome === null ? null : payments.computeLargestShare(totalIncome),
        documents,
        notCounted,
        complete,
        /** The number of amounts under unknown keys in counted documents, records and form objects. */
        unreadAmounts,
        doubts: repaid < 0 ? sortInPlace<YearDoubt>([...doubts, 'net_negative'], compareText) : doubts,
        doubtfulDocuments,
      }
    },
  )
}
