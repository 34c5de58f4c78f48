import type { Field } from '../model/field.js'
import { isAdded } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import { categoryOf, isInTotal, type Role } from '../model/role.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { fieldsOf } from './document-fields.js'
import { type Gap, isUnread } from './gaps.js'
import { basisOf } from './meaning.js'

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
    private readonly isStrange: (year: number) => boolean,
  ) {}

  /** True where nothing of a sum could be read, of those that have no amount. */
  isUnread(year: number, name: SumName): boolean {
    // A form of an unknown kind adds to a total, and to no sum that is known.
    const isRefused = this.isRefused(year) || (name === 'total' && this.isStrange(year))
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
