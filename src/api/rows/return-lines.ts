// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { ReturnLine } from '../../summarize/return-lines.js'
import type { DocumentPlace } from '../place.js'

/** Lines of Form 1040 that the counted documents imply. Units: US dollars. Missing: null, never 0. */
export interface ReturnLineRow {
  /** Tax year. */
  readonly taxYear: number
  /** Line of Form 1040; S1 is Schedule 1. */
  readonly line: ReturnLine
  /** Name of the line on the year's form: 7a for 7 from 2025 on. */
  readonly printedLine: string
  /** Exact; null where nothing of the line could be read. US dollars. */
  readonly amount: Decimal | null
  /** Each box rounded half away from zero, then added; null as the amount. US dollars. */
  readonly wholeDollars: Decimal | null
  /** No box behind the line was lost or unknown. */
  readonly complete: boolean
  /** The boxes behind it. */
  readonly parts: readonly (DocumentPlace & { readonly field: string; readonly amount: Decimal })[]
}
