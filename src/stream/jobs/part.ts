import type { CellValue } from '../../export/table.js'
import type { InputWatch } from '../describe-input.js'
import type { LaidOutRows } from '../formats/writer.js'
import type { IssueListing } from '../issue-listing.js'
import type { Counts } from '../tally.js'

/** What a thread made of a batch: plain data. */
export interface Part {
  /** The taxpayers of the batch. */
  readonly ids: readonly string[]
  /** The rows of each table, in each layout. */
  readonly rows: readonly (readonly LaidOutRows[])[]
  /** The cells of issues, which are counted before they are written. */
  readonly issues: readonly (readonly CellValue[])[]
  /** Issues that are too many anyway. */
  readonly unlisted: IssueListing['more']
  readonly rejected: LaidOutRows
  readonly counts: Counts
  /** Findings of `InputWatch` for the inputs of this part. */
  readonly findings: InputWatch['findings']
}
