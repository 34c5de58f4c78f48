import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import { isTooDeep } from '../core/json.js'
import { oneLine } from '../core/json-slice.js'
import { type FileLimitOptions, LIMITS, limitOf, limitsOf } from '../core/limits.js'
import type { Site } from '../core/path.js'
import { step } from '../core/path.js'
import { formsByKey, type ReadingOptions } from '../normalize/dossier.js'
import { type Grouped, type GroupedDossier, Grouper } from '../normalize/group.js'
import { kindOfValue, nameOfElement, type ParsedValue } from '../normalize/parsed-value.js'
import { type Input, isNamedNdjson, pathOf, readInput, sourceName, stemOf, UnpackedTooMuch } from './input.js'
import { parsedOf, readText, unreadOf } from './parse.js'
import { ValueReader } from './reader/value-reader.js'
import { LARGE, type PieceBytes, splitBytes } from './split.js'
import { type TextHolder, textAt } from './text-origin.js'

/** How inputs are read. */
export interface DossierOptions extends FileLimitOptions {
  /** The taxpayer of records that carry no id. */
  readonly taxpayerId?: string | undefined
  /** The most bytes that one JSON value may have; 256 MB unless given. */
  readonly maxValueBytes?: number | undefined
  /** Called with the bytes of each input as they are read. */
  readonly onBytes?: ((path: string, count: number) => void) | undefined
  /** Called when a value of more than a megabyte comes, before it is parsed. */
  readonly onLargeValue?: (() => void) | undefined
}

/** The same, and the form kinds under which the dossiers will be read; under others they are parsed anew. */
type InputOptions = DossierOptions & Pick<ReadingOptions, 'forms'>

/** What the inputs hold, in their order: a taxpayer's dossier, or a value that could not be used, with its text. */
export type Found = { readonly dossier: GroupedDossier } | BrokenValue

/** A value that could not be used. Missing: `text` where it was too large to keep, `taxpayerId` where it is nobody's. */
export interface BrokenValue {
  readonly issue: Issue
  readonly taxpayerId: string | null
  readonly text: string | null
  /** The file is one value, and that value is malformed JSON; or it unpacks to more than it may. */
  readonly unreadable: boolean
  /** How many values it stands for; one unless given. */
  readonly count?: number
}

/** A value of an input with the text that it was parsed from; or one that could not be used. */
export type ReadValue = { readonly parsed: ParsedValue; readonly text: string } | BrokenValue

/** A value and its text, which is made where it is asked for. */
class ValueRead {
  readonly parsed: ParsedValue
  readonly #holder: TextHolder

  constructor(parsed: ParsedValue, holder: TextHolder) {
    this.parsed = parsed
    this.#holder = holder
  }

  get text(): string {
    return this.#holder.text
  }
}

/** Puts values together into dossiers, as they come. */
export class Gathering {
  readonly #ready: Found[] = []
  readonly #grouper: Grouper

  constructor(options: DossierOptions) {
    const take = (grouped: Grouped): void => {
      if ('dossier' in grouped) this.#ready.push(grouped)
      else {
        const { issue, rejected, taxpayerId: owner } = grouped
        this.#ready.push({
          issue,
          taxpayerId: owner,
          text: textAt(rejected.origin, rejected.at),
          unreadable: false,
          count: rejected.alike?.count ?? 1,
        })
      }
    }
    this.#grouper = new Grouper(options.taxpayerId ?? null, take, limitsOf(options))
  }

  /** Takes the next value, and gives what is whole now. */
  take(value: ReadValue): Found[] {
    if ('issue' in value) this.#ready.push(value)
    else this.#grouper.add(value.parsed)
    return this.#ready.splice(0)
  }

  /** True where the values of these taxpayers may be left out: nothing before them has to do with them. */
  canSkip(ids: readonly string[]): boolean {
    return this.#grouper.canSkip(ids)
  }

  /** Goes on behind values of these taxpayers that are not given, and gives what stood before them. */
  skip(ids: readonly string[]): Found[] {
    this.#grouper.skip(ids)
    return this.#ready.splice(0)
  }

  /** Gives what is left. */
  end(): Found[] {
    this.#grouper.end()
    return this.#ready.splice(0)
  }
}

