import { type Field, isSummedField } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { compileForm } from '../model/plan.js'
import { findCategory, findWithholdingKind, isInTotal, type Role } from '../model/role.js'
import type { SourceDocument, UnreadableEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { createFieldReader } from './document-fields.js'
import { findBasis } from './meaning.js'

/** A missing part of a sum: something that a role of a year needs is unreadable or unknown. The sum is incomplete. */
export interface SumGap {
  readonly year: number
  readonly role: Role
  readonly form: FormTable
  readonly resolvedDocument: ResolvedDocument | null
  readonly field: string | null
  /** True if something was present and could not be read. False if the document does not state it. */
  readonly isUnreadable: boolean
}

/**
 * Returns true if an amount is unreadable. Returns false if the amount was read and only the year or the submission type of its
 * document is unreadable.
 */
export const isUnreadableGap = ({ resolvedDocument, field, isUnreadable }: SumGap): boolean =>
  isUnreadable &&
  (resolvedDocument === null || field === null || field !== findDoubtfulField(resolvedDocument.document))

/**
 * Returns the unreadable field that puts a whole document in doubt. Without its period the document may belong to another year.
 * Without its submission type it may be an amendment.
 */
export function findDoubtfulField({ compiledForm, unreadable }: SourceDocument): string | null {
  const { yearOf } = compiledForm.form
  if (yearOf !== undefined && unreadable.includes(yearOf)) return yearOf
  return unreadable.includes('submissionType') ? 'submissionType' : null
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

/** A sum of one year: of a role, of all income, or of a part of it. */
export type SumName = Role | 'total' | 'gross' | 'allocated'

/** Lists the sums that contain an amount of this role. */
function listSumNames(form: FormTable, role: Role): SumName[] {
  if (!isInTotal(findCategory(role))) return [role]
  const basis = findBasis(form, role)
  return basis === null ? [role, 'total'] : [role, 'total', basis]
}

const toSumKey = (year: number, name: SumName): string => `${year} ${name}`

/**
 * Tells whether a sum without an amount is 0 or unknown. It is unknown if a box, an entry or a record that it needs is
 * unreadable or rejected, and no completely read document reports 0.
 *
 * The sets are built on demand, so a taxpayer without unreadable input costs nothing.
 */
export class UnknownSums {
  #unreadableSums: ReadonlySet<string> | null = null
  #zeros: ReadonlySet<string> | null = null

  constructor(
    private readonly documents: readonly ResolvedDocument[],
    private readonly gaps: readonly SumGap[],
    private readonly isRefused: (year: number) => boolean,
  ) {}

  /** Returns true if a sum without an amount is unknown. */
  isUnknown(year: number, name: SumName): boolean {
    const isRefused = this.isRefused(year)
    if (!isRefused && this.gaps.length === 0) return false
    const key = toSumKey(year, name)
    this.#unreadableSums ??= new Set(
      this.gaps.flatMap(gap =>
        isUnreadableGap(gap) ? listSumNames(gap.form, gap.role).map(sumName => toSumKey(gap.year, sumName)) : [],
      ),
    )
    if (!isRefused && !this.#unreadableSums.has(key)) return false
    this.#zeros ??= this.#listZeroSums()
    return !this.#zeros.has(key)
  }

  /** Returns the sums for which a completely read document reports 0. */
  #listZeroSums(): ReadonlySet<string> {
    const zeroSums = new Set<string>()
    const incompleteDocuments = new Set<ResolvedDocument | null>()
    for (const gap of this.gaps) if (isUnreadableGap(gap)) incompleteDocuments.add(gap.resolvedDocument)
    for (const resolvedDocument of this.documents) {
      const { cells, compiledForm, year } = resolvedDocument.document
      if (resolvedDocument.status !== 'counted' || year === null || incompleteDocuments.has(resolvedDocument)) continue
      if (!compiledForm.money.some(position => cells[position] === 0)) continue
      const { roles, reasons } = compiledForm.form.facts?.(createFieldReader(resolvedDocument.document)) ?? {}
      for (const position of compiledForm.money) {
        const field = compiledForm.fields[position] as Field
        if (cells[position] !== 0 || !isSummedField(field) || typeof reasons?.[field.name] === 'string') continue
        const role = roles?.[field.name] ?? (field.role as Role)
        for (const name of listSumNames(compiledForm.form, role)) zeroSums.add(toSumKey(year, name))
      }
    }
    return zeroSums
  }
}
