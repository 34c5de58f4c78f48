import { type Issue, makeIssue, type Origin } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { isTooDeep } from '../core/json.js'
import { oneLine } from '../core/json-slice.js'
import { type FileLimitOptions, LIMITS, limitOf, limitsOf } from '../core/limits.js'
import type { Site } from '../core/path.js'
import { step } from '../core/path.js'
import { formsByKey, type ReadingOptions } from '../normalize/dossier.js'
import { nameOfElement } from '../normalize/elements.js'
import { Grouper } from '../normalize/group.js'
import type { Grouped } from '../normalize/grouped.js'
import { kindOfValue } from '../normalize/kind-of-value.js'
import type { FileName, ParsedValue } from '../normalize/parsed-value.js'
import type { GroupedDossier } from '../normalize/taxpayer-group.js'
import { pointerOf } from './envelope.js'
import { wordsOfFault } from './fault.js'
import { readFdxValue } from './fdx-value.js'
import { isNamedNdjson } from './input-name.js'
import { parsedOf, readText, unreadOf } from './parse.js'
import { LARGE, type PieceBytes } from './piece.js'
import { JsonText } from './reader/json-text.js'
import { ValueReader } from './reader/value-reader.js'
import { severalOn } from './several.js'
import { splitBytes } from './split.js'
import { textAt } from './text-origin.js'
import { UnpackedTooMuch } from './unpacked.js'

/** How inputs are read. */
export interface DossierOptions extends FileLimitOptions {
  /** The taxpayer of records that carry no id. */
  readonly taxpayerId?: string | undefined
  /** The most bytes that one JSON value may have; 256 MB unless given. */
  readonly maxValueBytes?: number | undefined
  /** What the inputs hold, where that is not records: forms of the Financial Data Exchange, of which an array is one pull. */
  readonly from?: 'fdx' | undefined
  /** Each line is a value, whatever the input looks like: a first line that is broken says nothing of the others. */
  readonly lines?: boolean | undefined
  /** Where in each value of the inputs the records stand: a JSON pointer, such as `/data`; at its head unless given. */
  readonly recordsAt?: string | undefined
  /** Called with the bytes of each input as they are read. */
  readonly onBytes?: ((path: string, count: number) => void) | undefined
  /** Called when a value of more than a megabyte comes, before it is parsed. */
  readonly onLargeValue?: (() => void) | undefined
}

/** The same, and the form kinds under which the dossiers will be read; under others they are parsed anew. */
export type InputOptions = DossierOptions & Pick<ReadingOptions, 'forms'>

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

/** A value of an input, parsed; or one that could not be used; or several that stood on one line. */
export type ReadValue = ParsedValue | BrokenValue | { readonly values: readonly ReadValue[] }

/** A value of an input, not parsed yet: plain data, which a thread can be handed. */
export interface SourcePiece extends PieceBytes {
  readonly input: InputNames
  /** The input holds no other. */
  readonly isAll: boolean
  /** It is the rest of an input that unpacks to more than it may: what that is. */
  readonly beyond?: string
  /** A part of the outputs may end before it. */
  readonly startsPart?: true
}

/** What an input is called, and the taxpayer that its name alone gives. */
interface InputNames {
  readonly source: string
  readonly name: FileName | null
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
    this.#add(value)
    return this.#ready.splice(0)
  }

  #add(value: ReadValue): void {
    if ('issue' in value) this.#ready.push(value)
    else if ('values' in value) for (const each of value.values) this.#add(each)
    else this.#grouper.add(value)
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

/** An input: what it is called, its bytes, and the taxpayer that its name alone gives. */
export interface Input extends InputNames {
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Puts pieces together as dossiers, one taxpayer at a time: memory does not grow with the input. */
export async function* dossiersOf(
  pieces: AsyncIterable<SourcePiece>,
  options: InputOptions,
): AsyncGenerator<Found> {
  const gathering = new Gathering(options)
  for await (const piece of pieces) yield* gathering.take(parsePiece(piece, options))
  yield* gathering.end()
}

/** The values of an input, in their order. Throws what its chunks throw, but for UnpackedTooMuch, which is a piece. */
export async function* piecesOf(
  { source, name, chunks }: Input,
  options: DossierOptions = {},
): AsyncGenerator<SourcePiece> {
  const input: InputNames = { source, name }
  const split = {
    ndjson: isNamedNdjson(source),
    lines: options.lines === true,
    ...(options.maxValueBytes === undefined ? {} : { maxBytes: options.maxValueBytes }),
    maxEntries: limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries),
    whole: options.from !== undefined,
    ...(options.recordsAt === undefined ? {} : { recordsAt: options.recordsAt }),
  }
  const from = (piece: PieceBytes, isAll: boolean): SourcePiece => ({ ...piece, input, isAll })
  let first: PieceBytes | null = null
  let count = 0
  try {
    for await (const piece of splitBytes(chunks, split)) {
      if (piece.bytes !== null && piece.bytes.length > LARGE) options.onLargeValue?.()
      if (count++ === 0) {
        first = piece
        continue
      }
      if (first !== null) yield from(first, false)
      first = null
      yield from(piece, false)
    }
  } catch (cause) {
    if (!(cause instanceof UnpackedTooMuch)) throw cause
    if (first !== null) yield from(first, false)
    const rest: PieceBytes = {
      bytes: null,
      isAscii: true,
      problem: 'limit_reached',
      line: null,
      element: null,
    }
    first = Object.assign(rest, { beyond: cause.message })
  }
  if (first !== null) yield from(first, true)
}

