// Compares the copies of one document in the fields that decide what an amount means. Two copies may agree in every
// amount and disagree in such a field: the IRS has a Form 1099-R with code G, a rollover, and tax software has it with
// code 7, a pension. The IRS copy decides. The *completed* document is the counted document with the values that decide.

import { areDifferentIdentifiers } from '../core/identifier.js'
import { appendToGroup } from '../core/lists.js'
import { readMeaning, type SourceDocument } from '../ingest/source.js'
import type { Cell, Field } from '../schema/field.js'
import { REJECT_SCORE, scoreCorrectionKeys } from './compare.js'
import { addDoubt, type DocumentEntry, isCounted, isIrsDocument, type ReportWarning } from './document-entry.js'

/** Returns text that is equal for values with the same meaning. Empty if the document does not have the value. */
const readValue = ({ document: { cells, compiledForm } }: DocumentEntry, position: number): string =>
  readMeaning(compiledForm, cells, position)

const isContradicted = (meaning: string, otherMeaning: string): boolean =>
  meaning !== '' && otherMeaning !== '' && meaning !== otherMeaning

/** Returns the first value among copies. Empty if no copy has the value. */
const readFirstValue = (copies: readonly DocumentEntry[], position: number): string => {
  for (const copy of copies) {
    const value = readValue(copy, position)
    if (value !== '') return value
  }
  return ''
}

/** Returns the positions of the fields in which a copy has a value different from that of the IRS copies. */
const listContradictions = (entry: DocumentEntry, irsCopies: readonly DocumentEntry[]): number[] =>
  entry.document.compiledForm.decidingPositions.filter(position =>
    isContradicted(readValue(entry, position), readFirstValue(irsCopies, position)),
  )

/** Returns the recipient that a copy states. Only the IRS identifies it by the identifier of the form object. */
const readStatedRecipient = ({ document, record, recipientInSource }: DocumentEntry): string | null =>
  record.isFromIrs ? recipientInSource : document.recipient.id

function contradictsIrsRecipient(entry: DocumentEntry, irsCopies: readonly DocumentEntry[]): boolean {
  const recipient = readStatedRecipient(entry)
  const irsRecipient = irsCopies.map(readStatedRecipient).find(id => id !== null) ?? null
  return recipient !== null && irsRecipient !== null && areDifferentIdentifiers(recipient, irsRecipient)
}

const findAgreeing = (entry: DocumentEntry, candidates: Iterable<DocumentEntry>): DocumentEntry | undefined => {
  for (const candidate of candidates)
    if (
      listContradictions(entry, [candidate]).length === 0 &&
      !contradictsIrsRecipient(entry, [candidate]) &&
      scoreCorrectionKeys(entry, candidate, true) !== REJECT_SCORE
    )
      return candidate
  return undefined
}

/**
 * Pairs the documents of one source with the IRS copies of their group, in order: first each document with a free IRS
 * copy that it does not contradict, then the others with those that are left. Documents beyond the number of IRS copies
 * use an IRS copy that is already paired. Documents that count go first, so that they get the free IRS copies.
 */
function pairWithIrsCopies(
  irsCopies: readonly DocumentEntry[],
  sourceEntries: readonly DocumentEntry[],
  copiesByIrsCopy: Map<DocumentEntry, DocumentEntry[]>,
): void {
  const counted = sourceEntries.filter(isCounted)
  const entriesToPairFirst = counted.length > 0 ? counted : sourceEntries
  const freeIrsCopies = new Set(irsCopies)
  const pair = (entry: DocumentEntry, irsCopy: DocumentEntry): void => {
    freeIrsCopies.delete(irsCopy)
    appendToGroup(copiesByIrsCopy, irsCopy, entry)
  }
  const unpaired = entriesToPairFirst.filter(entry => {
    const irsCopy = findAgreeing(entry, freeIrsCopies)
    if (irsCopy !== undefined) pair(entry, irsCopy)
    return irsCopy === undefined
  })
  for (const entry of unpaired) {
    const [firstFree] = freeIrsCopies
    pair(entry, firstFree ?? findAgreeing(entry, irsCopies) ?? (irsCopies[0] as DocumentEntry))
  }
  for (const entry of sourceEntries)
    if (!entriesToPairFirst.includes(entry))
      pair(entry, findAgreeing(entry, irsCopies) ?? (irsCopies[0] as DocumentEntry))
}

