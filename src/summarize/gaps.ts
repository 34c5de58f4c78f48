import { type Field, isAdded } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { planOf } from '../model/plan.js'
import { categoryOf, isInTotal, kindOf, type Role } from '../model/role.js'
import type { SourceDocument, UnreadableEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/entry.js'
import { fieldsOf } from './document-fields.js'
import { basisOf } from './meaning.js'

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

/** A sum of one year: of a role, of all income, or of a part of it. */
export type SumName = Role | 'total' | 'gross' | 'allocated'

/** The sums that an amount of a role is in. */
function namesOf(form: FormTable, role: Role): SumName[] {
  if (!isInTotal(categoryOf(role))) return [role]
  const basis = basisOf(form, role)
  return basis === null ? [role, 'total'] : [role, 'total', basis]
}

const keyOf = (year: number, name: SumName): string => `${year} ${name}`

/**
 * Tells of sums without an amount whether that is 0, or nothing of them could be read: a box, an entry or a record that
 * they need was lost, and no whole document says 0. Nothing is looked through before something was lost.
 */
export class Losses {
  #lost: ReadonlySet<string> | null = null
  #zeros: ReadonlySet<string> | null = null

  constructor(
    private readonly documents: readonly ResolvedDocument[],
    private readonly gaps: readonly Gap[],
    private readonly isRefused: (year: number) => boolean,
  ) {}

  /** True where nothing of a sum could be read, of those that have no amount. */
  isUnread(year: number, name: SumName): boolean {
    const isRefused = this.isRefused(year)
    if (!isRefused && this.gaps.length === 0) return false
    const key = keyOf(year, name)
    this.#lost ??= new Set(
      this.gaps.flatMap(gap =>
        isUnread(gap) ? namesOf(gap.form, gap.role).map(each => keyOf(gap.year, each)) : [],
      ),
    )
    if (!isRefused && !this.#lost.has(key)) return false
    this.#zeros ??= this.#zerosRead()
    return !this.#zeros.has(key)
  }

  /** The sums of which a document that was read whole says 0. */
  #zerosRead(): ReadonlySet<string> {
    const zeros = new Set<string>()
    const flawed = new Set<ResolvedDocument | null>()
    for (const gap of this.gaps) if (isUnread(gap)) flawed.add(gap.of)
    for (const of of this.documents) {
      const { cells, plan, year } = of.document
      if (of.status !== 'counted' || year === null || flawed.has(of)) continue
      if (!plan.money.some(position => cells[position] === 0)) continue
      const { roles, reasons } = plan.form.facts?.(fieldsOf(of.document)) ?? {}
      for (const position of plan.money) {
        const field = plan.fields[position] as Field
        if (cells[position] !== 0 || !isAdded(field) || typeof reasons?.[field.name] === 'string') continue
        const role = roles?.[field.name] ?? (field.role as Role)
        for (const name of namesOf(plan.form, role)) zeros.add(keyOf(year, name))
      }
    }
    return zeros
  }
}
