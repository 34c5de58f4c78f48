import { parsePath } from './issue-index.js'
import { isObject, type Json } from './json.js'
import { API_KEYS, mayPrint } from './keys.js'
import type { IssueSeen, Violation } from './seen.js'

const CANARY = /zq[a-z0-9é]/i
const IDENTIFIER = /\d{9}|\d{3}-\d\d-\d{4}|\d\d-\d{7}|[X*]{2,}-?\d{4}/
const LONG_TOKEN = /\d[\d,.]*\d/g
const ALLOWED_NUMBERS = new Set([
  ...['2024', '1098', '1099', '1042', '5498', '1040', '1065', '1120', '1041', '202412', '1900', '2100', '1.00'],
  ...['90,000,000,000,000', '8601', '9535'],
])

const collectNumbers = (root: Json): Set<string> => {
  const numbers = new Set<string>()
  const open: Json[] = [root]
  while (open.length > 0) {
    const value = open.pop() as Json
    if (Array.isArray(value)) for (const item of value) open.push(item)
    else if (isObject(value)) for (const key of Object.keys(value)) open.push(value[key] as Json)
    else if (typeof value === 'number') {
      numbers.add(String(Math.abs(value)))
      numbers.add(Math.abs(value).toFixed(2))
    } else if (typeof value === 'string') {
      for (const token of value.match(LONG_TOKEN) ?? []) numbers.add(token)
    }
  }
  return numbers
}

/** Adds a violation for every issue that reveals a value from the input. */
export const addLeaks = (root: Json, issues: readonly IssueSeen[], violations: Violation[]): void => {
  let values: Set<string> | null = null
  const checkedTexts = new Set<string>()
  for (const issue of issues) {
    const path = issue.path ?? ''
    const issueText = `${issue.message}\n${issue.expected ?? ''}\n${issue.received ?? ''}`
    if (path !== '' && !checkedTexts.has(path)) {
      checkedTexts.add(path)
      const steps = parsePath(path)
      if (steps === null) violations.push({ rule: 'path_malformed', detail: path })
      else
        for (const step of steps) {
          if (typeof step === 'string' && step !== '*' && !mayPrint(step)) {
            violations.push({ rule: 'path_prints_data', detail: `${issue.code} ${path}` })
          }
        }
    }
    if (checkedTexts.has(issueText)) continue
    checkedTexts.add(issueText)
    if (CANARY.test(issueText))
      violations.push({ rule: 'canary_in_issue', detail: `${issue.code} ${path} ${issueText}` })
    if (/[RT]q[a-z]{5}/.test(issueText))
      violations.push({ rule: 'id_in_message', detail: `${issue.code} ${issueText}` })
    if (IDENTIFIER.test(issueText))
      violations.push({ rule: 'identifier_in_issue', detail: `${issue.code} ${issueText}` })
    // Remove the keys that the API defines. Some contain digits, but they are not data.
    const otherText = issueText.replace(/\w+/g, token => (API_KEYS.has(token) ? '' : token))
    for (const token of otherText.match(LONG_TOKEN) ?? []) {
      if (token.length < 4 || ALLOWED_NUMBERS.has(token)) continue
      values ??= collectNumbers(root)
      // Ignore a length or a count in the message, which may equal a number in the input by chance.
      if (values.has(token) && !new RegExp(`${token} (characters|keys|items)`).test(issueText)) {
        violations.push({ rule: 'value_in_issue', detail: `${issue.code} ${issueText}` })
      }
    }
  }
}
