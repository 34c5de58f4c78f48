import { getOrCreate } from '../core/lists.js'
import { compareNullLast, compareText } from '../core/text.js'
import type { SourceDocument } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import {
  findCategory,
  findWithholdingKind,
  type IncomeCategory,
  type Role,
  type WithholdingKind,
} from '../schema/role.js'
import { isIncomeOrWithholding, listRoles } from './box-meaning.js'
import { listUnparsedRecords } from './completeness.js'
import { CausesByKey, DocumentCounter, type GapCause, type GapReason, makeCause } from './gap-causes.js'
import { listUnreadableLiabilities } from './liabilities.js'
import { findRecipient } from './recipients.js'
import { formatDocumentPlace, type TaxpayerResult } from './taxpayer-result.js'
import type { YearSum } from './years.js'

// A gap is a figure with the reason why it misses something. Every incomplete sum has a gap with its own year, recipient
// and category (or kind), so that a join of both explains every sum.
//
// Unusable input of a year, such as a rejected record, is a gap of every sum of that year. Several such inputs with one
// reason are one gap, which names the first and their number: otherwise, there would be as many gaps as the product of
// inputs and sums.

/** The figure that misses something: the table and the key of its row. All are null if no figure needs the input. */
interface GapFigure {
  readonly tableName: 'income' | 'withholding' | 'year_totals' | 'liabilities' | null
  readonly taxYear: number | null
  readonly recipient: string | null
  readonly category: IncomeCategory | null
  readonly kind: WithholdingKind | null
}

/** A figure and one reason why it misses something. */
export interface FigureGap extends GapFigure, GapCause {}

const NO_FIGURE: GapFigure = { tableName: null, taxYear: null, recipient: null, category: null, kind: null }

const toYearKey = (year: number | null): string => `year ${year}`
const toSumKey = (year: number, sum: string | null, recipient: string | null): string => `${year} ${sum} ${recipient}`

/** Names the sum of a role. A category and a kind of tax can have the same name, such as `social_security`. */
function nameSum(role: Role): string | null {
  const category = findCategory(role)
  return category !== null ? `income ${category}` : `withholding ${findWithholdingKind(role)}`
}

/** Adds the inputs that may contain any amount of their year. */
function addUnusableInputs(dossier: SourceDossier, causes: CausesByKey): void {
  const add = (year: number | null, reason: GapReason, recordId: string | null, form: string | null = null): void =>
    causes.add(toYearKey(year), makeCause(reason, { recordId, form }), null)
  for (const { id, taxYear, isRepeated } of dossier.rejected) if (!isRepeated) add(taxYear, 'record_rejected', id)
  for (const { id, taxYear, forms, unknownForms } of dossier.records) {
    for (const { name, year } of unknownForms) add(year, 'form_unknown', id, name)
    if (forms.some(({ isUnreadable }) => isUnreadable)) add(taxYear, 'form_object_rejected', id)
  }
  for (const { id, taxYear } of listUnparsedRecords(dossier)) add(taxYear, 'record_not_parsed', id)
}

/** A field of null is an unknown cost basis. */
const makeBoxCause = (document: SourceDocument, field: string | null): GapCause =>
  makeCause(
    field === null ? 'basis_unknown' : field === document.missingMainBox ? 'main_box_missing' : 'unreadable_box',
    { document, field },
  )

/** Adds the boxes that sums need, and the rejected entries. Returns the boxes by document. */
function addMissingBoxes({ dossier, ledger }: TaxpayerResult, causes: CausesByKey, add: AddGap) {
  const boxes = new Map<SourceDocument, ReadonlySet<string | null>>()
  // Most documents have one such box, so they share its set.
  const single = new Map<string | null, ReadonlySet<string | null>>()
  for (const { year, role, resolvedDocument, field: gapField, isUnreadable } of ledger.gaps) {
    if (resolvedDocument === null || !isIncomeOrWithholding(role)) continue
    const { document } = resolvedDocument
    const recipient = findCategory(role) === null ? null : findRecipient(resolvedDocument)
    const fields = gapField !== null ? [gapField] : isUnreadable ? document.unreadableFields : [null]
    for (const field of fields) {
      const location = `${formatDocumentPlace(document)} ${field}`
      causes.add(toSumKey(year, nameSum(role), recipient), makeBoxCause(document, field), location)
      const fieldsOfDocument = boxes.get(document)
      boxes.set(
        document,
        fieldsOfDocument === undefined
          ? getOrCreate(single, field, () => new Set([field]))
          : new Set([...fieldsOfDocument, field]),
      )
    }
  }
  for (const { id: recordId, rejectedEntryForms } of dossier.records) {
    for (const { form, year } of rejectedEntryForms) {
      const makeEntryCause = (): GapCause => makeCause('entry_rejected', { recordId, form: form.key })
      const roles = listRoles(form).filter(isIncomeOrWithholding)
      if (year === null || roles.length === 0) add({ taxYear: year }, makeEntryCause())
      else for (const role of roles) causes.add(toSumKey(year, nameSum(role), null), makeEntryCause(), form.key)
    }
  }
  return boxes
}

