import { memoize } from '../core/lists.js'
import { plainKey } from '../core/near.js'
import type { FormTable } from '../model/form.js'

/** Returns the FDX property of a form. It is null if FDX does not have the form. */
export const nameOfForm = ({ fdx }: FormTable): string | null =>
  fdx === undefined ? null : typeof fdx === 'string' ? fdx : fdx.form

/** Returns the FDX list whose items are the documents of a form. It is null if the form has no such list. */
export const rowsOf = ({ fdx }: FormTable): string | null => (typeof fdx === 'object' ? fdx.rows : null)

const formsByName = memoize((forms: readonly FormTable[]) => {
  const named = forms.filter(form => nameOfForm(form) !== null)
  return new Map(named.map(form => [plainKey(nameOfForm(form) ?? ''), form]))
})

/** Finds a form by its FDX property, ignoring case. */
export const formNamed = (name: string, forms: readonly FormTable[]): FormTable | undefined =>
  name.length > 40 ? undefined : formsByName(forms).get(plainKey(name))

const PLAIN = /^[A-Za-z][A-Za-z0-9]{0,40}$/

/** Makes the array key of a form that no table has: `tax1099K` becomes `form_1099_k`. The key is never one of a table. */
export function keyOfUnknown(name: string, forms: readonly FormTable[]): string {
  if (!PLAIN.test(name)) return 'form_unknown'
  const words = name.replace(/^tax(?=[0-9A-Z])/, '').replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
  const key = `form_${words.toLowerCase()}`
  return forms.some(form => form.key === key) ? `form_fdx_${words.toLowerCase()}` : key
}

/** Tests whether a property name looks like the name of a form. Such a name cannot be the name of a person. */
export const isNameOfForm = (name: string): boolean =>
  /^(?:tax(?:[0-9]{4}[A-Za-z]{0,24}[0-9]?|W2[A-Z]?)|[A-Za-z]{1,40})$/.test(name)
