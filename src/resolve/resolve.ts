import type { Identifier } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { recipientIdOf, type SourceDocument, type SourceRecord } from '../normalize/source.js'
import { blocksOf, inOrder, isPlain } from './blocks.js'
import { formClasses } from './classes.js'
import { bySource, counts, type Entry, entryOf, type Warn } from './entry.js'
import { FormsText } from './forms-text.js'
import { resolveClass } from './groups.js'
import { FEW, Layout } from './layout.js'
import { compareDocuments, compareEntries, putInPlaces } from './order.js'
import { pullsOf } from './pulls.js'
import type { ResolvedDocument } from './resolved.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnOfLikeness,
  warnOfRepeats,
} from './rules.js'
import { taxpayerLastFour } from './taxpayer.js'

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
  const dates = datesOf(pulls)
  const taxpayerLast4 = taxpayerLastFour(pulls, tin)
  const warnings: ResolutionWarning[] = []
  const warn: Warn = (code, entry) => {
    warnings.push({ code, document: entry.document, by: entry.decidedBy?.document ?? null })
  }
  const ordered = inOrder(records)
  const documents: ResolvedDocument[] = new Array(ordered.length)
  for (const block of blocksOf(ordered)) {
    const entries: Entry[] = []
    if (!isPlain(ordered, block)) {
      for (const place of block) {
        const document = ordered[place] as SourceDocument
        const date = dates.get(document.record) ?? document.record.date ?? ''
        entries.push(entryOf(document, date, formsOf(document.record), entries.at(-1)))
      }
      resolveBlock([...entries], new Layout(entries, few), warn)
    }
    for (let i = 0; i < block.length; i++) {
      const place = block[i] as number
      documents[place] = publish(ordered[place] as SourceDocument, entries[i], taxpayerLast4)
    }
  }
  warnings.sort((a, b) => compareDocuments(a.document, b.document) || compareText(a.code, b.code))
  return { documents, warnings, taxpayerLast4 }
}

/** When each transcript was first pulled. A pull without a date says nothing of that. */
function datesOf(pulls: readonly (readonly SourceRecord[])[]): Map<SourceRecord, string> {
  const dates = new Map<SourceRecord, string>()
  for (const similar of pulls) {
    if (similar.length === 1) continue
    const [date = ''] = similar.flatMap(record => record.date ?? []).sort()
    for (const record of similar) dates.set(record, date)
  }
  return dates
}

/** The rules in their order, over documents that may have to do with each other. */
function resolveBlock(block: Entry[], layout: Layout, warn: Warn): void {
  const sources = bySource(block)
  for (const held of sources.values()) applyVoidsAndAmendments(held, layout, warn)
  putInPlaces(block, compareEntries)
  applyEarlierPulls(block, layout)
  applyMarkedDuplicates(block, layout, warn)
  const isOrdinary = block[0]?.document.plan.form.repeats === true
  if (!isOrdinary && sources.size < block.length) warnOfRepeats(block, layout, warn)
  // Only what still counts here is in a group that an authority may hold.
  const counting = block.filter(counts)
  for (const entry of block) if (!counts(entry)) entry.verified = false
  if (sources.size === 1) return
  for (const { members } of formClasses(counting, layout)) resolveClass(members, layout, warn)
  warnOfLikeness(counting, layout, warn)
}

/** A document as its entry says; counted as it is where nothing had to be decided. */
function publish(
  document: SourceDocument,
  entry: Entry | undefined,
  taxpayerLast4: string | null,
): ResolvedDocument {
  const recipientId = document.recipient.id ?? entry?.recipientThere ?? recipientIdOf(document)
  return {
    document,
    status: entry?.status ?? 'counted',
    decidedBy: entry?.decidedBy?.document ?? null,
    verified: entry?.verified ?? document.record.authority,
    recipientId,
    otherRecipient: recipientId !== null && taxpayerLast4 !== null && !recipientId.endsWith(taxpayerLast4),
  }
}
