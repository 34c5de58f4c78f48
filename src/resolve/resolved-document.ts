import type { Identifier } from '../core/identifier.js'
import type { Issue } from '../core/issues/issue.js'
import { toCanonicalJson } from '../core/json.js'
import { groupBy } from '../core/lists.js'
import { findAccount, findRecipientId, listAmounts, type SourceDocument, type SourceRecord } from '../ingest/source.js'
import type { CompiledForm } from '../schema/compiled-form.js'
import type { Cell, Field } from '../schema/field.js'

/** The status of a document. Only `counted` documents are included in sums. */
export type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** The reasons to doubt a counted document, in alphabetical order. */
export const DOUBTS = [
  'amended_target_doubtful',
  'basis_from_software',
  'copies_disagree',
  'employer_by_name',
  'possible_duplicate',
  'recipient_uncertain',
  'source_conflict',
  'unread_amount',
  'unreadable_box',
] as const

/** A reason to doubt a counted document. Every figure that uses the document has the doubt, too. */
export type Doubt = (typeof DOUBTS)[number]

/** A reason to doubt a year: a doubt of one of its documents, or Social Security repayments that exceed the benefits. */
export type YearDoubt = Doubt | 'net_negative'

/** Returns the doubts of several documents in alphabetical order. Most documents have none, so this is fast then. */
export function joinDoubts(doubts: readonly Doubt[], otherDoubts: readonly Doubt[]): readonly Doubt[] {
  if (otherDoubts.length === 0 || doubts === otherDoubts) return doubts
  if (doubts.length === 0) return otherDoubts
  return DOUBTS.filter(doubt => doubts.includes(doubt) || otherDoubts.includes(doubt))
}

/** A document with its status. `decidedBy` is the other document that decided the status, or null if there is none. */
export interface ResolvedDocument {
  /**
   * The document with the values that count: the fields that decide come from the IRS copy, and a basis that the IRS
   * does not have comes from a software copy.
   */
  readonly document: SourceDocument
  /** The document as it was read. It is `document` itself if no value comes from another copy. */
  readonly asRead: SourceDocument
  /** The copies that values of `document` come from, by the name of the field. Null if all values are its own. */
  readonly copiedFrom: ReadonlyMap<string, SourceDocument> | null
  readonly status: Status
  readonly decidedBy: SourceDocument | null
  /** The reasons to doubt a counted document, in alphabetical order. */
  readonly doubts: readonly Doubt[]
  /** True if an IRS source has this document. */
  readonly isVerified: boolean
  /**
   * The document's own recipient. If a software document has none, this is the recipient of the matching IRS document
   * or total, or else the recipient of the form object.
   */
  readonly recipientId: Identifier | null
  /** The name that identifies another recipient if there is no identifier, as on a joint return in software. */
  readonly recipientName: string | null
  /** True if the recipient is not the taxpayer, as for a spouse on a joint return. */
  readonly isOtherRecipient: boolean
}

/**
 * The values by which one document can reject another: issuer, recipient, account (only for forms with
 * `accountsDiffer`) and unique form identifier. An absent value is null.
 */
export type Identities = readonly (string | null)[]

/** A transcript: all pulls of one provider and year that have equal forms, whatever the order of forms and entries. */
export interface Transcript {
  /** One of the pulls. All have the same forms. */
  readonly record: SourceRecord
  /** The date of the first pull as UTC text. Empty if no pull has a date. */
  readonly date: string
  /** Orders transcripts by their text. */
  compare(otherTranscript: Transcript): number
}

/** A document with all values that the rules compare, and the status that the rules have decided so far. */
export class DocumentEntry {
  readonly document: SourceDocument
  readonly record: SourceRecord
  readonly transcript: Transcript
  /** Amounts in cents, in the order of the form's money fields. Absent amounts are null. */
  readonly amounts: readonly (number | null)[]
  /** The amounts that are compared between sources. A box that was not reported is null here. */
  readonly amountsBetween: readonly (number | null)[]
  /** True if every amount is in whole dollars. */
  readonly isWholeDollars: boolean
  /** The identities between sources and within one source. The latter may use the form object's recipient. */
  readonly identities: Identities
  readonly identitiesInSource: Identities
  readonly recipientInSource: string | null
  readonly name: string | null
  readonly address: string | null
  readonly account: string | null
  /** The account number of a form whose accounts do not reject each other. An equal account then adds points. */
  readonly supportingAccount: string | null
  /**
   * The position in the list of documents, in record order for rules 1 and 2 and then by `compareDocumentEntries`.
   */
  position = 0
  status: Status = 'counted'
  decidedBy: DocumentEntry | null = null
  isVerified: boolean
  /**
   * The recipient of the matching IRS document, or of the IRS document that is the total of this and other documents.
   */
  recipientFromIrs: string | null = null
  /** The document with the values that decide. Null if all values are its own. */
  effective: SourceDocument | null = null
  copiedFrom: Map<string, SourceDocument> | null = null
  /** An IRS document that counts although this software correction replaces a copy of it. Null if there is none. */
  overruledBy: DocumentEntry | null = null
  /** The reasons to doubt the document that the rules have found so far. */
  doubts: Set<Doubt> | null = null
  /** The documents of other sources that rule 3 replaced because this amended document corrects them, or null. */
  correctedEntries: DocumentEntry[] | null = null
  #contentsText: string | null = null
  #details: readonly string[] | null = null

