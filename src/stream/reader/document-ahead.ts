import { extendPath, type JsonPath } from '../../core/json-path.js'
import { NO_ITEMS } from '../../core/lists.js'
import type { CompiledForm } from '../../model/compiled-form.js'
import type { Cell, Field } from '../../model/field.js'
import { reportCoerced } from '../../normalize/cell-readers.js'
import { readCell } from '../../normalize/cells.js'
import type { ParseContext } from '../../normalize/parse-context.js'
import { PreparsedEntry } from '../../normalize/preparsed-record.js'
import {
  type FormArrayContext,
  findMissingMainBox,
  readDocument,
  readSubmission,
  readUnknownBoxes,
} from '../../normalize/read-document.js'
import { readSourceParty } from '../../normalize/read-party.js'
import type { SourceDocument, SourceParty, SourceRecord, Submission } from '../../normalize/source.js'
import { type RespelledObject, respellField } from '../../normalize/unknown-keys.js'
import type { JsonText } from './json-scanner.js'

/** A value that causes an issue. It is read again by the ordinary readers when its record is read. */
export interface DeferredValue {
  readonly slot: number
  readonly raw: unknown
  /** True for an amount that was written as text: its cell is already set, but the issue is not reported yet. */
  readonly isCellSet: boolean
}

/** The parts of an entry that `EntryReader` read from bytes. */
interface ReadEntry {
  readonly cells: readonly Cell[]
  readonly issuer: SourceParty
  readonly recipient: SourceParty
  /** Values that must be read again. Null if the cells are complete and may be shared with other entries. */
  readonly deferred: readonly DeferredValue[] | null
  /** The values of unknown keys, or null if there are none. */
  readonly unknown: Readonly<Record<string, unknown>> | null
  readonly json: JsonText
  /** The byte range of the entry in `json`. `to` is exclusive. */
  readonly from: number
  readonly to: number
}

/** A document that was read from an entry's bytes. Its record, year and issues are set when its record is read. */
export class PreparsedDocument extends PreparsedEntry implements SourceDocument {
  readonly compiledForm: CompiledForm
  cells: readonly Cell[]
  issuer: SourceParty
  recipient: SourceParty
  formIndex = 0
  entryIndex = 0
  year: number | null = null
  submission: Submission = 'original'
  unreadable: readonly string[] = NO_ITEMS
  missingMainBox: string | null = null
  unreadAmountCount = 0
  readonly isPlain: boolean
  #record: SourceRecord | null = null
  readonly #read: ReadEntry
  #raw: Readonly<Record<string, unknown>> | null = null

  constructor(plan: CompiledForm, read: ReadEntry) {
    super()
    this.compiledForm = plan
    this.cells = read.cells
    this.issuer = read.issuer
    this.recipient = read.recipient
    this.isPlain = read.unknown === null && (read.deferred ?? []).every(({ isCellSet: isRead }) => isRead)
    this.#read = read
  }

  get record(): SourceRecord {
    return this.#record as SourceRecord
  }

  get written(): string {
    const { json, from, to } = this.#read
    return json.bytes.slice(from, to)
  }

  get raw(): Readonly<Record<string, unknown>> {
    this.#raw ??= this.#parse()
    return this.#raw
  }

  #parse(): Readonly<Record<string, unknown>> {
    const { json, from, to } = this.#read
    return json.parse(from, to) as Readonly<Record<string, unknown>>
  }

  override toDocument(
    formArray: FormArrayContext,
    entryIndex: number,
    context: ParseContext,
    arrayPath: JsonPath,
  ): SourceDocument {
    // If a record is read a second time, create a new document, because this one belongs to the first reading.
    if (this.#record !== null)
      return readDocument(this.#parse(), formArray, entryIndex, context, extendPath(arrayPath, entryIndex))
    this.#record = formArray.record
    this.formIndex = formArray.formIndex
    this.entryIndex = entryIndex
    const { deferred } = this.#read
    const keySpellings =
      deferred === null ? null : this.#readDeferred(deferred, context, extendPath(arrayPath, entryIndex))
    const { compiledForm, cells } = this
    const submission = readSubmission(compiledForm, cells)
    if (submission === null) {
      const { key } = respellField(compiledForm.fields[compiledForm.submission] as Field, keySpellings)
      context.report('submission_unknown', extendPath(extendPath(arrayPath, entryIndex), key))
    } else this.submission = submission
    const missing = submission === 'void' ? null : findMissingMainBox(compiledForm, cells, this.unreadable)
    if (missing !== null) {
      context.report('main_box_missing', extendPath(extendPath(arrayPath, entryIndex), missing.key))
      this.unreadable = [...this.unreadable, missing.name]
      this.missingMainBox = missing.name
    }
    const periodEnd = compiledForm.yearOf === -1 ? null : (cells[compiledForm.yearOf] as string | null)
    this.year = periodEnd === null ? formArray.year : Number(periodEnd.slice(0, 4))
    return this
  }

  /** Reads the deferred values in input order. Returns the variants of known keys, or null if all keys are exact. */
  #readDeferred(
    deferred: readonly DeferredValue[],
    reading: ParseContext,
    path: JsonPath,
  ): RespelledObject['spellings'] {
    const { compiledForm } = this
    const { fields } = compiledForm
    // An entry with deferred values does not share its cells, so they may be changed here.
    const cells = this.cells as Cell[]
    const unreadable: string[] = []
    const { unreadAmountCount } = reading
    for (const { slot, raw, isCellSet: isRead } of deferred) {
      if (isRead) reportCoerced(raw as string, fields[slot] as Field, reading, path)
      else if (slot < fields.length) cells[slot] = readCell(raw, fields[slot] as Field, reading, path, unreadable)
      else if (slot === fields.length)
        this.issuer = readSourceParty(raw, compiledForm.issuer, reading, extendPath(path, compiledForm.issuer.key))
      else
        this.recipient = readSourceParty(
          raw,
          compiledForm.recipient,
          reading,
          extendPath(path, compiledForm.recipient.key),
        )
    }
    let keySpellings: RespelledObject['spellings'] = null
    if (this.#read.unknown !== null) {
      const row = { cells, issuer: this.issuer, recipient: this.recipient }
      const repairedEntry = readUnknownBoxes(
        this.#read.unknown,
        compiledForm,
        row,
        unreadable,
        reading,
        path,
        () => this.raw,
      )
      if (repairedEntry !== null) {
        keySpellings = repairedEntry.spellings
        this.#raw = repairedEntry.raw
      }
      this.issuer = row.issuer
      this.recipient = row.recipient
    }
    this.cells = reading.shareCells(cells)
    this.unreadAmountCount = reading.unreadAmountCount - unreadAmountCount
    if (unreadable.length > 0) this.unreadable = unreadable
    return keySpellings
  }
}
