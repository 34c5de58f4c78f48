import { type Identifier, lastFour } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { addAll, addTo, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import {
  hasOtherAmounts,
  recipientIdOf,
  type SourceDocument,
  type SourceRecord,
} from '../normalize/source.js'
import { formClasses } from './classes.js'
import { compareDocuments, compareEntries, putInPlaces } from './compare.js'
import { bySource, counts, Entry, type ResolvedDocument, type Warn } from './entry.js'
import { resolveClass } from './groups.js'
import { FEW, Layout } from './layout.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnOfLikeness,
  warnOfRepeats,
} from './rules.js'
import { type Transcript, taxpayerLastFour, transcriptsOf } from './transcripts.js'

/** A warning about a document whose resolution is uncertain. */
interface ResolutionWarning {
  readonly code: IssueCode
  readonly document: SourceDocument
  /** The document that decided; null if no document did. */
  readonly by: SourceDocument | null
}

/** The documents of a taxpayer with their status, and the warnings. */
export interface Resolution {
  readonly documents: readonly ResolvedDocument[]
  readonly warnings: readonly ResolutionWarning[]
  /** The last four digits that most form objects have; null if none has an identifier. */
  readonly taxpayerLast4: string | null
}

/**
 * Decides which documents of one taxpayer count: voids, amendments, duplicates, totals and conflicts across sources.
 * The result does not depend on the order of records. It depends on the order of forms and entries only for voids and amended
 * documents.
 * @param tin The identifier from the taxpayer's analysis, or null.
 * @param few Up to this number, documents are compared one by one. It does not change the result.
 * @returns the documents by record id, form and position.
 */
export function resolveRecords(
  records: readonly SourceRecord[],
  tin: Identifier | null = null,
  few: number = FEW,
): Resolution {
  const transcripts = transcriptsOf(records)
  const taxpayerLast4 = taxpayerLastFour(transcripts.values(), tin)
  const warnings: ResolutionWarning[] = []
  const warn: Warn = (code, entry) => {
    warnings.push({ code, document: entry.document, by: entry.decidedBy?.document ?? null })
  }
  const byId = sortInPlace([...records], (a, b) => compareText(a.id, b.id))
  const ordered: SourceDocument[] = []
  for (const { documents: own } of byId) addAll(ordered, sortInPlace([...own], compareDocuments))
  const documents: ResolvedDocument[] = new Array(ordered.length)
  for (const block of blocksOf(ordered)) {
    const entries: Entry[] = []
    if (!isPlain(ordered, block)) {
      for (const place of block) {
        const document = ordered[place] as SourceDocument
        entries.push(new Entry(document, transcripts.get(document.record) as Transcript, entries.at(-1)))
      }
      resolveBlock([...entries], new Layout(entries, few), warn)
    }
    for (const [i, place] of block.entries())
      documents[place] = publish(ordered[place] as SourceDocument, entries[i], taxpayerLast4)
  }
  warnings.sort((a, b) => compareDocuments(a.document, b.document) || compareText(a.code, b.code))
  return { documents, warnings, taxpayerLast4 }
}

/** Applies the rules in their order to the documents of one block. */
function resolveBlock(block: Entry[], layout: Layout, warn: Warn): void {
  for (const held of bySource(block).values()) applyVoidsAndAmendments(held, layout, warn)
  putInPlaces(block, compareEntries)
  applyEarlierPulls(block, layout)
  const sources = bySource(block)
  for (const held of sources.values()) {
    applyMarkedDuplicates(held, layout, warn)
    if (held[0]?.document.plan.form.repeats !== true && held.length > 1) warnOfRepeats(held, layout, warn)
  }
  // Only documents that still count here are in a group that an authority source may have.
  for (const entry of block) if (!counts(entry)) entry.verified = false
  if (sources.size === 1) return
  const counting = block.filter(counts)
  for (const { members } of formClasses(counting, layout)) resolveClass(members, layout, warn)
  warnOfLikeness(counting.filter(counts), layout, warn)
}

/** Makes the result for a document. Without an entry, nothing had to be decided, and the document counts. */
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

/** The key of documents without an issuer identifier. */
const UNNAMED = 10_000

/**
 * Divides documents into blocks that the rules can treat separately, as positions. A block has one form and year. If all its
 * documents have an issuer identifier, it also has one last four, because different last fours always reject each other.
 */
function blocksOf(ordered: readonly SourceDocument[]): Iterable<readonly number[]> {
  // Small integers are the fastest keys of a map.
  const formAndYear = ({ plan, year }: SourceDocument): number => plan.number * 300 + (year ?? 1899) - 1899
  const unnamed = new Set<number>()
  for (const document of ordered) if (document.issuer.id === null) unnamed.add(formAndYear(document))
  const blocks = new Map<number, number[]>()
  for (let place = 0; place < ordered.length; place++) {
    const document = ordered[place] as SourceDocument
    const key = formAndYear(document)
    const { id } = document.issuer
    const ending = id === null || unnamed.has(key) ? UNNAMED : Number(lastFour(id))
    addTo(blocks, key * (UNNAMED + 1) + ending, place)
  }
  return blocks.values()
}

/**
 * True if no rule can apply to a block: it has only originals of one source, and they differ or may be equal. That is one
 * document, documents of a form that repeats, or a few with different amounts. Most blocks are like this.
 */
function isPlain(ordered: readonly SourceDocument[], block: readonly number[]): boolean {
  const { plan, record } = ordered[block[0] as number] as SourceDocument
  const mayRepeat = block.length === 1 || plan.form.repeats === true
  if (!mayRepeat && block.length > FEW) return false
  for (let i = 0; i < block.length; i++) {
    const document = ordered[block[i] as number] as SourceDocument
    if (document.submission !== 'original' || document.record !== record) return false
    for (let j = mayRepeat ? i : 0; j < i; j++)
      if (!hasOtherAmounts(document, ordered[block[j] as number] as SourceDocument)) return false
  }
  return true
}
