import { compareText } from '../../core/text.js'
import type { FormUses } from '../../model/uses.js'
import { cellOf, type Party, type SourceDocument } from '../../normalize/source.js'
import { compareDocuments } from '../../resolve/order.js'
import { compareParties } from '../../summarize/issuers.js'

type Box = keyof FormUses['mortgage']

/** What a lender's statement says of a loan in a year. Units: cents. Missing: null where a box is absent or was lost. */
export interface Statement {
  readonly document: SourceDocument
  readonly lender: Party
  readonly principal: number | null
  readonly interest: number | null
  readonly insurance: number | null
  readonly points: number | null
  /** The address as it was read, and as it is compared: upper case, letters and digits alone. */
  readonly property: string | null
  readonly address: string | null
  /** The property is where the borrower lives. */
  readonly atHome: boolean
  readonly originated: string | null
  readonly acquired: string | null
  /** A box, or what the form is, could not be read. */
  readonly unread: boolean
}

const wordsOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Some lenders write so in the place of an address. */
const SAME_AS_BORROWER = /^SAME\b/

const textAt = (document: SourceDocument, name: string | undefined): string | null =>
  name === undefined ? null : (cellOf(document, name) as string | null)

/** Reads a statement; null for a document of another kind. */
export function statementOf(document: SourceDocument): Statement | null {
  const boxes = document.plan.uses.mortgage
  if (boxes === null) return null
  const cents = (box: Box): number | null => {
    const name = boxes[box]
    return name === undefined ? null : (cellOf(document, name) as number | null)
  }
  const property = textAt(document, boxes.property)
  const address = property === null ? null : wordsOf(property)
  const home = document.recipient.address
  return {
    document,
    lender: document.issuer,
    principal: cents('principal'),
    interest: cents('interest'),
    insurance: cents('insurance'),
    points: cents('points'),
    property,
    address,
    atHome:
      address !== null && (SAME_AS_BORROWER.test(address) || (home !== null && address === wordsOf(home))),
    originated: textAt(document, boxes.originated),
    acquired: textAt(document, boxes.acquired),
    unread: Object.values(boxes).some(name => document.unreadable.includes(name)),
  }
}

/** Absent before present, then by value. */
const compareCents = (a: number | null, b: number | null): number =>
  a === b ? 0 : a === null ? -1 : b === null ? 1 : a < b ? -1 : 1

/** The order of documents: by lender, then by amounts; the record's id last, so that another pull decides nothing. */
export const compareStatements = (a: Statement, b: Statement): number =>
  compareParties(a.lender, b.lender) ||
  compareCents(a.interest, b.interest) ||
  compareCents(a.points, b.points) ||
  compareCents(a.insurance, b.insurance) ||
  compareCents(a.principal, b.principal) ||
  compareText(a.originated ?? '', b.originated ?? '') ||
  compareText(a.acquired ?? '', b.acquired ?? '') ||
  compareText(a.address ?? '', b.address ?? '') ||
  compareDocuments(a.document, b.document)
