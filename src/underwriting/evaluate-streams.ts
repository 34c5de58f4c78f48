// Evaluates the streams of one borrower for three purposes. What is computed and supportable uses all documents. What
// qualifies uses the documents that count today: those about which no blocking condition is open. What is verified uses those
// of them that an IRS source holds. For most borrowers these are the same documents, so one evaluation serves all three.

import { countWork } from '../core/limits.js'
import { getOrCreate, NO_ITEMS } from '../core/lists.js'
import { type Cents, sumCents } from '../core/money.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Borrower } from './borrowers/borrower.js'
import type { Evidence } from './borrowers/evidence.js'
import { type ConditionApplier, nameStreams, type StreamNames } from './conditions/apply-conditions.js'
import type { RaisedCondition } from './conditions/condition.js'
import { listDocumentConditions } from './conditions/evidence-conditions.js'
import type { TaxpayerFacts } from './facts/known-facts.js'
import type { UsedFacts } from './facts/used-facts.js'
import type { IraWithdrawals } from './indicators/continuance-indicators.js'
import type { UnderwritingPolicy } from './policies/policy.js'
import { formStreams } from './streams/form-streams.js'
import { RetirementGroup } from './streams/retirement.js'
import {
  ALL_DOCUMENTS,
  type BorrowerSituation,
  type EvaluatedStream,
  type Evaluation,
  type InputSelection,
  type StreamContext,
  type StreamGroup,
} from './streams/stream.js'

export interface BorrowerInput {
  readonly borrower: Borrower
  readonly evidence: Evidence
  readonly policy: UnderwritingPolicy
  readonly facts: TaxpayerFacts | null
  readonly year: number
  readonly isYearComplete: boolean
  readonly documentsWithErrors: ReadonlySet<ResolvedDocument>
  readonly usedFacts: UsedFacts
}

/** Forms the stream groups and evaluates them. The groups are not kept, because they need as much memory as the streams. */
export function evaluateStreams(context: StreamContext, applier: ConditionApplier, input: BorrowerInput) {
  const { borrower, evidence } = input
  const { groups, findSituation } = formStreams(context)
  const blockedDocuments = findBlockedDocuments(groups, applier, input)
  const all = addSituation(ALL_DOCUMENTS, findSituation)
  const today =
    blockedDocuments.size === 0
      ? all
      : addSituation({ ...ALL_DOCUMENTS, includes: document => !blockedDocuments.has(document) }, findSituation)
  const includesForIrs = (document: ResolvedDocument): boolean =>
    evidence.verifiesAmounts(document) && !blockedDocuments.has(document)
  const irs = addSituation({ ...ALL_DOCUMENTS, includes: includesForIrs, usesStatedAmounts: false }, findSituation)
  const selections: Selections = { all, today, irs }
  const evaluations: (StreamEvaluations | null)[] = groups
    .flatMap(group => evaluateGroup(group, selections, blockedDocuments, evidence))
    .filter(({ all }) => hasContent(all))
  return { evaluations, iraWithdrawals: findIraWithdrawals(groups, borrower.id) }
}

function findIraWithdrawals(groups: readonly StreamGroup[], borrower: string): IraWithdrawals | null {
  for (const group of groups) {
    if (!(group instanceof RetirementGroup)) continue
    const items = group.listIraWithdrawals()
    return items.length === 0 ? null : { borrower, amount: sumCents(items.map(({ cents }) => cents)), items }
  }
  return null
}

export interface StreamEvaluations {
  readonly all: EvaluatedStream
  /** Null if no document of the stream is selected. */
  readonly today: Evaluation | null
  readonly irs: Evaluation | null
}

/** The documents of the three evaluations. `today` is `all` if every document counts today. */
interface Selections {
  readonly all: InputSelection
  readonly today: InputSelection
  readonly irs: InputSelection
}

/** Adds what the other streams say about the borrower on the selected documents. */
const addSituation = (
  selection: InputSelection,
  findSituation: (selection: InputSelection) => BorrowerSituation,
): InputSelection => ({ ...selection, ...findSituation(selection) })

const hasSameSituation = (a: BorrowerSituation, b: BorrowerSituation): boolean =>
  a.hasRetired === b.hasRetired && a.hasLastingEmployer === b.hasLastingEmployer

