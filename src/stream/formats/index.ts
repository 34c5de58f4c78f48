import { arrow, arrows } from './arrow.js'
import { csv } from './csv.js'
import type { Layout, Writer } from './writer.js'

/** The formats of output, which are the extensions of their files; the first is the one where none is named. */
export const FORMATS = ['csv', 'arrow', 'arrows'] as const

/** A format of output. */
export type Format = (typeof FORMATS)[number]

/** The writer of each format. */
export const WRITERS: Readonly<Record<Format, Writer>> = { csv, arrow, arrows }

/** The format where none is named. */
export const [DEFAULT_FORMAT] = FORMATS

/** True for the name of a format. */
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)

/** How threads lay out rows for formats, each way once. */
export const layoutsOf = (formats: readonly Format[]): Layout[] => [
  ...new Set(formats.map(format => WRITERS[format].layout)),
]
