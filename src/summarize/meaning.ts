import { getOrCreate } from '../core/lists.js'
import { type Field, isAdded } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { Plan } from '../model/plan.js'
import {
  type Basis,
  categoryOf,
  type IncomeCategory,
  isGross,
  kindOf,
  type Reason,
  type Role,
  type WithholdingKind,
} from '../model/role.js'

/**
 * The role and the counting rule of a fact's amount. Facts with the same meaning share one object, so that its texts are built
 * and written once. `box` is null if the amount is derived, `reason` is null if it counts, and `category` and `withheld` are
 * null if the role is not in such a sum.
 */
export interface Meaning {
  readonly field: string
  readonly box: string | null
  readonly role: Role
  readonly basis: Basis | null
  readonly reason: Reason | null
  readonly category: IncomeCategory | null
  readonly withheld: WithholdingKind | null
}

/** Returns `gross` if an amount is before expenses and `allocated` if it is a share of earnings. Returns null otherwise. */
export function basisOf(form: FormTable, role: Role): Basis | null {
  if (form.allocated === true) return 'allocated'
  return isGross(role) ? 'gross' : null
}

/** A box with an amount, and the meaning of its amount unless a rule changes it. */
interface Box {
  readonly position: number
  readonly name: string
  readonly role: Role
  /** Why the amount is in no sum. Null if it is in one. */
  readonly reason: Reason | null
  readonly subtracts: boolean
  /** True if a document of another form may report the same money. */
  readonly mayBeTwin: boolean
  readonly plain: Meaning
}

function reasonOf(field: Field): Reason | null {
  if (isAdded(field)) return null
  if (field.sum === 'part') return 'part_of'
  return field.role === 'balance' || field.role === 'deduction' ? field.role : 'memo'
}

/** Limits the number of kept meanings. A rule that derives field names from the data could create any number of them. */
const MAX_MEANINGS = 1000

/** The meanings of a form's amounts. Each is created when it is first needed. */
class Meanings {
  /** Indexed by the position of the box. */
  readonly #ofBoxes: Meaning[][]
  readonly #derived: Meaning[] = []
  /** Sorted by name. */
  readonly boxes: readonly Box[]

  constructor(private readonly plan: Plan) {
    this.#ofBoxes = plan.fields.map(() => [])
    this.boxes = plan.moneyByName.map((position): Box => {
      const field = plan.fields[position] as Field
      const { name } = field
      const role = field.role as Role
      const reason = reasonOf(field)
      const plain = this.ofBox(position, role, reason)
      const mayBeTwin = plan.form.twin?.field === name
      return { position, name, role, reason, subtracts: field.sum === 'subtract', mayBeTwin, plain }
    })
  }

  ofBox(position: number, role: Role, reason: Reason | null): Meaning {
    const known = this.#ofBoxes[position] as Meaning[]
    for (let i = 0; i < known.length; i++) {
      const each = known[i] as Meaning
      if (each.reason === reason && each.role === role) return each
    }
    const { name, box } = this.plan.fields[position] as Field
    return this.#add(known, name, box, role, reason)
  }

  /** Returns the meaning of an amount that the form's rule derived. */
  ofDerived(field: string, role: Role, reason: Reason | null): Meaning {
    return (
      this.#derived.find(each => each.field === field && each.role === role && each.reason === reason) ??
      this.#add(this.#derived, field, null, role, reason)
    )
  }

  #add(known: Meaning[], field: string, box: string | null, role: Role, reason: Reason | null): Meaning {
    const meaning: Meaning = {
      field,
      box,
      role,
      basis: basisOf(this.plan.form, role),
      reason,
      category: categoryOf(role),
      withheld: kindOf(role),
    }
    if (known.length < MAX_MEANINGS) known.push(meaning)
    return meaning
  }
}

const meanings = new WeakMap<Plan, Meanings>()

/** Returns the meanings of a form's amounts. */
export const meaningsOf = (plan: Plan): Meanings => getOrCreate(meanings, plan, () => new Meanings(plan))
