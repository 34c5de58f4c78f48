import { getLastFour, type Identifier } from '../core/identifier.js'
import type { IssueCode } from '../core/issue-table.js'
import { appendAll, appendToGroup, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { findRecipientId, hasDifferentAmounts, type SourceDocument, type SourceRecord } from '../normalize/source.js'
import { makeClasses } from './classes.js'
import { compareDocumentEntries, compareDocuments, sortAndNumber } from './compare.js'
import { resolveClass } from './groups.js'
import { IndexLayout, MAX_DOCUMENTS_TO_SCAN } from './index-layout.js'
import {
  DocumentEntry,
  groupBySource,
  isCounted,
  type ReportWarning,
  type ResolvedDocument,
} from './resolved-document.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnAboutRepeats,
  warnAboutSimilar,
} from './rules.js'
import { findTaxpayerLastFour, groupTranscripts, type Transcript } from './transcripts.js'

/** A warning about a document whose resolution is uncertain. */
interface ResolutionWarning {
  readonly code: IssueCode
  readonly document: SourceDocument
  /** The other document that decided the status. Null if there is none. */
  readonly decidedBy: SourceDocument | null
}

/** The documents of a taxpayer with their statuses, and the warnings. */
export interface Resolution {
  readonly documents: readonly ResolvedDocument[]
  readonly warnings: readonly ResolutionWarning[]
  /** The last four digits of the identifier that most form objects have. Null if no form object has an identifier. */
  readonly taxpayerLast4: string | null
}

/**
 * Decides which documents of one taxpayer count: applies the rules of docs/resolution.md for voids, amendments,
 * duplicates, totals and conflicts. The result does not depend on the order of records. Only voids and amendments
 * depend on the order of forms and entries.
 * @param tin The identifier from the taxpayer's analysis, or null.
 * @param maxToScan The maximum number of documents to compare one by one. It does not change the result.
 * @returns The documents, ordered by record id, form and position.
 */
export function resolveRecords(
  records: readonly SourceRecord[],
  tin: Identifier | null = null,
  maxToScan: number = MAX_DOCUMENTS_TO_SCAN,
): Resolution {
  const transcripts = groupTranscripts(records)
  const taxpayerLast4 = findTaxpayerLastFour(transcripts.values(), tin)
  const warnings: ResolutionWarning[] = []
  const warn: ReportWarning = (code, entry) => {
    warnings.push({ code, document: entry.document, decidedBy: entry.decidedBy?.document ?? null })
  }
  const recordsById = sortInPlace([...records], (a, b) => compareText(a.id, b.id))
  const orderedDocuments: SourceDocument[] = []
  for (const { documents: recordDocuments } of recordsById)
    appendAll(orderedDocuments, sortInPlace([...recordDocuments], compareDocuments))
  const documents: ResolvedDocument[] = new Array(orderedDocuments.length)
  for (const block of divideIntoBlocks(orderedDocuments)) {
    const entries: DocumentEntry[] = []
    if (!needsNoRules(orderedDocuments, block)) {
      for (const position of block) {
        const document = orderedDocuments[position] as SourceDocument
        entries.push(new DocumentEntry(document, transcripts.get(document.record) as Transcript, entries.at(-1)))
      }
      resolveBlock([...entries], new IndexLayout(entries, maxToScan), warn)
    }
    for (const [i, position] of block.entries())
      documents[position] = toResolvedDocument(orderedDocuments[position] as SourceDocument, entries[i], taxpayerLast4)
  }
  warnings.sort((a, b) => compareDocuments(a.document, b.document) || compareText(a.code, b.code))
  return { documents, warnings, taxpayerLast4 }
}

