import { getOrCreate, insertNumber, NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import { findDoubtfulField, isUnreadableGap, listRoles } from '../../figures/box-meaning.js'
import { listUnparsedRecords } from '../../figures/completeness.js'
import { type FactRow, isCountedFact } from '../../figures/facts.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { SourceDossier } from '../../ingest/source-dossier.js'
import type { FormTable, FormUse, FormUses } from '../../schema/form.js'
import { findCategory, type Role } from '../../schema/role.js'
import { inputOf, inputOfStated, leftOut, type TraceExclusion, wordsOfPlace } from '../traces/trace.js'
import type { BorrowerView } from './borrower-view.js'
import { completeFrom } from './confirmation.js'

/** Of which years something was lost: of those that this holds true for, and of those that are not known. */
type OfYear = (year: number) => boolean

/** True where what a sum of these roles needs may have been lost: a refused form of it, or a box of the taxpayer's own. */
export const isSumUnreadable = (borrower: BorrowerView, ofYear: OfYear, needs: (role: Role) => boolean): boolean =>
  borrower.result.completeness.hasUnusableInputIn(ofYear) ||
  borrower.gaps.some(({ role, year, isUnreadable }) => isUnreadable && ofYear(year) && needs(role))

/** True where a form that has a use, or any, may have been refused. */
export const isFormRefused = (borrower: BorrowerView, ofYear: OfYear, use?: FormUse): boolean =>
  borrower.result.completeness.hasUnusableInputIn(ofYear) || borrower.result.completeness.hasRejectedEntry(ofYear, use)

/**
 * True where a figure over the taxpayer's own forms that have a use may miss something: a form that may be one of them was
 * refused, or one of these boxes, or what the form is, could not be read.
 */
export const isFormUnreadable = <U extends FormUse>(
  borrower: BorrowerView,
  use: U,
  ofYear: OfYear,
  boxesOf: (boxes: FormUses[U]) => readonly string[] = () => NO_ITEMS,
): boolean =>
  isFormRefused(borrower, ofYear, use) ||
  borrower.flawed.some(document => {
    const boxes = document.compiledForm.uses[use]
    if (boxes === null || !ofYear(document.year as number)) return false
    return findDoubtfulField(document) !== null || boxesOf(boxes).some(name => document.unreadableFields.includes(name))
  })

/**
 * Boxes of a stream's years that could not be read, or an entry that may have held one. Missing: `document` of an entry,
 * `role` where a box stands in for another.
 */
export interface Loss {
  readonly year: number
  readonly role: Role | null
  readonly document: SourceDocument | null
  readonly fields: readonly string[]
}

/** True where a year without an amount may have had one: something of it could not be read. */
export const isLostIn = (year: number, losses: readonly Loss[], { result }: BorrowerView): boolean =>
  losses.some(each => each.year === year) || result.completeness.hasRejectedInput(year)

const REASON = 'income_unreadable'

const ofRecord = (recordId: string | null, form: string, year: number | null): TraceExclusion => ({
  ...inputOfStated(form, '', null),
  recordId,
  year,
  reason: REASON,
})

/** Those of a stream's two years that have no amount, and of which something could not be read. */
export function unreadYears(
  year: number,
  latest: Cents | null,
  prior: Cents | null,
  losses: readonly Loss[],
  borrower: BorrowerView,
): readonly number[] {
  return [
    ...(latest === null && isLostIn(year, losses, borrower) ? [year] : NO_ITEMS),
    ...(prior === null && isLostIn(year - 1, losses, borrower) ? [year - 1] : NO_ITEMS),
  ]
}

/** Everything of a year that could not be read and may have held a stream's income: boxes, entries, whole records. */
export function unreadOf(year: number, losses: readonly Loss[], { result }: BorrowerView): TraceExclusion[] {
  const { dossier } = result
  const own = losses.filter(each => each.year === year)
  const boxes = own.flatMap(({ document, fields }) =>
    document === null ? [] : fields.map(field => leftOut(inputOf(document, field, null), REASON)),
  )
  const roles = new Set(own.flatMap(({ document, role }) => (document === null ? [role] : [])))
  const feeding = new Map<FormTable, boolean>()
  const feeds = (form: FormTable): boolean =>
    getOrCreate(feeding, form, () => listRoles(form).some(role => roles.has(role)))
  const entries = dossier.records.flatMap(({ id, unreadableEntries }) =>
    unreadableEntries.flatMap(({ form, year: each }) =>
      each === year && feeds(form) ? [ofRecord(id, form.key, year)] : [],
    ),
  )
  return [...boxes, ...entries, ...refusedOf(year, dossier)]
}

/** The records of a year, or of none that is known, that were refused in whole or in part, or not parsed yet. */
const refusedOf = (year: number, dossier: SourceDossier): TraceExclusion[] =>
  [
    ...dossier.rejected.filter(({ isRepeated }) => !isRepeated),
    ...dossier.records.filter(({ forms }) => forms.some(({ isUnreadable }) => isUnreadable)),
    ...listUnparsedRecords(dossier),
  ]
    .filter(({ taxYear }) => taxYear === null || taxYear === year)
    .map(({ id, taxYear }) => ofRecord(id, 'record', taxYear))

/** So many are named. */
const NAMED = 3

/** What of years could not be read, in words: the boxes and where they stand, each once. */
export function wordsOfUnread(years: readonly number[], losses: readonly Loss[], borrower: BorrowerView): string {
  const words = new Set(years.flatMap(year => unreadOf(year, losses, borrower).map(wordsOfPlace)))
  const more = words.size > NAMED ? ` and ${words.size - NAMED} more` : ''
  return `${[...words].slice(0, NAMED).join(', ')}${more}`
}

/**
 * True where a year's documents are all there: a software source holds it, or its newest authority record is dated on
 * or after 1 August of the next year.
 */
function isYearComplete({ resolution }: TaxpayerResult, year: number): boolean {
  const day = completeFrom(year)
  for (const { document, status } of resolution.documents) {
    // What was never a document of the year does not show that the source has the year.
    if (document.year !== year || status === 'void' || status === 'canceled') continue
    if (!document.record.isFromIrs || (document.record.date ?? '') >= day) return true
  }
  return false
}

/** The years of documents of income that count, those whose income could not be read among them, the latest first. */
function yearsWithIncome(borrower: BorrowerView, facts: readonly FactRow[], areOwn: boolean): number[] {
  const years: number[] = []
  for (const fact of facts) if (isCountedFact(fact)) insertNumber(years, fact.resolvedDocument.document.year as number)
  for (const gap of borrower.result.ledger.gaps) {
    // A basis that is not known is a gap, but nothing of it was lost.
    if (gap.resolvedDocument === null || !isUnreadableGap(gap) || findCategory(gap.role) === null) continue
    if (borrower.isOwn(gap.resolvedDocument) === areOwn) insertNumber(years, gap.year)
  }
  return years.reverse()
}

/** True if a record, a form object or an entry was refused that may have held income of a year. */
const isIncomeRefused = (borrower: BorrowerView, ofYear: (year: number) => boolean): boolean =>
  borrower.result.completeness.hasUnusableInputIn(ofYear) ||
  borrower.result.ledger.gaps.some(
    ({ resolvedDocument, role, year }) => resolvedDocument === null && findCategory(role) !== null && ofYear(year),
  )

/**
 * The year to work with: the one given, else the latest complete one with a counted document of income, else the latest
 * with any.
 * Missing: without income of the taxpayer's own, the income of other recipients says the year.
 *
 * @param boxFiveWages Wages that the policy reads from box 5 because box 1 is unknown. A year that has them is known.
 * @returns The year, which is null where there is no income at all. `laterIncomplete` are the years with income behind it
 * that are not complete yet. `doubtful`: nothing of the year's income could be read, or income was refused whose year may
 * have been the year.
 */
export function asOfYearOf(borrower: BorrowerView, given: number | undefined, boxFiveWages: readonly FactRow[]) {
  const { result } = borrower
  const ownYears = yearsWithIncome(borrower, borrower.income, true)
  const facts = ownYears.length > 0 ? borrower.income : borrower.others
  const latestFirst = ownYears.length > 0 ? ownYears : yearsWithIncome(borrower, facts, false)
  const latest = latestFirst[0]
  if (latest === undefined) {
    const doubtful = isIncomeRefused(borrower, () => true)
    return { year: null, complete: false, laterIncomplete: [], doubtful }
  }
  const year = given ?? latestFirst.find(each => isYearComplete(result, each)) ?? latest
  return {
    year,
    complete: isYearComplete(result, year),
    laterIncomplete: latestFirst.filter(each => each > year && !isYearComplete(result, each)).reverse(),
    doubtful:
      given === undefined &&
      (![...facts.filter(isCountedFact), ...boxFiveWages].some(
        ({ resolvedDocument }) => resolvedDocument.document.year === year,
      ) ||
        isIncomeRefused(borrower, each => ownYears.length === 0 || each > year)),
  }
}
