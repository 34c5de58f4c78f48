import { isAbsent, spaced, withoutControls } from '../core/text.js'

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
