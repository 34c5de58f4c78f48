import { extendByRespelledKey, extendPath, type JsonPath } from '../core/json-value.js'
import { getOrCreate, memoize, NO_ITEMS } from '../core/lists.js'
import { type CompiledForm, ISSUER_SLOT, RECIPIENT_SLOT } from '../schema/compiled-form.js'
import type { Cell, Field } from '../schema/field.js'
import type { ParseContext } from './fields/parse-context.js'
import { readCell } from './fields/read-shape.js'
import { makeKnownKeys, respellField, respellKeys, type UnknownKeyResult } from './fields/unknown-keys.js'
import { readSourceParty } from './read-party.js'
import { ABSENT_PARTY, type SourceDocument, type SourceParty, type SourceRecord, type Submission } from './source.js'

/**
 * Finds a main box that is missing.
 *
 * Example: a W-2 has 12,500 withheld and no box 1. Its wages are unknown, not 0.00. The main box is missing if it is
 * absent and another amount is not 0 or could not be read.
 *
 * @param unreadableFields Names of the fields that could not be read. An unreadable main box already has an issue.
 * @returns the field to report, or null if nothing is missing
 */
function findMissingMainBox(
  { mainBoxPositions, substitutePosition, moneyPositions, fields }: CompiledForm,
  cells: readonly Cell[],
  unreadableFields: readonly string[],
): Field | null {
  if (mainBoxPositions.length === 0) return null
  for (const position of mainBoxPositions) if (cells[position] !== null) return null
  const isUnreadable = (position: number): boolean => unreadableFields.includes((fields[position] as Field).name)
  const hasAmount = (position: number): boolean => (cells[position] ?? 0) !== 0 || isUnreadable(position)
  if (mainBoxPositions.some(isUnreadable)) return null
  if (substitutePosition !== -1 && hasAmount(substitutePosition)) return null
  return moneyPositions.some(hasAmount) ? (fields[mainBoxPositions[0] as number] as Field) : null
}

/** Returns the submission type of a document. A document without one is an original. Null if the type is unknown. */
function readSubmission({ submissionPosition: position }: CompiledForm, cells: readonly Cell[]): Submission | null {
  const type = position === -1 ? null : (cells[position] as string | null)
  if (type === null) return 'original'
  const lowerType = type.toLowerCase()
  if (lowerType.startsWith('orig')) return 'original'
  if (/^(?:correct|amend|replac)/.test(lowerType)) return 'amended'
  if (/^(?:void|delet)/.test(lowerType)) return 'void'
  return lowerType.startsWith('dup') ? 'duplicate' : null
}

const findEntryKeys = memoize(({ key, fields, issuer, recipient }: CompiledForm) =>
  makeKnownKeys(key, [...fields.map(field => field.key), issuer.key, recipient.key], { hasAmounts: true }),
)

/** The record, form array and year that the documents of one form array share. */
export interface FormArrayContext {
  readonly record: SourceRecord
  readonly compiledForm: CompiledForm
  readonly formIndex: number
  readonly year: number | null
}

/**
 * Lists with one field name, shared between documents. An array that `push` has grown has spare capacity, which wastes
 * memory if millions of documents have one unreadable box.
 */
const SINGLE_NAME_LISTS = new Map<string, readonly string[]>()
const findSingleNameList = (name: string): readonly string[] => getOrCreate(SINGLE_NAME_LISTS, name, () => [name])

/** The values of an entry that were read so far. `cells` is null until the first box is read. */
interface EntryValues {
  cells: Cell[] | null
  issuer: SourceParty
  recipient: SourceParty
}

/**
 * Handles the keys of an entry that its form table does not have, as `respellKeys` does. Reads the values under key
 * variants into `entryValues` and adds the fields of misspelled keys to `unreadableFields`.
 */
function readUnknownBoxes(
  entry: Readonly<Record<string, unknown>>,
  compiledForm: CompiledForm,
  entryValues: EntryValues,
  unreadableFields: string[],
  context: ParseContext,
  path: JsonPath,
): UnknownKeyResult {
  const { fields, slots } = compiledForm
  const respelledEntry = respellKeys(entry, findEntryKeys(compiledForm), context, path)
  const { raw, spellings } = respelledEntry
  for (const [key, spelling] of spellings ?? []) {
    const slot = slots.find(key)
    const partyPath = extendByRespelledKey(path, spelling)
    if (slot === ISSUER_SLOT) entryValues.issuer = readSourceParty(raw[key], compiledForm.issuer, context, partyPath)
    else if (slot === RECIPIENT_SLOT)
      entryValues.recipient = readSourceParty(raw[key], compiledForm.recipient, context, partyPath)
    else {
      entryValues.cells ??= compiledForm.emptyCells.slice()
      const field = respellField(fields[slot] as Field, spellings)
      entryValues.cells[slot] = readCell(raw[key], field, context, path, unreadableFields)
    }
  }
  for (const key of respelledEntry.misspelledKeys) {
    const field = fields[slots.find(key)]
    if (field !== undefined) unreadableFields.push(field.name)
  }
  return respelledEntry
}

