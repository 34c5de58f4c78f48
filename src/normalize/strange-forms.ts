import { getOrCreate } from '../core/lists.js'
import { isNameOfForm } from '../core/step-named.js'
import { compareText } from '../core/text.js'
import type { FormTable } from '../model/form.js'
import { NearKeys } from '../model/near-keys.js'
import type { KnownKeys } from './unknown-keys.js'

/** The form tables by the key of their array. */
export type FormsByKey = ReadonlyMap<string, FormTable>

const nearForms = new WeakMap<FormsByKey, NearKeys>()

/** The form that a key spells otherwise; undefined where it spells none. */
export const formMeantBy = (key: string, forms: FormsByKey): FormTable | undefined =>
  forms.get(nearOf(forms).equal(key) ?? '')

const nearOf = (forms: FormsByKey): NearKeys =>
  getOrCreate(nearForms, forms, () => new NearKeys([...forms.keys()]))

/**
 * The keys of a form object under which forms stand that no table has under that key: the form that the key spells
 * otherwise, null where there is none. Missing: null where there is no such key.
 */
export function strangeFormsOf(
  raw: Readonly<Record<string, unknown>>,
  forms: FormsByKey,
  fields: KnownKeys,
): ReadonlyMap<string, FormTable | null> | null {
  let strange: Map<string, FormTable | null> | null = null
  let spellings: Map<string, string> | null = null
  for (const key in raw) {
    const value = raw[key]
    if (typeof value !== 'object' || value === null || forms.has(key) || fields.all.has(key)) continue
    const meant = nearOf(forms).equal(key)
    if (meant === null && !Array.isArray(value) && !isNameOfForm(key)) continue
    strange ??= new Map()
    strange.set(key, null)
    // Beside the entries of the form itself, or of another spelling, these would stand at the same places.
    if (meant === null || !isEmpty(raw[meant])) continue
    spellings ??= new Map()
    const other = spellings.get(meant)
    if (other !== undefined && compareText(other, key) < 0) continue
    if (other !== undefined) strange.set(other, null)
    spellings.set(meant, key)
    strange.set(key, forms.get(meant) as FormTable)
  }
  return strange
}

const isEmpty = (entries: unknown): boolean =>
  entries === null || entries === undefined || (Array.isArray(entries) && entries.length === 0)

/** How the keys of the forms among them were spelled. */
export function spellingsOf(
  strange: ReadonlyMap<string, FormTable | null> | null,
): ReadonlyMap<string, string> | null {
  if (strange === null) return null
  return new Map([...strange].flatMap(([key, form]) => (form === null ? [] : [[form.key, key] as const])))
}