type AddGap = (figure: Partial<GapFigure>, cause: GapCause) => void

/** Adds what no sum of income or withholding needs: other boxes, unread amounts, years without input, liabilities. */
function addOtherGaps(
  { dossier, resolution, years }: TaxpayerResult,
  summedBoxes: ReadonlyMap<SourceDocument, ReadonlySet<string | null>>,
  add: AddGap,
): void {
  const addUnreadAmounts = (taxYear: number | null, inputCount: number, parts: Partial<GapCause>): void => {
    const figure = taxYear === null ? {} : ({ tableName: 'year_totals', taxYear } as const)
    if (inputCount > 0) add(figure, makeCause('unread_amount', { ...parts, inputCount }))
  }
  for (const { document, status } of resolution.documents) {
    if (status !== 'counted') continue
    const { year: taxYear, unreadableFields, unreadAmountCount } = document
    for (const field of unreadableFields)
      if (summedBoxes.get(document)?.has(field) !== true) add({ taxYear }, makeBoxCause(document, field))
    addUnreadAmounts(taxYear, unreadAmountCount, { document })
    if (taxYear === null) add({}, makeCause('year_unknown', { document }))
  }
  for (const { id: recordId, unreadAmounts } of dossier.records)
    for (const { year, count } of unreadAmounts) addUnreadAmounts(year, count, { recordId })
  for (let i = 1; i < years.length; i++)
    for (let taxYear = (years[i - 1] as YearSum).year + 1; taxYear < (years[i] as YearSum).year; taxYear++)
      add({ taxYear }, makeCause('year_missing', {}))
  for (const { year: taxYear, fields } of listUnreadableLiabilities(dossier.taxpayer))
    for (const field of fields) add({ tableName: 'liabilities', taxYear }, makeCause('unreadable_box', { field }))
}

/** Lists every figure that misses something, with each reason. Returns nothing if all of the input was used. */
export function listGaps(result: TaxpayerResult): readonly FigureGap[] {
  const gaps: FigureGap[] = []
  const counter = new DocumentCounter()
  const add: AddGap = (figure, cause) => {
    const gap: FigureGap = Object.assign({}, NO_FIGURE, figure, cause)
    const { tableName, taxYear, recipient, category, kind } = gap
    if (counter.tryList(`${tableName} ${taxYear} ${recipient} ${category} ${kind}`, gap)) gaps.push(gap)
  }
  const causes = new CausesByKey()
  addUnusableInputs(result.dossier, causes)
  const summedBoxes = addMissingBoxes(result, causes, add)
  const addSum = (year: number, recipient: string | null, name: string, figure: Partial<GapFigure>): void => {
    const keys = new Set([null, year].map(toYearKey))
    for (const owner of [null, recipient]) keys.add(toSumKey(year, name, owner))
    for (const key of keys) for (const cause of causes.list(key)) add({ ...figure, taxYear: year, recipient }, cause)
  }
  for (const { year, recipient, category, complete } of result.incomeByRecipient)
    if (!complete) addSum(year, recipient, `income ${category}`, { tableName: 'income', category })
  for (const { year, kind, complete } of result.withholdingWithUnknownRows)
    if (!complete) addSum(year, null, `withholding ${kind}`, { tableName: 'withholding', kind })
  if (result.years.length === 0) for (const cause of causes.list(toYearKey(null))) add({}, cause)
  addOtherGaps(result, summedBoxes, add)
  return collapseRepeats(gaps.sort(compareGaps))
}

/** Collapses equal gaps of sorted ones, such as two amounts under unknown keys of a record, and adds up their inputs. */
function collapseRepeats(sortedGaps: readonly FigureGap[]): readonly FigureGap[] {
  const gaps: FigureGap[] = []
  for (const gap of sortedGaps) {
    const last = gaps.at(-1)
    if (last !== undefined && compareGaps(last, gap) === 0) last.inputCount += gap.inputCount
    else gaps.push(gap)
  }
  return gaps
}

const compareDocumentPositions = (a: SourceDocument | null, b: SourceDocument | null): number =>
  (a?.formIndex ?? 0) - (b?.formIndex ?? 0) || (a?.entryIndex ?? 0) - (b?.entryIndex ?? 0)

/** Orders gaps by year, table, key, reason and location. */
const compareGaps = (a: FigureGap, b: FigureGap): number =>
  (a.taxYear ?? 9999) - (b.taxYear ?? 9999) ||
  compareNullLast(a.tableName, b.tableName) ||
  compareNullLast(a.recipient, b.recipient) ||
  compareNullLast(a.category ?? a.kind, b.category ?? b.kind) ||
  compareText(a.reason, b.reason) ||
  compareNullLast(a.recordId, b.recordId) ||
  compareNullLast(a.form, b.form) ||
  compareDocumentPositions(a.document, b.document) ||
  compareNullLast(a.field, b.field)
