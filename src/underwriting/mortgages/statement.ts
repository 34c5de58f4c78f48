// A mortgage statement is one Form 1098: what a lender reports about a loan in one year. This file reads statements and
// compares two of them.

import type { Cents } from '../../core/money.js'
import { compareText } from '../../core/text.js'
import { compareParties } from '../../figures/issuers.js'
import { findCell, type SourceParty } from '../../ingest/source.js'
import { compareDocuments } from '../../resolve/compare.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { FormUses } from '../../schema/form.js'

/** One Form 1098. Amounts are in cents and dates are ISO text. A value is null if its box is absent or unreadable. */
export interface LoanStatement {
  readonly resolvedDocument: ResolvedDocument
  readonly lender: SourceParty
  readonly principal: number | null
  readonly interest: number | null
  readonly insurance: number | null
  readonly points: number | null
  /** The address of the property as it is printed. */
  readonly property: string | null
  /** The address in upper case with letters and digits only. */
  readonly comparableAddress: string | null
  /** True if the property is the borrower's own address. */
  readonly isHome: boolean
  readonly originated: string | null
  readonly acquired: string | null
  /** True if a box of the loan is unreadable. */
  readonly isUnreadable: boolean
}

/** Some lenders print this in place of an address. */
const SAME_AS_BORROWER = /^SAME\b/

const toComparableAddress = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Reads the statement of a document that has the use `mortgage`. */
export function readLoanStatement(resolvedDocument: ResolvedDocument): LoanStatement {
  const { document } = resolvedDocument
  const boxes = document.compiledForm.uses.mortgage as FormUses['mortgage']
  const readAmount = (name: string | undefined): number | null =>
    name === undefined ? null : (findCell(document, name) as number | null)
  const readText = (name: string | undefined): string | null =>
    name === undefined ? null : (findCell(document, name) as string | null)
  const { issuer, recipient, unreadableFields } = document
  const property = readText(boxes.property)
  const comparableAddress = property === null ? null : toComparableAddress(property)
  return {
    resolvedDocument,
    lender: issuer,
    principal: readAmount(boxes.principal),
    interest: readAmount(boxes.interest),
    insurance: readAmount(boxes.insurance),
    points: readAmount(boxes.points),
    property,
    comparableAddress,
    isHome:
      comparableAddress !== null &&
      (SAME_AS_BORROWER.test(comparableAddress) ||
        (recipient.address !== null && comparableAddress === toComparableAddress(recipient.address))),
    originated: readText(boxes.originated),
    acquired: readText(boxes.acquired),
    isUnreadable: unreadableFields.length > 0 && Object.values(boxes).some(name => unreadableFields.includes(name)),
  }
}

/** Absent amounts come first. */
const compareAmounts = (a: Cents | null, b: Cents | null): number =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1

/** Orders statements by lender, then by their boxes. The record comes last, so that a second pull changes nothing. */
export const compareStatements = (a: LoanStatement, b: LoanStatement): number =>
  compareParties(a.lender, b.lender) ||
  compareAmounts(a.interest, b.interest) ||
  compareAmounts(a.points, b.points) ||
  compareAmounts(a.insurance, b.insurance) ||
  compareAmounts(a.principal, b.principal) ||
  compareText(a.originated ?? '', b.originated ?? '') ||
  compareText(a.acquired ?? '', b.acquired ?? '') ||
  compareText(a.comparableAddress ?? '', b.comparableAddress ?? '') ||
  compareDocuments(a.resolvedDocument.document, b.resolvedDocument.document)

/** Orders the statements of one loan by the date of acquisition. The original lender has no such date. */
export const compareHolders = (a: LoanStatement, b: LoanStatement): number =>
  compareText(a.acquired ?? '', b.acquired ?? '') ||
  (b.principal ?? -1) - (a.principal ?? -1) ||
  compareStatements(a, b)

/** True if both statements name the same property: equal addresses, or the borrower's own address on both. */
export const isSameProperty = (a: LoanStatement, b: LoanStatement): boolean =>
  a.comparableAddress !== null &&
  b.comparableAddress !== null &&
  (a.comparableAddress === b.comparableAddress || (a.isHome && b.isHome))

/** Masked transcripts cut an address to this many characters. A cut address neither supports nor contradicts a match. */
const MAX_CUT_ADDRESS_LENGTH = 6

function mayBeSameProperty(a: LoanStatement, b: LoanStatement): boolean {
  const [first, second] = [a.comparableAddress, b.comparableAddress]
  if (first === null || second === null || isSameProperty(a, b)) return true
  const [short, long] = first.length < second.length ? [first, second] : [second, first]
  return short.length <= MAX_CUT_ADDRESS_LENGTH && long.startsWith(short)
}

/** Two principals of one loan differ by at most one part in so many of the larger one: 5 %. */
const PRINCIPAL_TOLERANCE_PARTS = 20

/** Returns the difference between two principals in cents. Null if one is unknown. */
export const comparePrincipals = (a: LoanStatement, b: LoanStatement): number | null =>
  a.principal === null || b.principal === null ? null : Math.abs(a.principal - b.principal)

/** True if nothing on two statements contradicts that they report the same loan. Interest is not compared. */
export function mayBeSameLoan(a: LoanStatement, b: LoanStatement): boolean {
  const difference = comparePrincipals(a, b)
  return (
    mayBeSameProperty(a, b) &&
    (a.originated === null || b.originated === null || a.originated === b.originated) &&
    (difference === null ||
      difference * PRINCIPAL_TOLERANCE_PARTS <= Math.max(a.principal as number, b.principal as number))
  )
}
