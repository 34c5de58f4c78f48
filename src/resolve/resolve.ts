// The folder `resolve` contains the rules for which documents count. If a document arrives as several copies or corrected
// versions, only one of them counts. It takes the documents of one taxpayer and gives each a status and the document that
// decided it. `figures` comes next.
//
// The rules and their numbers are those of docs/resolution.md. `rules.ts` applies them in order. The code uses these nouns:
//
// - A *source* is one record. Two pulls of one transcript are two sources.
// - A *pull group* has all records that are pulls of one transcript. They are treated as if they had the earliest date.
// - A *block* has the documents of one form and year that can match each other. Rules 1 to 7 process one block at a time.
// - A *candidate* is a document of a block, with the status that the rules have given it so far.
// - A *class* has the candidates of a block that match: the versions of one document, or several similar documents.
// - An *amount group* has the candidates of a class whose amounts are the same.
//
// Example: an IRS transcript with one W-2 was pulled twice, and tax software has the same W-2 with cents. These are three
// sources, two pull groups and one block of three candidates, which form one class and one amount group. The copy of the
// software counts, because it has cents. The two others are duplicates.

import { getLastFour } from '../core/identifier.js'
import type { IssueCode } from '../core/issues/issue-table.js'
import { countWork } from '../core/limits.js'
import { appendAll, appendToGroup, getOrCreate, groupBy, mapItems, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { findRecipientId, hasDifferentAmounts, type SourceDocument, type SourceRecord } from '../ingest/source.js'
import type { Field } from '../schema/field.js'
import { Candidate, isCounted, type ReportWarning } from './candidate.js'
import { compareCandidates, compareDocuments } from './compare.js'
import { BlockRoutes, MAX_DOCUMENTS_TO_SCAN } from './index/block-routes.js'
import { groupPulls, type PullGroup } from './pull-groups.js'
import {
  type DocumentWithRecipient,
  findTaxpayerLastFour,
  RecipientFinder,
  type TaxpayerIdentity,
  UNKNOWN_TAXPAYER,
} from './recipients.js'
import { DOUBTS, type Doubt, type ResolvedDocument } from './resolved-document.js'
import { resolveBlock } from './rules.js'
import { reportPossibleDuplicates } from './similar.js'

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
  /** The last four digits of the identifier on the most form objects. Null if no form object has an identifier. */
  readonly taxpayerLast4: string | null
}

/**
 * Decides which documents of one taxpayer count: applies the rules of docs/resolution.md for voids, amendments,
 * duplicates, totals and conflicts. The result does not depend on the order of records. Only voids and amendments
 * depend on the order of forms and entries.
 *
 * @param identity What is known about the taxpayer apart from the records.
 * @param maxToScan The maximum number of documents to compare one by one. It does not change the result.
 * @returns The documents, ordered by record id, form and position.
 */
export function resolveRecords(
  records: readonly SourceRecord[],
  identity: TaxpayerIdentity = UNKNOWN_TAXPAYER,
  maxToScan: number = MAX_DOCUMENTS_TO_SCAN,
): Resolution {
  const pullGroups = groupPulls(records)
  const warnings: ResolutionWarning[] = []
  const warn: ReportWarning = (code, candidate, context) => {
    const { document, decidedBy } = candidate
    const field =
      context?.position === undefined ? null : (document.compiledForm.fields[context.position] as Field).name
    warnings.push({ code, document, decidedBy: (context?.decidedBy ?? decidedBy)?.document ?? null, field })
  }
  const recordsById = sortInPlace([...records], (a, b) => compareText(a.id, b.id))
  const orderedDocuments: SourceDocument[] = []
  for (const { documents: recordDocuments } of recordsById)
    appendAll(orderedDocuments, sortInPlace([...recordDocuments], compareDocuments))
  const candidateByDocument = new Map<SourceDocument, Candidate>()
  const getCandidate = (document: SourceDocument, previous?: Candidate): Candidate =>
    getOrCreate(
      candidateByDocument,
      document,
      () => new Candidate(document, pullGroups.get(document.record) as PullGroup, previous),
    )
  for (const block of divideIntoBlocks(orderedDocuments)) {
    if (needsNoRules(orderedDocuments, block)) continue
    const candidates: Candidate[] = []
    for (const position of block) {
      countWork()
      candidates.push(getCandidate(orderedDocuments[position] as SourceDocument, candidates.at(-1)))
    }
    resolveBlock([...candidates], new BlockRoutes(candidates, maxToScan), warn)
  }
  const countedDocuments = orderedDocuments.filter(
    document => (candidateByDocument.get(document)?.status ?? 'counted') === 'counted',
  )
  for (const documents of groupBy(countedDocuments, computeFormYearKey).values())
    if (documents.length > 1) reportPossibleDuplicates(documents, getCandidate, maxToScan, warn)
  const listNamedDocuments = (documents: readonly SourceDocument[]): DocumentWithRecipient[] =>
    documents
      .filter(({ recipient }) => recipient.name !== null)
      .map(document => getCandidate(document))
      .sort(compareAcrossForms)
      .map(({ document, recipientFromIrs }) => ({
        document,
        recipientId:
          recipientFromIrs ?? (document.record.isFromIrs ? findRecipientId(document) : document.recipient.id),
      }))
  const taxpayerLast4 = findTaxpayerLastFour(
    Array.from(new Set(pullGroups.values()), ({ record }) => record),
    identity.tin,
  )
  const recipientFinder = new RecipientFinder(
    taxpayerLast4,
    identity,
    () => listNamedDocuments(countedDocuments),
    ({ documents }) => listNamedDocuments(documents),
  )
  const documents = mapItems(orderedDocuments, document => {
    countWork()
    return toResolvedDocument(document, candidateByDocument.get(document), recipientFinder)
  })
  warnings.sort(
    (a, b) =>
      compareDocuments(a.document, b.document) ||
      compareText(a.code, b.code) ||
      compareText(a.field ?? '', b.field ?? ''),
  )
  return { documents, warnings, taxpayerLast4 }
}

