import { getOrCreate } from '../core/lists.js'
import { plainKey } from '../core/near.js'
import type { FormTable } from '../model/form.js'

/** The property of a form. Missing: null where there is no such form. */
export const nameOfForm = ({ fdx }: FormTable): string | null =>
  fdx === undefined ? null : typeof fdx === 'string' ? fdx : fdx.form

/** The list of a form whose items are documents. Missing: null. */
export const rowsOf = ({ fdx }: FormTable): string | null => (typeof fdx === 'object' ? fdx.rows : null)

/** Forms by their properties there, and the keys of all of them. */
interface Names {
  readonly byName: ReadonlyMap<string, FormTable>
  readonly keys: ReadonlySet<string>
}

const known = new WeakMap<readonly FormTable[], Names>()

const namesOf = (forms: readonly FormTable[]): Names =>
  getOrCreate(known, forms, () => ({
    byName: new Map(
      forms.flatMap(form => {
        const name = nameOfForm(form)
        return name === null ? [] : [[plainKey(name), form] as const]
      }),
    ),
    keys: new Set(forms.map(({ key }) => key)),
  }))

/** Finds the forms by their properties there, in any case of letters. */
export function formsByName(forms: readonly FormTable[]): (name: string) => FormTable | undefined {
  const { byName } = namesOf(forms)
  return name => (name.length > 40 ? undefined : byName.get(plainKey(name)))
}

const PLAIN = /^[A-Za-z][A-Za-z0-9]{0,40}$/

/** The key of ours that a form would have which has none: `tax1099K` is `form_1099_k`, and no key of a table. */
export function keyOfUnknown(name: string, forms: readonly FormTable[]): string {
  if (!PLAIN.test(name)) return 'form_unknown'
  const words = name.replace(/^tax(?=[0-9A-Z])/, '').replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
  const key = `form_${words.toLowerCase()}`
  return namesOf(forms).keys.has(key) ? `form_fdx_${words.toLowerCase()}` : key
}

/** A property that names a form, and so no person. */
export const isNameOfForm = (name: string): boolean =>
  /^(?:tax(?:[0-9]{4}[A-Za-z]{0,24}[0-9]?|W2[A-Z]?)|[A-Za-z]{1,40})$/.test(name)
