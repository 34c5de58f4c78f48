// Compares the copies of one document. The IRS copy decides what an amount means and which amounts the document has:
// software may only add cents and withheld tax. Two copies can have equal amounts that mean different things: the IRS has a
// Form 1099-R with code G, a rollover, and tax software has it with code 7, a pension. The *completed* document is the
// counted document with the values of the IRS copy.

import { areDifferentIdentifiers } from '../core/identifier.js'
import { appendToGroup } from '../core/lists.js'
import { areCompatiblePersonNames, type PersonName, parsePersonName } from '../core/person-name.js'
import { readMeaning } from '../ingest/source.js'
import type { Field, FieldType } from '../schema/field.js'
import {
  addDoubt,
  type Candidate,
  hasReportedBasis,
  isCounted,
  isIrsDocument,
  type ReportWarning,
} from './candidate.js'
import { REJECT_SCORE, scoreCorrectionKeys } from './compare.js'
import { copyValue, isUnreadable, takeIrsAmounts } from './irs-amounts.js'

/** Returns text that is equal for values with the same meaning. Empty if the document does not have the value. */
const readValue = ({ document: { cells, compiledForm } }: Candidate, position: number): string =>
  readMeaning(compiledForm, cells, position)

const isContradicted = (meaning: string, otherMeaning: string): boolean =>
  meaning !== '' && otherMeaning !== '' && meaning !== otherMeaning

/**
 * Types of fields that software may not add to an IRS document. It may add codes and rates, because an IRS copy can lack
 * them.
 */
const IRS_ONLY_TYPES: ReadonlySet<FieldType> = new Set(['flag', 'date', 'ratio', 'percentage'])

/** Returns true if a document has a checked box, or any other value. */
const isStated = ({ document: { cells } }: Candidate, position: number): boolean =>
  cells[position] !== null && cells[position] !== false

/**
 * Returns true if all IRS copies leave a field empty that software may not add: the box is not checked, or the IRS has no
 * date or share. An unreadable value is not empty.
 */
function isLeftEmptyByIrs(irsCopies: readonly Candidate[], position: number): boolean {
  const { type } = (irsCopies[0] as Candidate).document.compiledForm.fields[position] as Field
  if (!IRS_ONLY_TYPES.has(type)) return false
  return irsCopies.every(copy => !isStated(copy, position) && !isUnreadable(copy, position))
}

/** Returns the first value among copies. Empty if no copy has the value. */
const readFirstValue = (copies: readonly Candidate[], position: number): string => {
  for (const copy of copies) {
    const value = readValue(copy, position)
    if (value !== '') return value
  }
  return ''
}

/**
 * Returns the positions of the fields in which a copy has a value different from that of the IRS copies, or that software
 * may not add.
 */
const listContradictions = (candidate: Candidate, irsCopies: readonly Candidate[]): number[] =>
  candidate.document.compiledForm.decidingPositions.filter(
    position =>
      isContradicted(readValue(candidate, position), readFirstValue(irsCopies, position)) ||
      (isStated(candidate, position) && !isIrsDocument(candidate) && isLeftEmptyByIrs(irsCopies, position)),
  )

/** Returns the recipient that a copy states. Only the IRS identifies it by the identifier of the form object. */
const readStatedRecipient = ({ document, record, recipientInSource }: Candidate): string | null =>
  record.isFromIrs ? recipientInSource : document.recipient.id

/** Returns true if a copy has another recipient than the IRS copies. Names decide if one of them states no identifier. */
function contradictsIrsRecipient(candidate: Candidate, irsCopies: readonly Candidate[]): boolean {
  const recipient = readStatedRecipient(candidate)
  const irsRecipient = irsCopies.map(readStatedRecipient).find(id => id !== null) ?? null
  if (recipient !== null && irsRecipient !== null) return areDifferentIdentifiers(recipient, irsRecipient)
  const name = readRecipientName(candidate)
  const irsName = irsCopies.map(readRecipientName).find(copyName => copyName !== null) ?? null
  return name !== null && irsName !== null && !areCompatiblePersonNames(name, irsName)
}

const readRecipientName = ({ document: { recipient } }: Candidate): PersonName | null =>
  recipient.name === null ? null : parsePersonName(recipient.name)

/** Reports the fields in which a software copy contradicts the IRS copies. Returns true if there is one. */
function reportContradictions(copy: Candidate, irsCopies: readonly Candidate[], warn: ReportWarning): boolean {
  const positions: (number | undefined)[] = listContradictions(copy, irsCopies)
  if (contradictsIrsRecipient(copy, irsCopies)) positions.push(undefined)
  for (const position of positions) warn('copies_disagree', copy, { decidedBy: irsCopies[0] as Candidate, position })
  return positions.length > 0
}

const findAgreeing = (candidate: Candidate, copies: Iterable<Candidate>): Candidate | undefined => {
  for (const copy of copies)
    if (
      listContradictions(candidate, [copy]).length === 0 &&
      !contradictsIrsRecipient(candidate, [copy]) &&
      scoreCorrectionKeys(candidate, copy, true) !== REJECT_SCORE
    )
      return copy
  return undefined
}

/**
 * Pairs the documents of one source with the IRS copies of their group, in order: first each document with a free IRS
 * copy that it does not contradict, then the others with those that are left. Documents beyond the number of IRS copies
 * use an IRS copy that is already paired. Documents that count go first, so that they get the free IRS copies.
 */
