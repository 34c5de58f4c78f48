import type { Identifier } from '../core/identifier.js'
import type { Issue } from '../core/issue.js'
import { canonicalJson } from '../core/json.js'
import { groupBy } from '../core/lists.js'
import {
  accountOf,
  amountsOf,
  recipientIdOf,
  type SourceDocument,
  type SourceRecord,
} from '../normalize/source.js'
import type { Transcript } from './transcripts.js'

/** The status of a document. Only `counted` documents enter a sum. If another document decided the status, it is named. */
export type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** A document with its status. `decidedBy` is null if no other document decided it. */
export interface ResolvedDocument {
  readonly document: SourceDocument
  readonly status: Status
  readonly decidedBy: SourceDocument | null
  /** True if an authority source also has this document. */
  readonly verified: boolean
  /**
   * The document's own recipient. If a software document has none, the recipient of the authority's copy or total, then that of
   * the form object.
   */
  readonly recipientId: Identifier | null
  /** True if the recipient's last four differ from the taxpayer's: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/**
 * The values that can reject another document: issuer, recipient, account (if accounts distinguish documents of the form) and
 * unique form identifier. An absent value is null.
 */
export type Core = readonly (string | null)[]

/** A document with everything that the rules compare, and the status that they have decided so far. */
export class Entry {
  readonly document: SourceDocument
  readonly record: SourceRecord
  readonly transcript: Transcript
  /** Amounts in cents, in the order of the form table. Absent amounts are null. */
  readonly amounts: readonly (number | null)[]
  /** True if every amount is in whole dollars. */
  readonly whole: boolean
  /** Identities for comparison between sources and within the source. The latter may have the recipient of the form object. */
  readonly core: Core
  readonly coreHere: Core
  readonly recipientHere: string | null
  readonly name: string | null
  readonly address: string | null
  readonly account: string | null
  /** The account if accounts do not distinguish documents of the form. An equal one then adds points. */
  readonly speaking: string | null
  /** Position in the list that is being compared: by place in the record for rules 1 and 2, then in the fixed order. */
  place = 0
  status: Status = 'counted'
  decidedBy: Entry | null = null
  verified: boolean
  /** For a software document: the recipient of the authority's copy, or of the authority's total that includes it. */
  recipientThere: string | null = null
  /** For an amended document: documents of other sources that rule 3 took away because this one corrects them. Null if none. */
  corrects: Entry[] | null = null
  #contents: string | null = null

  /**
   * `last` is a document of the same form and year. Equal arrays are shared with it, so that many equal documents keep them
   * once.
   */
  constructor(document: SourceDocument, transcript: Transcript, last?: Entry) {
    const { plan, record, issuer, cells } = document
    const isRepeated = last !== undefined && plan.money.every((at, i) => cells[at] === last.amounts[i])
    this.document = document
    this.record = record
    this.transcript = transcript
    this.amounts = isRepeated ? last.amounts : amountsOf(document)
    this.whole = this.amounts.every(cents => cents === null || cents % 100 === 0)
    this.recipientHere = recipientIdOf(document)
    this.name = issuer.name?.toUpperCase() ?? null
    this.address = issuer.address?.toUpperCase() ?? null
    this.account = accountOf(document)
    const telling = plan.form.accountsDiffer === true ? this.account : null
    const uniqueId = plan.uniqueId === -1 ? null : (cells[plan.uniqueId] as string | null)
    this.core = shared([issuer.id, document.recipient.id, telling, uniqueId], last?.core)
    this.coreHere = shared([issuer.id, this.recipientHere, telling, uniqueId], last?.coreHere)
    this.speaking = telling === null ? this.account : null
    this.verified = record.authority
  }

  /** The JSON text of the entry, equal for equal entries, written when it is first needed. */
  get contents(): string {
    this.#contents ??= canonicalJson(this.document.raw)
    return this.#contents
  }
}

/** Returns the identities, or the earlier array if it is equal. */
const shared = (core: Core, like?: Core): Core =>
  like !== undefined && core.every((part, i) => part === like[i]) ? like : core

export const coreOf = ({ core, coreHere }: Entry, between: boolean): Core => (between ? core : coreHere)

/** Reports a warning of the resolver. */
export type Warn = (code: Issue['code'], entry: Entry) => void

export const counts = ({ status }: Entry): boolean => status === 'counted'
export const isAmended = ({ document }: Entry): boolean => document.submission === 'amended'
export const isOfAuthority = ({ record }: Entry): boolean => record.authority

/** Groups documents by their record. */
export const bySource = (entries: readonly Entry[]): Map<SourceRecord, Entry[]> =>
  groupBy(entries, ({ record }) => record)

/** Sets the status of a document that does not count. */
export function decide(entry: Entry, status: Status, by: Entry | null): void {
  entry.status = status
  entry.decidedBy = by
}
