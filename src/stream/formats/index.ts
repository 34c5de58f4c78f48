import { arrow, arrows } from './arrow.js'
import { csv } from './csv.js'

/** The formats of output by name, which is the extension of their files. */
export const WRITERS = { csv, arrow, arrows } as const

/** A format of output. */
export type Format = keyof typeof WRITERS

/** The names of the formats of output. */
export const FORMATS = Object.keys(WRITERS) as readonly Format[]

/** The format where none is named. */
export const DEFAULT_FORMAT: Format = 'csv'

/** True for the name of a format. */
export const isFormat = (name: string): name is Format => (FORMATS as readonly string[]).includes(name)
