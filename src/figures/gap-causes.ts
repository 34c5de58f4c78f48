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

/** What is missing, and where it is. `inputs` is the number of inputs with this reason. The location is the first one's. */
export interface GapCause {
  readonly reason: GapReason
  readonly recordId: string | null
  readonly form: string | null
  readonly document: SourceDocument | null
  readonly field: string | null
  inputs: number
}

/** Makes a cause of one input. If a document is passed, the record and the form are those of the document. */
export const makeCause = (reason: GapReason, parts: Partial<GapCause>): GapCause => ({
  reason,
  recordId: parts.document?.record.id ?? null,
  form: parts.document?.compiledForm.key ?? null,
  document: null,
  field: null,
  inputs: 1,
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
    entry.last.inputs += cause.inputs
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
      if (cause.document === null) earlierCause.inputs++
    } else if (this.#counter.tryList(key, cause)) causes.set(causeKey, cause)
  }

  list = (key: string): readonly GapCause[] => [...(this.#causes.get(key)?.values() ?? [])]
}
