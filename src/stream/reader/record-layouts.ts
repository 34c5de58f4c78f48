import { getOrCreate } from '../../core/lists.js'
import { type Plan, planOf } from '../../model/plan.js'
import { FORM_OBJECT, RECORD } from '../../model/record.js'
import { TAXPAYER } from '../../model/taxpayer.js'
import type { FormsByKey } from '../../normalize/strange-forms.js'
import { Meanings, RowLayout } from './row-layout.js'
import { ShapeLayout } from './shape-layout.js'

/** The keys of a record that are no cells of its head: they are asked for before it is read. */
export const [ID, OWNER, FORMS] = ['id', 'taxpayer_id', 'forms'] as const

/** The layouts of taxpayers, of records, of form objects, and of the entries of forms. */
export interface RecordLayouts {
  readonly taxpayer: ShapeLayout
  readonly record: RowLayout
  readonly form: RowLayout
  /** By the keys of form arrays. */
  readonly entries: ReadonlyMap<string, EntryLayout>
  readonly memories: number
}

/** How the entries of a form are read. */
export interface EntryLayout {
  readonly plan: Plan
  readonly layout: RowLayout
}

const layouts = new WeakMap<FormsByKey, RecordLayouts>()

/** Lays out the tables of forms. */
export const layoutsOf = (forms: FormsByKey): RecordLayouts =>
  getOrCreate(layouts, forms, () => {
    const meanings = new Meanings()
    const head = RECORD.fields.filter(({ key }) => key !== ID && key !== OWNER)
    const entries = new Map<string, EntryLayout>()
    for (const [key, form] of forms) {
      const plan = planOf(form)
      const { fields, issuer, recipient } = plan
      entries.set(key, { plan, layout: new RowLayout(fields, [issuer, recipient], [], meanings) })
    }
    const record = new RowLayout(head, [], [ID, OWNER, FORMS], meanings)
    const form = new RowLayout(FORM_OBJECT.fields, [], [...forms.keys()], meanings)
    const taxpayer = new ShapeLayout(TAXPAYER, meanings)
    return { taxpayer, record, form, entries, memories: meanings.count }
  })
