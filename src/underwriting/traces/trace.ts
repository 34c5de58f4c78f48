// The folder `underwriting/traces` explains each amount of an underwriting by its formula and its inputs, down to the
// boxes of documents.

import { NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { Doubt } from '../../resolve/resolved-document.js'

/**
 * A box, or a figure of the taxpayer or the caller, behind a figure. Units: cents for money.
 * Missing: no record, positions or year where it stands on no document; no box where the form prints none. What could not
 * be read at all, an entry or a record, has no positions and an empty field.
 */
export interface TraceInput {
  readonly recordId: string | null
  readonly form: string
  readonly formIndex: number | null
  readonly entryIndex: number | null
  readonly year: number | null
  readonly field: string
  readonly box: string | null
  readonly cents: Cents | null
  /** What the caller stated, in words, where it is no amount. */
  readonly stated?: string
  /** The doubts about the document. Present only if it has any. */
  readonly doubts?: readonly Doubt[]
  /** The copies that values of the document come from, by the name of the field. Present only if there are any. */
  readonly copiedFrom?: Readonly<Record<string, string>>
}

/** What was left out of a figure, and why. */
export interface TraceExclusion extends TraceInput {
  readonly reason: string
}

/** What a value is: cents, millionths, a number of things, or words. */
export type TraceUnit = 'money' | 'ratio' | 'count' | 'text'

/**
 * How a figure came about. `figure` is a row and its column, or an indicator; `parts` are the figures it is made of.
 * Units: `unit`. Missing: `value` is null where the figure is.
 */
export interface Trace {
  readonly figure: string
  readonly value: number | bigint | string | null
  readonly unit: TraceUnit
  readonly rule: string
  readonly citation: string
  readonly parts: readonly string[]
  readonly inputs: readonly TraceInput[]
  readonly excluded: readonly TraceExclusion[]
}

/** A box of a document, as an input. */
export function inputOf(document: SourceDocument, field: string, cents: Cents | null): TraceInput {
  const { compiledForm, record, formIndex, entryIndex, year } = document
  const position = compiledForm.positionByName.get(field)
  const box = position === undefined ? null : (compiledForm.fields[position]?.box ?? null)
  return { recordId: record.id, form: compiledForm.key, formIndex, entryIndex, year, field, box, cents }
}

/** A box of a document with its amount, as an input. */
export const inputOfBox = (document: SourceDocument, field: string): TraceInput =>
  inputOf(document, field, findCell(document, field) as number | null)

/** Where an input stands, in words; of a record or an entry that could not be read, which. */
export function wordsOfPlace({ recordId, form, formIndex, entryIndex, field, box }: TraceInput): string {
  if (formIndex !== null)
    return `${box === null ? '' : `box ${box} `}(${field}) of ${recordId}/${form}/${formIndex}/${entryIndex}`
  const record = recordId === null ? 'a record without an id' : `record ${recordId}`
  return form === 'record' ? record : `an entry of ${form} in ${record}`
}

export const inputOfFact = ({ resolvedDocument, meaning, cents }: FactRow): TraceInput =>
  inputOf(resolvedDocument.document, meaning.field, cents)

/** An input that is left out, and why. */
export const leftOut = (input: TraceInput, reason: string): TraceExclusion => ({ ...input, reason })

/** Lists one behind the other. Where one alone has items it is that one, so that figures which stand on the same share it. */
export function together<T>(...lists: readonly (readonly T[])[]): readonly T[] {
  const filled = lists.filter(list => list.length > 0)
  return filled.length > 1 ? filled.flat() : (filled[0] ?? NO_ITEMS)
}

/** A figure that stands on no document, as an input. */
export const inputOfStated = (form: string, field: string, cents: Cents | null, stated?: string): TraceInput => ({
  recordId: null,
  form,
  formIndex: null,
  entryIndex: null,
  year: null,
  field,
  box: null,
  cents,
  ...(stated === undefined ? {} : { stated }),
})