/**
 * Gives the counted documents of a group of copies the values that decide, and reports software copies that have other
 * values than the IRS copy.
 *
 * @param irsCopies The documents of the IRS source that decides.
 * @param irsMembers All IRS documents of the group, in the fixed order.
 * @param otherSources The documents of every other source of the group.
 */
export function applyDecidingValues(
  irsCopies: readonly DocumentEntry[],
  irsMembers: readonly DocumentEntry[],
  otherSources: readonly (readonly DocumentEntry[])[],
  warn: ReportWarning,
): void {
  const copiesByIrsCopy = new Map<DocumentEntry, DocumentEntry[]>()
  for (const entries of otherSources) pairWithIrsCopies(irsCopies, entries, copiesByIrsCopy)
  for (const [irsCopy, unsortedCopies] of copiesByIrsCopy) {
    const copies = unsortedCopies.sort((a, b) => a.position - b.position)
    const software = copies.filter(copy => !isIrsDocument(copy))
    const fromIrs = [irsCopy, ...copies.filter(isIrsDocument)]
    const counted = [irsCopy, ...copies].filter(isCounted)
    const recipientCopy = [...fromIrs, ...irsMembers].find(entry => entry.recipientInSource !== null)
    for (const copy of software) {
      copy.recipientFromIrs = recipientCopy?.recipientInSource ?? null
      const positions: (number | undefined)[] = listContradictions(copy, fromIrs)
      if (contradictsIrsRecipient(copy, fromIrs)) positions.push(undefined)
      for (const position of positions) warn('copies_disagree', copy, { decidedBy: irsCopy, position })
      if (positions.length > 0) for (const entry of counted) addDoubt(entry, 'copies_disagree')
    }
    for (const entry of counted) takeDecidingValues(entry, fromIrs, software)
  }
}

/**
 * Takes each value from the IRS copies, or else from the counted document, or else from the software copies. The basis of
 * a sale stays if the counted document has one.
 */
function takeDecidingValues(
  entry: DocumentEntry,
  fromIrs: readonly DocumentEntry[],
  software: readonly DocumentEntry[],
): void {
  const { decidingPositions, optionalBoxPosition } = entry.document.compiledForm
  // Another document of the same transcript is not a copy of this one, in this pull or in another one.
  const copies = [...fromIrs, entry, ...software.filter(({ transcript }) => transcript !== entry.transcript)]
  for (const position of decidingPositions) {
    const holder = copies.find(copy => readValue(copy, position) !== '')
    if (holder === undefined || readValue(holder, position) === readValue(entry, position)) continue
    copyValue(entry, holder, position)
  }
  if (optionalBoxPosition === -1 || isUnreadable(entry, optionalBoxPosition)) return
  const holder = (hasOptionalBox(entry) ? [entry] : copies).find(hasOptionalBox)
  if (holder === undefined) return
  if (holder !== entry) copyValue(entry, holder, optionalBoxPosition)
  if (!fromIrs.some(hasOptionalBox)) addDoubt(entry, 'basis_from_software')
}

const isUnreadable = ({ document: { compiledForm, unreadableFields } }: DocumentEntry, position: number): boolean =>
  unreadableFields.includes((compiledForm.fields[position] as Field).name)

/** True if the box that may be unreported has an amount. */
const hasOptionalBox = ({ document: { cells, compiledForm } }: DocumentEntry): boolean =>
  Boolean(cells[compiledForm.optionalBoxPosition])

/** Copies a value from another copy of the document. */
function copyValue(entry: DocumentEntry, holder: DocumentEntry, position: number): void {
  const { document } = entry
  const { name } = document.compiledForm.fields[position] as Field
  const completed: SourceDocument = entry.completedDocument ?? document
  entry.completedDocument = {
    ...completed,
    cells: completed.cells.with(position, holder.document.cells[position] as Cell),
    unreadableFields: completed.unreadableFields.filter(field => field !== name),
  }
  // A box that is not checked means the same as one that is absent, so nobody needs to know where it comes from.
  if (document.cells[position] === null && holder.document.cells[position] === false) return
  entry.copiedFrom ??= new Map()
  entry.copiedFrom.set(name, holder.document)
}
