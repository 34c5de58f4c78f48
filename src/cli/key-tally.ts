import type { Issue } from '../core/issue.js'
import { isOfSeveral } from '../core/issue-list.js'
import type { IssueCode } from '../core/issue-table.js'
import { compareText } from '../core/text.js'

/** Codes whose issues end at a key that is not as the tables spell it. */
const KEY_CODES: ReadonlySet<IssueCode> = new Set([
  'field_unknown',
  'field_respelled',
  'field_misspelled',
  'amount_unread',
  'form_unknown',
  'form_respelled',
  'dossier_key_unknown',
])

/** So many keys are named. */
const MAX_NAMED = 5
/** So many are told apart: keys are data, and memory must not grow with them. */
const MAX_KEYS = 1000

const LAST_KEY = /\['([^']+)'\]$/

/** The keys that the issues of one code are about, as far as their places name them. */
export class KeyTally {
  readonly #counts = new Map<string, number>()
  #unnamed = 0
  #hasMore = false

  /** A tally for a code; null where its issues are about no key of the data. */
  static of(code: IssueCode): KeyTally | null {
    return KEY_CODES.has(code) ? new KeyTally() : null
  }

  /** Counts the key of an issue. */
  add(issue: Issue): void {
    const key = isOfSeveral(issue) ? undefined : LAST_KEY.exec(issue.path)?.[1]
    const count = key === undefined ? undefined : this.#counts.get(key)
    if (key === undefined) this.#unnamed++
    else if (count === undefined && this.#counts.size === MAX_KEYS) this.#hasMore = true
    else this.#counts.set(key, (count ?? 0) + 1)
  }

  /** ` Keys: 'remark' 40, 'mood' 12, and 3 more.`, the most frequent first; nothing where the first place says it all. */
  toString(): string {
    const named = [...this.#counts].sort(([a, x], [b, y]) => y - x || compareText(a, b))
    if (named.length === 0 || (named.length === 1 && this.#unnamed === 0)) return ''
    const parts = named.slice(0, MAX_NAMED).map(([key, count]) => `'${key}' ${count}`)
    const left = named.length - parts.length
    if (left > 0) parts.push(`and ${this.#hasMore ? 'more than ' : ''}${left} more`)
    const unnamed = this.#unnamed === 0 ? '' : `; not named ${this.#unnamed}`
    return ` Keys: ${parts.join(', ')}${unnamed}.`
  }
}
