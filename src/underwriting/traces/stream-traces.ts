import { appendAll, getOrCreate, groupBy, memoize, NO_ITEMS } from '../../core/lists.js'
import type { Cents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { Reason } from '../../schema/role.js'
import type { Borrower } from '../borrowers/borrower.js'
import type { Evidence } from '../borrowers/evidence.js'
import { blocksDocument, blocksStream } from '../conditions/apply-conditions.js'
import type { TaxpayerFacts } from '../facts/known-facts.js'
import type { UsedFacts } from '../facts/used-facts.js'
import type { IncomeStream } from '../income-stream.js'
import { type CitationSubject, formatCitation, type UnderwritingPolicy } from '../policies/policy.js'
import type { StreamItem } from '../streams/stream.js'
import {
  describeComputed,
  describeGrossUp,
  describeQualifying,
  describeSupportable,
  describeYear,
} from './describe-rules.js'
import { addItemBoxes, addUnreadableBoxes, listSickPayBoxes, startItemBoxes, sumInputs } from './item-boxes.js'
import { findCashFlow, listShareInputs, listStatedInputs, listUnderwriterInputs } from './stated-inputs.js'
import {
  excludeInput,
  inputOf,
  inputOfBox,
  inputOfFact,
  type Trace,
  type TraceExclusion,
  type TraceInput,
} from './trace.js'

/** The amounts of a stream or a category that have traces, by their column, in the order of the worksheet. */
export const STREAM_FIGURES = {
  latest_amount: 'latestAmount',
  prior_amount: 'priorAmount',
  computed_monthly: 'computedMonthly',
  gross_up: 'grossUp',
  qualifying_monthly: 'qualifyingMonthly',
  supportable_monthly: 'supportableMonthly',
  verified_monthly: 'verifiedMonthly',
} as const satisfies Readonly<Record<string, keyof IncomeStream>>

export type StreamColumn = keyof typeof STREAM_FIGURES

export const STREAM_COLUMNS = Object.keys(STREAM_FIGURES) as readonly StreamColumn[]

/** What the traces of the streams of one borrower need. */
export interface StreamTraceContext {
  readonly borrower: Borrower
  readonly excludedFacts: ExcludedFacts
  readonly policy: UnderwritingPolicy
  readonly year: number
  readonly facts: TaxpayerFacts | null
  readonly usedFacts: UsedFacts
  readonly evidence: Evidence
}

/** The amounts of a borrower that a rule excludes and that somebody may miss, by category and by document. */
interface ExcludedFacts {
  readonly byCategory: ReadonlyMap<unknown, readonly FactRow[]>
  readonly byDocument: ReadonlyMap<ResolvedDocument, readonly FactRow[]>
}

/** Groups the excluded amounts of a borrower, so that the trace of one stream does not visit those of all streams. */
export function indexExcludedFacts(facts: readonly FactRow[]): ExcludedFacts {
  const explained = facts.filter(({ meaning: { reason } }) => reason !== null && !UNEXPLAINED_REASONS.has(reason))
  return {
    byCategory: groupBy(explained, ({ meaning }) => meaning.category),
    byDocument: groupBy(explained, ({ resolvedDocument }) => resolvedDocument),
  }
}

type TraceBasis = Pick<Trace, 'rule'> & {
  readonly parts?: readonly StreamColumn[]
  readonly inputs?: readonly TraceInput[]
  readonly excluded?: readonly TraceExclusion[]
  readonly citedSubjects?: readonly CitationSubject[]
}

/** Formats the citations of several subjects, each source once. */
export const citeSubjects = (policy: UnderwritingPolicy, subjects: readonly CitationSubject[]): string =>
  getOrCreate(getJoinedCitations(policy), subjects.join(), () =>
    [...new Set(subjects.flatMap(subject => formatCitation(policy, subject).split('; ')))].join('; '),
  )

/** The results of `citeSubjects` for a policy. Each figure of each taxpayer has one of a few. */
const getJoinedCitations = memoize((_: UnderwritingPolicy) => new Map<string, string>())

/** Explains each amount of a stream. `row` is the name that the figures of the stream begin with. */
export function traceStream(stream: IncomeStream, row: string, context: StreamTraceContext): Trace[] {
  const { category } = stream
  const basisByColumn: Readonly<Record<StreamColumn, TraceBasis>> = {
    latest_amount: traceYear(stream, context.year, stream.latestAmount, context),
    prior_amount: traceYear(stream, context.year - 1, stream.priorAmount, context),
    computed_monthly: traceComputed(stream, context),
    gross_up: traceGrossUp(stream, context),
    qualifying_monthly: traceQualifying(stream, context),
    supportable_monthly: { rule: describeSupportable(stream), parts: ['computed_monthly'] },
    verified_monthly: traceVerified(stream, context),
  }
  return STREAM_COLUMNS.map((column): Trace => {
    const { rule, parts = [], inputs = [], excluded = [], citedSubjects = [] } = basisByColumn[column]
    return {
      figure: `${row}.${column}`,
      value: stream[STREAM_FIGURES[column]],
      unit: 'money',
      rule,
      citation: citeSubjects(context.policy, [category, ...citedSubjects]),
      parts: parts.map(part => `${row}.${part}`),
      inputs,
      excluded,
    }
  })
}

/** Boxes that are left out for these reasons are not income, so nobody misses them. */
const UNEXPLAINED_REASONS: ReadonlySet<Reason> = new Set(['part_of', 'memo', 'balance', 'deduction'])

function traceYear(
  stream: IncomeStream,
  year: number,
  value: Cents | null,
  { borrower, excludedFacts }: StreamTraceContext,
): TraceBasis {
  const { category, conditions, flags } = stream
  const boxes = startItemBoxes()
  const items = stream.items.filter(item => item.year === year)
  const fieldsByDocument = new Map<ResolvedDocument, Set<string>>()
  for (const item of items) {
    const { document, field, cents } = item
    getOrCreate(fieldsByDocument, document, () => new Set()).add(field)
    const { ownership } = document.document.compiledForm.uses
    if (flags.includes('guaranteed_payment_one_year') && field === ownership?.guaranteed)
      boxes.excluded.push(excludeInput(inputOf(document.document, field, cents), 'guaranteed_payment_one_year'))
    else addItemBoxes(boxes, item)
  }
  for (const { raised } of conditions)
    if (raised.code === 'unreadable_box' && raised.taxYear === year && raised.document !== null)
      addUnreadableBoxes(boxes, raised.document)
  // The only stream of a category also shows excluded amounts of documents that no stream has.
  const facts =
    stream.stream === category
      ? excludedFacts.byCategory.get(category)
      : [...fieldsByDocument.keys()].flatMap(document => excludedFacts.byDocument.get(document) ?? NO_ITEMS)
  for (const fact of facts ?? NO_ITEMS) {
    const { meaning, resolvedDocument } = fact
    if (meaning.category !== category || resolvedDocument.document.year !== year) continue
    if (fieldsByDocument.get(resolvedDocument)?.has(meaning.field) === true) continue
    boxes.excluded.push(excludeInput(inputOfFact(fact), meaning.reason as Reason))
  }
  const sum = sumInputs(boxes.inputs)
  const rule = describeYear(stream, year, value, sum)
  if (category === 'wages' && value !== null && value > sum && !flags.includes('hours_moved'))
    appendAll(boxes.inputs, listSickPayBoxes(borrower, year, items))
  return { rule, inputs: boxes.inputs, excluded: boxes.excluded }
}

function traceComputed(stream: IncomeStream, { borrower, policy, year }: StreamTraceContext): TraceBasis {
  const { computedMonthly, grossUp, method } = stream
  const hasCashFlow = findCashFlow(stream, borrower.facts, year) !== null
  const usesYears = !hasCashFlow && (method === 'average' || method === 'lesser' || method === 'latest')
  const usesPrior = usesYears && method !== 'latest'
  const addsGrossUp = policy.grossUpUse === 'income' && grossUp !== 0 && computedMonthly !== null
  // The boxes of a stream that counts 0 or cannot be computed show why.
  const isUnused = computedMonthly === null || method === 'none'
  return {
    rule: describeComputed(stream, policy, year, hasCashFlow),
    parts: [
      ...(usesYears || isUnused ? (['latest_amount'] as const) : []),
      ...(usesPrior || isUnused ? (['prior_amount'] as const) : []),
      ...(addsGrossUp ? (['gross_up'] as const) : []),
    ],
    inputs: listStatedInputs(stream, borrower.facts, year),
    citedSubjects: [method === 'current_pay' ? 'currentPay' : 'averaging'],
  }
}

/** The boxes that show which part of an amount is not taxed. */
function listUntaxedBoxes({ document, field, untaxed, cents }: StreamItem): TraceInput[] {
  const source = document.document
  const { distribution, employment } = source.compiledForm.uses
  if (distribution !== null) return [inputOf(source, field, cents), inputOfBox(source, distribution.taxable)]
  return [inputOf(source, employment?.untaxed ?? field, untaxed)]
}

function traceGrossUp(stream: IncomeStream, { borrower, policy, year }: StreamTraceContext): TraceBasis {
  const { category, grossUp, months } = stream
  const rule = describeGrossUp(stream, policy)
  const citedSubjects: CitationSubject[] = ['grossUp']
  if (category === 'social_security') citedSubjects.push('socialSecurityNontaxable')
  if (grossUp === 0) return { rule, citedSubjects }
  const items = stream.items.filter(
    item =>
      item.untaxed !== 0 && item.exclusion === null && (item.year === year || (months > 12 && item.year === year - 1)),
  )
  const inputs = [...listShareInputs(stream, borrower.facts), ...items.flatMap(listUntaxedBoxes)]
  return { rule, citedSubjects, inputs, parts: category === 'social_security' ? ['latest_amount'] : [] }
}

/** Lists the amounts of the two years for which `findReason` returns a reason. */
const excludeItems = (
  { items }: IncomeStream,
  asOfYear: number,
  findReason: (document: ResolvedDocument) => string | null,
): TraceExclusion[] =>
  items.flatMap(({ document, field, cents, year, exclusion }) => {
    if (exclusion !== null || year > asOfYear || year < asOfYear - 1) return []
    const reason = findReason(document)
    return reason === null ? [] : [excludeInput(inputOf(document.document, field, cents), reason)]
  })

function traceQualifying(stream: IncomeStream, { facts, usedFacts, year }: StreamTraceContext): TraceBasis {
  const blocking = stream.conditions.filter(condition => blocksStream(condition) || blocksDocument(condition))
  const codes = new Map(blocking.filter(blocksDocument).map(({ raised }) => [raised.document, raised.code]))
  const excluded = excludeItems(stream, year, document => codes.get(document) ?? null)
  return {
    rule: describeQualifying(stream),
    parts: ['computed_monthly'],
    inputs: listUnderwriterInputs(stream, facts, usedFacts),
    excluded,
    citedSubjects: blocking.map(({ raised }) => raised.code),
  }
}

function traceVerified(stream: IncomeStream, { borrower, evidence, year }: StreamTraceContext): TraceBasis {
  const excluded = excludeItems(stream, year, document => {
    if (evidence.verifiesAmounts(document)) return null
    if (evidence.isHeldByIrs(document)) return 'basis_from_software'
    return evidence.isMissingOnTranscript(document, borrower) ? 'not_on_transcript' : 'on_no_transcript'
  })
  return {
    rule: 'qualifying_monthly computed from the documents that the IRS holds, without gross-up and stated amounts; at most qualifying_monthly',
    parts: ['qualifying_monthly'],
    excluded,
  }
}
