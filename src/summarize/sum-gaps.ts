import { compileForm } from '../model/compiled-form.js'
import { isSummedField } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { findCategory, findWithholdingKind, type Role } from '../model/role.js'
import type { SourceDocument, UnreadableEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'

/** A missing part of a sum: a value that the sum needs is unreadable or unknown, so the sum is incomplete. */
export interface SumGap {
  readonly year: number
  readonly role: Role
  readonly form: FormTable
  readonly resolvedDocument: ResolvedDocument | null
  readonly field: string | null
  /** True if a value was present but could not be read. False if the document does not state it. */
  readonly isUnreadable: boolean
}

/** Returns true if an amount is unreadable, not only the year or the submission type of its document. */
export const isUnreadableGap = ({ resolvedDocument, field, isUnreadable }: SumGap): boolean =>
  isUnreadable &&
  (resolvedDocument === null || field === null || field !== findDoubtfulField(resolvedDocument.document))

/**
 * Returns the unreadable field that makes a whole document doubtful. If its period is unreadable, the document may
 * belong to another year. If its submission type is unreadable, it may be an amendment.
 */
export function findDoubtfulField({ compiledForm, unreadableFields }: SourceDocument): string | null {
  const { yearOf } = compiledForm.form
  if (yearOf !== undefined && unreadableFields.includes(yearOf)) return yearOf
  return unreadableFields.includes('submissionType') ? 'submissionType' : null
}

export const isSummed = (role: Role): boolean => findCategory(role) !== null || findWithholdingKind(role) !== null

/** Lists every role that a form can add to: the roles of its summed boxes and those of its rule. */
export const listRoles = (form: FormTable): readonly Role[] => [
  ...new Set([
    ...compileForm(form)
      .fields.filter(isSummedField)
      .map(field => field.role as Role),
    ...(form.derives ?? []),
  ]),
]

/** Returns the gaps that rejected entries leave: one for every summed role that the form can add to. */
export const listEntryGaps = (entries: readonly UnreadableEntry[]): SumGap[] =>
  entries.flatMap(({ form, year }) =>
    year === null
      ? []
      : listRoles(form)
          .filter(isSummed)
          .map((role): SumGap => ({ year, role, form, resolvedDocument: null, field: null, isUnreadable: true })),
  )
