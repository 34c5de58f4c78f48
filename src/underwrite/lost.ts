import { categoryOf, type Role } from '../model/role.js'
import type { FormUse, FormUses } from '../model/uses.js'
import { doubtfulField, type Gap, isUnread } from '../summarize/gaps.js'
import type { BorrowerView } from './borrower-view.js'

/** Of which years something was lost: of those that this holds true for, and of those that are not known. */
type OfYear = (year: number) => boolean

/** True where a record or a form object was refused, or a form of an unknown kind is there: it may hold anything of its year. */
export const isRefused = ({ result: { missing, strange } }: BorrowerView, ofYear: OfYear): boolean =>
  isAnyOf(missing, ofYear) || isAnyOf(strange, ofYear)

function isAnyOf(years: ReadonlySet<number | null>, ofYear: OfYear): boolean {
  // The ordinary case, asked again and again.
  if (years.size === 0) return false
  for (const year of years) if (year === null || ofYear(year)) return true
  return false
}

/** True where a record, a form object or an entry was refused that may have held income. */
export const isIncomeRefused = (borrower: BorrowerView, ofYear: OfYear): boolean =>
  isRefused(borrower, ofYear) ||
  borrower.result.ledger.gaps.some(
    ({ of, role, year }) => of === null && categoryOf(role) !== null && ofYear(year),
  )

/** True where what a sum of these roles needs may have been lost: a refused form of it, or a box of the taxpayer's own. */
export const isSumUnreadable = (
  borrower: BorrowerView,
  ofYear: OfYear,
  needs: (role: Role) => boolean,
): boolean =>
  isRefused(borrower, ofYear) ||
  borrower.gaps.some(({ role, year, lost }) => lost && ofYear(year) && needs(role))

/** True where a form that has a use, or any, may have been refused. */
export const isFormRefused = (borrower: BorrowerView, ofYear: OfYear, use?: FormUse): boolean =>
  isRefused(borrower, ofYear) || hasLostEntry(borrower, ofYear, use)

/** True where an entry of a form array was refused, of a form that has a use or of any. */
export const hasLostEntry = ({ result }: BorrowerView, ofYear: OfYear, use?: FormUse): boolean =>
  result.lostEntries.some(
    ({ form, year }) =>
      year !== null && ofYear(year) && (use === undefined || form.uses?.[use] !== undefined),
  )

/** True where a box of a document leaves a gap. A basis that is not known is a gap, and nothing of it was lost. */
export const isBoxUnreadable = (gap: Gap): boolean => gap.of !== null && isUnread(gap)

const NO_BOXES = (): readonly string[] => []

/**
 * True where a figure over the taxpayer's own forms that have a use may miss something: a form that may be one of them was
 * refused, or one of these boxes, or what the form is, could not be read.
 */
export const isFormUnreadable = <U extends FormUse>(
  borrower: BorrowerView,
  use: U,
  ofYear: OfYear,
  boxesOf: (boxes: FormUses[U]) => readonly string[] = NO_BOXES,
): boolean =>
  isFormRefused(borrower, ofYear, use) ||
  borrower.flawed.some(document => {
    const boxes = document.plan.uses[use]
    if (boxes === null || !ofYear(document.year as number)) return false
    return doubtfulField(document) !== null || boxesOf(boxes).some(name => document.unreadable.includes(name))
  })
