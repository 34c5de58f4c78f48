import { getOrCreate } from '../../core/lists.js'
import { formatDocumentPlace } from '../../figures/taxpayer-result.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import { inputOf, PlaceKeys, type Trace, type TraceInput } from './trace.js'

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
