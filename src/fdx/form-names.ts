import { memoize } from '../core/lists.js'
import { normalizeKey } from '../core/text.js'
import type { FormTable } from '../schema/form.js'

/** Returns the FDX property name of a form, or null if FDX does not have the form. */
export const getFdxFormName = ({ fdx }: FormTable): string | null =>
  fdx === undefined ? null : typeof fdx === 'string' ? fdx : fdx.form

/** Returns the name of the FDX list that contains the documents of a form, or null if it has no such list. */
export const getRowsKey = ({ fdx }: FormTable): string | null => (typeof fdx === 'object' ? fdx.rows : null)

const indexFormsByName = memoize((forms: readonly FormTable[]) => {
  const namedForms = forms.filter(form => getFdxFormName(form) !== null)
  return new Map(namedForms.map(form => [normalizeKey(getFdxFormName(form) ?? ''), form]))
})

/** Finds a form by its FDX property name, ignoring case. */
export const findFormByFdxName = (name: string, forms: readonly FormTable[]): FormTable | undefined =>
  name.length > 40 ? undefined : indexFormsByName(forms).get(normalizeKey(name))

const PLAIN_NAME_PATTERN = /^[A-Za-z][A-Za-z0-9]{0,40}$/

/** Makes a key for the form array of an unknown form: `tax1099K` becomes `form_1099_k`. No known form has this key. */
export function toUnknownFormKey(name: string, forms: readonly FormTable[]): string {
  if (!PLAIN_NAME_PATTERN.test(name)) return 'form_unknown'
  const snakeCaseName = name.replace(/^tax(?=[0-9A-Z])/, '').replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
  const key = `form_${snakeCaseName.toLowerCase()}`
  return forms.some(form => form.key === key) ? `form_fdx_${snakeCaseName.toLowerCase()}` : key
}

/** Returns true if a key looks like an FDX form or property name. Any other key may be data, such as an identifier. */
export const isFdxFormName = (name: string): boolean =>
  /^(?:tax(?:[0-9]{4}[A-Za-z]{0,24}[0-9]?|W2[A-Z]?)|[A-Za-z]{1,40})$/.test(name)
