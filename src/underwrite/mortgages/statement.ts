import { compareText } from '../../core/text.js'
import type { FormUses } from '../../model/uses.js'
import { cellOf, type Party, type SourceDocument } from '../../normalize/source.js'
import { compareDocuments } from '../../resolve/order.js'
import { compareParties } from '../../summarize/issuers.js'

const wordsOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Some lenders write so in the place of an address. */
const SAME_AS_BORROWER = /^SAME\b/

const centsAt = (document: SourceDocument, name: string | undefined): number | null =>
  name === undefined ? null : (cellOf(document, name) as number | null)

const textAt = (document: SourceDocument, name: string | undefined): string | null =>
  name === undefined ? null : (cellOf(document, name) as string | null)

/**
 * What a lender's statement says of a loan in a year. Units: cents. Missing: null where a box is absent or was lost. Its
 * address is put in order where it is compared, which that of a single one never is.
 */
export class Statement {
  readonly lender: Party
  readonly principal: number | null
  readonly interest: number | null
  readonly insurance: number | null
  readonly points: number | null
  /** The address as it was read. */
  readonly property: string | null
  readonly originated: string | null
  readonly acquired: string | null
  /** A box, or what the form is, could not be read. */
  readonly unread: boolean
  #address: string | undefined

  constructor(
    readonly document: SourceDocument,
    boxes: FormUses['mortgage'],
  ) {
    const { unreadable } = document
    this.lender = document.issuer
    this.principal = centsAt(document, boxes.principal)
    this.interest = centsAt(document, boxes.interest)
    this.insurance = centsAt(document, boxes.insurance)
    this.points = centsAt(document, boxes.points)
    this.property = textAt(document, boxes.property)
    this.originated = textAt(document, boxes.originated)
    this.acquired = textAt(document, boxes.acquired)
    this.unread = unreadable.length > 0 && Object.values(boxes).some(name => unreadable.includes(name))
  }

  /** The address as it is compared: upper case, letters and digits alone. */
  get address(): string | null {
    if (this.property === null) return null
    this.#address ??= wordsOf(this.property)
    return this.#address
  }

  /** The property is where the borrower lives. */
  get atHome(): boolean {
    const { address } = this
    const home = this.document.recipient.address
    return (
      address !== null && (SAME_AS_BORROWER.test(address) || (home !== null && address === wordsOf(home)))
    )
  }
}

/** Reads a document of a mortgage. */
export const statementOf = (document: SourceDocument): Statement =>
  new Statement(document, document.plan.uses.mortgage as FormUses['mortgage'])

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

/** A share of the larger principal: what a loan may be paid down between two statements of a year. */
const PAID_DOWN = 20

/** A masked transcript cuts an address to so many characters: such a one may be the other's, and does not show that it is. */
const CUT = 6

/** True where two addresses say nothing against each other. */
function mayBeOne(a: Statement, b: Statement): boolean {
  if (a.address === null || b.address === null || isSameProperty(a, b)) return true
  const [short, long] = a.address.length < b.address.length ? [a.address, b.address] : [b.address, a.address]
  return short.length <= CUT && long.startsWith(short)
}

/** True where both statements name one property: equal addresses, or both where the borrower lives. */
const isSameProperty = (a: Statement, b: Statement): boolean =>
  a.address !== null && b.address !== null && (a.address === b.address || (a.atHome && b.atHome))

/** True where nothing that both statements have differs, the principal apart. */
const isCompatible = (a: Statement, b: Statement): boolean =>
  mayBeOne(a, b) && (a.originated === null || b.originated === null || a.originated === b.originated)

/** How far two principals are apart; null where one is not known. Units: cents. */
export const distanceOf = (a: Statement, b: Statement): number | null =>
  a.principal === null || b.principal === null ? null : Math.abs(a.principal - b.principal)

/** What can speak for two statements being of one loan, the strongest first. */
export const BONDS = ['origination', 'acquisition', 'property'] as const

/** One of them. */
export type Bond = (typeof BONDS)[number]

/**
 * What speaks for two statements of different lenders being of one loan: the property and the day of origination, a day on
 * which one took it over, or the property alone. Missing: null where nothing does, or something differs.
 */
export function bondOf(a: Statement, b: Statement): Bond | null {
  if (!isCompatible(a, b)) return null
  const distance = distanceOf(a, b)
  if (distance !== null && distance * PAID_DOWN > Math.max(a.principal as number, b.principal as number))
    return null
  const same = isSameProperty(a, b)
  if (same && a.originated !== null && b.originated !== null) return 'origination'
  if ((a.acquired === null) !== (b.acquired === null) || (a.acquired !== null && a.acquired !== b.acquired))
    return 'acquisition'
  return same ? 'property' : null
}
