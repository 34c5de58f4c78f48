import { getOrCreate, memoize, NO_ITEMS } from '../core/lists.js'
import { type Site, step, stepSpelled } from '../core/path.js'
import type { Cell, Field } from '../model/field.js'
import { ISSUER_SLOT, type Plan, RECIPIENT_SLOT } from '../model/plan.js'
import { readCell } from './cells.js'
import { readParty } from './read-party.js'
import type { Reading } from './reading.js'
import { NOBODY, type Party, type SourceDocument, type SourceRecord, type Submission } from './source.js'
import { fieldAsSpelled, knownKeys, type Met, meetUnknownKeys } from './unknown-keys.js'

/**
 * Finds a main box that is missing.
 *
 * A W-2 that shows 12,500 withheld and no box 1 did not pay 0.00: its wages are unknown. The main box is missing if it is
 * absent and another amount is not 0 or could not be read.
 *
 * @param unreadable Names of the fields that could not be read. A main box among them has its own issue.
 * @returns the field to report, or null if nothing is missing
 */
export function findMissingMainBox(
  { mainBoxPositions, mainBoxSubstitute, money, fields }: Plan,
  cells: readonly Cell[],
  unreadable: readonly string[],
): Field | null {
  if (mainBoxPositions.length === 0) return null
  for (const position of mainBoxPositions) if (cells[position] !== null) return null
  const isUnreadable = (position: number): boolean => unreadable.includes((fields[position] as Field).name)
  const hasAmount = (position: number): boolean => (cells[position] ?? 0) !== 0 || isUnreadable(position)
  if (mainBoxPositions.some(isUnreadable)) return null
  if (mainBoxSubstitute !== -1 && hasAmount(mainBoxSubstitute)) return null
  return money.some(hasAmount) ? (fields[mainBoxPositions[0] as number] as Field) : null
}

/** Returns the kind of submission that a document names (original, amended, void or duplicate); null if the text is unknown. */
export function submissionOf({ submission: position }: Plan, cells: readonly Cell[]): Submission | null {
  const type = position === -1 ? null : (cells[position] as string | null)
  if (type === null) return 'original'
  const lower = type.toLowerCase()
  if (lower.startsWith('orig')) return 'original'
  if (/^(?:correct|amend|replac)/.test(lower)) return 'amended'
  if (/^(?:void|delet)/.test(lower)) return 'void'
  return lower.startsWith('dup') ? 'duplicate' : null
}

const entryKeysOf = memoize(({ key, fields, issuer, recipient }: Plan) =>
  knownKeys(key, [...fields.map(field => field.key), issuer.key, recipient.key], true),
)

/** The record, form array and year that the documents of one form array share. */
export interface Standing {
  readonly record: SourceRecord
  readonly plan: Plan
  readonly formIndex: number
  readonly year: number | null
}

/**
 * Lists with one field name, shared between documents. An array that `push` has grown keeps spare capacity, which adds up if
 * millions of documents have one unreadable box.
 */
const ONLY = new Map<string, readonly string[]>()
const onlyOf = (name: string): readonly string[] => getOrCreate(ONLY, name, () => [name])

/** The parts of an entry read so far. `cells` is null until the first box is read. */
interface Row {
  cells: Cell[] | null
  issuer: Party
  recipient: Party
}

/**
 * Handles the keys of an entry that its form table does not have, as `resolveUnknownKeys` does. The values of misspelled keys
 * are read into the row.
 */
export function readUnknown(
  strange: Readonly<Record<string, unknown>>,
  plan: Plan,
  row: Row,
  unreadable: string[],
  reading: Reading,
  at: Site,
  wholeOf?: () => Readonly<Record<string, unknown>>,
): Met | null {
  const { fields, slots } = plan
  const met = meetUnknownKeys(strange, entryKeysOf(plan), reading, at, wholeOf)
  if (met === null) return null
  const { raw, spelled } = met
  for (const [key, spelling] of spelled ?? []) {
    const slot = slots.of(key)
    const place = stepSpelled(at, spelling)
    if (slot === ISSUER_SLOT) row.issuer = readParty(raw[key], plan.issuer, reading, place)
    else if (slot === RECIPIENT_SLOT) row.recipient = readParty(raw[key], plan.recipient, reading, place)
    else {
      row.cells ??= plan.blank.slice()
      const field = fieldAsSpelled(fields[slot] as Field, spelled)
      row.cells[slot] = readCell(raw[key], field, reading, at, unreadable)
    }
  }
  for (const key of met.misspelt) {
    const field = fields[slots.of(key)]
    if (field !== undefined) unreadable.push(field.name)
  }
  return met
}

/** Reads one entry of a form array. Every issue of a box has the path of that box. */
export function readDocument(
  came: Readonly<Record<string, unknown>>,
  standing: Standing,
  entryIndex: number,
  reading: Reading,
  at: Site,
): SourceDocument {
  const { record, plan, formIndex } = standing
  const { fields, slots } = plan
  // Created when the first box is read, because millions of empty entries would have a row each.
  let cells: Cell[] | null = null
  const unreadable: string[] = []
  let raw = came
  let spelled: Met['spelled'] = null
  let issuer = NOBODY
  let recipient = NOBODY
  let isStrange = false
  const unread = reading.unread
  let place = 0
  for (const key in raw) {
    // Read directly from the object of the loop, with nothing between: V8 then finds the value by its position in the object.
    const value = raw[key]
    const slot = slots.at(place++, key)
    if (slot >= 0) {
      // Most amounts are zero. The type is tested first, because V8 compares values of varying types slowly.
      const cell =
        typeof value === 'number' && value === 0 && plan.isMoney[slot] === 1
          ? 0
          : readCell(value, fields[slot] as Field, reading, at, unreadable)
      if (cell === null) continue
      cells ??= plan.blank.slice()
      cells[slot] = cell
    } else if (slot === ISSUER_SLOT) issuer = readParty(value, plan.issuer, reading, step(at, key))
    else if (slot === RECIPIENT_SLOT) recipient = readParty(value, plan.recipient, reading, step(at, key))
    else isStrange = true
  }
  if (isStrange) {
    const row: Row = { cells, issuer, recipient }
    const met = readUnknown(came, plan, row, unreadable, reading, at)
    if (met !== null) {
      raw = met.raw
      spelled = met.spelled
    }
    cells = row.cells
    issuer = row.issuer
    recipient = row.recipient
  }
  const row = cells === null ? plan.blank : reading.shareCells(cells)
  const submission = submissionOf(plan, row)
  if (submission === null)
    reading.note(
      'submission_unknown',
      step(at, fieldAsSpelled(fields[plan.submission] as Field, spelled).key),
    )
  const missing = submission === 'void' ? null : findMissingMainBox(plan, row, unreadable)
  if (missing !== null) {
    reading.note('main_box_missing', step(at, missing.key))
    unreadable.push(missing.name)
  }
  const ends = plan.yearOf === -1 ? null : (row[plan.yearOf] as string | null)
  return {
    record,
    plan,
    formIndex,
    entryIndex,
    year: ends === null ? standing.year : Number(ends.slice(0, 4)),
    submission: submission ?? 'original',
    cells: row,
    unreadable:
      unreadable.length === 0
        ? NO_ITEMS
        : unreadable.length === 1
          ? onlyOf(unreadable[0] as string)
          : unreadable.slice(),
    missingMainBox: missing?.name ?? null,
    unread: reading.unread - unread,
    issuer,
    recipient,
    raw,
  }
}
