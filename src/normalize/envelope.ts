import { type Site, step, stepSpelled, stepUnknown } from '../core/path.js'
import { compareText, isAbsent, spaced, withoutControls } from '../core/text.js'
import type { Reading } from './reading.js'
import { isNothing, knownKeys, mendedBy } from './unknown-keys.js'

type Raw = Readonly<Record<string, unknown>>

const KEYS = knownKeys('dossier', ['taxpayer', 'records'], false)

/** What is expected in the place of a part that cannot be used. */
export const EXPECTED_PARTS = {
  records_not_array: 'an array',
  dossier_key_unknown: 'the key taxpayer or records',
} as const

type DossierKey = 'taxpayer' | 'records'

/** What an object holds under a key of a dossier, in whichever spelling of it: the key itself goes before. */
export function heldUnder(raw: Raw, key: DossierKey): unknown {
  const value = raw[key]
  if (!isNothing(value, false)) return value
  let found: string | null = null
  for (const each in raw) {
    // Shorter ones do not hold its letters.
    if (each.length < key.length || each === key || KEYS.near.equal(each) !== key) continue
    if (!isNothing(raw[each]) && (found === null || compareText(each, found) < 0)) found = each
  }
  return found === null ? value : raw[found]
}

/** A part of a dossier, and its place. */
export interface DossierPart {
  readonly value: unknown
  readonly at: Site
}

interface Envelope {
  readonly taxpayer: DossierPart
  readonly records: DossierPart
  /** Objects and arrays under other keys that hold anything: what stands there is read by nobody. */
  readonly others: readonly DossierPart[]
}

/** Takes a dossier apart, and notes its keys that are spelled otherwise, or not known. */
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
 * What an id is told apart by, where it can be used: ids that differ in a control character alone are put out alike, and
 * are not one.
 */
export function identityOf(raw: unknown): string | null {
  if (typeof raw === 'string') return isAbsent(raw) ? null : spaced(raw)
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null
}

/** An id as it is put out, where it can be used. */
export function usableId(raw: unknown): string | null {
  const identity = identityOf(raw)
  return identity === null ? null : withoutControls(identity)
}
