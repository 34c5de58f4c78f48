import { type Identifier, lastFour } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { addAll, getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { formObjectOf, recipientIdOf, type SourceDocument, type SourceRecord } from '../normalize/source.js'
import { areUnrelated, partsOf } from './apart.js'
import { formClasses } from './classes.js'
import { bySource, counts, type Entry, entryOf, type Warn } from './entry.js'
import { FormsText } from './forms-text.js'
import { resolveClass } from './groups.js'
import { FEW, Layout } from './layout.js'
import { compareDocuments, compareEntries, compareIds, putInPlaces } from './order.js'
import { pullsOf } from './pulls.js'
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
  const settle = (places: readonly number[]): void => {
    if (areUnrelated(ordered, places)) {
      for (const place of places)
        resolved[place] = countedAsItIs(ordered[place] as SourceDocument, taxpayerLast4)
      return
    }
    const parts = partsOf(ordered, places)
    if (parts.length > 1) {
      for (const part of parts) settle(part)
      return
    }
    const entries: Entry[] = []
    for (const place of places) {
      const document = ordered[place] as SourceDocument
      const { record } = document
      const date = dates.get(record) ?? record.date ?? ''
      entries.push(entryOf(document, date, formsOf(record), entries.at(-1)))
    }
    resolveBlock([...entries], warn, few)
    for (const [i, entry] of entries.entries()) resolved[places[i] as number] = publish(entry, taxpayerLast4)
  }
  for (const places of blocksOf(ordered)) settle(places)
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
  for (const { members } of formClasses(counting, layout)) resolveClass(members, layout, warn)
  warnOfLikeness(counting, layout, warn)
}

/** So many are put each in its place: they come nearly in order. */
const FEW_DOCUMENTS = 64

/** The documents of all records, by record id, form and position. */
function inOrder(records: readonly SourceRecord[]): SourceDocument[] {
  const all: SourceDocument[] = []
  for (const { documents } of records.toSorted((a, b) => compareText(a.id, b.id))) {
    if (documents.length > FEW_DOCUMENTS) {
      addAll(all, documents.toSorted(compareDocuments))
      continue
    }
    const from = all.length
    for (let i = 0; i < documents.length; i++) {
      const document = documents[i] as SourceDocument
      let at = all.push(document) - 1
      for (; at > from && compareDocuments(all[at - 1] as SourceDocument, document) > 0; at--)
        all[at] = all[at - 1] as SourceDocument
      all[at] = document
    }
  }
  return all
}

/** The places of the documents of each form and year: only they are compared. */
function blocksOf(ordered: readonly SourceDocument[]): Iterable<number[]> {
  const blocks = new Map<number, number[]>()
  for (let place = 0; place < ordered.length; place++) {
    const document = ordered[place] as SourceDocument
    const key = document.plan.number * 10_000 + (document.year ?? 0)
    const block = blocks.get(key)
    if (block === undefined) blocks.set(key, [place])
    else block.push(place)
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
