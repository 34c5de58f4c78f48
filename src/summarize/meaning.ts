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

/** A box that holds an amount, and what it says where nothing speaks against it. */
interface Box {
  readonly position: number
  readonly name: string
  readonly role: Role
  /** Why it is in no sum. Missing: null where it is. */
  readonly reason: Reason | null
  readonly subtracts: boolean
  /** A form of another kind may hold the same money. */
  readonly mayBeTwin: boolean
  readonly plain: Meaning
}

function reasonOf(field: Field): Reason | null {
  if (isAdded(field)) return null
  if (field.sum === 'part') return 'part_of'
  return field.role === 'balance' || field.role === 'deduction' ? field.role : 'memo'
}

/** A rule that names its amounts after what stands in a document would have no end of them. */
const MAX_MEANINGS = 1000

/** The meanings of a form's amounts, each made when it is first met. */
class Meanings {
  /** By the position of the box. */
  readonly #ofBoxes: Meaning[][]
  readonly #derived: Meaning[] = []
  /** In the order of their names. */
  readonly boxes: readonly Box[]

  constructor(private readonly plan: Plan) {
    this.#ofBoxes = plan.fields.map(() => [])
    this.boxes = plan.moneyByName.map(position => {
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

/** The meanings of a form's amounts. */
export const meaningsOf = (plan: Plan): Meanings => getOrCreate(meanings, plan, () => new Meanings(plan))
