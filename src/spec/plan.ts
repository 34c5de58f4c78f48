import { compareText } from '../core/text.js'
import type { Field } from './field.js'
import type { FormTable } from './form.js'

/** What the stages look up in a form table again and again, worked out once. */
export interface Plan {
  readonly form: FormTable
  readonly fields: readonly Field[]
  /** Normalized name to position. */
  readonly index: ReadonlyMap<string, number>
  /** Every key that an entry of this kind may have. */
  readonly keys: ReadonlySet<string>
  /** Positions of the money fields, in the table's order. */
  readonly money: readonly number[]
  /** The same, by the name of the field. */
  readonly moneyByName: readonly number[]
  readonly account: number
  readonly uniqueId: number
  readonly yearOf: number
  readonly submission: number
}

const plans = new WeakMap<FormTable, Plan>()

/** The plan of a form table. Positions are -1 where the form has no such field. */
export function planOf(form: FormTable): Plan {
  let plan = plans.get(form)
  if (plan === undefined) {
    const index = new Map(form.fields.map((field, i) => [field.name, i]))
    const at = (name: string | undefined): number => (name === undefined ? -1 : (index.get(name) ?? -1))
    const money = form.fields.flatMap((field, i) => (field.type === 'money' ? [i] : []))
    plan = {
      form,
      fields: form.fields,
      index,
      keys: new Set([form.issuer.key, form.recipient.key, ...form.fields.map(field => field.key)]),
      money,
      moneyByName: money.toSorted((a, b) =>
        compareText(form.fields[a]?.name ?? '', form.fields[b]?.name ?? ''),
      ),
      account: at(form.account),
      uniqueId: at(form.uniqueId),
      yearOf: at(form.yearOf),
      submission: at('submissionType'),
    }
    plans.set(form, plan)
  }
  return plan
}
