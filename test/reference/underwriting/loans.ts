import type { Entry } from '../documents.js'
import { compareDocuments } from '../resolve.js'
import { isAbsent, magnitude, readAmount, readMoney, readText } from '../values.js'
import { isOneIssuer } from './issuers.js'
import type { DocumentWithFacts, UnderwritingInput } from './papers.js'

/** One loan in one year. `documents` contains its Forms 1098, from the first lender to the last. */
export interface Loan {
  readonly borrower: string
  readonly year: number
  readonly number: number
  readonly documents: readonly DocumentWithFacts[]
  readonly principal: bigint | null
  readonly interest: bigint
  readonly hasInterest: boolean
  readonly insurance: bigint
  readonly points: bigint
  readonly originationDate: string | null
  readonly isTransfer: boolean
  readonly isIncomplete: boolean
  /** True if only the property suggests that the forms belong to one loan. */
  readonly isDoubtful: boolean
}

const box = (document: DocumentWithFacts, key: string): bigint | null => readAmount(document.entry.raw[key])

const day = (document: DocumentWithFacts, key: string): string | null => {
  const raw = document.entry.raw[key]
  if (typeof raw !== 'string' || isAbsent(raw)) return null
  const text = raw.trim()
  const american = /^([0-9]{2})[-/]([0-9]{2})[-/]([0-9]{4})$/.exec(text)
  if (american) return `${american[3]}-${american[1]}-${american[2]}`
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}/.test(text) ? text.slice(0, 10) : null
}

const MONEY = [
  'mortgage_interest_received',
  'outstanding_mortgage_principal',
  'mortgage_insurance_premiums',
  'points_paid_on_purchase',
]
const DAYS = ['mortgage_origination_date', 'mortgage_acquisition_date']

/** Returns true if a box that the loan's row shows is unreadable. */
const hasUnreadableBox = (document: DocumentWithFacts): boolean =>
  MONEY.some(key => readMoney(document.entry.raw[key]) === 'lost') ||
  DAYS.some(key => !isAbsent(document.entry.raw[key]) && day(document, key) === null)

const principalOf = (document: DocumentWithFacts) => box(document, 'outstanding_mortgage_principal')
const originOf = (document: DocumentWithFacts) => day(document, 'mortgage_origination_date')
const acquiredOn = (document: DocumentWithFacts) => day(document, 'mortgage_acquisition_date')
const propertyOf = ({ entry: { raw } }: DocumentWithFacts): string | null =>
  readText(raw['address_of_property_securing_mortgage'])?.toUpperCase() ?? null
const homeOf = ({ entry }: DocumentWithFacts): string | null => entry.recipient.address?.toUpperCase() ?? null

// Returns true if the addresses are equal, or each property is its borrower's home.
const isSameProperty = (a: DocumentWithFacts, b: DocumentWithFacts): boolean =>
  propertyOf(a) === propertyOf(b) || (propertyOf(a) === homeOf(a) && propertyOf(b) === homeOf(b))

/** Returns true if two Forms 1098 of one year and borrower, from different lenders, belong to one loan. */
function isOneLoan(a: DocumentWithFacts, b: DocumentWithFacts): boolean {
  if (isOneIssuer(a.entry.issuer, b.entry.issuer)) return false
  const haveProperty = propertyOf(a) !== null && propertyOf(b) !== null
  if (haveProperty && !isSameProperty(a, b)) return false
  if (originOf(a) !== null && originOf(b) !== null && originOf(a) !== originOf(b)) return false
  const [x, y] = [principalOf(a), principalOf(b)]
  if (x !== null && y !== null) {
    const [low, high] = x < y ? [x, y] : [y, x]
    if ((high - low) * 20n > high) return false
  }
  return haveProperty || acquiredOn(a) !== null || acquiredOn(b) !== null
}

const FAR = 10n ** 30n

/** Measures how close two principals are. If one is unknown, ranks the other evidence that they belong to one loan. */
const distance = (a: DocumentWithFacts, b: DocumentWithFacts): bigint => {
  const [x, y] = [principalOf(a), principalOf(b)]
  if (x !== null && y !== null) return magnitude(x - y)
  const isOfOneHouse = propertyOf(a) !== null && propertyOf(b) !== null && isSameProperty(a, b)
  if (isOfOneHouse && originOf(a) !== null && originOf(b) !== null) return FAR
  return acquiredOn(a) !== null || acquiredOn(b) !== null ? FAR + 1n : FAR + 2n
}

// Compares forms by lender: first no acquisition date, then the earlier date, the larger principal, document order.
function compareOrigin(a: DocumentWithFacts, b: DocumentWithFacts): number {
  const [x, y] = [acquiredOn(a) ?? '', acquiredOn(b) ?? '']
  if (x !== y) return x < y ? -1 : 1
  const [p, q] = [principalOf(a) ?? 0n, principalOf(b) ?? 0n]
  if (p !== q) return p > q ? -1 : 1
  return compareDocuments(a.entry, b.entry)
}

const minimum = (distances: readonly bigint[]): bigint => distances.reduce((a, b) => (a < b ? a : b))

function groupLoans(documents: readonly DocumentWithFacts[]): DocumentWithFacts[][] {
  const groups: DocumentWithFacts[][] = []
  for (const document of documents) {
    const candidates = groups
      .filter(group => group.every(member => isOneLoan(member, document)))
      .map(group => ({ group, nearest: minimum(group.map(member => distance(member, document))) }))
      .sort((a, b) => (a.nearest < b.nearest ? -1 : a.nearest > b.nearest ? 1 : 0))
    const best = candidates[0]?.group
    if (best === undefined) groups.push([document])
    else best.push(document)
  }
  return groups
}

/** Lists the loans of all borrowers, `self` first, numbered per year in document order. */
export function loansOf(input: UnderwritingInput): Loan[] {
  const loans: Loan[] = []
  const documents = input.documents
    .filter(({ counted, entry, year }) => counted && year !== null && entry.form === 'form_1098')
    .sort((a, b) => compareDocuments(a.entry, b.entry))
  const years = [...new Set(documents.map(({ year }) => year!))].sort()
  for (const year of years) {
    let number = 0
    for (const borrower of input.borrowers) {
      const borrowerPapers = documents.filter(document => document.year === year && document.borrower === borrower)
      for (const group of groupLoans(borrowerPapers)) {
        const ordered = [...group].sort(compareOrigin)
        const add = (key: string): bigint => group.reduce((sum, member) => sum + (box(member, key) ?? 0n), 0n)
        loans.push({
          borrower,
          year,
          number: ++number,
          documents: ordered,
          principal: ordered.map(principalOf).find(principal => principal !== null) ?? null,
          interest: add('mortgage_interest_received'),
          hasInterest: group.some(member => box(member, 'mortgage_interest_received') !== null),
          insurance: add('mortgage_insurance_premiums'),
          points: add('points_paid_on_purchase'),
          originationDate: ordered.map(originOf).find(date => date !== null) ?? null,
          isTransfer: group.length > 1,
          isIncomplete: group.some(hasUnreadableBox),
          isDoubtful:
            group.length > 1 &&
            group.every(member => acquiredOn(member) === null) &&
            group.filter(member => originOf(member) !== null).length < 2,
        })
      }
    }
  }
  return loans
}

/** Returns the lender's name, or its identifier if the name may be a person's. */
export const lenderOf = ({ entry }: { readonly entry: Entry }): string | null => entry.issuerName ?? entry.issuerId
