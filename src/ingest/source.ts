import type { Identifier } from '../core/identifier.js'
import type { Origin } from '../core/issues/issue.js'
import { extendBySpelling, extendPath, type JsonPath } from '../core/json-value.js'
import type { CompiledForm } from '../schema/compiled-form.js'
import type { Cell, Field } from '../schema/field.js'
import type { FormTable } from '../schema/form.js'

/** A party after reading. Its identifier is not masked here; `Privacy` masks it before it leaves the library. */
export interface SourceParty {
  readonly id: Identifier | null
  readonly name: string | null
  readonly address: string | null
  /** True if the party may be a person. The output then treats it like a recipient. */
  readonly mayBePerson: boolean
}

/** The party of a document that names no party. */
export const ABSENT_PARTY: SourceParty = { id: null, name: null, address: null, mayBePerson: false }

/** The submission type of a document. */
export type Submission = 'original' | 'amended' | 'void' | 'duplicate'

/** A document: one entry of a form array after reading. Its cells are in the order of the form's fields. */
export interface SourceDocument {
  readonly record: SourceRecord
  readonly compiledForm: CompiledForm
  readonly formIndex: number
  readonly entryIndex: number
  readonly year: number | null
  readonly submission: Submission
  readonly cells: readonly Cell[]
  /** Names of the fields whose value is unknown: they are unreadable, or the main box of the form is missing. */
  readonly unreadableFields: readonly string[]
  /** The main box if it is missing although the document has other amounts. It is also in `unreadableFields`. */
  readonly missingMainBox: string | null
  /** The number of amounts under keys that the form table does not have. */
  readonly unreadAmountCount: number
  readonly issuer: SourceParty
  readonly recipient: SourceParty
  /** The raw entry, with its keys spelled as in the form table. */
  readonly raw: Readonly<Record<string, unknown>>
}

/**
 * Returns a document with other cells. Written property by property, in the order of `readDocument`, instead of with spread:
 * V8 then keeps one object shape, and does not compile every function that reads documents again.
 */
export const replaceCells = (
  document: SourceDocument,
  cells: readonly Cell[],
  unreadableFields: readonly string[],
): SourceDocument => ({
  record: document.record,
  compiledForm: document.compiledForm,
  formIndex: document.formIndex,
  entryIndex: document.entryIndex,
  year: document.year,
  submission: document.submission,
  cells,
  unreadableFields,
  missingMainBox: document.missingMainBox,
  unreadAmountCount: document.unreadAmountCount,
  issuer: document.issuer,
  recipient: document.recipient,
  raw: document.raw,
})

/** The form and the year of a rejected entry. Every sum that the form can add to is incomplete in that year. */
export interface RejectedEntryForm {
  readonly form: FormTable
  readonly year: number | null
}

