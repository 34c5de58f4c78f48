// The folder `resolve` decides which documents count: of copies, corrections and IRS transcripts of one original
// document, only one does. It takes the documents of one taxpayer and gives each a status and the rule that decided.
// `figures` comes next.

import { getLastFour } from '../core/identifier.js'
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
import type { Field } from '../schema/field.js'
import { makeClasses } from './classes.js'
import { compareDocumentEntries, compareDocuments, sortAndNumber } from './compare.js'
import { resolveClass } from './groups.js'
import { IndexLayout, MAX_DOCUMENTS_TO_SCAN } from './index/index-layout.js'
import {
  findTaxpayerLastFour,
  type NamedDocument,
  RecipientFinder,
  type TaxpayerIdentity,
  UNKNOWN_TAXPAYER,
} from './recipients.js'
import {
  addDoubt,
  DOUBTS,
  DocumentEntry,
  type Doubt,
  groupBySource,
  isCounted,
  isIrsDocument,
  type ReportWarning,
  type ResolvedDocument,
  type Transcript,
} from './resolved-document.js'
import {
  applyEarlierPulls,
  applyMarkedDuplicates,
  applyVoidsAndAmendments,
  findOverruledCorrections,
  visitRepeats,
} from './rules.js'
import { visitPossibleDuplicates } from './similar.js'

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

