import { type Site, step, stepSpelled, stepUnknown } from '../core/path.js'
import { compareText, isAbsent, spaced, withoutControls } from '../core/text.js'
import type { Reading } from './reading.js'
import { isNothing, knownKeys, mendedBy } from './unknown-keys.js'

type Raw = Readonly<Record<string, unknown>>

const KEYS = knownKeys('dossier', ['taxpayer', 'records'], false)

/** The text of what is expected instead of an unusable part of a dossier. */
export const EXPECTED_PARTS = {
  records_not_array: 'an array',
  dossier_key_unknown: 'the key taxpayer or records',
} as const

type DossierKey = 'taxpayer' | 'records'

/** Returns the value under a key of a dossier, in any spelling of the key. The exact key is preferred. */
export function heldUnder(raw: Raw, key: DossierKey): unknown {
  const value = raw[key]
  if (!isNothing(value, false)) return value
  let found: string | null = null
  for (const each in raw) {
    // A shorter key cannot contain all letters of the one that is searched for.
    if (each.length < key.length || each === key || KEYS.near.equal(each) !== key) continue
    if (!isNothing(raw[each]) && (found === null || compareText(each, found) < 0)) found = each
  }
  return found === null ? value : raw[found]
}

/** A part of a dossier, and its path. */
export interface DossierPart {
  readonly value: unknown
  readonly at: Site
}

interface Envelope {
  readonly taxpayer: DossierPart
  readonly records: DossierPart
  /** Objects and arrays under unknown keys that are not empty. They are not read. */
  readonly others: readonly DossierPart[]
}

/** Splits a dossier into its parts. Reports keys that are misspelled or unknown. */
export function envelopeOf(dossier: Raw, reading: Reading, at: Site | null): Envelope {
  const { raw, spelled } = mendedBy(dossier, KEYS, reading, at)
  const partOf = (key: DossierKey): DossierPart => {
    const spelling = spelled?.get(key)
    return { value: raw[key], at: spelling === undefined ? step(at, key) : stepSpelled(at, spelling) }
  }
  const others: DossierPart[] = []
  for (const key in raw) {
    const value = raw[key]
    if (KEYS.all.has(key) || typeof value !== 'object' || value === null) continue
    for (const _ in value) {
      others.push({ value, at: stepUnknown(at, key) })
      break
    }
  }
  return { taxpayer: partOf('taxpayer'), records: partOf('records'), others }
}

/**
 * Returns the text that distinguishes an id from others, or null if the id is unusable. It keeps control characters, because
 * ids that differ only in one are different ids, although the output shows them alike.
 */
export function identityOf(raw: unknown): string | null {
  if (typeof raw === 'string') return isAbsent(raw) ? null : spaced(raw)
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null
}

/** Returns an id as it appears in the output, or null if it is unusable. */
export function usableId(raw: unknown): string | null {
  const identity = identityOf(raw)
  return identity === null ? null : withoutControls(identity)
}
