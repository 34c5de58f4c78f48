import { compareText } from '../../core/text.js'
import { compareParties } from '../../figures/issuers.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import { compareDocuments } from '../../resolve/compare.js'
import type { FormUses } from '../../schema/form.js'

const wordsOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, ' ')
    .trim()

/** Some lenders write so in the place of an address. */
const SAME_AS_BORROWER = /^SAME\b/

/**
 * What a lender's statement says of a loan in a year. Units: cents. Missing: null where a box is absent or was lost.
 * `unread` is true if a box, or what the form is, could not be read.
 */
export type Statement = ReturnType<typeof statementOf>

export function statementOf(document: SourceDocument) {
  const boxes = document.compiledForm.uses.mortgage as FormUses['mortgage']
  const centsAt = (name: string | undefined): number | null =>
    name === undefined ? null : (findCell(document, name) as number | null)
  const textAt = (name: string | undefined): string | null =>
    name === undefined ? null : (findCell(document, name) as string | null)
  const { issuer: lender, unreadableFields } = document
  return {
    document,
    lender,
    principal: centsAt(boxes.principal),
    interest: centsAt(boxes.interest),
    insurance: centsAt(boxes.insurance),
    points: centsAt(boxes.points),
    property: textAt(boxes.property),
    originated: textAt(boxes.originated),
    acquired: textAt(boxes.acquired),
    unread: unreadableFields.length > 0 && Object.values(boxes).some(name => unreadableFields.includes(name)),
  } as const
}

/** The address of the property as it is compared: upper case, letters and digits alone. */
const addressOf = ({ property }: Statement): string | null => (property === null ? null : wordsOf(property))

/** True if the property is where the borrower lives. */
function isHome(address: string, { document }: Statement): boolean {
  const home = document.recipient.address
  return SAME_AS_BORROWER.test(address) || (home !== null && address === wordsOf(home))
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
  compareText(addressOf(a) ?? '', addressOf(b) ?? '') ||
  compareDocuments(a.document, b.document)

/** A share of the larger principal: what a loan may be paid down between two statements of a year. */
const PAID_DOWN = 20

/** A masked transcript cuts an address to so many characters: such a one may be the other's, and does not show that it is. */
const CUT = 6

/** True if two addresses say nothing against each other. */
function mayBeOne(a: Statement, b: Statement): boolean {
  const [one, other] = [addressOf(a), addressOf(b)]
  if (one === null || other === null || isSameProperty(a, b)) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length <= CUT && long.startsWith(short)
}

/** True if both statements name one property: equal addresses, or both where the borrower lives. */
function isSameProperty(a: Statement, b: Statement): boolean {
  const [one, other] = [addressOf(a), addressOf(b)]
  return one !== null && other !== null && (one === other || (isHome(one, a) && isHome(other, b)))
}

/** True where nothing that both statements have differs, the principal apart. */
const isCompatible = (a: Statement, b: Statement): boolean =>
  mayBeOne(a, b) && (a.originated === null || b.originated === null || a.originated === b.originated)

/** How far two principals are apart; null where one is not known. Units: cents. */
export const distanceOf = (a: Statement, b: Statement): number | null =>
  a.principal === null || b.principal === null ? null : Math.abs(a.principal - b.principal)

/** What can speak for two statements being of one loan, the strongest first. */
export const BONDS = ['origination', 'acquisition', 'property'] as const

export type Bond = (typeof BONDS)[number]

/**
 * What speaks for two statements of different lenders being of one loan: the property and the day of origination, a day on
 * which one took it over, or the property alone. Missing: null where nothing does, or something differs.
 */
export function bondOf(a: Statement, b: Statement): Bond | null {
  if (!isCompatible(a, b)) return null
  const distance = distanceOf(a, b)
  if (distance !== null && distance * PAID_DOWN > Math.max(a.principal as number, b.principal as number)) return null
  const same = isSameProperty(a, b)
  if (same && a.originated !== null && b.originated !== null) return 'origination'
  if ((a.acquired === null) !== (b.acquired === null) || (a.acquired !== null && a.acquired !== b.acquired))
    return 'acquisition'
  return same ? 'property' : null
}
