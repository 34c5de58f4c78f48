// Completes the values of a document that counts with those of its other copies.

import { replaceCells, type SourceDocument } from '../ingest/source.js'
import type { Cell, Field } from '../schema/field.js'
import { findWithholdingKind } from '../schema/role.js'
import { addDoubt, type Candidate, type ReportWarning } from './candidate.js'

/**
 * Makes a counted software document have the same amounts as its IRS copies. Amounts that both have keep the cents of
 * software. Software may add withheld tax, because transcripts do not show all of it.
 */
export function takeIrsAmounts(candidate: Candidate, fromIrs: readonly Candidate[], warn: ReportWarning): void {
  const { cells, compiledForm, unreadableFields } = candidate.document
  const { amountPositions, fields, mainBoxPositions } = compiledForm
  const { document: irsDocument } = fromIrs[0] as Candidate
  const isEachBoxCompared = fromIrs.length > 1 || unreadableFields.length > 0 || irsDocument.unreadableFields.length > 0
  for (const position of amountPositions) {
    const { type, role } = fields[position] as Field
    // Usually, both copies have the box or neither has. This test makes `convert` 5 % faster.
    const isOnBothOrNeither = (cells[position] === null) === (irsDocument.cells[position] === null)
    if (isOnBothOrNeither && type === 'money' && !isEachBoxCompared) continue
    const irsCopy = fromIrs.find(copy => hasAmount(copy, position))
    const hasOwnAmount = hasAmount(candidate, position)
    const isUnreadableInIrsCopy = fromIrs.some(copy => isUnreadable(copy, position))
    // The copies of a sale may have the proceeds in different boxes, so a missing box does not mean a missing amount.
    if (mainBoxPositions.length > 1 && mainBoxPositions.includes(position) && !isUnreadableInIrsCopy) continue
    if (irsCopy !== undefined) {
      const value = irsCopy.document.cells[position] as Cell
      const isNeeded =
        isUnreadable(candidate, position) || (!hasOwnAmount && (value !== 0 || isZeroMeaningful(candidate, position)))
      if (isNeeded || type === 'list') copyValue(candidate, irsCopy, position)
      // The readable items of the list stay. The field is unreadable because others are missing.
      if (type === 'list' && isUnreadable(irsCopy, position)) markUnreadable(candidate, position, value)
    } else if (role === null || findWithholdingKind(role) === null || !hasOwnAmount) {
      if (isUnreadableInIrsCopy) markUnreadable(candidate, position, type === 'list' ? [] : null)
      else if (hasOwnAmount || isUnreadable(candidate, position))
        removeAmount(candidate, fromIrs[0] as Candidate, position, warn)
    }
  }
}

/** True if the document has a readable amount, or a list with a readable item. */
function hasAmount({ document: { cells } }: Candidate, position: number): boolean {
  const cell = cells[position] as Cell
  return cell !== null && !(Array.isArray(cell) && cell.length === 0)
}

/** Makes a box unreadable. The cell is null, or the items of a list that can be read. */
function markUnreadable(candidate: Candidate, position: number, cell: Cell): void {
  const { completedDocument, document } = candidate
  const { cells, compiledForm, unreadableFields }: SourceDocument = completedDocument ?? document
  const { name } = compiledForm.fields[position] as Field
  candidate.completedDocument = replaceCells(
    completedDocument ?? document,
    cells.with(position, cell),
    unreadableFields.includes(name) ? unreadableFields : [...unreadableFields, name],
  )
  addDoubt(candidate, 'unreadable_box')
}

const isTaxableAmount = ({ document: { compiledForm } }: Candidate, position: number): boolean =>
  compiledForm.fields[position]?.name === compiledForm.uses.distribution?.taxable

/**
 * True if a 0 in this box differs from an absent box: a taxable amount of 0 means a nontaxable payment, and a main box of 0
 * means a known amount.
 */
const isZeroMeaningful = (candidate: Candidate, position: number): boolean =>
  candidate.document.compiledForm.mainBoxPositions.includes(position) || isTaxableAmount(candidate, position)

/**
 * Removes an amount or an unreadable value that the IRS copies do not have. Reports an amount other than 0, and a taxable
 * amount of 0. Otherwise, no known money is lost.
 */
function removeAmount(candidate: Candidate, irsCopy: Candidate, position: number, warn: ReportWarning): void {
  const isZero = candidate.document.cells[position] === 0
  if (isZero && !isZeroMeaningful(candidate, position)) return
  copyValue(candidate, irsCopy, position)
  if (!hasAmount(candidate, position) || (isZero && !isTaxableAmount(candidate, position))) return
  warn('copies_disagree', candidate, { decidedBy: irsCopy, position })
  addDoubt(candidate, 'copies_disagree')
}

export const isUnreadable = ({ document: { compiledForm, unreadableFields } }: Candidate, position: number): boolean =>
  unreadableFields.includes((compiledForm.fields[position] as Field).name)

/** Copies a value from another copy of the document. */
export function copyValue(candidate: Candidate, holder: Candidate, position: number): void {
  const { document } = candidate
  const { name } = document.compiledForm.fields[position] as Field
  const completed: SourceDocument = candidate.completedDocument ?? document
  candidate.completedDocument = replaceCells(
    completed,
    completed.cells.with(position, holder.document.cells[position] as Cell),
    completed.unreadableFields.filter(field => field !== name),
  )
  // A box that is not checked means the same as one that is absent, so nobody needs to know where it comes from.
  if (document.cells[position] === null && holder.document.cells[position] === false) return
  candidate.copiedFrom ??= new Map()
  candidate.copiedFrom.set(name, holder.document)
}
