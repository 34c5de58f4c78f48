import { isAdded } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { planOf } from '../model/plan.js'
import { categoryOf, kindOf, type Role } from '../model/role.js'
import type { SourceDocument, UnreadableEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'

/** A sum that cannot be whole: something that its role needs was lost or is unknown. */
export interface Gap {
  readonly year: number
  readonly role: Role
  readonly form: FormTable
  readonly of: ResolvedDocument | null
  readonly field: string | null
  /** Something was there and could not be read; false where the document does not say it. */
  readonly lost: boolean
}

/** True where an amount could not be read; not where it was read and its document may be of another standing or year. */
export const isUnread = ({ of, field, lost }: Gap): boolean =>
  lost && (of === null || field === null || field !== doubtfulField(of.document))

/**
 * The field whose loss puts a whole document in doubt: without its period it may be of another year, without its
 * submission type it may be an amendment.
 */
export function doubtfulField({ plan, unreadable }: SourceDocument): string | null {
  const { yearOf } = plan.form
  if (yearOf !== undefined && unreadable.includes(yearOf)) return yearOf
  return unreadable.includes('submissionType') ? 'submissionType' : null
}

export const isSummed = (role: Role): boolean => categoryOf(role) !== null || kindOf(role) !== null

/** Every role that a form kind can feed: those of its added boxes and those of its rule. */
export const rolesFedBy = (form: FormTable): readonly Role[] => [
  ...new Set([
    ...planOf(form)
      .fields.filter(isAdded)
      .map(field => field.role as Role),
    ...(form.derives ?? []),
  ]),
]

/** The gaps that entries leave which could not be read at all: every role that their kind can feed. */
export const gapsOfLostEntries = (entries: readonly UnreadableEntry[]): Gap[] =>
  entries.flatMap(({ form, year }) =>
    year === null
      ? []
      : rolesFedBy(form)
          .filter(isSummed)
          .map(role => ({ year, role, form, of: null, field: null, lost: true })),
  )
