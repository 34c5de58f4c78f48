import { doubtfulField } from '../summarize/facts.js'
import type { Own } from './own.js'

/** Of which years something was lost: of those that this holds true for, and of those that are not known. */
type OfYear = (year: number) => boolean

const isRefused = ({ result }: Own, ofYear: OfYear): boolean => {
  for (const year of result.missing) if (year === null || ofYear(year)) return true
  return false
}

/**
 * True where a figure over the taxpayer's own forms of a kind may miss something: a form that may be one of them was
 * refused, or one of these boxes, or what the form is, could not be read.
 */
export const isFormLost = (own: Own, form: string, ofYear: OfYear, ...boxes: string[]): boolean =>
  isRefused(own, ofYear) ||
  own.result.lostEntries.some(lost => lost.form.key === form && lost.year !== null && ofYear(lost.year)) ||
  own.documents.some(
    document =>
      document.lost.length > 0 &&
      document.plan.key === form &&
      ofYear(document.year as number) &&
      (doubtfulField(document) !== null || boxes.some(name => document.lost.includes(name))),
  )
