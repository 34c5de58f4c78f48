import { createMap, getOrCreate, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents, roundToDollars } from '../core/money.js'
import { compareText } from '../core/text.js'
import { type Doubt, joinDoubts, type ResolvedDocument } from '../resolve/resolved-document.js'
import { findCategory, type IncomeCategory } from '../schema/role.js'
import { createFieldReader, findDoubtfulField } from './box-meaning.js'
import type { Completeness } from './completeness.js'
import type { Ledger } from './facts.js'
import { type LineCollector, type LineUncertainty, listLineRows, type ReturnLine } from './return-line-rows.js'

export { findPrintedLine, RETURN_LINES, type ReturnLine } from './return-line-rows.js'

/** The amount that one document adds to a line, in cents. */
interface LinePart {
  readonly resolvedDocument: ResolvedDocument
  readonly field: string
  readonly cents: number
  /** Why the document may make the line incomplete. Null if it does not. */
  readonly uncertainty: LineUncertainty | null
}

/**
 * A line that the counted documents of a year imply. `amount` is in cents. `wholeDollars` is the sum of its boxes, each
 * rounded to whole dollars. Both are null if no amount of the line could be read, or if the only amount is a taxable
 * amount that the payer did not determine.
 */
export interface LineSum {
  readonly year: number
  readonly line: ReturnLine
  readonly amount: Cents | null
  readonly wholeDollars: Cents | null
  readonly complete: boolean
  /** The doubts of the documents that contributed an amount or made the line incomplete. */
  readonly doubts: readonly Doubt[]
  readonly parts: readonly LinePart[]
}

/** A line while its amounts are being added. */
interface LineInProgress extends LineSum {
  amount: Cents
  wholeDollars: Cents
  complete: boolean
  doubts: readonly Doubt[]
  /** True if a value that the line needs is unreadable. */
  isUnreadable: boolean
  /** True if a document says that an amount of the line is unknown. */
  isUntold: boolean
  /** True if at least one amount of the line was read. */
  hasAmount: boolean
  readonly parts: LinePart[]
}

/** All lines while their amounts are being added. */
class LineSums implements LineCollector {
  hasSales = false
  readonly includesZeros = false
  readonly #sums: LineInProgress[] = []
  readonly #byLine = new Map<ReturnLine, Map<number, LineInProgress>>()
  #document: ResolvedDocument | null = null
  #year = 0
  #isDocumentDoubtful = false

  /** Starts a document. Amounts that are added before the next call belong to it. */
  startDocument(document: ResolvedDocument, year: number, hasSales: boolean): void {
    this.#document = document
    this.#year = year
    this.hasSales = hasSales
    this.#isDocumentDoubtful =
      document.document.unreadableFields.length > 0 && findDoubtfulField(document.document) !== null
  }

