import { NO_ITEMS } from '../../core/lists.js'
import { findDoubtfulField } from '../../figures/box-meaning.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { FormUse, FormUses } from '../../schema/form.js'
import type { Role } from '../../schema/role.js'
import type { Borrower } from '../borrowers/borrower.js'

/** A range of tax years, both included. */
export interface YearRange {
  readonly from: number
  readonly to: number
}

const isAnyYear = (): boolean => true

/** The counted documents of one borrower by use, and what of the borrower's input is unreadable. */
export class BorrowerForms {
  readonly documents: SourceDocument[] = []
  readonly w2s: SourceDocument[] = []
  /** Forms 5498. */
  readonly accounts: SourceDocument[] = []
  readonly #unreadableDocuments: SourceDocument[] = []
  /** False if nothing is unreadable, as usual. Then no question about single years is asked. */
  readonly #hasUnreadableInput: boolean

  constructor(readonly borrower: Borrower) {
    for (const { document } of borrower.documents) {
      this.documents.push(document)
      const { uses } = document.compiledForm
      if (uses.employment !== null) this.w2s.push(document)
      if (uses.retirementAccount !== null) this.accounts.push(document)
      if (document.unreadableFields.length > 0) this.#unreadableDocuments.push(document)
    }
    const { completeness } = borrower.result
    this.#hasUnreadableInput =
      this.#unreadableDocuments.length > 0 ||
      borrower.gaps.length > 0 ||
      completeness.rejectedEntryForms.length > 0 ||
      completeness.hasUnusableInputIn(isAnyYear)
  }

  /** True if an amount of these roles, or input that may contain one, is unreadable. */
  isSumUnreadable(range: YearRange, isNeeded: (role: Role) => boolean): boolean {
    if (!this.#hasUnreadableInput) return false
    const { gaps, result } = this.borrower
    return (
      result.completeness.hasUnusableInputIn(year => isInRange(year, range)) ||
      gaps.some(({ role, year, isUnreadable }) => isUnreadable && isInRange(year, range) && isNeeded(role))
    )
  }

  /** True if a form with the use, or any form, may have been rejected in a year that is not one of `exceptYears`. */
  isFormRejected(range: YearRange, use?: FormUse, exceptYears: readonly number[] = NO_ITEMS): boolean {
    if (!this.#hasUnreadableInput) return false
    const { completeness } = this.borrower.result
    const matchesYear = (year: number): boolean => isInRange(year, range) && !exceptYears.includes(year)
    return completeness.hasUnusableInputIn(matchesYear) || completeness.hasRejectedEntry(matchesYear, use)
  }

  /** True if a form with the use may have been rejected, or if one of these boxes or the kind of the form is unreadable. */
  isFormUnreadable<Use extends FormUse>(
    range: YearRange,
    use: Use,
    listBoxes: (boxes: FormUses[Use]) => readonly string[] = () => NO_ITEMS,
  ): boolean {
    if (!this.#hasUnreadableInput) return false
    return (
      this.isFormRejected(range, use) ||
      this.#unreadableDocuments.some(document => {
        const boxes = document.compiledForm.uses[use]
        if (boxes === null || !isInRange(document.year as number, range)) return false
        const { unreadableFields } = document
        return findDoubtfulField(document) !== null || listBoxes(boxes).some(name => unreadableFields.includes(name))
      })
    )
  }
}

const isInRange = (year: number, { from, to }: YearRange): boolean => year >= from && year <= to
