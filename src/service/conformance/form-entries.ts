import { readFileSync } from 'node:fs'
import type { FormKeys } from './steps.js'

/** The keys of every form, transcribed from the API document and not derived from the form tables of the library. */
const INTERFACE_KEYS = new URL('../../../fixtures/interface-keys.json', import.meta.url)

/** The keys of every form in the API document. */
export const FORM_KEYS = Object.entries(
  JSON.parse(readFileSync(INTERFACE_KEYS, 'utf8')) as Record<string, Omit<FormKeys, 'form'>>,
).map(([form, keys]): FormKeys => ({ form, ...keys }))
