import { isObject } from '../../core/shape-of.js'
import { kindOfValue, type ParsedValue } from '../../normalize/group.js'
import { usableId } from '../../normalize/read-record.js'

/**
 * The taxpayer that a value belongs to, whole and from its first part on. Missing: null where it belongs to none, and
 * undefined where it may belong to several, so that only reading what stands before it can tell.
 */
export function soleId({ value, nameId }: ParsedValue, givenId: string | null): string | null | undefined {
  const ofOne = (each: unknown): string | null | undefined => {
    const kind = kindOfValue(each)
    if (kind === 'array') return null
    if (kind === 'taxpayer') return usableId((each as Record<string, unknown>)['id'])
    if (kind === 'record') {
      const own = isObject(each) ? usableId(each['taxpayer_id']) : null
      return own ?? givenId ?? nameId
    }
    const { taxpayer, records } = each as Record<string, unknown>
    const id = isObject(taxpayer) ? usableId(taxpayer['id']) : null
    return id === null && Array.isArray(records) ? ofAll(records) : id
  }
  const ofAll = (all: readonly unknown[]): string | null | undefined => {
    if (all.length === 0) return null
    const ids = new Set(all.map(ofOne))
    const [id] = ids
    return ids.size === 1 && id !== null ? id : undefined
  }
  return Array.isArray(value) ? ofAll(value) : ofOne(value)
}
