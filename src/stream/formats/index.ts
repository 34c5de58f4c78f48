import { arrow, arrows } from './arrow.js'
import { csv } from './csv.js'
import { ndjson } from './ndjson.js'
import { parquet } from './parquet.js'
import type { Layout, Writer } from './writer.js'

/** A format of output. */
export type Format = 'csv' | 'arrow' | 'arrows' | 'parquet' | 'ndjson'

/** The writers of the formats, which are the extensions of their files. */
export const WRITERS: Readonly<Record<Format, Writer>> = { csv, arrow, arrows, parquet, ndjson }

/** The formats of output; the first is the one where none is named. */
export const FORMATS = Object.keys(WRITERS) as readonly Format[]

/** The format where none is named. */
export const DEFAULT_FORMAT = FORMATS[0] as Format

/** True for the name of a format. */
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

/** How threads lay out rows for formats, each way once. */
export const layoutsOf = (formats: readonly Format[]): Layout[] => [
  ...new Set(formats.map(format => WRITERS[format].layout)),
]
