import { isObject } from '../../core/shape-of.js'
import { elementsOf } from '../../normalize/elements.js'
import { heldUnder } from '../../normalize/envelope.js'
import type { ValueKind } from '../../normalize/kind-of-value.js'
import type { ParsedValue } from '../../normalize/parsed-value.js'
import { identityOf } from '../../normalize/record-id.js'

/**
 * The taxpayer that a value belongs to, whole and from its first part on. Missing: null where it belongs to none, and
 * undefined where it may belong to several, so that only reading what stands before it can tell.
 */
export function soleId(parsed: ParsedValue, givenId: string | null): string | null | undefined {
  const ofOne = ({ value, name }: ParsedValue, kind: ValueKind): string | null | undefined => {
    const ofRecord = (record: unknown): string | null =>
      (isObject(record) ? identityOf(record['taxpayer_id']) : null) ?? givenId ?? name?.id ?? null
    if (kind === 'array') return null
    if (kind === 'taxpayer') return identityOf((value as Record<string, unknown>)['id'])
    if (kind === 'record') return ofRecord(value)
    const dossier = value as Record<string, unknown>
    const [taxpayer, records] = [heldUnder(dossier, 'taxpayer'), heldUnder(dossier, 'records')]
    const id = isObject(taxpayer) ? identityOf(taxpayer['id']) : null
    return id === null && Array.isArray(records) ? onlyOf(records.map(ofRecord)) : id
  }
  return onlyOf(Array.from(elementsOf(parsed), ([each, kind]) => ofOne(each, kind)))
}

/** The one that all of them are; null of none, and undefined where they are several. */
function onlyOf<T>(ids: readonly T[]): T | null | undefined {
  const distinct = [...new Set(ids)]
  return distinct.length === 0 ? null : distinct.length === 1 ? distinct[0] : undefined
}
