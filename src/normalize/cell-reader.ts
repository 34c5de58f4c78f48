import type { Site } from '../core/path.js'
import type { Field } from '../model/field.js'
import type { Cell } from './cell.js'
import type { Reading } from './reading.js'

/** Returned in place of a cell by a reader that found something and could not read it. */
export const LOST: unique symbol = Symbol('lost')

/** Reads the value of a field; what of a list could not be read is added to `unreadable`. */
export type Reads<T> = (
  raw: unknown,
  field: Field,
  reading: Reading,
  at: Site | null,
  unreadable: string[] | null,
) => T

/** Reads a value that is there. */
export type CellReader = Reads<Cell | typeof LOST>

/** White space at the ends only: inner spaces would change what a value says. */
export const trimmed = (raw: unknown): string | null =>
  typeof raw === 'string' ? raw.trim() : typeof raw === 'number' && Number.isFinite(raw) ? String(raw) : null
