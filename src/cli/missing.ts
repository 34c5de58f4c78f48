import type { Scope } from '../export/table.js'
import { missingBoxes } from './missing-boxes.js'
import { type Missing, missingRecords } from './missing-records.js'

/** What every incomplete figure lacks, by year: the box and the document, the entry or the record. */
export const missingOf = (scope: Scope): Missing[] =>
  [...missingRecords(scope), ...missingBoxes(scope)].sort((a, b) => (a.year ?? 9999) - (b.year ?? 9999))
