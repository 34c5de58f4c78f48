import { arrow, arrows } from './arrow.js'
import { csv } from './csv.js'
import { ndjson } from './ndjson.js'
import { parquet } from './parquet.js'
import type { FormatWriter, OpenLayout } from './writer.js'

/** An output format. */
export type Format = 'csv' | 'arrow' | 'arrows' | 'parquet' | 'ndjson'

/** The writers of the formats. The name of a format is also the extension of its files. */
export const WRITERS: Readonly<Record<Format, FormatWriter>> = { csv, arrow, arrows, parquet, ndjson }

/** The output formats. The first is the default. */
export const FORMATS = Object.keys(WRITERS) as readonly Format[]

/** The format that is used if the caller names none. */
export const DEFAULT_FORMAT = FORMATS[0] as Format

/** True if this is the name of a format. */
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

/** Returns the distinct layouts that threads need for these formats. */
export const listLayouts = (formats: readonly Format[]): OpenLayout[] => [
  ...new Set(formats.map(format => WRITERS[format].layout)),
]
