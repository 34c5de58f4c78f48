// Evaluates the streams of one borrower twice: on all documents (what is computed and supportable) and on the documents that
// count today (what qualifies). A document does not count today if a blocking condition about it is open. A third evaluation
// uses the documents that an IRS source holds (what is verified). Most borrowers have no such conditions and only documents
// of the IRS, so that one evaluation serves for all three.

import { countWork } from '../core/limits.js'
import { LastListCache, trimList } from '../core/lists.js'
import { addCents, type Cents, sumCents } from '../core/money.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { type Borrower, isAboutBorrower } from './borrowers/borrower.js'
import type { Evidence } from './borrowers/evidence.js'
import {
  type AppliedCondition,
  blocksPart,
  blocksStream,
  ConditionApplier,
  isStreamNamed,
  nameStreams,
  type StreamNames,
} from './conditions/apply-conditions.js'
import type { RaisedCondition } from './conditions/condition.js'
import { listDocumentConditions, listStreamEvidence } from './conditions/evidence-conditions.js'
import type { Override, TaxpayerFacts } from './facts/known-facts.js'
import { addFlag, type StreamFlag, withFlag } from './flags.js'
import type { BorrowerStreams, IncomeStream } from './income-stream.js'
import type { IraWithdrawals } from './indicators/continuance-indicators.js'
import type { UnderwritingPolicy } from './policies/policy.js'
import { countYearsUsed } from './streams/evaluation.js'
import { formStreams } from './streams/form-streams.js'
import { computeChange, largerOf, roundRates, smallerOf } from './streams/formulas.js'
import { RetirementGroup } from './streams/retirement.js'
import {
  ALL_DOCUMENTS,
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
  readonly markUsed: (fact: object) => unknown
}

/** Forms and evaluates the streams of a borrower. Streams whose amounts are all 0 or absent are left out. */
export function underwriteBorrower(input: BorrowerInput): BorrowerStreams {
  const { borrower, policy, facts, markUsed } = input
  const context = { ...input, facts: borrower.facts, hasRetired: false, hasLastingEmployer: false }
  const applier = new ConditionApplier(input)
  const { evaluations, iraWithdrawals } = evaluateStreams(context, applier, input)
  const names = nameStreams(
    evaluations.map(evaluation => (evaluation as StreamEvaluations).all),
    borrower.result.dossier.personIds,
  )
  const overrides = facts?.overrides.filter(override => isAboutBorrower(override, borrower))
  const flagListCache = new LastListCache<StreamFlag>()
  const streams = names.map((name, i) => {
    const evaluation = evaluations[i] as StreamEvaluations
    // Releases the evaluation, because evaluations need as much memory as streams.
    evaluations[i] = null
    return createStream(evaluation, name, applier, flagListCache, input)
  })
  if (policy.businessLosses === 'leave_out_secondary') leaveOutLosses(streams)
  for (const [i, stream] of streams.entries()) {
    const override = overrides?.find(({ stream: key }) => isStreamNamed(key, names[i] as StreamNames))
    if (override !== undefined) applyOverride(stream, override, markUsed)
  }
  return { borrower, streams, applier, iraWithdrawals }
}

