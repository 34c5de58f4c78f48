import { isObject, type Json } from './json.js'
import { mayPrint, OWN_WORDS } from './keys.js'
import type { IssueSeen, Violation } from './seen.js'
import { stepsOf } from './told.js'

const CANARY = /zq[a-z0-9é]/i
const IDENTIFIER = /\d{9}|\d{3}-\d\d-\d{4}|\d\d-\d{7}|[X*]{2,}-?\d{4}/
const LONG_TOKEN = /\d[\d,.]*\d/g
const OWN_NUMBERS = new Set([
  '2024',
  '1098',
  '1099',
  '1042',
  '5498',
  '1040',
  '1065',
  '1120',
  '1041',
  '202412',
  '1900',
  '2100',
  '1.00',
  '90,000,000,000,000',
  '8601',
  '9535',
])

const valuesOf = (root: Json): Set<string> => {
  const found = new Set<string>()
  const open: Json[] = [root]
  while (open.length > 0) {
    const value = open.pop() as Json
    if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (isObject(value)) for (const key of Object.keys(value)) open.push(value[key] as Json)
    else if (typeof value === 'number') {
      found.add(String(Math.abs(value)))
      found.add(Math.abs(value).toFixed(2))
    } else if (typeof value === 'string') {
      for (const token of value.match(LONG_TOKEN) ?? []) found.add(token)
    }
  }
  return found
}

/** Adds what issues say of the data. */
export const leaksOf = (root: Json, issues: readonly IssueSeen[], found: Violation[]): void => {
  let values: Set<string> | null = null
  const seen = new Set<string>()
  for (const issue of issues) {
    const path = issue.path ?? ''
    const words = `${issue.message}\n${issue.expected ?? ''}\n${issue.received ?? ''}`
    if (path !== '' && !seen.has(path)) {
      seen.add(path)
      const steps = stepsOf(path)
      if (steps === null) found.push({ rule: 'path_malformed', detail: path })
      else
        for (const step of steps) {
          if (typeof step === 'string' && step !== '*' && !mayPrint(step)) {
            found.push({ rule: 'path_prints_data', detail: `${issue.code} ${path}` })
          }
        }
    }
    if (seen.has(words)) continue
    seen.add(words)
    if (CANARY.test(words)) found.push({ rule: 'canary_in_issue', detail: `${issue.code} ${path} ${words}` })
    if (/[RT]q[a-z]{5}/.test(words)) found.push({ rule: 'id_in_message', detail: `${issue.code} ${words}` })
    if (IDENTIFIER.test(words)) found.push({ rule: 'identifier_in_issue', detail: `${issue.code} ${words}` })
    // Keys of the tables are no data, and some have digits.
    const others = words.replace(/\w+/g, word => (OWN_WORDS.has(word) ? '' : word))
    for (const token of others.match(LONG_TOKEN) ?? []) {
      if (token.length < 4 || OWN_NUMBERS.has(token)) continue
      values ??= valuesOf(root)
      // A length or a count may happen to be a number of the data.
      if (values.has(token) && !new RegExp(`${token} (characters|keys|items)`).test(words)) {
        found.push({ rule: 'value_in_issue', detail: `${issue.code} ${words}` })
      }
    }
  }
}
