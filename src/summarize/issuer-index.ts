import { askedNames, heldNames } from '../core/cut-text.js'
import { isFull, lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import type { Party } from '../normalize/source.js'
import { REJECT, scoreAddresses, scoreIds, scoreNames } from '../resolve/identity.js'

/** Two issuers by identifier, name and address; with no REJECT, 4 joins them across forms. */
export function scoreIssuers(a: Party, b: Party): number {
  const ids = scoreIds(a.id, b.id)
  if (ids === REJECT) return REJECT
  return (
    ids +
    scoreNames(a.name?.toUpperCase() ?? null, b.name?.toUpperCase() ?? null) +
    scoreAddresses(a.address?.toUpperCase() ?? null, b.address?.toUpperCase() ?? null)
  )
}

/** Issuers are joined across forms from this score on. */
const SAME_ISSUER = 4

/** What was added to an index for an issuer, and as which. */
interface Held<T> {
  readonly issuer: Party
  readonly value: T
  readonly place: number
}

/** Up to so many are looked at one by one. */
const MAX_HELD = 8

const isOneOf = ({ issuer }: Held<unknown>, other: Party): boolean =>
  other.id !== null && !cannotBeOne(issuer.id, other.id) && isSameIssuer(issuer, other)

/**
 * Finds what stands for an issuer, without a look at each. A name and an address do not make 4: of one issuer the
 * identifiers are full and equal, whatever the names; or one is masked, they end alike, and the names are compatible.
 */
export class IssuerIndex<T> {
  readonly #held: Held<T>[] = []
  readonly #parts = new Map<string, Held<T>[]>()

  add(issuer: Party, value: T): void {
    if (issuer.id === null) return
    const held = { issuer, value, place: this.#held.length }
    this.#held.push(held)
    if (this.#held.length === MAX_HELD + 1) for (const each of this.#held) this.#post(each)
    else if (this.#held.length > MAX_HELD) this.#post(held)
  }

  /** What was added first for the same issuer; undefined where nothing was. */
  first(issuer: Party): T | undefined {
    if (this.#held.length <= MAX_HELD) return this.#held.find(each => isOneOf(each, issuer))?.value
    let first: Held<T> | undefined
    for (const [each] of this.#found(issuer)) {
      if (each !== undefined && (first === undefined || each.place < first.place)) first = each
    }
    return first?.value
  }

  /** All that was added for the same issuer, in its order. */
  all(issuer: Party): T[] {
    if (this.#held.length <= MAX_HELD) {
      const values: T[] = []
      for (const each of this.#held) if (isOneOf(each, issuer)) values.push(each.value)
      return values
    }
    return this.#found(issuer)
      .flat()
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value)
  }

  /** Lists of what was added for the same issuer, each in its order; none is in two of them. */
  #found(issuer: Party): (readonly Held<T>[])[] {
    const { id } = issuer
    if (id === null) return []
    const keys = isFull(id)
      ? [id, ...keysOf(issuer, 'masked', askedNames)]
      : keysOf(issuer, 'any', askedNames)
    return keys.map(key => this.#parts.get(key) ?? [])
  }

  #post(held: Held<T>): void {
    const { issuer } = held
    const own = isFull(issuer.id as string) ? [issuer.id as string] : keysOf(issuer, 'masked', heldNames)
    for (const key of [...own, ...keysOf(issuer, 'any', heldNames)]) addTo(this.#parts, key, held)
  }
}

/** Where one is masked, the last four and a compatible name make 4. */
const keysOf = ({ id, name }: Party, how: string, namesOf: (name: string) => string[]): string[] =>
  name === null ? [] : namesOf(name.toUpperCase()).map(words => `${how} ${lastFour(id as string)} ${words}`)

/** True where two parties are one issuer: equal full identifiers, else no REJECT and 4 or more over identifier, name and address. */
export const isSameIssuer = (a: Party, b: Party): boolean =>
  (a.id !== null && a.id === b.id && isFull(a.id)) || scoreIssuers(a, b) >= SAME_ISSUER

/** True for two identifiers that contradict each other by their last four, full or masked. */
export function cannotBeOne(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false
  for (let i = 5; i < 9; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) return true
  return false
}