/** Sorts the names of fields in the order of the form, so that the order of the keys in the input decides nothing. */
const sortInFormOrder = (names: readonly string[], { positionByName }: CompiledForm): string[] =>
  names.toSorted((a, b) => (positionByName.get(a) as number) - (positionByName.get(b) as number))

/** Reads one entry of a form array. Every issue of a box has the path of that box. */
export function readDocument(
  entry: Readonly<Record<string, unknown>>,
  formArray: FormArrayContext,
  entryIndex: number,
  context: ParseContext,
  path: JsonPath,
): SourceDocument {
  const { record, compiledForm, formIndex } = formArray
  const { fields, slots } = compiledForm
  // The array is created when the first box is read, because there can be millions of empty entries.
  let cells: Cell[] | null = null
  const unreadableFields: string[] = []
  let raw = entry
  let spellings: UnknownKeyResult['spellings'] = null
  let issuer = ABSENT_PARTY
  let recipient = ABSENT_PARTY
  let hasUnknownKey = false
  const unreadBefore = context.unreadAmountCount
  let keyPosition = 0
  for (const key in raw) {
    // The value is read first and directly from the loop's object, so that V8 finds it by position instead of by key.
    const value = raw[key]
    const slot = slots.findAt(keyPosition++, key)
    if (slot >= 0) {
      // Most amounts are zero. The type is tested first, because V8 compares values of varying types slowly.
      const cell =
        typeof value === 'number' && value === 0 && compiledForm.moneyFlags[slot] === 1
          ? 0
          : readCell(value, fields[slot] as Field, context, path, unreadableFields)
      if (cell === null) continue
      cells ??= compiledForm.emptyCells.slice()
      cells[slot] = cell
    } else if (slot === ISSUER_SLOT)
      issuer = readSourceParty(value, compiledForm.issuer, context, extendPath(path, key))
    else if (slot === RECIPIENT_SLOT)
      recipient = readSourceParty(value, compiledForm.recipient, context, extendPath(path, key))
    else hasUnknownKey = true
  }
  if (hasUnknownKey) {
    const entryValues: EntryValues = { cells, issuer, recipient }
    const respelledEntry = readUnknownBoxes(entry, compiledForm, entryValues, unreadableFields, context, path)
    raw = respelledEntry.raw
    spellings = respelledEntry.spellings
    cells = entryValues.cells
    issuer = entryValues.issuer
    recipient = entryValues.recipient
  }
  const documentCells = cells === null ? compiledForm.emptyCells : context.shareCells(cells)
  const submission = readSubmission(compiledForm, documentCells)
  if (submission === null)
    context.report(
      'submission_unknown',
      extendPath(path, respellField(fields[compiledForm.submissionPosition] as Field, spellings).key),
    )
  const missingField = submission === 'void' ? null : findMissingMainBox(compiledForm, documentCells, unreadableFields)
  if (missingField !== null) {
    context.report('main_box_missing', extendPath(path, missingField.key))
    unreadableFields.push(missingField.name)
  }
  const periodEnd =
    compiledForm.yearPosition === -1 ? null : (documentCells[compiledForm.yearPosition] as string | null)
  return {
    record,
    compiledForm,
    formIndex,
    entryIndex,
    year: periodEnd === null ? formArray.year : Number(periodEnd.slice(0, 4)),
    submission: submission ?? 'original',
    cells: documentCells,
    unreadableFields:
      unreadableFields.length === 0
        ? NO_ITEMS
        : unreadableFields.length === 1
          ? findSingleNameList(unreadableFields[0] as string)
          : sortInFormOrder(unreadableFields, compiledForm),
    missingMainBox: missingField?.name ?? null,
    unreadAmountCount: context.unreadAmountCount - unreadBefore,
    issuer,
    recipient,
    raw,
  }
}