/**
 * Reads files of records, taxpayers and dossiers as dossiers, one taxpayer at a time: memory does not grow with the
 * input. Throws InputError where a file cannot be read.
 */
export async function* readDossiers(
  paths: readonly string[],
  options: InputOptions = {},
): AsyncGenerator<Found> {
  const gathering = new Gathering(options)
  for await (const value of readValues(paths, options)) yield* gathering.take(value)
  yield* gathering.end()
}

/** Reads the values of files and of parts of files, in their order. Throws InputError where a file cannot be read. */
export async function* readValues(
  inputs: readonly Input[],
  options: InputOptions = {},
): AsyncGenerator<ReadValue> {
  const maxEntries = limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries)
  const reader = ValueReader.of(formsByKey(options.forms))
  for (const input of inputs) {
    const path = pathOf(input)
    const source = sourceName(path)
    const chunks = readInput(input, count => options.onBytes?.(path, count), options)
    const split = {
      ndjson: isNamedNdjson(path),
      ...(typeof input === 'string' ? {} : { line: input.line }),
      ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
      maxEntries,
    }
    let pieces = 0
    let broken: BrokenValue | null = null
    try {
      for await (const piece of splitBytes(chunks, split)) {
        pieces++
        if (broken !== null) yield broken
        broken = null
        const root: Site | null = piece.element === null ? null : step(null, piece.element)
        const origin = { source, line: piece.line }
        const { window, problem } = piece
        const json = window?.json ?? null
        if (window !== null && window.end > LARGE) options.onLargeValue?.()
        const unread = unreadOf(piece, maxEntries)
        const ahead = window !== null && problem === null ? reader.read(window) : undefined
        const value = json === null ? undefined : (ahead ?? readText(json.text, problem, unread))
        // What is read from bytes is not deeper than the interface has it.
        if (value !== undefined && ahead === undefined && isTooDeep(value))
          broken = brokenPiece({ ...piece, problem: 'nesting_too_deep' }, origin, root)
        else if (value !== undefined && json !== null) {
          const own = piece.line === null && path !== '-' ? { id: stemOf(path), path } : null
          const name = piece.element === null ? own : nameOfElement(kindOfValue(value), own)
          const parsed = parsedOf(value, json, origin, root, name, unread)
          yield new ValueRead(parsed, json)
        } else broken = brokenPiece(piece, origin, root, unread?.more)
      }
    } catch (cause) {
      if (!(cause instanceof UnpackedTooMuch)) throw cause
      if (broken !== null) yield broken
      broken = unpackedTooMuch(cause, { source, line: null })
    }
    // One malformed value and nothing else: the file as a whole cannot be read. A file in parts has several.
    const isAll = pieces === 1 && typeof input === 'string' && broken?.issue.code === 'json_malformed'
    if (broken !== null) yield isAll ? { ...broken, unreadable: true } : broken
  }
}

/** The rest of an input that unpacks to more than it may. */
const unpackedTooMuch = ({ message }: UnpackedTooMuch, origin: Origin): BrokenValue => ({
  issue: makeIssue('limit_reached', null, { origin, more: message }),
  taxpayerId: null,
  text: null,
  unreadable: true,
})

function brokenPiece(
  { window, problem, line, element }: PieceBytes,
  origin: Origin,
  at: Site | null,
  more?: string,
): BrokenValue {
  const code = problem ?? 'json_malformed'
  return {
    issue: makeIssue(code, at, more === undefined ? { origin } : { origin, more }),
    taxpayerId: null,
    text: window === null ? null : oneLine(window.json.text),
    unreadable: code === 'json_malformed' && line === null && element === null,
  }
}
