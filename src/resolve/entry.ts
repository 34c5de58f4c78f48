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

/** What became of a document. Only `counted` documents enter a sum; where another document decided it, that one is named. */
export type Status = 'counted' | 'superseded' | 'canceled' | 'void' | 'duplicate' | 'conflict'

/** A document with its status. `decidedBy` is null where no other document decided it. */
export interface ResolvedDocument {
  readonly document: SourceDocument
  readonly status: Status
  readonly decidedBy: SourceDocument | null
  /** An authority source holds this document too. */
  readonly verified: boolean
  /** Its own recipient; else, of software's document, the one that the authority's copy, or total of it, has; else the form object's. */
  readonly recipientId: Identifier | null
  /** The recipient's last four differ from the taxpayer's: a spouse on a joint return. */
  readonly otherRecipient: boolean
}

/** What may reject, null where nothing is said: issuer, recipient, the account where it tells apart, unique identifier. */
export type Core = readonly (string | null)[]

/** A document while its status is worked out. */
export class Entry {
  readonly document: SourceDocument
  readonly record: SourceRecord
  readonly transcript: Transcript
  /** In cents, in the table's order; null where absent. */
  readonly amounts: readonly (number | null)[]
  /** Every amount is whole dollars. */
  readonly whole: boolean
  /** As it is compared between sources, and inside its own, where it may have a recipient of the form object's. */
  readonly core: Core
  readonly coreHere: Core
  readonly recipientHere: string | null
  readonly name: string | null
  readonly address: string | null
  readonly account: string | null
  /** The account where it tells none apart, and an equal one speaks for them. */
  readonly speaking: string | null
  /** Its place among those that are looked at: by position in its source for rules 1 and 2, then in the order. */
  place = 0
  status: Status = 'counted'
  decidedBy: Entry | null = null
  verified: boolean
  /** Of software's document: whose the authority says that the same document, or the total that it is part of, is. */
  recipientThere: string | null = null
  /** Of an amended document: what rule 3 took away in other sources since this corrects it; null where nothing. */
  corrects: Entry[] | null = null
  #contents: string | null = null

  /** `last` is one of its form and year: what is equal is shared, so that a flood of equal ones holds it once. */
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

  /** Its JSON as text that is equal for equal entries, written once it is asked for. */
  get contents(): string {
    this.#contents ??= canonicalJson(this.document.raw)
    return this.#contents
  }
}

/** A core, or an earlier one that says the same. */
const shared = (core: Core, like?: Core): Core =>
  like !== undefined && core.every((part, i) => part === like[i]) ? like : core

export const coreOf = ({ core, coreHere }: Entry, between: boolean): Core => (between ? core : coreHere)

/** Where the resolver puts its warnings. */
export type Warn = (code: Issue['code'], entry: Entry) => void

export const counts = ({ status }: Entry): boolean => status === 'counted'
export const isAmended = ({ document }: Entry): boolean => document.submission === 'amended'
export const isOfAuthority = ({ record }: Entry): boolean => record.authority

/** Documents by the record that holds them. */
export const bySource = (entries: readonly Entry[]): Map<SourceRecord, Entry[]> =>
  groupBy(entries, ({ record }) => record)

/** Marks an entry as not counting. */
export function decide(entry: Entry, status: Status, by: Entry | null): void {
  entry.status = status
  entry.decidedBy = by
}
