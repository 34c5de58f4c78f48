import { type Identifier, lastFour } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { addTo, getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { formObjectOf, recipientIdOf, type SourceDocument, type SourceRecord } from '../normalize/source.js'
import { areUnrelated } from './apart.js'
import { formClasses } from './classes.js'
import { bySource, counts, type Entry, entryOf, type Warn } from './entry.js'
import { FormsText } from './forms-text.js'
import { resolveClass } from './groups.js'
import { FEW, Layout } from './layout.js'
import { compareDocuments, compareEntries, compareIds, putInPlaces } from './order.js'
import type { ResolvedDocument } from './resolved.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnOfLikeness,
  warnOfRepeats,
} from './rules.js'

/** A doubt that resolution leaves, with the document it is about. */
interface ResolutionWarning {
  readonly code: IssueCode
  readonly document: SourceDocument
  /** The document that decided, where there is one. */
  readonly by: SourceDocument | null
}

/** The documents of a taxpayer with their status, and the doubts. */
export interface Resolution {
  readonly documents: readonly ResolvedDocument[]
  readonly warnings: readonly ResolutionWarning[]
  /** The taxpayer's last four digits, as most form objects carry them; null where none does. */
  readonly taxpayerLast4: string | null
}

/**
 * Decides which documents of one taxpayer count: voids, amendments, duplicates, totals and conflicts across sources.
 * The result does not depend on the order of records, nor, but for voids and amended documents, of forms and entries; nor on
 * `few`, up to how many documents are looked at one by one. Documents stand by record id, form and
 * position. `tin`: the identifier that the taxpayer's analysis gives; null where there is none.
 */
export function resolveRecords(
  records: readonly SourceRecord[],
  tin: Identifier | null = null,
  few: number = FEW,
): Resolution {
  const written = new Map<SourceRecord, FormsText>()
  const formsOf = (record: SourceRecord): FormsText =>
    getOrCreate(written, record, () => new FormsText(record))
  const pulls = pullsOf(records, formsOf)
  const taxpayerLast4 = taxpayerLastFour(pulls, tin)
  const warnings: ResolutionWarning[] = []
  const warn: Warn = (code, entry) => {
    warnings.push({ code, document: entry.document, by: entry.decidedBy?.document ?? null })
  }
  const ordered = inOrder(records)
  const resolved: ResolvedDocument[] = new Array(ordered.length)
  const dates = new Map<SourceRecord, string>()
  for (const similar of pulls) {
    // A pull without a date says nothing of when the transcript was first pulled.
    if (similar.length === 1) continue
    const [date = ''] = similar.flatMap(record => record.date ?? []).sort()
    for (const record of similar) dates.set(record, date)
  }
  for (const { documents, places } of blocksOf(ordered)) {
    if (areUnrelated(documents)) {
      for (let i = 0; i < documents.length; i++)
        resolved[places[i] as number] = countedAsItIs(documents[i] as SourceDocument, taxpayerLast4)
      continue
    }
    const entries: Entry[] = []
    for (const document of documents) {
      const { record } = document
      const date = dates.get(record) ?? record.date ?? ''
      entries.push(entryOf(document, date, formsOf(record), entries.at(-1)))
    }
    resolveBlock([...entries], warn, few)
    for (const [i, entry] of entries.entries()) resolved[places[i] as number] = publish(entry, taxpayerLast4)
  }
  return {
    documents: resolved,
    warnings: warnings.sort(
      (a, b) => compareDocuments(a.document, b.document) || compareText(a.code, b.code),
    ),
    taxpayerLast4,
  }
}

function resolveBlock(block: Entry[], warn: Warn, few: number): void {
  const layout = new Layout(block, few)
  const sources = bySource(block)
  for (const held of sources.values()) applyVoidsAndAmendments(held, layout, warn)
  putInPlaces(block, compareEntries)
  applyEarlierPulls(block, layout)
  applyMarkedDuplicates(block, layout, warn)
  const ordinary = block[0]?.document.plan.form.repeats === true
  if (!ordinary && sources.size < block.length) warnOfRepeats(block, layout, warn)
  // Only what still counts here is in a group that an authority may hold.
  const counting = block.filter(counts)
  for (const entry of block) if (!counts(entry)) entry.verified = false
  if (sources.size === 1) return
  for (const each of formClasses(counting, layout)) resolveClass(each, layout, warn)
  warnOfLikeness(counting, layout, warn)
}

/** The documents of all records, by record id, form and position. */
function inOrder(records: readonly SourceRecord[]): SourceDocument[] {
  const all: SourceDocument[] = []
  for (const { documents } of records.toSorted((a, b) => compareText(a.id, b.id))) {
    const sorted = documents.length > 1 ? documents.toSorted(compareDocuments) : documents
    for (let i = 0; i < sorted.length; i++) all.push(sorted[i] as SourceDocument)
  }
  return all
}

