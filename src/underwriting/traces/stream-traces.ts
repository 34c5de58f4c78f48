import type { FactRow } from '../../figures/facts.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { unreadOf, wordsOfUnread } from '../borrowers/completeness.js'
import { type AdjustedYear, divideShare } from '../streams/averaging.js'
import type { QualifyingRow, StreamIncome } from '../streams/qualifying-income.js'
import { firstYearOf } from '../streams/stream-rules.js'
import { grossUpRule, workStream } from '../streams/work-stream.js'
import {
  inputOfBox,
  inputOfFact,
  inputOfStated,
  leftOut,
  type Trace,
  type TraceInput,
  type TraceUnit,
  together,
} from './trace.js'

/** The figures of a row: column, how it is read, and its rule where it is the same for every row. */
export const FIGURES = [
  ['latest_amount', 'money', row => row.latestAmount],
  ['prior_amount', 'money', row => row.priorAmount],
  ['change', 'ratio', row => row.change],
  ['monthly_amount', 'money', row => row.monthlyAmount],
  ['gross_up', 'money', row => row.grossUp],
  ['qualifying_monthly', 'money', row => row.qualifyingMonthly],
  ['supportable_if_stabilized', 'money', row => row.supportableIfStabilized],
  ['verified_latest', 'money', row => row.verifiedLatest],
  ['verified_prior', 'money', row => row.verifiedPrior],
  ['verified_monthly', 'money', row => row.verifiedMonthly],
] as const satisfies readonly (readonly [string, TraceUnit, (row: QualifyingRow) => number | bigint | null])[]

/** The column of a figure. */
type Column = (typeof FIGURES)[number][0]

/** What a column of a row stands on. `parts` are the columns that it is made of. */
type Stands = Pick<Trace, 'rule' | 'inputs' | 'excluded'> & { readonly parts: readonly Column[] }

/** What a gross-up stands on beside the income itself: the share that the caller states, or the taxable boxes. */
function grossUpInputs({ work, years, nontaxable }: StreamIncome): TraceInput[] {
  const { name, nontaxable: kind } = work.rule
  if (kind === null || kind === 'all') return []
  if (nontaxable !== undefined) {
    return [inputOfStated('known_facts', `nontaxable_share.${name}`, null, String(nontaxable))]
  }
  if (kind === 'share') return []
  return years.latest.kept.flatMap(({ taxable, resolvedDocument: { document } }) => {
    const box = document.compiledForm.uses.distribution?.taxable
    if (taxable === undefined || box === undefined) return []
    return [inputOfBox(document, box)]
  })
}

const isRolledOver = ({ flags }: AdjustedYear): boolean => flags.includes('rolled_or_converted')

function amountRule(adjusted: AdjustedYear, year: number, unread: readonly number[]): string {
  if (adjusted.cents === null && unread.includes(year)) return `nothing of ${year} could be read`
  const rule = `counted boxes of ${year}, less what is left out`
  return isRolledOver(adjusted)
    ? `${rule}; rollovers and conversions reduce it only as far as codes G and H do not explain them, and at most by the IRA rows`
    : rule
}

/** The years of a stream that could not be read: of the two, else those of the history that it lacks. */
const unreadOrPast = ({ years: { unread }, facts: { losses }, work: { year, rule } }: StreamIncome) =>
  unread.length > 0
    ? unread
    : [...new Set(losses.map(each => each.year))]
        // A job may lack a year that the row has.
        .filter(each => each >= firstYearOf(year, rule) && (rule.per === 'job' || each < year - 1))
        .sort((a, b) => b - a)

/** What an authority confirms of a year, whose boxes are `inputs`, and what it does not, with what its silence says. */
function confirmedStands(
  { kept }: AdjustedYear,
  inputs: readonly TraceInput[],
  year: number,
  { confirmation }: BorrowerView,
): Stands {
  const rest = kept.filter(fact => !confirmation.isConfirmed(fact.resolvedDocument))
  return {
    rule: `of ${year}, what IRS transcripts confirm`,
    parts: [],
    inputs:
      rest.length === 0
        ? inputs
        : inputs.filter((_, i) => confirmation.isConfirmed((kept[i] as FactRow).resolvedDocument)),
    excluded: rest.map(fact =>
      leftOut(inputOfFact(fact), confirmation.silenceOf(fact.resolvedDocument) ?? 'on_no_transcript'),
    ),
  }
}

