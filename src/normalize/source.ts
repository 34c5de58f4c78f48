import type { Identifier } from '../core/identifier.js'
import type { Origin } from '../core/issue.js'
import { type Site, step, stepSpelled } from '../core/path.js'
import type { Cell } from '../model/field.js'
import type { FormTable } from '../model/form.js'
import type { Plan } from '../model/plan.js'

/** A party as it was read. Identifiers stand unmasked here; what leaves the library goes through `Privacy`. */
export interface Party {
  readonly id: Identifier | null
  readonly name: string | null
  readonly address: string | null
  /** The party may be a person, and is treated like a recipient in what is put out. */
  readonly person: boolean
}

/** Where no party is named. */
export const NOBODY: Party = { id: null, name: null, address: null, person: false }

/** What a document says of its own standing. */
export type Submission = 'original' | 'amended' | 'void' | 'duplicate'

/** One entry of a form array, read: the unit of everything behind. Cells stand in the order of the form's fields. */
export interface SourceDocument {
  readonly record: SourceRecord
  readonly plan: Plan
  readonly formIndex: number
  readonly entryIndex: number
  readonly year: number | null
  readonly submission: Submission
  readonly cells: readonly Cell[]
  /** Names of the fields whose value is unknown: it could not be read, or the main box of the form is missing. */
  readonly unreadable: readonly string[]
  /** The name of the main box if it is missing although the document has other amounts. Also one of `unreadable`. */
  readonly missingMainBox: string | null
  /** How many amounts stand behind keys that the form does not know. */
  readonly unread: number
  readonly issuer: Party
  readonly recipient: Party
  /** Its bytes as text, where they are known: entries with the same are equal. */
  readonly written?: string | null
  /** True where each cell is what stood under its key, or the amount that stood there as text. Missing: not known. */
  readonly isPlain?: boolean
  /** The entry as it came, its keys spelled as the form spells them. */
  readonly raw: Readonly<Record<string, unknown>>
}

/** An entry that could not be a document at all; the sums that its kind feeds are incomplete. */
export interface UnreadableEntry {
  readonly form: FormTable
  readonly year: number | null
}

/** A part of a record that could not be used, as it came, and the way to it from the record. */
export interface KeptAside {
  readonly path: readonly (string | number)[]
  readonly value: unknown
}

/** A refused part; with a count, an array that is kept for so many of its elements. */
export interface RejectedEntry extends KeptAside {
  readonly count?: number
}

/** A form of an unknown kind. Missing: the name, where it may be data. */
interface UnknownForm {
  readonly name: string | null
  readonly year: number | null
}

/** What a form object says for its documents, at its place in `forms`. */
export interface SourceForm {
  readonly type: string | null
  readonly year: number | null
  readonly ssn: Identifier | null
  /** The object or its year was there and could not be read: the sums of the record's year are incomplete. */
  readonly unreadable: boolean
  /** How the keys of form arrays were spelled, where it was not as here. */
  readonly spelled: ReadonlyMap<string, string> | null
}

/** A record, read. `date` is UTC text; rejected entries and unknown forms keep their JSON. */
export interface SourceRecord {
  readonly id: string
  readonly name: string | null
  readonly taxpayerId: string | null
  readonly taxYear: number | null
  readonly providerId: string | null
  readonly date: string | null
  readonly rawFile: string | null
  readonly authority: boolean
  readonly forms: SourceForm[]
  readonly documents: SourceDocument[]
  readonly unreadableEntries: UnreadableEntry[]
  readonly rejectedEntries: RejectedEntry[]
  readonly unrecognized: KeptAside[]
  /** Form arrays of unknown kinds that hold entries, and may hold income. */
  readonly unknownForms: UnknownForm[]
  /** Where the record stands in the input. */
  readonly at: Site | null
  readonly origin: Origin | null
  /** The bytes of its forms as text, where they are known: forms with the same are equal. */
  readonly written?: string | null
  readonly raw: Readonly<Record<string, unknown>>
}

/** True for what is written with the same bytes, where they are known. */
export const isWrittenAlike = (
  a: Pick<SourceDocument | SourceRecord, 'written'>,
  b: Pick<SourceDocument | SourceRecord, 'written'>,
): boolean => (a.written ?? null) !== null && a.written === b.written

/** True where no issuer, recipient, text or number of two documents of one form differs: what does is not equal as it came. */
export const isReadAlike = (a: SourceDocument, b: SourceDocument): boolean =>
  isInSameWords(a.issuer, b.issuer) &&
  isInSameWords(a.recipient, b.recipient) &&
  a.cells.every((cell, i) => cell === b.cells[i] || (typeof cell === 'object' && cell !== null))

/** True where two parties are written alike. */
export const isInSameWords = (a: Party, b: Party): boolean =>
  a === b || (a.id === b.id && a.name === b.name && a.address === b.address)

/** True where two documents of one form both have an amount in a box, and not the same. */
export const hasOtherAmounts = (
  { plan, cells }: SourceDocument,
  { cells: others }: SourceDocument,
): boolean => plan.money.some(at => cells[at] !== null && others[at] !== null && cells[at] !== others[at])

/** What the form object of a document says for it. */
export const formObjectOf = ({ record, formIndex }: SourceDocument): SourceForm =>
  record.forms[formIndex] as SourceForm

/** The cents of a document's money field by position; null where absent or lost. */
export const centsAt = (document: SourceDocument, position: number): number | null =>
  document.cells[position] as number | null

/** A document's amounts in the order of its table. Units: cents. Missing: null where absent. */
export function amountsOf({ plan: { blank, money }, cells }: SourceDocument): readonly (number | null)[] {
  // Lists of one kind, whatever is in them: mapped ones would be of three, and slow to compare.
  const amounts: (number | null)[] = blank.slice(0, money.length)
  for (let i = 0; i < money.length; i++) amounts[i] = cells[money[i] as number] as number | null
  return amounts
}

/** A document's cell by normalized name; null where its form has no such field. */
export function cellOf(document: SourceDocument, name: string): Cell {
  const position = document.plan.index.get(name)
  return position === undefined ? null : (document.cells[position] ?? null)
}

/** The recipient's identifier, else the form object's: how documents of one source are told apart, and what is put out. */
export const recipientIdOf = (document: SourceDocument): Identifier | null =>
  document.recipient.id ?? formObjectOf(document).ssn

/** The last four of the account number. */
export const accountOf = (document: SourceDocument): string | null =>
  document.plan.account === -1 ? null : (document.cells[document.plan.account] as string | null)

/** Where a document stands in the input. */
export function siteOf({ record, plan, formIndex, entryIndex }: SourceDocument): Site {
  const at = step(step(record.at, 'forms'), formIndex)
  const spelled = record.forms[formIndex]?.spelled?.get(plan.key)
  return step(spelled === undefined ? step(at, plan.key) : stepSpelled(at, spelled), entryIndex)
}
