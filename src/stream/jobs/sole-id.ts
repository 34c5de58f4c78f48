import { isObject } from '../../core/shape-of.js'
import { kindOfValue, nameOfElement, type ParsedValue } from '../../normalize/group.js'
import { usableId } from '../../normalize/read-record.js'

/**
 * The taxpayer that a value belongs to, whole and from its first part on. Missing: null where it belongs to none, and
 * undefined where it may belong to several, so that only reading what stands before it can tell.
 */
export function soleId({ value, name }: ParsedValue, givenId: string | null): string | null | undefined {
  const ofOne = (each: unknown, nameId: string | null): string | null | undefined => {
    const ofRecord = (record: unknown): string | null =>
      (isObject(record) ? usableId(record['taxpayer_id']) : null) ?? givenId ?? nameId
    const kind = kindOfValue(each)
    if (kind === 'array') return null
    if (kind === 'taxpayer') return usableId((each as Record<string, unknown>)['id'])
    if (kind === 'record') return ofRecord(each)
    const { taxpayer, records } = each as Record<string, unknown>
    const id = isObject(taxpayer) ? usableId(taxpayer['id']) : null
    return id === null && Array.isArray(records) ? onlyOf(records.map(ofRecord)) : id
  }
  if (!Array.isArray(value)) return ofOne(value, name?.id ?? null)
  return onlyOf(value.map(each => ofOne(each, nameOfElement(each, name)?.id ?? null)))
}

/** The one that all of them are; null of none, and undefined where they are several. */
function onlyOf<T>(ids: readonly T[]): T | null | undefined {
  const distinct = [...new Set(ids)]
  return distinct.length === 0 ? null : distinct.length === 1 ? distinct[0] : undefined
}