/** How every figure of a stream's row came about, and of its jobs or entities. */
export function streamTraces(stream: StreamIncome, prefix: string): Trace[] {
  const { row, facts, years, work } = stream
  const { borrower, year, policy, continuance, rule: rules } = work
  const name = `${prefix}${row.category}`
  // The monthly amount stands on the latest year alone, whatever the year before was.
  const latestOnly = rules.method === 'latest'
  const grossUp = grossUpInputs(stream)
  const stated =
    continuance === undefined || rules.method === 'never'
      ? []
      : [inputOfStated('known_facts', `continuance.${facts.name}`, null, `${continuance} months`)]
  const excluded = [
    ...years.latest.excluded,
    ...years.prior.excluded,
    ...facts.left.map(fact => leftOut(inputOfFact(fact), fact.meaning.reason ?? 'other_recipient')),
    ...facts.absent.map(fact => leftOut(inputOfFact(fact), 'not_on_transcript')),
  ]
  const lost = [year, year - 1].map(each => (years.unread.includes(each) ? unreadOf(each, facts.losses, borrower) : []))
  const sourcesOf = ({ kept }: AdjustedYear, each: number): Pick<Stands, 'inputs' | 'excluded'> => ({
    inputs: kept.map(inputOfFact),
    excluded: together(
      excluded.filter(input => input.year === each),
      lost[year - each] ?? [],
    ),
  })
  const [latest, prior] = [sourcesOf(years.latest, year), sourcesOf(years.prior, year - 1)]
  const both = { inputs: together(latest.inputs, prior.inputs), excluded: together(excluded, ...lost) }
  const month = latestOnly ? latest : both
  const parts = partTraces(stream, name)
  const isOver = years.latest.cents === null && row.flags.includes('employer_ended')
  const ended = isOver
    ? years.prior.kept.map(fact => leftOut(inputOfFact(fact), 'employer_ended'))
    : parts.flatMap(part => part.excluded.filter(({ reason }) => reason === 'employer_ended'))
  const confirmed: readonly [Stands, Stands] = [
    confirmedStands(years.latest, latest.inputs, year, borrower),
    confirmedStands(years.prior, prior.inputs, year - 1, borrower),
  ]
  const columns: Column[] = latestOnly ? ['latest_amount'] : ['latest_amount', 'prior_amount']
  const monthly: Stands = {
    rule: row.flags.includes('income_unreadable')
      ? `${years.worked.rule}; not read: ${wordsOfUnread(unreadOrPast(stream), facts.losses, borrower)}`
      : years.worked.rule,
    parts: columns,
    ...month,
    inputs: together(month.inputs, stated),
    excluded: together(month.excluded, ended),
  }
  const added: Omit<Stands, 'rule'> =
    rules.nontaxable === null
      ? { parts: [], inputs: [], excluded: [] }
      : rules.nontaxable === 'all'
        ? { ...monthly, parts: ['monthly_amount'] }
        : { ...latest, parts: ['latest_amount'], inputs: together(latest.inputs, grossUp, stated) }
  const stands: Readonly<Record<Column, Stands>> = {
    latest_amount: { rule: amountRule(years.latest, year, years.unread), parts: [], ...latest },
    prior_amount: { rule: amountRule(years.prior, year - 1, years.unread), parts: [], ...prior },
    change: {
      rule:
        years.unread.length > 0
          ? `unknown: ${years.unread.join(' and ')} could not be read`
          : '(latest - prior) / prior',
      parts: ['latest_amount', 'prior_amount'],
      ...both,
    },
    monthly_amount: monthly,
    gross_up: { ...added, rule: grossUpRule(rules, policy, stream.nontaxable, isRolledOver(years.latest)) },
    qualifying_monthly: {
      rule: row.flags.includes('ratio_only')
        ? 'monthly amount; the gross-up enters ratios only'
        : 'monthly amount + gross-up',
      parts: ['monthly_amount', 'gross_up'],
      inputs: together(monthly.inputs, grossUp),
      excluded: monthly.excluded,
    },
    supportable_if_stabilized: {
      rule:
        rules.per === 'job' && years.parts.length > 1
          ? 'per job, latest / 12 if it is shown to be stable, else what counts; summed'
          : 'latest / 12, if the income is shown to be stable or to continue',
      parts: ['latest_amount'],
      inputs: together(latest.inputs, stated),
      excluded: latest.excluded,
    },
    verified_latest: confirmed[0],
    verified_prior: confirmed[1],
    verified_monthly: {
      rule: 'the formula of the monthly amount, on verified amounts only, at most that amount',
      parts: ['verified_latest', 'verified_prior'],
      inputs: together(...confirmed.map(each => each.inputs)),
      excluded: together(...confirmed.map(each => each.excluded)),
    },
  }
  const figures = FIGURES.map(([column, unit, value]): Trace => {
    const { rule, parts: columns, inputs, excluded } = stands[column]
    return {
      figure: `${name}.${column}`,
      value: value(row),
      unit,
      rule,
      citation: row.citations,
      parts: [
        ...columns.map(part => `${name}.${part}`),
        ...(column === 'monthly_amount' ? parts.map(part => part.figure) : []),
      ],
      inputs,
      excluded,
    }
  })
  return [...figures, ...parts]
}

/** The jobs, or the entities, that a row is the sum of; a row that is one stream has none. */
function partTraces({ row, work, years }: StreamIncome, name: string): Trace[] {
  const { rule } = work
  if (years.parts.length < 2) return []
  return years.parts.map((part, i): Trace => {
    const { latest, prior, flags } = part
    const { worked } = workStream(part, work)
    const kept = [...latest.kept, ...prior.kept].map(inputOfFact)
    const isOver = flags.includes('employer_ended')
    const words = flags.filter(flag => flag !== 'incomplete')
    return {
      figure: `${name}.${rule.per}_${i + 1}`,
      value: divideShare(worked.amount, rule.kept),
      unit: 'money',
      rule: words.length === 0 ? worked.rule : `${worked.rule} (${words.join(', ')})`,
      citation: row.citations,
      parts: [],
      inputs: isOver ? [] : kept,
      excluded: [
        ...(isOver ? kept.map(each => leftOut(each, 'employer_ended')) : []),
        ...latest.excluded,
        ...prior.excluded,
      ],
    }
  })
}