function evaluateGroup(
  group: StreamGroup,
  { all, today, irs }: Selections,
  blockedDocuments: ReadonlySet<ResolvedDocument>,
  evidence: Evidence,
): StreamEvaluations[] {
  group.chooseMainJob?.(today, all)
  const ofAll = group.evaluate(all)
  const hasBlocked = blockedDocuments.size > 0 && group.documents.some(document => blockedDocuments.has(document))
  const isVerified = group.documents.every(document => evidence.verifiesAmounts(document))
  const ofToday = hasBlocked || !hasSameSituation(today, all) ? group.evaluate(today) : ofAll
  const ofIrs =
    isVerified && !group.hasStatedAmounts && hasSameSituation(irs, today) ? ofToday : evaluateIfSelected(group, irs)
  return ofAll.map((stream, i) => ({
    all: stream,
    today: findEvaluation(ofToday, stream, i),
    irs: findEvaluation(ofIrs, stream, i),
  }))
}

/** Evaluates a group, or returns no streams if none of its documents is selected. */
const evaluateIfSelected = (group: StreamGroup, selection: InputSelection): readonly EvaluatedStream[] =>
  group.documents.some(document => selection.includes(document)) ? group.evaluate(selection) : []

/** Finds a stream in another evaluation of its group. It is usually at the same position. */
function findEvaluation(
  streams: readonly EvaluatedStream[],
  { key }: EvaluatedStream,
  position: number,
): Evaluation | null {
  const stream = streams[position]?.key === key ? streams[position] : streams.find(candidate => candidate.key === key)
  return stream?.evaluation ?? null
}

/** Finds the documents about which a blocking condition is open. */
function findBlockedDocuments(
  groups: readonly StreamGroup[],
  applier: ConditionApplier,
  { borrower, evidence }: BorrowerInput,
): ReadonlySet<ResolvedDocument> {
  const blocked = new Set<ResolvedDocument>()
  const openConditions: RaisedCondition[] = []
  for (const group of groups)
    for (const document of group.documents) {
      countWork()
      for (const condition of listDocumentConditions(document, evidence, borrower))
        if (applier.findSeverity(condition) === 'blocking' && !applier.isMet(condition, null)) {
          blocked.add(document)
          openConditions.push(condition)
        }
    }
  if (blocked.size === 0 || !applier.hasDocumentClosedByStream) return blocked
  // A condition that is closed for one stream lets the document count in all of its streams.
  for (const group of groups) group.chooseMainJob?.(ALL_DOCUMENTS, ALL_DOCUMENTS)
  const streams = groups.flatMap(group => group.evaluate(ALL_DOCUMENTS))
  const names = nameStreams(streams, borrower.result.dossier.personIds)
  const namesByDocument = new Map<ResolvedDocument, Set<StreamNames>>()
  for (const [i, { items, supportingDocuments = NO_ITEMS }] of streams.entries())
    for (const document of [...items.map(item => item.document), ...supportingDocuments])
      getOrCreate(namesByDocument, document, () => new Set<StreamNames>()).add(names[i] as StreamNames)
  const isClosed = (condition: RaisedCondition): boolean =>
    [...(namesByDocument.get(condition.document as ResolvedDocument) ?? NO_ITEMS)].some(streamNames =>
      applier.isMet(condition, streamNames),
    )
  const stillBlocked = openConditions.flatMap(condition =>
    condition.document === null || isClosed(condition) ? [] : [condition.document],
  )
  return new Set(stillBlocked)
}

const isEmptyAmount = (amount: Cents | null): boolean => amount === null || amount === 0

/** True if a stream has an amount, an unknown amount or a flag that says why it counts 0. Other streams are not listed. */
const hasContent = ({ category, evaluation }: EvaluatedStream): boolean => {
  const { latest, prior, knownAmount, conditions, flags } = evaluation
  return (
    !isEmptyAmount(latest) ||
    !isEmptyAmount(prior) ||
    !isEmptyAmount(knownAmount) ||
    ((category === 'retirement' || category === 'wages') && flags.length > 0) ||
    conditions.some(({ code }) => code === 'unreadable_box' || code === 'cost_basis')
  )
}
