import { NO_ITEMS } from '../../core/lists.js'
import type { Site } from '../../core/path.js'
import { step } from '../../core/path.js'
import type { Field } from '../../model/field.js'
import type { Plan } from '../../model/plan.js'
import { EntryAhead } from '../../normalize/ahead.js'
import type { Cell } from '../../normalize/cell.js'
import { readCell } from '../../normalize/cells.js'
import { findMissingMainBox } from '../../normalize/main-box.js'
import { noteCoerced } from '../../normalize/numeric-cells.js'
import { readDocument, readUnknown, type Standing } from '../../normalize/read-document.js'
import { readParty } from '../../normalize/read-party.js'
import type { Reading } from '../../normalize/reading.js'
import type { Party, SourceDocument, SourceRecord, Submission } from '../../normalize/source.js'
import { submissionOf } from '../../normalize/submission.js'
import { fieldAsSpelled, type Spelled } from '../../normalize/unknown-keys.js'
import type { JsonText } from './json-text.js'
import type { Odd } from './row-reader.js'

const isAmount = ({ isRead }: Odd): boolean => isRead

/** An entry that was read from bytes: the document, once its record is read. */
export class DocumentAhead extends EntryAhead implements SourceDocument {
  readonly plan: Plan
  cells: readonly Cell[]
  issuer: Party
  recipient: Party
  formIndex = 0
  entryIndex = 0
  year: number | null = null
  submission: Submission = 'original'
  unreadable: readonly string[] = NO_ITEMS
  missingMainBox: string | null = null
  unread = 0
  readonly isPlain: boolean
  #record: SourceRecord | null = null
  #odd: readonly Odd[] | null
  readonly #strange: Readonly<Record<string, unknown>> | null
  readonly #json: JsonText
  readonly #from: number
  readonly #to: number
  #raw: Readonly<Record<string, unknown>> | null = null

  constructor(
    plan: Plan,
    cells: readonly Cell[],
    issuer: Party,
    recipient: Party,
    odd: readonly Odd[] | null,
    strange: Readonly<Record<string, unknown>> | null,
    json: JsonText,
    from: number,
    to: number,
  ) {
    super()
    this.plan = plan
    this.cells = cells
    this.issuer = issuer
    this.recipient = recipient
    this.isPlain = strange === null && (odd === null || odd.every(isAmount))
    this.#odd = odd
    this.#strange = strange
    this.#json = json
    this.#from = from
    this.#to = to
  }

  get record(): SourceRecord {
    return this.#record as SourceRecord
  }

  get written(): string {
    return this.#json.bytes.slice(this.#from, this.#to)
  }

  get raw(): Readonly<Record<string, unknown>> {
    this.#raw ??= this.#came()
    return this.#raw
  }

  #came(): Readonly<Record<string, unknown>> {
    return this.#json.parse(this.#from, this.#to) as Readonly<Record<string, unknown>>
  }

  override documentOf(standing: Standing, entryIndex: number, reading: Reading, array: Site): SourceDocument {
    // Whoever reads a record again has another document.
    if (this.#record !== null)
      return readDocument(this.#came(), standing, entryIndex, reading, step(array, entryIndex))
    this.#record = standing.record
    this.formIndex = standing.formIndex
    this.entryIndex = entryIndex
    const spelled = this.#odd === null ? null : this.#mend(this.#odd, reading, step(array, entryIndex))
    const { plan, cells } = this
    const submission = submissionOf(plan, cells)
    if (submission === null) {
      const { key } = fieldAsSpelled(plan.fields[plan.submission] as Field, spelled)
      reading.note('submission_unknown', step(step(array, entryIndex), key))
    } else this.submission = submission
    const missing = submission === 'void' ? null : findMissingMainBox(plan, cells, this.unreadable)
    if (missing !== null) {
      reading.note('main_box_missing', step(step(array, entryIndex), missing.key))
      this.unreadable = [...this.unreadable, missing.name]
      this.missingMainBox = missing.name
    }
    const ends = plan.yearOf === -1 ? null : (cells[plan.yearOf] as string | null)
    this.year = ends === null ? standing.year : Number(ends.slice(0, 4))
    return this
  }

  /** Reads what was left, in the order in which it came, and gives how keys were spelled. */
  #mend(odd: readonly Odd[], reading: Reading, at: Site): Spelled['spelled'] {
    const { plan } = this
    const { fields } = plan
    // Whatever has something odd has cells of its own.
    const cells = this.cells as Cell[]
    const unreadable: string[] = []
    const { unread } = reading
    for (const { slot, raw, isRead } of odd) {
      if (isRead) noteCoerced(raw as string, fields[slot] as Field, reading, at)
      else if (slot < fields.length)
        cells[slot] = readCell(raw, fields[slot] as Field, reading, at, unreadable)
      else if (slot === fields.length)
        this.issuer = readParty(raw, plan.issuer, reading, step(at, plan.issuer.key))
      else this.recipient = readParty(raw, plan.recipient, reading, step(at, plan.recipient.key))
    }
    let spelled: Spelled['spelled'] = null
    if (this.#strange !== null) {
      const row = { cells, issuer: this.issuer, recipient: this.recipient }
      const met = readUnknown(this.#strange, plan, row, unreadable, reading, at, () => this.raw)
      if (met !== null) {
        spelled = met.spelled
        this.#raw = met.raw
      }
      this.issuer = row.issuer
      this.recipient = row.recipient
    }
    this.#odd = null
    this.cells = reading.shareCells(cells)
    this.unread = reading.unread - unread
    if (unreadable.length > 0) this.unreadable = unreadable
    return spelled
  }
}