  add(line: ReturnLine, field: string, cents: number, uncertainty: LineUncertainty | null): void {
    if (cents === 0 && uncertainty === null) return
    const sum = this.#getLine(this.#year, line)
    sum.amount = addCents(sum.amount, cents)
    sum.wholeDollars = addCents(sum.wholeDollars, roundToDollars(cents))
    if (uncertainty !== null || this.#isDocumentDoubtful) sum.complete = false
    if (cents !== 0) sum.hasAmount = true
    if (uncertainty === 'unreadable') sum.isUnreadable = true
    if (uncertainty === 'untold') sum.isUntold = true
    sum.doubts = joinDoubts(sum.doubts, (this.#document as ResolvedDocument).doubts)
    sum.parts.push({ resolvedDocument: this.#document as ResolvedDocument, field, cents, uncertainty })
  }

  /** Marks a line of a year as incomplete because a value that it needs is unreadable. */
  markUnreadable(year: number, line: ReturnLine): void {
    const sum = this.#getLine(year, line)
    sum.complete = false
    sum.isUnreadable = true
  }

  #getLine(year: number, line: ReturnLine): LineInProgress {
    const byYear = getOrCreate(this.#byLine, line, createMap<number, LineInProgress>)
    let sum = byYear.get(year)
    if (sum === undefined) {
      sum = {
        year,
        line,
        amount: 0,
        wholeDollars: 0,
        complete: true,
        doubts: NO_ITEMS,
        isUnreadable: false,
        isUntold: false,
        hasAmount: false,
        parts: [],
      }
      byYear.set(year, sum)
      this.#sums.push(sum)
    }
    return sum
  }

  /** Returns all lines, ordered by year and name. */
  listLines(): LineInProgress[] {
    return sortInPlace(this.#sums.slice(), (a, b) => a.year - b.year || compareText(a.line, b.line))
  }
}

/**
 * Computes the lines of Form 1040 that the counted documents imply. `wholeDollars` rounds each box half away from zero
 * before adding, like the IRS's Direct File. A line of 0 has no row unless it is incomplete. An amount is null if no
 * amount of the line could be read. Line 25c excludes excess Additional Medicare Tax. Source: Form 1040, 2022 to 2025.
 * Other years use the same line names.
 */
export function computeReturnLines(
  documents: readonly ResolvedDocument[],
  completeness: Pick<Completeness, 'rejectedEntryForms' | 'hasUnusableInput'>,
): LineSum[] {
  const salesYears = new Set<number | null>()
  for (const resolvedDocument of documents)
    if (resolvedDocument.status === 'counted' && isSale(resolvedDocument))
      salesYears.add(resolvedDocument.document.year)
  const sums = new LineSums()
  for (const resolvedDocument of documents) {
    const { document } = resolvedDocument
    const rows = listLineRows(document.compiledForm.form)
    if (rows.length === 0 || resolvedDocument.status !== 'counted' || document.year === null) continue
    sums.startDocument(resolvedDocument, document.year, salesYears.has(document.year))
    const fields = createFieldReader(document)
    for (const row of rows) row.read(fields, sums)
  }
  for (const { form, year } of completeness.rejectedEntryForms) {
    if (year === null) continue
    for (const row of listLineRows(form)) {
      // In a year with sales, capital gain distributions do not go to line 7.
      for (const line of row.lines) if (line !== '7' || !salesYears.has(year)) sums.markUnreadable(year, line)
    }
    // If a sales entry was rejected, line 7 may depend on it instead of on distributions.
    if (form.uses?.sales === true)
      for (const sum of sums.listLines()) if (sum.year === year && sum.line === '7') sum.complete = false
  }
  const allLines = sums.listLines()
  for (const sum of allLines) {
    if (sum.line !== '6a') continue
    // If only repayments were read, the benefits paid are unknown.
    if (sum.amount < 0) sum.hasAmount = false
    if (sum.amount < 0) sum.amount = 0
    if (sum.wholeDollars < 0) sum.wholeDollars = 0
  }
  let zeros: ReadonlySet<string> | null = null
  const isUnknown = (sum: LineInProgress): boolean => {
    if (sum.hasAmount || sum.complete) return false
    if (sum.isUntold) return true
    if (!sum.isUnreadable && !completeness.hasUnusableInput(sum.year)) return false
    zeros ??= listZeroLines(documents, salesYears)
    return !zeros.has(`${sum.year} ${sum.line}`)
  }
  const lines: LineSum[] = []
  for (const sum of allLines)
    if (sum.amount !== 0 || sum.wholeDollars !== 0 || !sum.complete)
      lines.push(isUnknown(sum) ? { ...sum, amount: null, wholeDollars: null } : sum)
  return lines
}

/** Returns the lines for which a completely read document reports 0. */
function listZeroLines(documents: readonly ResolvedDocument[], salesYears: ReadonlySet<number | null>): Set<string> {
  const zeros = new Set<string>()
  for (const { document, status } of documents) {
    const { year, compiledForm } = document
    if (status !== 'counted' || year === null) continue
    const zeroLines: ReturnLine[] = []
    let isReadable = true
    const collector: LineCollector = {
      hasSales: salesYears.has(year),
      includesZeros: true,
      add: (line, _, cents, uncertainty) => {
        if (uncertainty === 'unreadable') isReadable = false
        else if (cents === 0 && uncertainty === null) zeroLines.push(line)
      },
    }
    const fields = createFieldReader(document)
    for (const row of listLineRows(compiledForm.form)) row.read(fields, collector)
    for (const line of isReadable ? zeroLines : []) zeros.add(`${year} ${line}`)
  }
  return zeros
}

/**
 * Returns the lines of a year that cannot be computed from the documents alone: line 7 in a year with sales or shares
 * of gains, which Schedule D computes, and line 3a in a year with shares of dividends, because no box says which part
 * is qualified. An unreadable amount may be such a share.
 */
export function listOpenLines(
  documents: readonly ResolvedDocument[],
  { facts, gaps }: Ledger,
  year: number,
): ReadonlySet<ReturnLine> {
  const openLines = new Set<ReturnLine>()
  for (const resolvedDocument of documents)
    if (resolvedDocument.document.year === year && resolvedDocument.status === 'counted' && isSale(resolvedDocument))
      openLines.add('7')
  const addOpenLine = (category: IncomeCategory | null): void => {
    if (category === 'capital_gains') openLines.add('7')
    if (category === 'dividends') openLines.add('3a')
  }
  for (const { resolvedDocument, cents, meaning } of facts) {
    if (resolvedDocument.document.year !== year || resolvedDocument.status !== 'counted' || cents === 0) continue
    if (meaning.basis === 'allocated') addOpenLine(meaning.category)
  }
  for (const gap of gaps) if (gap.year === year) addOpenLine(findCategory(gap.role))
  return openLines
}

const isSale = ({ document }: ResolvedDocument): boolean => document.compiledForm.uses.sales === true