/** Forms the stream groups and evaluates them. The groups are not kept, because they need as much memory as the streams. */
function evaluateStreams(context: StreamContext, applier: ConditionApplier, input: BorrowerInput) {
  const { borrower, evidence } = input
  const groups = formStreams(context)
  const blockedDocuments = findBlockedDocuments(groups, applier, input)
  const today: InputSelection =
    blockedDocuments.size === 0
      ? ALL_DOCUMENTS
      : { includes: document => !blockedDocuments.has(document), usesStatedAmounts: true }
  const irs: InputSelection = {
    includes: document => evidence.isHeldByIrs(document) && !blockedDocuments.has(document),
    usesStatedAmounts: false,
  }
  const evaluations: (StreamEvaluations | null)[] = groups
    .flatMap(group => evaluateGroup(group, today, irs, blockedDocuments, evidence))
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

interface StreamEvaluations {
  readonly all: EvaluatedStream
  /** Null if no document of the stream is selected. */
  readonly today: Evaluation | null
  readonly irs: Evaluation | null
}

function evaluateGroup(
  group: StreamGroup,
  today: InputSelection,
  irs: InputSelection,
  blockedDocuments: ReadonlySet<ResolvedDocument>,
  evidence: Evidence,
): StreamEvaluations[] {
  group.prepare?.(today)
  const all = group.evaluate(ALL_DOCUMENTS)
  const hasBlocked = blockedDocuments.size > 0 && group.documents.some(document => blockedDocuments.has(document))
  const isHeldByIrs = group.documents.every(document => document.isVerified || evidence.isHeldByIrs(document))
  const ofToday = hasBlocked ? group.evaluate(today) : all
  const ofIrs = isHeldByIrs && !group.hasStatedAmounts ? ofToday : evaluateIfSelected(group, irs)
  return all.map((stream, i) => ({
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
  if (blocked.size === 0 || !applier.closesDocumentsByStream) return blocked
  // A condition that is closed for one stream lets the document count in all of its streams.
  for (const group of groups) group.prepare?.(ALL_DOCUMENTS)
  const streams = groups.flatMap(group => group.evaluate(ALL_DOCUMENTS))
  const names = nameStreams(streams, borrower.result.dossier.personIds)
  const isClosed = (condition: RaisedCondition): boolean =>
    streams.some(
      ({ items }, i) =>
        items.some(item => item.document === condition.document) && applier.isMet(condition, names[i] as StreamNames),
    )
  const stillBlocked = openConditions.flatMap(condition =>
    condition.document === null || isClosed(condition) ? [] : [condition.document],
  )
  return new Set(stillBlocked)
}

const isEmptyAmount = (amount: Cents | null): boolean => amount === null || amount === 0

/** True if a stream has an amount, an unreadable amount or a flag that says why it counts 0. Other streams are not listed. */
const hasContent = ({ category, evaluation }: EvaluatedStream): boolean => {
  const { latest, prior, knownAmount, conditions, flags } = evaluation
  return (
    !isEmptyAmount(latest) ||
    !isEmptyAmount(prior) ||
    !isEmptyAmount(knownAmount) ||
    ((category === 'retirement' || category === 'wages') && flags.length > 0) ||
    conditions.some(({ code }) => code === 'unreadable_box')
  )
}

/**
 * Combines the evaluations of a stream into its four amounts. The qualifying amount is the smaller
 * of two amounts: on all documents, and on those that no open condition blocks. It is 0 while a condition blocks the stream
 * in either evaluation.
 */
function createStream(
  { all, today, irs }: StreamEvaluations,
  names: StreamNames,
  applier: ConditionApplier,
  flagListCache: LastListCache<StreamFlag>,
  input: BorrowerInput,
): IncomeStream {
  countWork()
  const { borrower, evidence, policy, year, isYearComplete } = input
  const { evaluation, items, category, name } = all
  const { latest, prior } = evaluation
  const flags: StreamFlag[] = [...evaluation.flags]
  const raised: RaisedCondition[] = [...evaluation.conditions]
  if (today !== null && today !== evaluation) raised.push(...today.conditions)
  const usedItems = items.filter(item => item.year >= year - 1 && item.year <= year)
  const firstYear = year + 1 - countYearsUsed(policy, category)
  const documents = items.flatMap(item => (item.year >= firstYear && item.year <= year ? [item.document] : []))
  for (const document of new Set(documents)) raised.push(...listDocumentConditions(document, evidence, borrower))
  raised.push(...listStreamEvidence(usedItems, year, isYearComplete, evidence, borrower))
  const conditions = applier.apply(raised, names)
  addDocumentFlags(flags, all, input)
  const isRatioOnly = policy.grossUpUse === 'ratio_only'
  if (isRatioOnly && evaluation.grossUp > 0) addFlag(flags, 'ratio_only')
  const addGrossUp = (amount: Cents, grossUp: Cents): Cents =>
    isRatioOnly || amount === 0 ? amount : addCents(amount, grossUp)
  const qualify = (evaluated: Evaluation | null, hasGrossUp: boolean): Cents =>
    evaluated === null ? 0 : qualifyAmount(evaluated, hasGrossUp ? evaluated.grossUp : 0, conditions)
  const qualifyingMonthly = smallerOf(qualify(evaluation, !isRatioOnly), qualify(today, !isRatioOnly))
  const irsConditions =
    irs === null || irs === today || irs === evaluation ? null : applier.apply(irs.conditions, names)
  const isIrsBlocked = irsConditions?.some(blocksStream) === true
  const verified = isIrsBlocked ? smallerOf(0, qualify(irs, false)) : qualify(irs, false)
  return {
    borrower: borrower.id,
    stream: names.key,
    category,
    name,
    latestAmount: latest,
    priorAmount: prior,
    historyYears: evaluation.historyYears,
    change: evaluation.trend === 'unknown' ? null : computeChange(latest, prior),
    trend: evaluation.trend,
    method: evaluation.method,
    months: evaluation.months,
    computedMonthly: evaluation.computed === null ? null : addGrossUp(evaluation.computed, evaluation.grossUp),
    grossUp: evaluation.grossUp,
    qualifyingMonthly,
    supportableMonthly: evaluation.supportable === null ? null : addGrossUp(evaluation.supportable, evaluation.grossUp),
    verifiedMonthly: smallerOf(verified, qualifyingMonthly),
    flags: flagListCache.reuseEqualOrCopy(flags.sort()),
    conditions,
    items,
    computedWithoutGrossUp: evaluation.computed,
    isExcess: all.isExcess === true,
    lossRule: all.lossRule,
    questionedDocuments: trimList(evaluation.conditions.flatMap(({ document }) => document ?? [])),
  }
}

/** Computes what counts of an evaluation. A loss always counts. An open condition about a part blocks only that part. */
function qualifyAmount(
  { computed, knownAmount, parts }: Evaluation,
  grossUp: Cents,
  conditions: readonly AppliedCondition[],
): Cents {
  if (knownAmount < 0) return knownAmount
  if (computed === null || computed <= 0 || conditions.some(blocksStream)) return 0
  const blockedParts = new Set(conditions.filter(blocksPart).map(({ raised }) => raised.partIndex))
  if (parts.length === 0 || blockedParts.size === 0) return addCents(computed, grossUp)
  return largerOf(0, roundRates(parts.filter((_, i) => !blockedParts.has(i))))
}

function addDocumentFlags(
  flags: StreamFlag[],
  { evaluation, items }: EvaluatedStream,
  { documentsWithErrors, year }: BorrowerInput,
): void {
  const { latest, prior } = evaluation
  const hasFallen = prior !== null && (latest === null || latest < prior)
  if (!hasFallen && documentsWithErrors.size === 0) return
  for (const { document, year: itemYear, field, cents } of items) {
    if (itemYear > year || itemYear < year - 1) continue
    if (documentsWithErrors.has(document)) addFlag(flags, 'check_failed')
    const threshold = document.document.compiledForm.form.reportedFrom
    if (threshold === undefined || !hasFallen || itemYear === year) continue
    if (threshold.year === year && cents < threshold.below && threshold.boxes.includes(field))
      addFlag(flags, 'reporting_threshold_rose')
  }
}

/** Sets the qualifying amount that the underwriter states. What is computed and supportable stays. */
function applyOverride(stream: IncomeStream, override: Override, markUsed: (fact: object) => void): void {
  markUsed(override)
  stream.qualifyingMonthly = override.qualifyingMonthly
  stream.verifiedMonthly = smallerOf(stream.verifiedMonthly, override.qualifyingMonthly)
  stream.flags = withFlag(stream.flags, 'overridden')
}

/**
 * Leaves out the losses of businesses that are stated to be secondary, and of minority owners whose other qualifying income
 * is larger.
 */
function leaveOutLosses(streams: readonly IncomeStream[]): void {
  const isCandidate = ({ lossRule, qualifyingMonthly }: IncomeStream): boolean =>
    lossRule !== undefined && qualifyingMonthly < 0
  const otherIncome = sumCents(streams.map(stream => (isCandidate(stream) ? 0 : stream.qualifyingMonthly)))
  for (const stream of streams) {
    const { lossRule } = stream
    if (!isCandidate(stream) || (lossRule === 'minority' && otherIncome <= -stream.qualifyingMonthly)) continue
    stream.qualifyingMonthly = 0
    stream.verifiedMonthly = 0
    if (stream.supportableMonthly !== null) stream.supportableMonthly = 0
    stream.flags = withFlag(stream.flags, 'loss_not_considered')
  }
}