/** Applies all rules, in order, to the documents of one block. */
function resolveBlock(block: DocumentEntry[], layout: IndexLayout, warn: ReportWarning): void {
  for (const sourceEntries of groupBySource(block).values()) applyVoidsAndAmendments(sourceEntries, layout, warn)
  sortAndNumber(block, compareDocumentEntries)
  applyEarlierPulls(block, layout)
  const sources = groupBySource(block)
  for (const sourceEntries of sources.values()) {
    applyMarkedDuplicates(sourceEntries, layout, warn)
    if (sourceEntries[0]?.document.compiledForm.form.canRepeat !== true && sourceEntries.length > 1)
      warnAboutRepeats(sourceEntries, layout, warn)
  }
  // Documents that no longer count are not compared with IRS documents below, so they are not verified.
  for (const entry of block) if (!isCounted(entry)) entry.isVerified = false
  if (sources.size === 1) return
  const countedEntries = block.filter(isCounted)
  for (const { members } of makeClasses(countedEntries, layout)) resolveClass(members, layout, warn)
  warnAboutSimilar(countedEntries.filter(isCounted), layout, warn)
}

/** Makes the result for a document. A document without an entry needed no rule, so it counts. */
function toResolvedDocument(
  document: SourceDocument,
  entry: DocumentEntry | undefined,
  taxpayerLast4: string | null,
): ResolvedDocument {
  const recipientId = document.recipient.id ?? entry?.recipientFromIrs ?? findRecipientId(document)
  return {
    document,
    status: entry?.status ?? 'counted',
    decidedBy: entry?.decidedBy?.document ?? null,
    isVerified: entry?.isVerified ?? document.record.isFromIrs,
    recipientId,
    isOtherRecipient: recipientId !== null && taxpayerLast4 !== null && !recipientId.endsWith(taxpayerLast4),
  }
}

/** The block key of documents without an issuer identifier. It is larger than any last four digits. */
const NO_LAST_FOUR = 10_000

/**
 * Divides documents into blocks that the rules can process separately. Each block lists indexes in `orderedDocuments`.
 * Its documents have the same form and year. If all documents of that form and year have an issuer identifier, those of
 * a block also have the same last four digits in it, because documents with different ones never match.
 */
function divideIntoBlocks(orderedDocuments: readonly SourceDocument[]): Iterable<readonly number[]> {
  // Small integers are the fastest keys of a map.
  const toFormAndYear = ({ compiledForm, year }: SourceDocument): number =>
    compiledForm.ordinal * 300 + (year ?? 1899) - 1899
  const keysWithoutIssuer = new Set<number>()
  for (const document of orderedDocuments)
    if (document.issuer.id === null) keysWithoutIssuer.add(toFormAndYear(document))
  const blocks = new Map<number, number[]>()
  for (let position = 0; position < orderedDocuments.length; position++) {
    const document = orderedDocuments[position] as SourceDocument
    const key = toFormAndYear(document)
    const { id } = document.issuer
    const issuerLastFour = id === null || keysWithoutIssuer.has(key) ? NO_LAST_FOUR : Number(getLastFour(id))
    appendToGroup(blocks, key * (NO_LAST_FOUR + 1) + issuerLastFour, position)
  }
  return blocks.values()
}

/**
 * True if no rule can apply to a block: all documents are originals of one source, and either the form has `canRepeat`
 * or any two documents have different amounts. Most blocks need no rules, and this check saves the work for them.
 */
function needsNoRules(orderedDocuments: readonly SourceDocument[], block: readonly number[]): boolean {
  const { compiledForm, record } = orderedDocuments[block[0] as number] as SourceDocument
  const canRepeat = block.length === 1 || compiledForm.form.canRepeat === true
  if (!canRepeat && block.length > MAX_DOCUMENTS_TO_SCAN) return false
  for (let i = 0; i < block.length; i++) {
    const document = orderedDocuments[block[i] as number] as SourceDocument
    if (document.submission !== 'original' || document.record !== record) return false
    for (let j = canRepeat ? i : 0; j < i; j++)
      if (!hasDifferentAmounts(document, orderedDocuments[block[j] as number] as SourceDocument)) return false
  }
  return true
}