function pairWithIrsCopies(
  irsCopies: readonly Candidate[],
  sourceCandidates: readonly Candidate[],
  copiesByIrsCopy: Map<Candidate, Candidate[]>,
): void {
  const counted = sourceCandidates.filter(isCounted)
  const candidatesToPairFirst = counted.length > 0 ? counted : sourceCandidates
  const freeIrsCopies = new Set(irsCopies)
  const pair = (candidate: Candidate, irsCopy: Candidate): void => {
    freeIrsCopies.delete(irsCopy)
    appendToGroup(copiesByIrsCopy, irsCopy, candidate)
  }
  const unpaired = candidatesToPairFirst.filter(candidate => {
    const irsCopy = findAgreeing(candidate, freeIrsCopies)
    if (irsCopy !== undefined) pair(candidate, irsCopy)
    return irsCopy === undefined
  })
  for (const candidate of unpaired) {
    const [firstFree] = freeIrsCopies
    pair(candidate, firstFree ?? findAgreeing(candidate, irsCopies) ?? (irsCopies[0] as Candidate))
  }
  for (const candidate of sourceCandidates)
    if (!candidatesToPairFirst.includes(candidate))
      pair(candidate, findAgreeing(candidate, irsCopies) ?? (irsCopies[0] as Candidate))
}

/**
 * Completes the counted documents of a group of copies with the values of the IRS copies: the amounts, and the fields
 * that decide what the amounts mean. Reports software copies that have other values than the IRS copy.
 *
 * @param irsCopies The documents of the IRS source that decides.
 * @param irsMembers All IRS documents of the group, in the fixed order.
 * @param otherSources The documents of every other source of the group.
 */
export function completeFromIrsCopies(
  irsCopies: readonly Candidate[],
  irsMembers: readonly Candidate[],
  otherSources: readonly (readonly Candidate[])[],
  warn: ReportWarning,
): void {
  const copiesByIrsCopy = new Map<Candidate, Candidate[]>()
  // Usually, the group has one IRS copy, and all other documents are copies of it.
  if (irsCopies.length === 1) copiesByIrsCopy.set(irsCopies[0] as Candidate, otherSources.flat())
  else for (const candidates of otherSources) pairWithIrsCopies(irsCopies, candidates, copiesByIrsCopy)
  for (const [irsCopy, unsortedCopies] of copiesByIrsCopy) {
    const copies = unsortedCopies.sort((a, b) => a.position - b.position)
    const software = copies.filter(copy => !isIrsDocument(copy))
    const fromIrs = [irsCopy, ...copies.filter(isIrsDocument)]
    const counted = [irsCopy, ...copies].filter(isCounted)
    const recipientCopy = [...fromIrs, ...irsMembers].find(candidate => candidate.recipientInSource !== null)
    for (const copy of software) {
      copy.recipientFromIrs = recipientCopy?.recipientInSource ?? copy.recipientFromIrs
      if (reportContradictions(copy, fromIrs, warn))
        for (const candidate of counted) addDoubt(candidate, 'copies_disagree')
    }
    for (const candidate of counted) {
      if (!isIrsDocument(candidate)) takeIrsAmounts(candidate, fromIrs, warn)
      takeDecidingValues(candidate, fromIrs, software)
    }
  }
}

/**
 * Copies the deciding values of an IRS total to a software document that is one of its parts. Reports the values that
 * differ.
 */
export function applyValuesOfTotal(total: Candidate, part: Candidate, warn: ReportWarning): void {
  if (reportContradictions(part, [total], warn)) addDoubt(part, 'copies_disagree')
  copyDecidingValues(part, [total], [total, part])
}

/** Takes each value that decides from the first copy that has it, unless software may not add it to an IRS document. */
function copyDecidingValues(candidate: Candidate, irsCopies: readonly Candidate[], copies: readonly Candidate[]): void {
  for (const position of candidate.document.compiledForm.decidingPositions) {
    if (isLeftEmptyByIrs(irsCopies, position)) {
      if (isStated(candidate, position) || isUnreadable(candidate, position))
        copyValue(candidate, irsCopies[0] as Candidate, position)
      continue
    }
    const holder = copies.find(copy => readValue(copy, position) !== '')
    if (holder === undefined || readValue(holder, position) === readValue(candidate, position)) continue
    copyValue(candidate, holder, position)
  }
}

/**
 * Takes each value from the IRS copies, or else from the counted document, or else from the software copies. The basis of
 * a sale stays if the counted document has one.
 */
function takeDecidingValues(candidate: Candidate, fromIrs: readonly Candidate[], software: readonly Candidate[]): void {
  const { decidingPositions, optionalBoxPosition } = candidate.document.compiledForm
  if (decidingPositions.length === 0 && optionalBoxPosition === -1) return
  // Another document of the same pull group is not a copy of this one, in this pull or in another one.
  const copies = [...fromIrs, candidate, ...software.filter(({ pullGroup }) => pullGroup !== candidate.pullGroup)]
  copyDecidingValues(candidate, fromIrs, copies)
  if (optionalBoxPosition === -1 || isUnreadable(candidate, optionalBoxPosition)) return
  const holder = (hasReportedBasis(candidate) ? [candidate] : copies).find(hasReportedBasis)
  if (holder === undefined) return
  if (holder !== candidate) copyValue(candidate, holder, optionalBoxPosition)
  if (!fromIrs.some(hasReportedBasis)) addDoubt(candidate, 'basis_from_software')
}
