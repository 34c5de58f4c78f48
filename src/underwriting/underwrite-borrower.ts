// Combines the evaluations of each stream of a borrower into its amounts, flags and conditions.

import { countWork } from '../core/limits.js'
import { LastListCache, NO_ITEMS, trimList } from '../core/lists.js'
import { addCents, type Cents, sumCents } from '../core/money.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { isAboutBorrower } from './borrowers/borrower.js'
import {
  type AppliedCondition,
  blocksPart,
  blocksStream,
  ConditionApplier,
  isOpenBlocking,
  isStreamNamed,
  nameStreams,
  type StreamNames,
} from './conditions/apply-conditions.js'
import type { RaisedCondition } from './conditions/condition.js'
import { listDocumentConditions, listSharedConditions } from './conditions/evidence-conditions.js'
import { type BorrowerInput, evaluateStreams, type StreamEvaluations } from './evaluate-streams.js'
import type { Override } from './facts/known-facts.js'
import { addFlag, type StreamFlag, withFlag } from './flags.js'
import type { BorrowerStreams, IncomeStream } from './income-stream.js'
import { countYearsUsed } from './streams/evaluation.js'
import { computeChange, largerOf, roundRates, smallerOf } from './streams/formulas.js'
import type { EvaluatedStream, Evaluation } from './streams/stream.js'

/** Forms and evaluates the streams of a borrower. Streams whose amounts are all 0 or absent are left out. */
export function underwriteBorrower(input: BorrowerInput): BorrowerStreams {
  const { borrower, policy, facts, usedFacts } = input
  const context = { ...input, facts: borrower.facts }
  const applier = new ConditionApplier(input)
  const { evaluations, iraWithdrawals } = evaluateStreams(context, applier, input)
  const names = nameStreams(
    evaluations.map(evaluation => (evaluation as StreamEvaluations).all),
    borrower.result.dossier.personIds,
  )
  const flagListCache = new LastListCache<StreamFlag>()
  const streams = names.map((name, i) => {
    const evaluation = evaluations[i] as StreamEvaluations
    // Releases the evaluation, because evaluations need as much memory as streams.
    evaluations[i] = null
    return createStream(evaluation, name, applier, flagListCache, input)
  })
  // An entry of the known facts is used if its borrower has a document or a stream.
  if (borrower.facts !== null && (borrower.documents.length > 0 || streams.length > 0)) usedFacts.add(borrower.facts)
  for (const override of facts?.overrides ?? NO_ITEMS) {
    if (!isAboutBorrower(override, borrower)) continue
    const [stream, ...others] = streams.filter((_, i) => isStreamNamed(override.stream, names[i] as StreamNames))
    // A category with several streams is the key of none of them. The first override of a stream counts.
    if (stream === undefined || others.length > 0 || stream.flags.includes('overridden')) continue
    usedFacts.add(override)
    applyOverride(stream, override)
  }
  // Overrides come first: an amount that the underwriter sets is part of the other income, and is never left out.
  if (policy.businessLosses === 'leave_out_secondary') leaveOutLosses(streams)
  return { borrower, streams, applier, iraWithdrawals }
}

/**
 * Combines the evaluations of a stream into its four amounts. The qualifying amount is the smaller of two amounts: on all
 * documents, and on those that no open condition blocks. It is 0 while a condition blocks the stream in either evaluation.
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
  const firstYear = year + 1 - countYearsUsed(policy, category)
  let lastDocument: ResolvedDocument | null = null
  for (const { document, year: itemYear } of items) {
    if (itemYear < firstYear || itemYear > year || document === lastDocument) continue
    lastDocument = document
    for (const condition of listDocumentConditions(document, evidence, borrower)) raised.push(condition)
  }
  for (const document of all.supportingDocuments ?? NO_ITEMS)
    for (const condition of listDocumentConditions(document, evidence, borrower)) raised.push(condition)
  for (const condition of listSharedConditions(items, year, isYearComplete, evidence, borrower)) raised.push(condition)
  const conditions = applier.apply(raised, names)
  addDocumentFlags(flags, all, input)
  // A closed condition does not state an amount, so a flag explains why the stream still counts 0.
  if (evaluation.computed === null && !conditions.some(isOpenBlocking)) addFlag(flags, 'not_computable')
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
    jobRule: evaluation.jobRule,
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

/**
 * Sets the qualifying amount that the underwriter states. What is computed and supportable stays. Removes the flag
 * `not_computable`, because it says why nothing counts.
 */
function applyOverride(stream: IncomeStream, override: Override): void {
  stream.qualifyingMonthly = override.qualifyingMonthly
  stream.verifiedMonthly = smallerOf(stream.verifiedMonthly, override.qualifyingMonthly)
  const flags = stream.flags.filter(flag => flag !== 'not_computable')
  stream.flags = withFlag(flags, 'overridden')
}

/**
 * Leaves out the losses of businesses that are stated to be secondary, and of minority owners whose other qualifying income
 * is larger.
 */
function leaveOutLosses(streams: readonly IncomeStream[]): void {
  const isCandidate = ({ lossRule, qualifyingMonthly, flags }: IncomeStream): boolean =>
    lossRule !== undefined && qualifyingMonthly < 0 && !flags.includes('overridden')
  const others = streams.filter(stream => !isCandidate(stream))
  const otherIncome = sumCents(others.map(stream => stream.qualifyingMonthly))
  const otherVerifiedIncome = sumCents(others.map(stream => stream.verifiedMonthly))
  for (const stream of streams) {
    const { lossRule, qualifyingMonthly, verifiedMonthly } = stream
    if (!isCandidate(stream) || (lossRule === 'minority' && otherIncome <= -qualifyingMonthly)) continue
    stream.qualifyingMonthly = 0
    // Other income that only software documents does not offset a loss that the IRS holds.
    if (lossRule !== 'minority' || otherVerifiedIncome > -verifiedMonthly) stream.verifiedMonthly = 0
    if (stream.supportableMonthly !== null && stream.supportableMonthly < 0) stream.supportableMonthly = 0
    stream.flags = withFlag(stream.flags, 'loss_not_considered')
  }
}
