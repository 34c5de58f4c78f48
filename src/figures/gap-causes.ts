// A *cause* is input that could not be used, such as an unreadable box or a rejected record, with the reason. `gaps.ts`
// lists a cause once for each figure that misses the input. Causes that are alike are counted instead of listed, so that
// a broken file with a million entries does not fill the memory or the table of gaps.

import { createMap, getOrCreate } from '../core/lists.js'
import type { SourceDocument } from '../ingest/source.js'

/** Why a figure misses something. */
export type GapReason =
  | 'unreadable_box'
  | 'main_box_missing'
  | 'basis_unknown'
  | 'entry_rejected'
  | 'record_rejected'
  | 'form_object_rejected'
  | 'record_not_parsed'
  | 'form_unknown'
  | 'unread_amount'
  | 'year_unknown'
  | 'year_missing'

/**
 * A reason why a figure misses something, and the location of the input. If several inputs have the same reason,
 * `inputCount` is their number, and the location is that of the first.
 */
export interface GapCause {
  readonly reason: GapReason
  readonly recordId: string | null
  readonly form: string | null
  readonly document: SourceDocument | null
  readonly field: string | null
  inputCount: number
}

/** Makes a cause of one input. If a document is passed, the record and the form are those of the document. */
export const makeCause = (reason: GapReason, parts: Partial<GapCause>): GapCause => ({
  reason,
  recordId: parts.document?.record.id ?? null,
  form: parts.document?.compiledForm.key ?? null,
  document: null,
  field: null,
  inputCount: 1,
  ...parts,
})

/** How many documents are listed that have the same reason, record, form and box. Further ones are counted with the last. */
const MAX_DOCUMENTS_LISTED = 1000

/** Counts documents with the same reason, record, form and box, so that a flood of them does not fill the memory. */
export class DocumentCounter {
  readonly #listed = new Map<string, { count: number; last: GapCause }>()

  /** Returns true if a cause is to be listed. Otherwise counts it with the last one that was listed. */
  tryList(key: string, cause: GapCause): boolean {
    if (cause.document === null) return true
    const { reason, recordId, form, field } = cause
    const entry = getOrCreate(this.#listed, `${key} ${reason} ${recordId} ${form} ${field}`, () => ({
      count: 0,
      last: cause,
    }))
    if (entry.count < MAX_DOCUMENTS_LISTED) {
      entry.count++
      entry.last = cause
      return true
    }
    entry.last.inputCount += cause.inputCount
    return false
  }
}

/** Causes by the key of what they affect. Causes with one reason and location are collapsed. */
export class CausesByKey {
  readonly #causes = new Map<string, Map<string, GapCause>>()
  readonly #counter = new DocumentCounter()

  /** Adds a cause. `location` distinguishes causes with the same reason. */
  add(key: string, cause: GapCause, location: string | null): void {
    const causes = getOrCreate(this.#causes, key, createMap<string, GapCause>)
    const causeKey = `${cause.reason} ${location}`
    const earlierCause = causes.get(causeKey)
    if (earlierCause !== undefined) {
      if (cause.document === null) earlierCause.inputCount++
    } else if (this.#counter.tryList(key, cause)) causes.set(causeKey, cause)
  }

  list = (key: string): readonly GapCause[] => [...(this.#causes.get(key)?.values() ?? [])]
}
