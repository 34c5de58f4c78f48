import { categoryOf, type Role } from '../spec/role.js'
import { doubtfulField, type Gap, isUnread } from '../summarize/facts.js'
import type { Own } from './own.js'

/** Of which years something was lost: of those that this holds true for, and of those that are not known. */
type OfYear = (year: number) => boolean

/** True where a record or a form object was refused, or a form of an unknown kind is there: it may hold anything of its year. */
export const isRefused = ({ result }: Own, ofYear: OfYear): boolean => {
  for (const years of [result.missing, result.strange])
    for (const year of years) if (year === null || ofYear(year)) return true
  return false
}

/** True where a record, a form object or an entry was refused that may have held income. */
export const isIncomeRefused = (own: Own, ofYear: OfYear): boolean =>
  isRefused(own, ofYear) ||
  own.result.ledger.gaps.some(
    ({ of, role, year }) => of === null && categoryOf(role) !== null && ofYear(year),
  )

/** True where what a sum of these roles needs may have been lost: a refused form of it, or a box of the taxpayer's own. */
export const isSumLost = (own: Own, ofYear: OfYear, needs: (role: Role) => boolean): boolean =>
  isRefused(own, ofYear) ||
  own.result.ledger.gaps.some(
    ({ of, role, year, lost }) => lost && ofYear(year) && needs(role) && (of === null || own.isOwn(of)),
  )

/** True where a form of a kind, or of any, may have been refused. */
export const isFormRefused = (own: Own, ofYear: OfYear, form?: string): boolean =>
  isRefused(own, ofYear) || hasLostEntry(own, ofYear, form)

/** True where an entry of a form array was refused, of a kind or of any. */
export const hasLostEntry = ({ result }: Own, ofYear: OfYear, form?: string): boolean =>
  result.lostEntries.some(
    lost => lost.year !== null && ofYear(lost.year) && (form === undefined || lost.form.key === form),
  )

/** True where a box of a document leaves a gap. A basis that is not known is a gap, and nothing of it was lost. */
export const isBoxLost = (gap: Gap): boolean => gap.of !== null && isUnread(gap)

/**
 * True where a figure over the taxpayer's own forms of a kind may miss something: a form that may be one of them was
 * refused, or one of these boxes, or what the form is, could not be read.
 */
export const isFormLost = (own: Own, form: string, ofYear: OfYear, ...boxes: string[]): boolean =>
  isFormRefused(own, ofYear, form) ||
  own.flawed.some(
    document =>
      document.plan.key === form &&
      ofYear(document.year as number) &&
      (doubtfulField(document) !== null || boxes.some(name => document.lost.includes(name))),
  )
