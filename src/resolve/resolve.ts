// The folder `resolve` decides which documents count: of copies, corrections and IRS transcripts of one original
// document, only one does. It takes the documents of one taxpayer and gives each a status and the rule that decided.
// `figures` comes next.

import { compareIds, getLastFour, type Identifier } from '../core/identifier.js'
import type { IssueCode } from '../core/issues/issue-table.js'
import { isEqualJson, toCanonicalJson } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { appendAll, appendToGroup, getOrCreate, groupBy, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import {
  findRecipientId,
  hasDifferentAmounts,
  readCentsAt,
  type SourceDocument,
  type SourceRecord,
} from '../ingest/source.js'
import { makeClasses } from './classes.js'
import { compareDocumentEntries, compareDocuments, sortAndNumber } from './compare.js'
import { resolveClass } from './groups.js'
import { IndexLayout, MAX_DOCUMENTS_TO_SCAN } from './index/index-layout.js'
import {
  DocumentEntry,
  groupBySource,
  isCounted,
  type ReportWarning,
  type ResolvedDocument,
  type Transcript,
} from './resolved-document.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  warnAboutRepeats,
  warnAboutSimilar,
} from './rules.js'

/** A transcript that knows its pulls. It is written as text only if it must be compared with another one. */
export class PulledTranscript implements Transcript {
  readonly record: SourceRecord
  readonly date: string = ''
  #formsText: string | null = null
  #orderByTranscript: Map<PulledTranscript, number> | null = null

  constructor(pulls: readonly SourceRecord[]) {
    this.record = pulls[0] as SourceRecord
    for (const { date } of pulls) if (date !== null && (this.date === '' || date < this.date)) this.date = date
  }

  /** Texts can be long, so each is written once and each result is cached. */
  compare(otherTranscript: PulledTranscript): number {
    if (this === otherTranscript) return 0
    this.#orderByTranscript ??= new Map()
    return getOrCreate(this.#orderByTranscript, otherTranscript, () =>
      hasSameForms(this.record, otherTranscript.record) ? 0 : compareText(this.#getText(), otherTranscript.#getText()),
    )
  }

  #getText(): string {
    this.#formsText ??= writeForms(this.record)
    return this.#formsText
  }
}

/** True if the forms are equal and in the same order, as in a transcript that was pulled again. */
const hasSameForms = (a: SourceRecord, b: SourceRecord): boolean => isEqualJson(a.raw['forms'], b.raw['forms'])

/** Writes forms as text that is equal for equal forms in any order of forms and entries. */
function writeForms({ raw: { forms } }: SourceRecord): string {
  const texts = (Array.isArray(forms) ? forms : []).map((form: unknown) => {
    if (!isObject(form)) return toCanonicalJson(form)
    const sorted = Object.entries(form).map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${Array.isArray(value) ? value.map(toCanonicalJson).sort().join() : toCanonicalJson(value)}`,
    )
    return sorted.sort().join('\n')
  })
  return texts.sort().join('\n\n')
}

function groupTranscripts(records: readonly SourceRecord[]): Map<SourceRecord, Transcript> {
  const transcripts = new Map<SourceRecord, Transcript>()
  const addTranscript = (pulls: readonly SourceRecord[]): void => {
    const transcript = new PulledTranscript(pulls)
    for (const record of pulls) transcripts.set(record, transcript)
  }
  // All pulls of one transcript have the same provider, year and total. Group by these first, because writing the forms
  // as text is the expensive step.
  for (const similarRecords of groupBy(records, computeSimilarityKey).values()) {
    const [firstRecord] = similarRecords as [SourceRecord]
    if (similarRecords.every(record => record === firstRecord || hasSameForms(firstRecord, record)))
      addTranscript(similarRecords)
    else for (const pulls of groupBy(similarRecords, writeForms).values()) addTranscript(pulls)
  }
  return transcripts
}

/** Returns the provider, the year and the sum of all amounts without their signs. */
function computeSimilarityKey({ documents, providerId, taxYear }: SourceRecord): string {
  let total = 0
  for (const document of documents)
    for (const position of document.compiledForm.moneyPositions) total += Math.abs(readCentsAt(document, position) ?? 0)
  // Beyond the safe integers, the sum would depend on the order of addition.
  return `${providerId ?? ''} ${taxYear} ${Number.isSafeInteger(total) ? total : 0}`
}

/**
 * Returns the last four digits that most form objects have, counting each transcript once. In a tie, the identifier
 * from the taxpayer's analysis wins if it is among them, otherwise the first one in the order of identifiers.
 */
function findTaxpayerLastFour(transcripts: Iterable<Transcript>, tin: Identifier | null): string | null {
  const votes = new Map<string, { count: number; first: Identifier }>()
  for (const { record } of new Set(transcripts))
    for (const { ssn } of record.forms) {
      if (ssn === null) continue
      const vote = getOrCreate(votes, getLastFour(ssn), () => ({ count: 0, first: ssn }))
      vote.count++
      if (compareIds(ssn, vote.first) < 0) vote.first = ssn
    }
  const rankOfAnalysisTin = (lastFourDigits: string): number =>
    Number(tin !== null && lastFourDigits === getLastFour(tin))
  const [bestVote] = [...votes].sort(
    ([a, x], [b, y]) =>
      y.count - x.count || rankOfAnalysisTin(b) - rankOfAnalysisTin(a) || compareIds(x.first, y.first),
  )
  return bestVote === undefined ? null : bestVote[0]
}

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

/** What the lender states about identities, from the known facts. */
export interface StatedIdentities {
  /** Other identifiers of the taxpayer, such as an earlier ITIN. */
  readonly identifiers: readonly Identifier[]
  /** Lists of identifiers that belong to one employer. */
  readonly sameEmployer: readonly (readonly Identifier[])[]
}

/** The identities if the lender states none. */
export const NO_STATED_IDENTITIES: StatedIdentities = { identifiers: [], sameEmployer: [] }

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
    effective: document,
    copiedFrom: null,
    doubts: NO_ITEMS,
    recipientName: null,
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
