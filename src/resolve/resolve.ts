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
 * `few`, up to how many documents are looked at one by one. Documents stand by record id, form and position.
 * `tin`: the identifier that the taxpayer's analysis gives; null where there is none.
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

/** The rules in their order, over documents that may have to do with each other. */
function resolveBlock(block: Entry[], layout: Layout, warn: Warn): void {
  for (const held of bySource(block).values()) applyVoidsAndAmendments(held, layout, warn)
  putInPlaces(block, compareEntries)
  applyEarlierPulls(block, layout)
  const sources = bySource(block)
  for (const held of sources.values()) {
    applyMarkedDuplicates(held, layout, warn)
    if (held[0]?.document.plan.form.repeats !== true && held.length > 1) warnOfRepeats(held, layout, warn)
  }
  // Only what still counts here is in a group that an authority may hold.
  for (const entry of block) if (!counts(entry)) entry.verified = false
  if (sources.size === 1) return
  const counting = block.filter(counts)
  for (const { members } of formClasses(counting, layout)) resolveClass(members, layout, warn)
  warnOfLikeness(counting.filter(counts), layout, warn)
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

/** The last four of no issuer. */
const UNNAMED = 10_000

/**
 * Documents in sets that have nothing to do with each other, as their places: of one form and year and, where all of these
 * name issuers, of one last four of those. Whatever is compared, issuers that end differently are rejected.
 */
function blocksOf(ordered: readonly SourceDocument[]): Iterable<readonly number[]> {
  // Small numbers are the fastest keys.
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
 * True for originals of one source of which no two can be equal, or may be: one of them, those of a form that repeats, or a
 * few with different amounts. Most sets are so, and no rule says anything of them.
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
