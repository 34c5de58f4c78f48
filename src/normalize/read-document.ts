import { isSpelledAsBusiness, isSpelledAsPerson } from '../core/identifier.js'
import { type Site, step } from '../core/path.js'
import { isObject } from '../core/shape-of.js'
import { type Field, identifier, text } from '../spec/field.js'
import type { FormTable, PartyKeys } from '../spec/form.js'
import type { Plan } from '../spec/plan.js'
import { type Cell, readCell, readField } from './cells.js'
import type { Reading } from './reading.js'
import type { Party, SourceDocument, SourceRecord, Submission } from './source.js'

const NAME = text('name', 'name', null, 'Name.')
const ADDRESS = text('address', 'address', null, 'Address; line breaks are spaces.')
const identifierFields = new Map<string, Field>()

/** The identifier field under a party's own key. */
export function identifierField(key: string): Field {
  let field = identifierFields.get(key)
  if (field === undefined) {
    field = identifier(key, 'id', null, 'Identification number, full or masked.')
    identifierFields.set(key, field)
  }
  return field
}

const NOBODY: Party = { id: null, name: null, address: null, person: false }

function readParty(raw: unknown, keys: PartyKeys, form: FormTable, reading: Reading, at: Site): Party {
  if (raw === undefined || raw === null) return NOBODY
  const place = step(at, keys.key)
  if (!isObject(raw)) {
    reading.note('object_unreadable', place, { value: raw, expected: 'an object' })
    return NOBODY
  }
  const known = Number('name' in raw) + Number('address' in raw) + Number(keys.id in raw)
  const own = Object.keys(raw)
  if (own.length > known) {
    reading.noteUnknown(
      own.filter(key => key !== 'name' && key !== 'address' && key !== keys.id),
      form.key,
      place,
    )
  }
  const spelled = raw[keys.id]
  return {
    id: readField(raw, identifierField(keys.id), reading, place, null) as string | null,
    name: readField(raw, NAME, reading, place, null) as string | null,
    address: readField(raw, ADDRESS, reading, place, null) as string | null,
    person:
      isSpelledAsPerson(spelled) ||
      (form.issuerMayBePerson === true && keys === form.issuer && !isSpelledAsBusiness(spelled)),
  }
}

/** Reads a submission type; an unknown word means an original. */
export function readSubmission(words: string | null): Submission | null {
  if (words === null) return 'original'
  const lower = words.toLowerCase()
  if (lower.startsWith('orig')) return 'original'
  if (/^(?:correct|amend|replac)/.test(lower)) return 'amended'
  if (/^(?:void|delet)/.test(lower)) return 'void'
  return lower.startsWith('dup') ? 'duplicate' : null
}

/** Where a document stands, and what its form object says for it. */
export interface Standing {
  readonly record: SourceRecord
  readonly plan: Plan
  readonly formIndex: number
  readonly entryIndex: number
  readonly transcriptType: string | null
  readonly formSsn: string | null
  readonly year: number | null
}

const NONE: readonly string[] = []

/** Reads one entry of a form array. Issues: those of its boxes, each at its own path. */
export function readDocument(
  raw: Readonly<Record<string, unknown>>,
  standing: Standing,
  reading: Reading,
  at: Site,
): SourceDocument {
  const { plan } = standing
  const { form, fields } = plan
  const cells: Cell[] = new Array(fields.length)
  const lost: string[] = []
  let known = Number(form.issuer.key in raw) + Number(form.recipient.key in raw)
  for (let i = 0; i < fields.length; i++) {
    const field = fields[i] as Field
    const value = raw[field.key]
    if (value === undefined) cells[i] = null
    else {
      known++
      cells[i] = readCell(value, field, reading, at, lost)
    }
  }
  const own = Object.keys(raw)
  if (own.length !== known)
    reading.noteUnknown(
      own.filter(key => !plan.keys.has(key)),
      form.key,
      at,
    )
  const submission = readSubmission(plan.submission === -1 ? null : (cells[plan.submission] as string | null))
  if (submission === null) reading.note('submission_unknown', step(at, 'submission_type'))
  const ends = plan.yearOf === -1 ? null : (cells[plan.yearOf] as string | null)
  return {
    ...standing,
    year: ends === null ? standing.year : Number(ends.slice(0, 4)),
    submission: submission ?? 'original',
    cells,
    lost: lost.length === 0 ? NONE : lost,
    issuer: readParty(raw[form.issuer.key], form.issuer, form, reading, at),
    recipient: readParty(raw[form.recipient.key], form.recipient, form, reading, at),
    raw,
  }
}
