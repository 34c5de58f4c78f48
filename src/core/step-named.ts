// Steps to keys that are data: which of them a path may name.
import type { Site } from './path.js'

/** One step to a key that the tables do not know, which is named only where it is plain. */
export const stepUnknown = (parent: Site | null, key: string): Site =>
  isPrintableKey(key) ? { parent, key } : { parent, key: null, hidden: key }

/** One step to a key that spells one of the tables otherwise: its letters and digits are ours. */
export const stepSpelled = (parent: Site | null, key: string): Site =>
  SAFE_KEY.test(key) ? { parent, key } : { parent, key: null, hidden: key }

/** One step to a form array that the tables do not know, which is named where it is called as forms are. */
export const stepForm = (parent: Site | null, key: string): Site => ({
  parent,
  key: isNameOfForm(key) || isPrintableKey(key) ? key : null,
})

/** True for what forms are called, `form_1099_k`; nine digits are a person's number, not a form's. */
export const isNameOfForm = (key: string): boolean => FORM_NAME.test(key) && !NINE_DIGITS.test(key)
const FORM_NAME = /^(?:form|schedule)_[a-z0-9_]{1,24}$/
const NINE_DIGITS = /(?:[0-9][^0-9]*){9}/

const SAFE_KEY = /^[A-Za-z][A-Za-z0-9_ /-]{0,63}$/
/** Wherever they stand: the parts of a number in groups are a number too. */
const FOUR_DIGITS = /(?:[0-9][^0-9]*){4}/

/** True where a path may print an unknown key: it is data, and only a plain one without four digits is named. */
const isPrintableKey = (key: string): boolean => SAFE_KEY.test(key) && !FOUR_DIGITS.test(key)
