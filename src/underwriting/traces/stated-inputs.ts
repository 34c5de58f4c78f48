// Lists the known facts that decide the amounts of a stream, as inputs of its figures.

import { type Cents, formatMicros } from '../../core/money.js'
import { isStreamNamed } from '../conditions/apply-conditions.js'
import {
  type BorrowerFacts,
  type CentsByYear,
  type JobFacts,
  PAY_PARTS,
  type PayPart,
  type TaxpayerFacts,
} from '../facts/known-facts.js'
import {
  assignIssuerFacts,
  type IssuerReference,
  referToBusiness,
  referToEmployer,
  referToPayer,
} from '../facts/match-facts.js'
import type { UsedFacts } from '../facts/used-facts.js'
import type { IncomeStream } from '../income-stream.js'
import { findStatedReceipts } from '../streams/receipts.js'
import { inputOfStated, type TraceInput } from './trace.js'

const inputOfFacts = (field: string, cents: Cents | null, statedText?: string): TraceInput =>
  inputOfStated('known_facts', field, cents, statedText)

/** Lists the facts about issuers of a stream's documents. */
function findIssuerFacts<Fact>(
  stream: IncomeStream,
  facts: readonly Fact[],
  refer: (fact: Fact) => IssuerReference,
): Fact[] {
  const issuers = stream.items.map(({ document }) => document.document.issuer)
  return facts.filter(fact => assignIssuerFacts([stream], () => issuers, [fact], refer).has(stream))
}

/** The cash flow that the lender states and the policy uses instead of documents. Null if there is none. */
export function findCashFlow(
  stream: IncomeStream,
  facts: BorrowerFacts | null,
  year: number,
): { readonly field: string; readonly amounts: CentsByYear } | null {
  if (facts === null) return null
  const { category } = stream
  const { cashFlow: receipts } = findStatedReceipts(category, facts)
  if (receipts?.has(year)) return { field: `${category}.cash_flow`, amounts: receipts }
  if (category !== 'partnership' && category !== 's_corporation') return null
  for (const { cashFlow } of findIssuerFacts(stream, facts.businesses, referToBusiness))
    if (cashFlow?.has(year)) return { field: 'businesses.cash_flow', amounts: cashFlow }
  return null
}

function listJobInputs({ pay, yearToDate, priorYears, stabilized }: JobFacts): TraceInput[] {
  const inputs: TraceInput[] = []
  if (pay !== null) {
    inputs.push(inputOfFacts(`jobs.pay.amount per ${pay.per.replace('_', ' ')}`, pay.amount))
    if (pay.hoursPerWeek !== null)
      inputs.push(inputOfFacts('jobs.pay.hours_per_week', null, formatMicros(pay.hoursPerWeek)))
  }
  const addParts = (field: string, parts: Readonly<Record<PayPart, Cents | null>>): void => {
    for (const part of PAY_PARTS) if (parts[part] !== null) inputs.push(inputOfFacts(`${field}.${part}`, parts[part]))
  }
  if (yearToDate !== null) addParts(`jobs.year_to_date through ${yearToDate.through}`, yearToDate)
  for (const [year, parts] of priorYears ?? []) addParts(`jobs.prior_years.${year}`, parts)
  if (stabilized !== null) addParts(`jobs.stabilized since ${stabilized.since}`, stabilized)
  return inputs
}

/** Lists the known facts that the monthly amount of a stream is computed from. */
export function listStatedInputs(stream: IncomeStream, facts: BorrowerFacts | null, year: number): TraceInput[] {
  if (facts === null) return []
  const { category, method, name } = stream
  const cashFlow = findCashFlow(stream, facts, year)
  if (cashFlow !== null)
    return [year, year - 1].flatMap(taxYear => {
      const amount = cashFlow.amounts.get(taxYear)
      return amount === undefined ? [] : [inputOfFacts(`${cashFlow.field}.${taxYear}`, amount)]
    })
  if (category === 'wages') {
    const jobs = findIssuerFacts(stream, facts.jobs, referToEmployer)
    if (method === 'current_pay') return jobs.flatMap(listJobInputs)
    return jobs.flatMap(({ startDate, endDate }) => [
      ...(startDate === null ? [] : [inputOfFacts('jobs.start_date', null, startDate)]),
      ...(endDate === null ? [] : [inputOfFacts('jobs.end_date', null, endDate)]),
    ])
  }
  if (method !== 'stated') return []
  if (category === 'other_income')
    return facts.otherIncome.flatMap(({ kind, monthly }) =>
      kind === name ? [inputOfFacts('other_income.monthly', monthly)] : [],
    )
  if (category === 'royalties' && facts.royalties !== null)
    return [inputOfFacts('royalties.monthly', facts.royalties.monthly)]
  if (category === 'retirement')
    return findIssuerFacts(stream, facts.retirement, referToPayer).flatMap(({ monthly }) =>
      monthly === null ? [] : [inputOfFacts('retirement.monthly', monthly)],
    )
  return []
}

/** Returns the nontaxable share of a stream that the lender states. Empty if none is stated. */
export function listShareInputs({ category }: IncomeStream, facts: BorrowerFacts | null): TraceInput[] {
  const share = facts?.nontaxableShare?.[category] ?? null
  return share === null ? [] : [inputOfFacts(`nontaxable_share.${category}`, null, formatMicros(share))]
}

/** Lists the conditions of a stream that the underwriter closed, and the amount that the underwriter set. */
export function listUnderwriterInputs(
  stream: IncomeStream,
  facts: TaxpayerFacts | null,
  usedFacts: UsedFacts,
): TraceInput[] {
  if (facts === null) return []
  const names = { key: stream.stream, category: stream.category, name: stream.name }
  const inputs: TraceInput[] = []
  for (const conditionMet of facts.conditionsMet) {
    const { condition, stream: key, by, on } = conditionMet
    const isOfStream = key === null || isStreamNamed(key, names)
    if (!usedFacts.has(conditionMet) || !isOfStream) continue
    if (!stream.conditions.some(({ raised, isMet }) => isMet && raised.code === condition)) continue
    inputs.push(inputOfFacts(`conditions_met.${condition}`, null, `closed by ${by} on ${on}`))
  }
  if (!stream.flags.includes('overridden')) return inputs
  for (const override of facts.overrides) {
    const { by, on, reason, qualifyingMonthly } = override
    if (!usedFacts.has(override) || !isStreamNamed(override.stream, names)) continue
    inputs.push(
      inputOfFacts('overrides.qualifying_monthly', qualifyingMonthly),
      inputOfFacts('overrides', null, `set by ${by} on ${on}: ${reason}`),
    )
  }
  return inputs
}
