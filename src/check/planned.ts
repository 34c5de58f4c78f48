import type { FieldType } from '../model/field.js'
import type { Plan } from '../model/plan.js'
import type { Cell } from '../normalize/cell.js'
import type { Check } from './check.js'
import { CHECKS } from './checks.js'

/** A check that looks at single documents, where the boxes that it needs stand in one, and its bit. */
export interface Planned {
  readonly run: NonNullable<Check['run']>
  readonly check: Check
  readonly needs: readonly number[]
  readonly bit: number
}

/** The checks of a form, and by its boxes which of them may fire. */
export interface FormChecks {
  readonly checks: readonly Planned[]
  /** The bits of those that may fire on any document. */
  readonly always: number
  /** The bits that each box wakes where it is neither 0, false nor absent, by its position. */
  readonly wakes: Int32Array
  /** The positions of the boxes that wake one, and of all that may be below 0. */
  readonly looksAt: readonly number[]
}

/** Every bit. */
export const ALL = -1

const planned = new WeakMap<Plan, FormChecks>()

/** The checks of single documents of a form, in the order of their table. */
export function checksOf(plan: Plan): FormChecks {
  let form = planned.get(plan)
  if (form === undefined) {
    form = planChecks(plan)
    planned.set(plan, form)
  }
  return form
}

/** Types of boxes whose cells are numbers. */
const NUMBERS: ReadonlySet<FieldType> = new Set<FieldType>(['money', 'count', 'year'])

function planChecks({ key, index, fields }: Plan): FormChecks {
  const checks: Planned[] = []
  const wakes = new Int32Array(fields.length)
  let always = 0
  for (const check of CHECKS) {
    const { run, forms, boxes, onlyIf } = check
    if (run === undefined || !(forms === 'all' || forms.some(form => form === key))) continue
    const needs = boxes.map(name => index.get(name) ?? -1)
    if (needs.includes(-1)) continue
    // Of more than 32 two share a bit, and wake each other.
    const bit = 1 << (checks.length % 32)
    checks.push({ run, check, needs, bit })
    if (onlyIf === undefined) always |= bit
    for (const name of onlyIf ?? []) {
      const position = index.get(name)
      if (position !== undefined) wakes[position] = (wakes[position] as number) | bit
    }
  }
  const looksAt = fields.flatMap(({ type }, i) => (NUMBERS.has(type) || wakes[i] !== 0 ? [i] : []))
  return { checks, always, wakes, looksAt }
}

/** The bits of the checks that may fire on a document with these cells. */
export function awakeOn(cells: readonly Cell[], { always, wakes, looksAt }: FormChecks): number {
  let bits = always
  for (let i = 0; i < looksAt.length; i++) {
    const at = looksAt[i] as number
    const cell = cells[at] as Cell
    if (typeof cell === 'number') {
      if (cell === 0) continue
      if (cell < 0) return ALL
    } else if (cell === null || cell === false) continue
    bits |= wakes[at] as number
  }
  return bits
}

/** True where every needed box is present. */
export function hasAll(cells: readonly Cell[], needs: readonly number[]): boolean {
  for (let i = 0; i < needs.length; i++) if ((cells[needs[i] as number] ?? null) === null) return false
  return true
}