/** Longer values are parsed: what was read ahead of millions of entries would stand in memory beside them. */
const MAX_READ_AHEAD = 1 << 23

/** Parses a value. */
export function parsePiece(piece: SourcePiece, options: InputOptions): ReadValue {
  const { input, bytes, problem, line, element } = piece
  const maxEntries = limitOf(options, 'maxValueEntries', LIMITS.maxValueEntries)
  const envelope = siteOf(options.recordsAt)
  const root = element === null ? envelope : step(envelope, element)
  const origin = { source: input.source, line }
  const unread = unreadOf(piece, maxEntries)
  const json = bytes === null ? null : new JsonText(bytes, piece.isAscii)
  if (json === null)
    return brokenPiece(
      piece,
      null,
      origin,
      problem === null || problem === 'json_malformed' ? null : root,
      piece.beyond,
    )
  const isRead = problem === null && options.from === undefined && json.bytes.length <= MAX_READ_AHEAD
  const ahead = isRead ? ValueReader.of(formsByKey(options.forms)).read(json) : undefined
  const value = ahead ?? readText(json.text, problem, unread)
  if (value === undefined) {
    const several = problem === null ? severalOn(piece) : null
    if (several !== null) return { values: several.map(each => parsePiece(each, options)) }
    return brokenPiece(piece, json, origin, root, unread?.more)
  }
  // What is read from bytes is not deeper than the interface has it.
  if (ahead === undefined && isTooDeep(value))
    return brokenPiece({ ...piece, problem: 'nesting_too_deep' }, json, origin, root)
  const own = line === null ? input.name : null
  if (options.from === 'fdx' && unread === null)
    return (
      readFdxValue(value, json, origin, own, options) ??
      brokenPiece({ ...piece, problem: 'fdx_unreadable' }, json, origin, root)
    )
  const name = element === null ? own : nameOfElement(kindOfValue(value), own)
  return parsedOf(value, json, origin, root, name, unread)
}

function brokenPiece(
  piece: Omit<SourcePiece, 'problem'> & { readonly problem: IssueCode | null },
  json: JsonText | null,
  origin: Origin,
  at: Site | null,
  more?: string,
): BrokenValue {
  const { problem, line, element, isAll, beyond, count } = piece
  const code = problem ?? 'json_malformed'
  const words = more ?? wordsOfBroken(code, piece)
  return {
    issue: makeIssue(code, at, words === undefined ? { origin } : { origin, more: words }),
    taxpayerId: null,
    text: json === null ? null : oneLine(json.text),
    // The file as a whole cannot be read: it is one malformed value, or there is nothing else in it, or too much.
    unreadable:
      beyond !== undefined || (code === 'json_malformed' && (isAll || (line === null && element === null))),
    ...(count === undefined ? {} : { count }),
  }
}

/** What is said of a piece beside the sentence of its code. */
function wordsOfBroken(code: IssueCode, piece: Omit<SourcePiece, 'problem'>): string | undefined {
  if (code === 'json_malformed') return wordsOfMalformed(piece)
  // What was kept is not too long: it has too many members.
  if (code === 'value_too_large' && piece.bytes === null)
    return 'maxValueBytes (--max-value-bytes) raises that.'
  return undefined
}

/** Where a piece is malformed, and what it looks like. */
function wordsOfMalformed({ bytes, foreign, line, place }: Omit<SourcePiece, 'problem'>): string {
  if (foreign !== undefined) return `Line 1, column 1: it looks like ${foreign}.`
  return wordsOfFault(bytes, place ?? { line: line ?? 1, column: 1 })
}

/** Where the records stand in a value; positions of arrays are numbers. */
const siteOf = (recordsAt: string | undefined): Site | null =>
  (recordsAt === undefined ? [] : (pointerOf(recordsAt) ?? [])).reduce<Site | null>(
    (site, token) => step(site, /^(?:0|[1-9][0-9]{0,8})$/.test(token) ? Number(token) : token),
    null,
  )