/** A warning about a document whose resolution is uncertain. */
interface ResolutionWarning {
  readonly code: IssueCode
  readonly document: SourceDocument
  /** The other document that decided the status. Null if there is none. */
  readonly decidedBy: SourceDocument | null
  /** The field that the warning is about. Null if it is about the whole document. */
  readonly field: string | null
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
 * @param identity What is known about the taxpayer apart from the records.
 * @param maxToScan The maximum number of documents to compare one by one. It does not change the result.
 * @returns The documents, ordered by record id, form and position.
 */
export function resolveRecords(
  records: readonly SourceRecord[],
  identity: TaxpayerIdentity = UNKNOWN_TAXPAYER,
  maxToScan: number = MAX_DOCUMENTS_TO_SCAN,
): Resolution {
  const transcripts = groupTranscripts(records)
  const warnings: ResolutionWarning[] = []
  const warn: ReportWarning = (code, entry, details) => {
    const { document, decidedBy } = entry
    const field =
      details?.position === undefined ? null : (document.compiledForm.fields[details.position] as Field).name
    warnings.push({ code, document, decidedBy: (details?.decidedBy ?? decidedBy)?.document ?? null, field })
  }
  const recordsById = sortInPlace([...records], (a, b) => compareText(a.id, b.id))
  const orderedDocuments: SourceDocument[] = []
  for (const { documents: recordDocuments } of recordsById)
    appendAll(orderedDocuments, sortInPlace([...recordDocuments], compareDocuments))
  const entryByDocument = new Map<SourceDocument, DocumentEntry>()
  const makeEntry = (document: SourceDocument, previous?: DocumentEntry): DocumentEntry =>
    getOrCreate(
      entryByDocument,
      document,
      () => new DocumentEntry(document, transcripts.get(document.record) as Transcript, previous),
    )
  for (const block of divideIntoBlocks(orderedDocuments)) {
    if (needsNoRules(orderedDocuments, block)) continue
    const entries: DocumentEntry[] = []
    for (const position of block) entries.push(makeEntry(orderedDocuments[position] as SourceDocument, entries.at(-1)))
    resolveBlock([...entries], new IndexLayout(entries, maxToScan), warn)
  }
  const countedDocuments = orderedDocuments.filter(
    document => (entryByDocument.get(document)?.status ?? 'counted') === 'counted',
  )
  findPossibleDuplicates(countedDocuments, makeEntry, maxToScan, warn)
  const listInOrder = (documents: readonly SourceDocument[]): NamedDocument[] =>
    Array.from(documents, document => makeEntry(document))
      .sort(compareAcrossForms)
      .map(({ document, recipientFromIrs }) => ({
        document,
        recipientId:
          recipientFromIrs ?? (document.record.isFromIrs ? findRecipientId(document) : document.recipient.id),
      }))
  const taxpayerLast4 = findTaxpayerLastFour(
    Array.from(new Set(transcripts.values()), ({ record }) => record),
    identity.tin,
  )
  const recipientFinder = new RecipientFinder(
    taxpayerLast4,
    identity,
    () => listInOrder(countedDocuments),
    ({ documents }) => listInOrder(documents),
  )
  const documents = orderedDocuments.map(document =>
    toResolvedDocument(document, entryByDocument.get(document), recipientFinder),
  )
  warnings.sort(
    (a, b) =>
      compareDocuments(a.document, b.document) ||
      compareText(a.code, b.code) ||
      compareText(a.field ?? '', b.field ?? ''),
  )
  return { documents, warnings, taxpayerLast4 }
}

/** Orders documents of several forms and years as `compareDocumentEntries` orders those of one. */
const compareAcrossForms = (a: DocumentEntry, b: DocumentEntry): number =>
  compareText(a.document.compiledForm.key, b.document.compiledForm.key) ||
  (a.document.year ?? 0) - (b.document.year ?? 0) ||
  compareDocumentEntries(a, b)

/** Finds the counted documents of each form and year that may be one document. */
function findPossibleDuplicates(
  countedDocuments: readonly SourceDocument[],
  makeEntry: (document: SourceDocument) => DocumentEntry,
  maxToScan: number,
  warn: ReportWarning,
): void {
  for (const documents of groupBy(countedDocuments, toFormAndYear).values()) {
    const { compiledForm, record } = documents[0] as SourceDocument
    const mayHaveCopies = !record.isFromIrs && compiledForm.form.canRepeat !== true
    if (!mayHaveCopies && documents.every(document => document.record === record)) continue
    if (documents.length <= MAX_DOCUMENTS_TO_SCAN && !hasEqualAmount(documents)) continue
    visitPossibleDuplicates(
      documents.map(document => makeEntry(document)).sort(compareDocumentEntries),
      maxToScan,
      (entry, otherEntry) => {
        addDoubt(entry, 'possible_duplicate')
        warn('possible_duplicate', entry, { decidedBy: otherEntry })
      },
    )
  }
}

/** True if two documents have almost the same amount in a box. Most documents have not, which saves comparing them. */
const hasEqualAmount = (documents: readonly SourceDocument[]): boolean =>
  documents.some((document, i) =>
    document.compiledForm.moneyPositions.some(position => {
      const cents = readCentsAt(document, position)
      if (!cents) return false
      for (let j = 0; j < i; j++) {
        const otherCents = readCentsAt(documents[j] as SourceDocument, position)
        if (otherCents && Math.abs(cents - otherCents) <= 100) return true
      }
      return false
    }),
  )

/** Applies all rules, in order, to the documents of one block. */
function resolveBlock(block: DocumentEntry[], layout: IndexLayout, warn: ReportWarning): void {
  for (const sourceEntries of groupBySource(block).values()) applyVoidsAndAmendments(sourceEntries, layout, warn)
  sortAndNumber(block, compareDocumentEntries)
  applyEarlierPulls(block, layout)
  const sources = groupBySource(block)
  for (const sourceEntries of sources.values()) {
    applyMarkedDuplicates(sourceEntries, layout, warn)
    visitRepeats(sourceEntries, layout, entry => warn('probable_duplicate', entry))
  }
  // Documents that no longer count are not compared with IRS documents below, so they are not verified.
  for (const entry of block) if (!isCounted(entry)) entry.isVerified = false
  if (sources.size > 1) {
    findOverruledCorrections(block, layout)
    for (const { members } of makeClasses(block.filter(isCounted), layout)) resolveClass(members, layout, warn)
    for (const entry of block) if (entry.status === 'conflict') nameOverrulingDocument(entry)
  }
  for (const sourceEntries of sources.values())
    if (!isIrsDocument(sourceEntries[0] as DocumentEntry))
      visitRepeats(sourceEntries, layout, entry => addDoubt(entry, 'possible_duplicate'))
}

/** Names the document that counts in place of an overruled correction: the IRS document, or its copy that counts. */
function nameOverrulingDocument(entry: DocumentEntry): void {
  while (entry.decidedBy !== null && !isCounted(entry.decidedBy)) entry.decidedBy = entry.decidedBy.decidedBy
  if (entry.decidedBy !== null) addDoubt(entry.decidedBy, 'source_conflict')
}

/** Makes the result for a document. A document without an entry needed no rule, so it counts. */
function toResolvedDocument(
  document: SourceDocument,
  entry: DocumentEntry | undefined,
  recipientFinder: RecipientFinder,
): ResolvedDocument {
  const recipient = recipientFinder.find(document, entry?.recipientFromIrs ?? null)
  const status = entry?.status ?? 'counted'
  return {
    document: entry === undefined ? document : getEffective(entry),
    asRead: document,
    copiedFrom: entry?.copiedFrom ?? null,
    status,
    decidedBy: entry?.decidedBy ? getEffective(entry.decidedBy) : null,
    doubts: status === 'counted' ? listDoubts(document, entry, recipient.isUncertain) : NO_ITEMS,
    isVerified: entry?.isVerified ?? document.record.isFromIrs,
    recipientId: recipient.id,
    recipientName: recipient.name,
    isOtherRecipient: recipient.isOther,
  }
}

const getEffective = ({ document, effective }: DocumentEntry): SourceDocument => effective ?? document

/** Lists the doubts of a counted document in alphabetical order. */
function listDoubts(
  { unreadableFields, unreadAmountCount }: SourceDocument,
  entry: DocumentEntry | undefined,
  isRecipientUncertain: boolean,
): readonly Doubt[] {
  const hasNewDoubt = isRecipientUncertain || unreadableFields.length > 0 || unreadAmountCount > 0
  if (!hasNewDoubt && entry?.doubts == null) return NO_ITEMS
  const doubts = new Set(entry?.doubts)
  if (isRecipientUncertain) doubts.add('recipient_uncertain')
  if (unreadableFields.length > 0) doubts.add('unreadable_box')
  if (unreadAmountCount > 0) doubts.add('unread_amount')
  return DOUBTS.filter(doubt => doubts.has(doubt))
}

/** Returns a number for the form and year of a document. Small integers are the fastest keys of a map. */
const toFormAndYear = ({ compiledForm, year }: SourceDocument): number =>
  compiledForm.ordinal * 300 + (year ?? 1899) - 1899

/** The block key of documents without an issuer identifier. It is larger than any last four digits. */
const NO_LAST_FOUR = 10_000

/**
 * Divides documents into blocks that the rules can process separately. Each block lists indexes in `orderedDocuments`.
 * Its documents have the same form and year. If all documents of that form and year have an issuer identifier, those of
 * a block also have the same last four digits in it, because documents with different ones never match.
 */
function divideIntoBlocks(orderedDocuments: readonly SourceDocument[]): Iterable<readonly number[]> {
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
