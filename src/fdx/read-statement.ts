import { isObject } from '../core/json-value.js'
import { isNameOfForm } from './names.js'
import { isMissing, type Raw } from './taken.js'

/** A step of a way into the input. */
export type Way = readonly (string | number)[]

/** A statement: the forms of one response, or of one document. */
export interface Statement {
  readonly raw: Raw
  readonly way: Way
  readonly forms: readonly { readonly value: unknown; readonly way: Way }[]
}

/** Statements stand under these keys, where there are several. */
const LISTS = ['statements', 'taxStatements']

/** A form by itself, outside a list of forms. */
const LONE = /^(?:tax(?:[0-9]{4}|W2)|[a-z]+IncomeStatement$|cryptocurrencyTaxStatement$)/

/** The statements of a value, in their order. Missing: null where it holds something that is none. */
export function statementsOf(value: unknown, way: Way = []): Statement[] | null {
  if (Array.isArray(value)) {
    const found: Statement[] = []
    for (const [i, item] of (value as unknown[]).entries()) {
      // A list in a list is no answer of the interface.
      const one = Array.isArray(item) ? null : statementsOf(item, [...way, i])
      if (one === null) return null
      for (const each of one) found.push(each)
    }
    return found
  }
  if (!isObject(value)) return null
  for (const key of LISTS) if (Array.isArray(value[key])) return statementsOf(value[key], [...way, key])
  const { forms } = value
  if (Array.isArray(forms)) {
    const all = (forms as unknown[]).map((form, i) => ({ value: form, way: [...way, 'forms', i] }))
    return [{ raw: value, way, forms: all }]
  }
  if (!isMissing(forms)) return null
  if (!isMissing(value['taxStatementId']) || !isMissing(value['pdf'])) return [{ raw: value, way, forms: [] }]
  const isLone = Object.keys(value).some(key => LONE.test(key) && isNameOfForm(key) && isObject(value[key]))
  return isLone ? [{ raw: {}, way, forms: [{ value, way }] }] : null
}
