import type { Field } from '../model/field.js'
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
 * What a fact says of its amount. Facts that say the same hold the same object, so that its words are worked out and
 * written once. Missing: `box` where the amount is derived, `reason` where it counts, `category` and `withheld` where the
 * role is of no such sum.
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

/** What an amount of a form is before expenses, or an allocated share; null where there is nothing to say. */
export function basisOf(form: FormTable, role: Role): Basis | null {
  if (form.allocated === true) return 'allocated'
  return isGross(role) ? 'gross' : null
}

/** A rule that names its amounts after what stands in a document would have no end of them. */
const MAX_MEANINGS = 1000

/** The meanings of a form's amounts, each made when it is first met. */
class Meanings {
  readonly #plan: Plan
  /** By the position of the box. */
  readonly #ofBoxes: Meaning[][]
  readonly #derived: Meaning[] = []

  constructor(plan: Plan) {
    this.#plan = plan
    this.#ofBoxes = plan.fields.map(() => [])
  }

  /** The meaning of the box at a position. */
  ofBox(position: number, role: Role, reason: Reason | null): Meaning {
    const known = this.#ofBoxes[position] as Meaning[]
    for (let i = 0; i < known.length; i++) {
      const each = known[i] as Meaning
      if (each.reason === reason && each.role === role) return each
    }
    const { name, box } = this.#plan.fields[position] as Field
    return this.#add(known, name, box, role, reason)
  }

  /** The meaning of an amount that the form's rule worked out. */
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
      basis: basisOf(this.#plan.form, role),
      reason,
      category: categoryOf(role),
      withheld: kindOf(role),
    }
    if (known.length < MAX_MEANINGS) known.push(meaning)
    return meaning
  }
}

const meanings = new WeakMap<Plan, Meanings>()

/** The meanings of a form's amounts. */
export function meaningsOf(plan: Plan): Meanings {
  let known = meanings.get(plan)
  if (known === undefined) {
    known = new Meanings(plan)
    meanings.set(plan, known)
  }
  return known
}