/** Orders documents of several forms and years as `compareCandidates` orders those of one. */
const compareAcrossForms = (a: Candidate, b: Candidate): number =>
  compareText(a.document.compiledForm.key, b.document.compiledForm.key) ||
  (a.document.year ?? 0) - (b.document.year ?? 0) ||
  compareCandidates(a, b)

/** Makes the result for a document. A document that is not a candidate needed no rule, so it counts. */
function toResolvedDocument(
  document: SourceDocument,
  candidate: Candidate | undefined,
  recipientFinder: RecipientFinder,
): ResolvedDocument {
  const recipient = recipientFinder.find(document, candidate?.recipientFromIrs ?? null)
  const status = candidate?.status ?? 'counted'
  return {
    document: candidate === undefined ? document : getCompletedDocument(candidate),
    asRead: document,
    copiedFrom: candidate?.copiedFrom ?? null,
    status,
    decidedBy: candidate?.decidedBy ? getCompletedDocument(candidate.decidedBy) : null,
    countedInstead: findCountedInstead(candidate),
    doubts: status === 'counted' ? listDoubts(document, candidate, recipient.isUncertain) : NO_ITEMS,
    isVerified: candidate?.isVerified ?? document.record.isFromIrs,
    recipientId: recipient.id,
    recipientName: recipient.name,
    isOtherRecipient: recipient.isOther,
  }
}

/**
 * Follows the deciding documents until one counts. Shortens the chain for the documents that come later, so that a long
 * chain of amendments takes linear time.
 */
function findCountedInstead(candidate: Candidate | undefined): SourceDocument | null {
  let next = candidate?.decidedBy ?? null
  if (next === null) return null
  const passedCandidates: Candidate[] = []
  while (next !== null && !isCounted(next)) {
    passedCandidates.push(next)
    next = next.countedInstead === undefined ? next.decidedBy : next.countedInstead
  }
  for (const passedCandidate of passedCandidates) passedCandidate.countedInstead = next
  return next === null ? null : getCompletedDocument(next)
}

const getCompletedDocument = ({ document, completedDocument }: Candidate): SourceDocument =>
  completedDocument ?? document

/** Lists the doubts of a counted document in alphabetical order. */
function listDoubts(
  { unreadableFields, unreadAmountCount }: SourceDocument,
  candidate: Candidate | undefined,
  isRecipientUncertain: boolean,
): readonly Doubt[] {
  const hasNewDoubt = isRecipientUncertain || unreadableFields.length > 0 || unreadAmountCount > 0
  if (!hasNewDoubt && candidate?.doubts == null) return NO_ITEMS
  const doubts = new Set(candidate?.doubts)
  if (isRecipientUncertain) doubts.add('recipient_uncertain')
  if (unreadableFields.length > 0) doubts.add('unreadable_box')
  if (unreadAmountCount > 0) doubts.add('unread_amount')
  return DOUBTS.filter(doubt => doubts.has(doubt))
}

/** Stands for an unknown year. All tax years are later. */
const UNKNOWN_YEAR = 1899
/** The tax years of a form span fewer years than this. */
const YEARS_PER_FORM = 300

/** Returns a number for the form and year of a document. Small integers are the fastest keys of a map. */
const computeFormYearKey = ({ compiledForm, year }: SourceDocument): number =>
  compiledForm.ordinal * YEARS_PER_FORM + (year ?? UNKNOWN_YEAR) - UNKNOWN_YEAR

/** The block key of documents without an issuer identifier. It is larger than any last four digits. */
const NO_LAST_FOUR = 10_000

/**
 * Divides documents into blocks that the rules can process separately. Each block lists indexes in `orderedDocuments`.
 * Its documents have the same form and year. If all documents of that form and year have an issuer identifier, those of
 * a block also have the same last four digits in it, because documents with different ones never match.
 */
function divideIntoBlocks(orderedDocuments: readonly SourceDocument[]): Iterable<readonly number[]> {
  const keysWithMissingIssuers = new Set<number>()
  for (const document of orderedDocuments)
    if (document.issuer.id === null) keysWithMissingIssuers.add(computeFormYearKey(document))
  const blocks = new Map<number, number[]>()
  for (let position = 0; position < orderedDocuments.length; position++) {
    const document = orderedDocuments[position] as SourceDocument
    const key = computeFormYearKey(document)
    const { id } = document.issuer
    const issuerLastFour = id === null || keysWithMissingIssuers.has(key) ? NO_LAST_FOUR : Number(getLastFour(id))
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
