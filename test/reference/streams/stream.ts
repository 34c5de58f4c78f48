// A stream: its category and name, its documents, and how it is worked out on a set of documents.
import type { Item } from './input.js'
import type { Evaluation, Outcome } from './outcome.js'

/** One income stream of one borrower. */
export interface Stream {
  readonly borrower: string
  readonly category: string
  readonly name: string | null
  /** The category, or `category:name` if the category has several streams. Set when all streams are listed. */
  key: string
  readonly items: readonly Item[]
  readonly evaluate: (evaluation: Evaluation) => Outcome
  /** True if nothing is supportable whatever the figure is. */
  readonly isNeverSupportable: boolean
  /** True for a business whose loss may be left out: stated as secondary, or less than 25 % owned. */
  readonly secondary: 'stated' | 'small_share' | null
  /** The share of the nontaxable part that is added is the same for all streams, but not every stream has documents. */
  readonly hasDocuments: boolean
}
