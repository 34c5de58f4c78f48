import type { FileLimitOptions } from '../../core/limits.js'
import { type Site, step } from '../../core/path.js'
import type { FileName, Unread } from '../../normalize/parsed-value.js'
import type { IdentifierMode } from '../../normalize/privacy.js'
import type { Terms } from '../../underwrite/terms.js'
import type { ConvertReport, Part } from '../convert.js'
import type { BrokenValue, ReadValue } from '../dossiers.js'
import type { Format } from '../formats/index.js'
import type { Input } from '../input.js'
import { parsedOf, readText } from '../parse.js'
import type { Written } from '../print.js'

/** What a process is told once: a conversion as plain data. */
export interface Settings extends FileLimitOptions {
  /** The folder of the parts. */
  readonly work: string
  /** Names of tables. */
  readonly tables: readonly string[]
  readonly formats: readonly Format[]
  readonly strict: boolean
  readonly rawText: boolean
  readonly keepRejected: boolean
  readonly identifiers: IdentifierMode
  readonly pseudonymKey?: Uint8Array
  readonly taxpayerId?: string
  readonly maxValueBytes?: number
  readonly terms: Terms
}

/** What is said to a process. */
export type Order =
  | { readonly settings: Settings }
  | { readonly segment: number; readonly inputs: readonly Input[] }

/** What a process answers. `done` without `part`: all of the segment is in its head. */
export type Answer =
  | { readonly kind: 'bytes'; readonly path: string; readonly count: number }
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'inseparable' }
  | { readonly kind: 'failed'; readonly failure: Failure }

/** A segment that is done. `ids` are the taxpayers of the part. */
export interface Done {
  readonly head: readonly SentValue[]
  readonly tail: readonly SentValue[]
  readonly ids: readonly string[]
  readonly folder: string
  readonly files: Readonly<Record<string, Written>>
  readonly report: ConvertReport
  readonly unlisted: Part['unlisted']
}

/** Why a segment could not be read; the message only where it holds no value from the data. */
interface Failure {
  readonly kind: 'input' | 'output' | 'internal'
  readonly text: string
}

/** A value on its way: its text, and where it stands. */
export type SentValue =
  | BrokenValue
  | {
      readonly text: string
      readonly source: string
      readonly line: number | null
      readonly element: number | null
      readonly name: FileName | null
      readonly unread: Unread | null
    }

/** A value as it is sent. */
export function sent(value: ReadValue): SentValue {
  if ('issue' in value) return value
  const { text, parsed } = value
  const { source = '', line = null } = parsed.origin ?? {}
  const element = (parsed.at?.key ?? null) as number | null
  return { text, source, line, element, name: parsed.name, unread: parsed.unread ?? null }
}

/** The value that was sent. */
export function received(value: SentValue): ReadValue {
  if ('issue' in value) return value
  const { text, source, line, element, name, unread } = value
  const at: Site | null = element === null ? null : step(null, element)
  return {
    parsed: parsedOf(readText(text, null, unread), { text }, { source, line }, at, name, unread),
    text,
  }
}
