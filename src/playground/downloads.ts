import { csv } from '../stream/formats/csv.js'
import { parquet } from '../stream/formats/parquet.js'

/** The writers of the formats in which the page gives tables. */
export const DOWNLOADS = { csv, parquet } as const

/** A format in which the page gives tables. */
export type TableFormat = keyof typeof DOWNLOADS
