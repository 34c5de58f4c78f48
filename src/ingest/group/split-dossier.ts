import { extendBySpelling, extendByUnknownKey, type JsonPath } from '../../core/json-value.js'
import { compareText, isAbsent, replaceControls, tidyWhiteSpace } from '../../core/text.js'
import type { ParseContext } from '../fields/parse-context.js'
import { isEmptyValue, makeKnownKeys, respellKeys } from '../fields/unknown-keys.js'

type RawDossierObject = Readonly<Record<string, unknown>>

const DOSSIER_KEYS = makeKnownKeys('dossier', ['taxpayer', 'records'], { hasAmounts: false })

/** Describes the value that was expected in place of an unusable part of a dossier, by the code of the issue. */
export const EXPECTED_PARTS = {
  records_not_array: 'an array',
  dossier_key_unknown: 'the key taxpayer or records',
} as const

type DossierKey = 'taxpayer' | 'records'

/** Returns a dossier's value under a key, or else under a variant of the key with other case or separators. */
export function findDossierPart(raw: RawDossierObject, key: DossierKey): unknown {
  const value = raw[key]
  if (!isEmptyValue(value, false)) return value
  let foundKey: string | null = null
  for (const otherKey in raw) {
    // A variant has all letters of the key, so a shorter key cannot be one.
    if (otherKey.length < key.length || otherKey === key || DOSSIER_KEYS.nearKeys.findEqual(otherKey) !== key) continue
    if (!isEmptyValue(raw[otherKey]) && (foundKey === null || compareText(otherKey, foundKey) < 0)) foundKey = otherKey
  }
  return foundKey === null ? value : raw[foundKey]
}

/** A part of a dossier, and its path. */
interface DossierPart {
  readonly value: unknown
  readonly path: JsonPath
}

interface DossierParts {
  readonly taxpayer: DossierPart
  readonly records: DossierPart
  /** Nonempty objects and arrays under unknown keys. They are not read. */
  readonly unknownParts: readonly DossierPart[]
}

/** Splits a dossier into its parts. Reports keys that are misspelled or unknown. */
export function splitDossier(dossier: RawDossierObject, context: ParseContext, path: JsonPath | null): DossierParts {
  const { raw, spellings } = respellKeys(dossier, DOSSIER_KEYS, context, path)
  const takePart = (key: DossierKey) => ({ value: raw[key], path: extendBySpelling(path, key, spellings?.get(key)) })
  const unknownParts: DossierPart[] = []
  for (const key in raw) {
    const value = raw[key]
    if (DOSSIER_KEYS.allKeys.has(key) || typeof value !== 'object' || value === null) continue
    for (const _ in value) {
      unknownParts.push({ value, path: extendByUnknownKey(path, key) })
      break
    }
  }
  return { taxpayer: takePart('taxpayer'), records: takePart('records'), unknownParts }
}

/**
 * Returns the text that distinguishes an id from others, or null if the id is unusable. It keeps control characters,
 * because ids that differ only in one of these are different ids, even if they look the same in the output.
 */
export function toIdentity(raw: unknown): string | null {
  if (typeof raw === 'string') return isAbsent(raw) ? null : tidyWhiteSpace(raw)
  return typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null
}

/** Returns an id as it appears in the output, or null if it is unusable. */
export function toUsableId(raw: unknown): string | null {
  const identity = toIdentity(raw)
  return identity === null ? null : replaceControls(identity)
}