/** A part of a record that was not used, and the keys that lead to it from the record. */
export interface RecordPart {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** A rejected part of a record. If it has a count, it is an array that represents this many of its elements. */
export interface RejectedEntry extends RecordPart {
  readonly count?: number
}

/** A form of an unknown kind. The name is null if it may be private data. */
interface UnknownForm {
  readonly name: string | null
  readonly year: number | null
}

/** The number of amounts of a year under unknown keys of a record or of a form object. */
interface UnreadAmounts {
  readonly year: number | null
  readonly count: number
}

/** Adds amounts under unknown keys to a record. */
export function addUnreadAmounts({ unreadAmounts }: SourceRecord, year: number | null, count: number): void {
  if (count > 0) unreadAmounts.push({ year, count })
}

/** The fields of a form object that apply to its documents. It has the same index in `forms` as the form object. */
export interface SourceForm {
  readonly type: string | null
  readonly year: number | null
  readonly ssn: Identifier | null
  /** True if the form object or its year is unreadable. The sums of the record's year are then incomplete. */
  readonly isUnreadable: boolean
  /** For each form key that the input spells differently: the input's spelling. Null if all keys are exact. */
  readonly spellings: ReadonlyMap<string, string> | null
}

/**
 * A record after reading. `date` is UTC text. Input that could not be used is listed twice: as raw values, which outputs
 * quote, and as forms with years, by which figures find the sums that are incomplete.
 */
export interface SourceRecord {
  readonly id: string
  readonly name: string | null
  readonly taxpayerId: string | null
  readonly taxYear: number | null
  readonly providerId: string | null
  readonly date: string | null
  readonly rawFile: string | null
  readonly isFromIrs: boolean
  readonly forms: SourceForm[]
  readonly documents: SourceDocument[]
  /** The raw values of rejected form objects, form arrays and entries. */
  readonly rejectedEntries: RejectedEntry[]
  /** The forms and years of the form arrays and entries that were not read. */
  readonly rejectedEntryForms: RejectedEntryForm[]
  /** The raw values under unknown form keys. */
  readonly unrecognized: RecordPart[]
  /** The names and years of those form arrays of unknown kinds that have entries and may contain income. */
  readonly unknownForms: UnknownForm[]
  /** The numbers of amounts under unknown keys of the record and of its form objects, outside of documents. */
  readonly unreadAmounts: UnreadAmounts[]
  /** The path of the record in the input. */
  readonly path: JsonPath | null
  readonly origin: Origin | null
  readonly raw: Readonly<Record<string, unknown>>
}

/**
 * True if two documents of one form have equal parties and equal cells. Lists and decimals are not compared. If it is
 * false, the raw entries of the documents differ, too.
 */
export const hasEqualCells = (a: SourceDocument, b: SourceDocument): boolean =>
  isEqualParty(a.issuer, b.issuer) &&
  isEqualParty(a.recipient, b.recipient) &&
  a.cells.every((cell, i) => cell === b.cells[i] || (typeof cell === 'object' && cell !== null))

/** True if two parties have the same identifier, name and address. */
export const isEqualParty = (a: SourceParty, b: SourceParty): boolean =>
  a === b || (a.id === b.id && a.name === b.name && a.address === b.address)

/** True if two documents of one form have different amounts in a box that both have. */
export const hasDifferentAmounts = (a: SourceDocument, b: SourceDocument): boolean =>
  a.compiledForm.moneyPositions.some(i => a.cells[i] !== null && b.cells[i] !== null && a.cells[i] !== b.cells[i])

/** Returns the form object of a document. */
export const findFormObject = ({ record, formIndex }: SourceDocument): SourceForm =>
  record.forms[formIndex] as SourceForm

/** Returns the cents of a document's money field by position; null if absent or unreadable. */
export const readCentsAt = (document: SourceDocument, position: number): number | null =>
  document.cells[position] as number | null

/** Returns the amounts of a document in cents, in the order of its form table. Absent amounts are null. */
export function listAmounts({
  compiledForm: { emptyCells, moneyPositions },
  cells,
}: SourceDocument): readonly (number | null)[] {
  // Copied from `emptyCells`, because `map` would return arrays of three V8 element kinds, which are slow to compare.
  const amounts: (number | null)[] = emptyCells.slice(0, moneyPositions.length)
  for (let i = 0; i < moneyPositions.length; i++) amounts[i] = cells[moneyPositions[i] as number] as number | null
  return amounts
}

/** Returns a cell of a document by normalized name; null if the form has no such field. */
export function findCell(document: SourceDocument, name: string): Cell {
  const position = document.compiledForm.positionByName.get(name)
  return position === undefined ? null : (document.cells[position] ?? null)
}

/**
 * Returns the recipient's identifier, or the form object's if the document has none. Used in the output and to compare
 * documents of one source.
 */
export const findRecipientId = (document: SourceDocument): Identifier | null =>
  document.recipient.id ?? findFormObject(document).ssn

/** Returns the last four characters of the account number. Null if there is none. */
export const findAccount = (document: SourceDocument): string | null =>
  document.compiledForm.accountPosition === -1
    ? null
    : (document.cells[document.compiledForm.accountPosition] as string | null)

/** Returns the path of a document in the input. */
export function toDocumentPath({ record, compiledForm, formIndex, entryIndex }: SourceDocument): JsonPath {
  const formPath = extendPath(extendPath(record.path, 'forms'), formIndex)
  const spelling = record.forms[formIndex]?.spellings?.get(compiledForm.key)
  return extendPath(extendBySpelling(formPath, compiledForm.key, spelling), entryIndex)
}

/** Returns text that is equal for cells with the same meaning. Empty if the cell has no value. */
export function readMeaning({ fields }: CompiledForm, cells: readonly Cell[], position: number): string {
  const cell = cells[position] as Cell
  if (cell === null) return ''
  const { toMeaning = toPlainText } = fields[position] as Field
  return toMeaning(cell)
}

const toPlainText = (cell: NonNullable<Cell>): string =>
  String(cell)
    .toUpperCase()
    .replace(/[^A-Z0-9.]+/g, '')
