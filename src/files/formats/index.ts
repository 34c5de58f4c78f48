// The folder `files/formats` encodes the rows of a table as CSV, NDJSON, Arrow or Parquet. It takes rows and gives
// bytes to an output file.

import { arrow, arrows } from './arrow.js'
import { csv } from './csv.js'
import { FORMATS, type Format } from './names.js'
import { ndjson } from './ndjson.js'
import { parquet } from './parquet.js'
import type { EncoderOpener, FormatWriter } from './writer.js'

/** The writers of all output formats. */
export const WRITERS: Readonly<Record<Format, FormatWriter>> = { csv, arrow, arrows, parquet, ndjson }

/** Returns true if `name` is the name of an output format. */
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

/** Returns the distinct encoders that threads need for these formats. Formats may share an encoder. */
export const listEncoderOpeners = (formats: readonly Format[]): EncoderOpener[] => [
  ...new Set(formats.map(format => WRITERS[format].openEncoder)),
]
