import type { Issue } from '../core/issue.js'
import { addTo } from '../core/lists.js'
import {
  accountOf,
  centsAt,
  recipientIdOf,
  type SourceDocument,
  type SourceRecord,
} from '../normalize/source.js'
import type { FormsText } from './forms-text.js'
import type { Status } from './resolved.js'

/** The amounts of a document in cents, in the table's order; null where absent. */
export type Amounts = readonly (number | null)[]

/** A document while its status is worked out. */
export interface Entry {
  readonly document: SourceDocument
  readonly record: SourceRecord
  readonly amounts: Amounts
  /** Every amount is whole dollars. */
  readonly whole: boolean
  /** The recipient's identifier inside its own source. */
  readonly recipientHere: string | null
  readonly name: string | null
  readonly address: string | null
  readonly account: string | null
  readonly uniqueId: string | null
  /** When this transcript was first pulled; UTC text, empty where unknown. */
  readonly date: string
  readonly forms: FormsText
  /** Its JSON with sorted keys, once it is asked for. */
  contents: string | null
  /** Its place among those that are looked at: by position in its source for rules 1 and 2, then in the order. */
  place: number
  status: Status
  decidedBy: Entry | null
  verified: boolean
  /** Of software's document: whose the authority says that the same document, or the total that it is part of, is. */
  recipientThere: string | null
  /** Of an amended document: what rule 3 took away in other sources since this corrects it; null where nothing. */
  corrects: Entry[] | null
}

/** Where the resolver puts its warnings. */
export type Warn = (code: Issue['code'], entry: Entry, more?: string) => void

export const counts = ({ status }: Entry): boolean => status === 'counted'
export const isAmended = ({ document }: Entry): boolean => document.submission === 'amended'
export const isOfAuthority = ({ record }: Entry): boolean => record.authority

/** Documents by the record that holds them. */
export function bySource(entries: readonly Entry[]): Map<SourceRecord, Entry[]> {
  const sources = new Map<SourceRecord, Entry[]>()
  for (const entry of entries) addTo(sources, entry.record, entry)
  return sources
}

/** Marks an entry as not counting. */
export function decide(entry: Entry, status: Status, by: Entry | null): void {
  entry.status = status
  entry.decidedBy = by
}

/** A document's amounts; those of the last document where they are equal, since floods of equal ones have a row each else. */
function amountsOf(document: SourceDocument, last: Amounts | null): Amounts {
  const { money } = document.plan
  if (last !== null && money.every((position, i) => centsAt(document, position) === last[i])) return last
  return money.map(position => centsAt(document, position))
}

/** Prepares a document; `last` is one of its form and year. */
export function entryOf(
  document: SourceDocument,
  date: string,
  forms: FormsText,
  last: Entry | null = null,
): Entry {
  const { plan, record, issuer, cells } = document
  const amounts = amountsOf(document, last?.amounts ?? null)
  return {
    document,
    record,
    amounts,
    whole: amounts.every(cents => cents === null || cents % 100 === 0),
    recipientHere: recipientIdOf(document),
    name: issuer.name?.toUpperCase() ?? null,
    address: issuer.address?.toUpperCase() ?? null,
    account: accountOf(document),
    uniqueId: plan.uniqueId === -1 ? null : (cells[plan.uniqueId] as string | null),
    date,
    forms,
    contents: null,
    place: 0,
    status: 'counted',
    decidedBy: null,
    verified: record.authority,
    recipientThere: null,
    corrects: null,
  }
}