  /**
   * @param previous A document of the same form and year. Equal arrays are shared with it, which saves memory when many
   * documents are equal.
   */
  constructor(document: SourceDocument, transcript: Transcript, previous?: DocumentEntry) {
    const { compiledForm, record, issuer, recipient, cells } = document
    const isRepeated =
      previous !== undefined && compiledForm.moneyPositions.every((column, i) => cells[column] === previous.amounts[i])
    this.document = document
    this.record = record
    this.transcript = transcript
    this.amounts = isRepeated ? previous.amounts : listAmounts(document)
    this.amountsBetween = omitUnreported(this.amounts, document)
    this.isWholeDollars = this.amounts.every(cents => cents === null || cents % 100 === 0)
    this.recipientInSource = findRecipientId(document)
    this.name = issuer.name?.toUpperCase() ?? null
    this.address = issuer.address?.toUpperCase() ?? null
    this.account = findAccount(document)
    const rejectingAccount = compiledForm.form.accountsDiffer === true ? this.account : null
    const uniqueId =
      compiledForm.uniqueIdPosition === -1 ? null : (cells[compiledForm.uniqueIdPosition] as string | null)
    this.identities = shareIdentities([issuer.id, recipient.id, rejectingAccount, uniqueId], previous?.identities)
    this.identitiesInSource = shareIdentities(
      [issuer.id, this.recipientInSource, rejectingAccount, uniqueId],
      previous?.identitiesInSource,
    )
    this.supportingAccount = rejectingAccount === null ? this.account : null
    this.isVerified = record.isFromIrs
  }

  /**
   * The values that tell which original a correction means: the fields that identify it and the account, as text without
   * case. A value that the document does not have is empty.
   */
  get details(): readonly string[] {
    if (this.#details === null) {
      const { cells, compiledForm } = this.document
      const texts = compiledForm.detailPositions.map(position => readMeaning(compiledForm, cells, position))
      this.#details = [...texts, this.account ?? '', this.identities[3] ?? '']
    }
    return this.#details
  }

  /** The canonical JSON text of the entry, which is equal for equal entries. It is computed when first read. */
  get contents(): string {
    this.#contentsText ??= toCanonicalJson(this.document.raw)
    return this.#contentsText
  }
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

/** Returns the amounts, with null for a box of 0 that was not reported. */
function omitUnreported(
  amounts: readonly (number | null)[],
  { cells, compiledForm }: SourceDocument,
): readonly (number | null)[] {
  const { form, indicatorPosition, moneyPositions, optionalBoxPosition } = compiledForm
  if (optionalBoxPosition === -1 || cells[optionalBoxPosition] !== 0) return amounts
  const indicator = (cells[indicatorPosition] as string | null | undefined) ?? ''
  return form.optionalBox?.isReported(indicator) === true
    ? amounts
    : amounts.with(moneyPositions.indexOf(optionalBoxPosition), null)
}

/** Returns the earlier array if it is equal, otherwise the new identities. */
const shareIdentities = (identities: Identities, earlier?: Identities): Identities =>
  earlier !== undefined && identities.every((part, i) => part === earlier[i]) ? earlier : identities

export const selectIdentities = (entry: DocumentEntry, betweenSources: boolean): Identities =>
  betweenSources ? entry.identities : entry.identitiesInSource

/** Returns the amounts that are compared between sources, or within one source. */
export const selectAmounts = (entry: DocumentEntry, betweenSources: boolean): readonly (number | null)[] =>
  betweenSources ? entry.amountsBetween : entry.amounts

/** The other document of a warning, and the position of the field that it is about. */
interface WarningDetails {
  readonly decidedBy: DocumentEntry
  readonly position?: number | undefined
}

/** Reports a warning of the resolver. Without details, the document that decided the status is named. */
export type ReportWarning = (code: Issue['code'], entry: DocumentEntry, details?: WarningDetails) => void

/** Adds a reason to doubt a document. */
export function addDoubt(entry: DocumentEntry, doubt: Doubt): void {
  entry.doubts ??= new Set()
  entry.doubts.add(doubt)
}

export const isCounted = ({ status }: DocumentEntry): boolean => status === 'counted'
export const isAmended = ({ document }: DocumentEntry): boolean => document.submission === 'amended'
export const isIrsDocument = ({ record }: DocumentEntry): boolean => record.isFromIrs

/** Groups documents by their record. */
export const groupBySource = (entries: readonly DocumentEntry[]): Map<SourceRecord, DocumentEntry[]> =>
  groupBy(entries, ({ record }) => record)

/** Sets the status of a document that does not count. */
export function setStatus(entry: DocumentEntry, status: Status, decidingEntry: DocumentEntry | null): void {
  entry.status = status
  entry.decidedBy = decidingEntry
}
