import { areDifferent, isFull } from '../core/identifier.js'
import type { Entry } from './entry.js'
import { accountTells } from './identity.js'

/** What may reject, null where nothing is said: issuer, recipient, the account where it tells apart, unique identifier. */
export type Core = readonly (string | null)[]

/** How many of them, the first, are identifiers, which may be masked. */
export const IDS = 2

export const coreOf = (entry: Entry, between: boolean): Core => [
  entry.document.issuer.id,
  between ? entry.document.recipient.id : entry.recipientHere,
  accountTells(entry) ? entry.account : null,
  entry.uniqueId,
]

/** True where one cannot be the other's. */
export function contradict(a: Core, b: Core): boolean {
  for (let i = 0; i < a.length; i++) {
    const x = a[i] as string | null
    const y = b[i] as string | null
    if (x !== y && x !== null && y !== null && (i >= IDS || areDifferent(x, y))) return true
  }
  return false
}

/** What two that do not contradict each other say together; the first itself where the other adds nothing. */
export function joinCores(a: Core, b: Core): Core {
  const joint = a.map((x, i) => (x === null || (i < IDS && !isFull(x)) ? (b[i] ?? x) : x))
  return joint.every((x, i) => x === a[i]) ? a : joint
}
