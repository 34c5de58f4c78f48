import { normalizeKey } from '../../core/text.js'

/**
 * Forms that the library does not read and that report no income. Such a form array makes no sum incomplete.
 * Source: the instructions for Forms 1094 and 1095, 1098-C, 1098-E, 1098-F, 5498-ESA, 5498-SA and 8300 (2024).
 */
const FORM_KEYS_WITHOUT_INCOME: ReadonlySet<string> = new Set(
  [
    ...['1094', '1094_a', '1094_b', '1094_c', '1095', '1095_a', '1095_b', '1095_c'],
    ...['1098_c', '1098_e', '1098_f', '5498_esa', '5498_sa', '8300'],
  ].map(number => normalizeKey(`form_${number}`)),
)

/** True if a form array with this key reports no income. The case and the separators of the key do not matter. */
export const isFormWithoutIncome = (key: string): boolean =>
  key.length < 40 && FORM_KEYS_WITHOUT_INCOME.has(normalizeKey(key))
