// The folder `underwriting/traces` explains each figure of an underwriting by its rule and its inputs, down to the boxes of
// documents. A *trace* explains one figure. Its *parts* are the names of figures that it is computed from.

import { shortenText } from '../../core/cut-list.js'
import { getOrCreate } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { formatDocumentPlace } from '../../figures/taxpayer-result.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { Doubt, ResolvedDocument } from '../../resolve/resolved-document.js'

/**
 * An input of a figure: a box of a document, or a value of the taxpayer object or of the caller. Units: cents for money.
 * An input that is not on a document has no record, positions and year. An entry or a record that could not be read has no
 * positions and an empty field. A box that is subtracted has a negative amount.
 */
export interface TraceInput {
  readonly recordId: string | null
  readonly form: string
  readonly formIndex: number | null
  readonly entryIndex: number | null
  readonly year: number | null
  readonly field: string
  /** Null if the form prints no box number. */
  readonly box: string | null
  readonly cents: Cents | null
  /** What the caller stated, as text. Present only if it is not an amount. */
  readonly statedText?: string
  /** The doubts about the document. Present only if it has any. */
  readonly doubts?: readonly Doubt[]
  /** The copies that values of the document come from, by the name of the field. Present only if there are any. */
  readonly copiedFrom?: Readonly<Record<string, string>>
}

/** An amount that is left out of a figure, and why. */
export interface TraceExclusion extends TraceInput {
  readonly reason: string
}

/** The unit of a value: cents, millionths, a number of things, or text. */
export type TraceUnit = 'money' | 'ratio' | 'count' | 'text'

/** How a figure is computed. `value` is in `unit` and null if the figure is unknown. */
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

/** Returns a box of a document as an input. */
export function inputOf(document: SourceDocument, field: string, cents: Cents | null): TraceInput {
  const { compiledForm, record, formIndex, entryIndex, year } = document
  const position = compiledForm.positionByName.get(field)
  const box = position === undefined ? null : (compiledForm.fields[position]?.box ?? null)
  return { recordId: record.id, form: compiledForm.key, formIndex, entryIndex, year, field, box, cents }
}

/** Returns a box of a document with its amount as an input. */
export const inputOfBox = (document: SourceDocument, field: string): TraceInput =>
  inputOf(document, field, findCell(document, field) as number | null)

/** Returns an amount of a document as an input. */
export const inputOfFact = ({ resolvedDocument, meaning, cents }: FactRow): TraceInput =>
  inputOf(resolvedDocument.document, meaning.field, cents)

/** Returns a value that is on no document as an input. */
export const inputOfStated = (form: string, field: string, cents: Cents | null, statedText?: string): TraceInput => ({
  recordId: null,
  form,
  formIndex: null,
  entryIndex: null,
  year: null,
  field,
  box: null,
  cents,
  ...(statedText === undefined ? {} : { statedText }),
})

/** Returns an input that a rule leaves out, with the reason. */
// `extendEach` explains why this does not use spread.
export const excludeInput = (input: TraceInput, reason: string): TraceExclusion => Object.assign({}, input, { reason })

/** Describes the position of an input in the records. */
export function describePlace({ recordId, form, formIndex, entryIndex, field, box }: TraceInput): string {
  const id = recordId === null ? null : shortenText(recordId)
  if (formIndex !== null)
    return `${box === null ? '' : `box ${box} `}(${field}) of ${id ?? 'a record without an id'}/${form}/${formIndex}/${entryIndex}`
  const record = id === null ? 'a record without an id' : `record ${id}`
  return form === 'record' ? record : `an entry of ${form} in ${record}`
}

/** Makes short keys of documents. A record id can be long, so a key contains the number of the record instead. */
export class PlaceKeys {
  readonly #numbers = new Map<string | null, number>()

  /** Returns the key of the document of a box. */
  format({
    recordId,
    form,
    formIndex,
    entryIndex,
  }: Pick<TraceInput, 'recordId' | 'form' | 'formIndex' | 'entryIndex'>): string {
    const number = getOrCreate(this.#numbers, recordId, () => this.#numbers.size)
    return `${number}/${form}/${formIndex}/${entryIndex}`
  }
}

/** Adds to boxes the doubts about their documents and the copies that values of the documents come from. */
export class InputDetails {
  /** True if any document has doubts. */
  readonly hasDoubts: boolean
  readonly #keys = new PlaceKeys()
  readonly #details = new Map<string, Pick<TraceInput, 'doubts' | 'copiedFrom'>>()

  constructor(documents: readonly ResolvedDocument[]) {
    this.hasDoubts = documents.some(({ doubts }) => doubts.length > 0)
    for (const { document, doubts, copiedFrom } of documents) {
      if (doubts.length === 0 && copiedFrom === null) continue
      const copies = [...(copiedFrom ?? [])].map(([field, copy]) => [field, formatDocumentPlace(copy)])
      this.#details.set(this.#keys.format(inputOf(document, '', null)), {
        ...(doubts.length === 0 ? {} : { doubts }),
        ...(copiedFrom === null ? {} : { copiedFrom: Object.fromEntries(copies) }),
      })
    }
  }

  /** Returns traces whose boxes have their details. Figures with the same list of boxes also share the new list. */
  addTo(traces: readonly Trace[]): readonly Trace[] {
    if (this.#details.size === 0) return traces
    const changedLists = new Map<readonly TraceInput[], readonly TraceInput[]>()
    const addDetails = <Input extends TraceInput>(inputs: readonly Input[]): readonly Input[] =>
      getOrCreate(changedLists, inputs, () =>
        // `extendEach` explains why this does not use spread.
        inputs.map(input => Object.assign({}, input, this.#details.get(this.#keys.format(input)))),
      ) as readonly Input[]
    return traces.map(trace => ({ ...trace, inputs: addDetails(trace.inputs), excluded: addDetails(trace.excluded) }))
  }
}