/** Documents of one form and year, and their places among all: only they are compared. */
interface Block {
  readonly documents: SourceDocument[]
  readonly places: number[]
}

function blocksOf(ordered: readonly SourceDocument[]): Iterable<Block> {
  const blocks = new Map<number, Block>()
  for (let place = 0; place < ordered.length; place++) {
    const document = ordered[place] as SourceDocument
    const key = document.plan.number * 10_000 + (document.year ?? 0)
    const block = blocks.get(key)
    if (block === undefined) blocks.set(key, { documents: [document], places: [place] })
    else {
      block.documents.push(document)
      block.places.push(place)
    }
  }
  return blocks.values()
}

/** A document that nothing speaks against. */
function countedAsItIs(document: SourceDocument, taxpayerLast4: string | null): ResolvedDocument {
  const recipientId = recipientIdOf(document)
  return {
    document,
    status: 'counted',
    decidedBy: null,
    verified: document.record.authority,
    recipientId,
    otherRecipient: isOther(recipientId, taxpayerLast4),
  }
}

function publish(entry: Entry, taxpayerLast4: string | null): ResolvedDocument {
  const { document } = entry
  const recipientId = document.recipient.id ?? entry.recipientThere ?? formObjectOf(document).ssn
  return {
    document,
    status: entry.status,
    decidedBy: entry.decidedBy?.document ?? null,
    verified: entry.verified,
    recipientId,
    otherRecipient: isOther(recipientId, taxpayerLast4),
  }
}

const isOther = (recipient: string | null, taxpayerLast4: string | null): boolean =>
  recipient !== null && taxpayerLast4 !== null && !recipient.endsWith(taxpayerLast4)

/** Records of one provider and year with equal forms, in any order, are pulls of one transcript. */
const pullsOf = (
  records: readonly SourceRecord[],
  formsOf: (record: SourceRecord) => FormsText,
): SourceRecord[][] =>
  groupBy(records, sizeOf)
    .flatMap(similar => groupBy(similar, centsOf))
    .flatMap(equal => {
      if (equal.length === 1) return [equal]
      const [first, ...others] = equal.map(formsOf)
      // Most are one transcript pulled again, and need not be written as text.
      return others.every(other => (first as FormsText).isWrittenAs(other))
        ? [equal]
        : groupBy(equal, record => formsOf(record).text)
    })

const sizeOf = ({ providerId, taxYear, documents }: SourceRecord): string =>
  `${providerId ?? ''} ${taxYear} ${documents.length}`

/** All cents of a record, without their signs: equal forms have equal ones, and they cost less than the forms' text. */
function centsOf({ documents }: SourceRecord): number {
  let total = 0
  for (const { plan, cells } of documents) {
    for (let i = 0; i < plan.money.length; i++)
      total += Math.abs((cells[plan.money[i] as number] as number | null) ?? 0)
  }
  // Beyond the safe integers the order of adding would tell.
  return Number.isSafeInteger(total) ? total : 0
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  if (items.length === 1) return [[...items]]
  const groups = new Map<string | number, T[]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return [...groups.values()]
}

/**
 * The last four that most form objects carry, pulls of one transcript taken once. Ties go to the analysis's identifier where
 * it is one of them, else to the one that is first in the order.
 */
function taxpayerLastFour(
  pulls: readonly (readonly SourceRecord[])[],
  tin: Identifier | null,
): string | null {
  const counts = new Map<string, number>()
  for (const [record] of pulls) {
    for (const { ssn } of (record as SourceRecord).forms)
      if (ssn !== null) counts.set(ssn, (counts.get(ssn) ?? 0) + 1)
  }
  if (counts.size <= 1) for (const ssn of counts.keys()) return lastFour(ssn)
  const byLastFour = new Map<string, { count: number; id: string }>()
  for (const [ssn, count] of counts) {
    const seen = byLastFour.get(lastFour(ssn))
    if (seen === undefined) byLastFour.set(lastFour(ssn), { count, id: ssn })
    else {
      seen.count += count
      if (compareIds(ssn, seen.id) < 0) seen.id = ssn
    }
  }
  const own = tin === null ? null : lastFour(tin)
  const isOwn = ({ id }: { readonly id: string }): number => Number(lastFour(id) === own)
  const [best] = [...byLastFour.values()].sort(
    (a, b) => b.count - a.count || isOwn(b) - isOwn(a) || compareIds(a.id, b.id),
  )
  return best === undefined ? null : lastFour(best.id)
}
