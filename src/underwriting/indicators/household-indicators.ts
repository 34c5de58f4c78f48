// The monthly and yearly incomes that VA and USDA rules ask for besides qualifying income. They need facts about the
// household that no record has. A value is null if a fact that it needs is missing, and the note names that fact.

import { NO_ITEMS } from '../../core/lists.js'
import { type Cents, multiplyCents, subtractCents } from '../../core/money.js'
import type { HouseholdFacts, TaxpayerFacts } from '../facts/known-facts.js'
import { inputOfStated } from '../traces/trace.js'
import { type TotalIncome, traceAmounts } from './debt-indicators.js'
import type { IndicatorCollector } from './indicator.js'

/** The income of all borrowers of a household. Amounts are per month. */
interface HouseholdIncome extends TotalIncome {
  readonly borrowerCount: number
  readonly asOfYear: number | null
  /** Qualifying income as the policy counts it. */
  readonly qualifying: Cents
  readonly qualifyingWithoutGrossUp: Cents
  /** What would qualify if all open conditions were met. Null if a stream is not computable. */
  readonly supportableWithoutGrossUp: Cents | null
}

/**
 * VA residual income per month in dollars, for loans of $80,000 and more and families of one to five. Source: VA Pamphlet
 * 26-7 chapter 4, second-hand. The table for smaller loans is lower, and the amount of the loan is unknown.
 */
const RESIDUAL_TABLE: Readonly<Record<NonNullable<HouseholdFacts['region']>, readonly number[]>> = {
  northeast: [450, 755, 909, 1025, 1062],
  midwest: [441, 738, 889, 1003, 1039],
  south: [441, 738, 889, 1003, 1039],
  west: [491, 823, 990, 1117, 1158],
}

/** Each person above five adds this many dollars. At most seven persons count. */
const RESIDUAL_DOLLARS_PER_PERSON = 80
const MAX_RESIDUAL_PERSONS = 7

/** Upkeep and utilities per square foot and month, in cents. Source: VA Pamphlet 26-7 chapter 4, second-hand. */
const UTILITIES_PER_SQUARE_FOOT: Cents = 14

/** Returns the residual income that VA requires, in cents. Null if the family has no member. */
export function findRequiredResidual(region: NonNullable<HouseholdFacts['region']>, size: number): Cents | null {
  const amounts = RESIDUAL_TABLE[region]
  const persons = Math.min(Math.floor(size), MAX_RESIDUAL_PERSONS)
  const base = amounts[Math.min(persons, amounts.length) - 1]
  if (base === undefined) return null
  return (base + Math.max(0, persons - amounts.length) * RESIDUAL_DOLLARS_PER_PERSON) * 100
}

/** Presets that always have these rows, so that the notes say which facts are missing. */
const RESIDUAL_PRESETS: readonly string[] = ['va']
const USDA_PRESETS: readonly string[] = ['usda']

/** Adds the incomes of VA and USDA if facts about the household are stated, or under a preset that asks for them. */
export function addHouseholdIndicators(
  collector: IndicatorCollector,
  facts: TaxpayerFacts | null,
  income: HouseholdIncome,
): void {
  const household = facts?.household ?? null
  const { name } = collector.policy
  if (household !== null || RESIDUAL_PRESETS.includes(name)) addResidualIncome(collector, facts, income)
  if (household !== null || USDA_PRESETS.includes(name)) addUsdaIncomes(collector, household, income)
}

/** Names the facts that are null. Null if there are none. */
function explainMissingFacts(facts: Readonly<Record<string, unknown>>): string | null {
  const names = Object.keys(facts).filter(name => facts[name] === null)
  return names.length === 0 ? null : `Missing from the known facts: ${names.join(', ')}.`
}

function addResidualIncome(
  collector: IndicatorCollector,
  facts: TaxpayerFacts | null,
  { recipient, asOfYear, qualifyingWithoutGrossUp, isIncomplete, figures }: HouseholdIncome,
): void {
  const subject = { recipient, taxYear: asOfYear }
  const { region = null, size = null, squareFeet = null } = facts?.household ?? {}
  const costs = {
    'household.taxes_monthly': facts?.household?.taxesMonthly ?? null,
    'household.shelter_monthly': facts?.household?.shelterMonthly ?? null,
    // Half a cent or more counts as a cent, because a square footage may have decimals.
    'household.square_feet': squareFeet === null ? null : Math.round(squareFeet * Number(UTILITIES_PER_SQUARE_FOOT)),
    obligations_monthly: facts?.obligationsMonthly ?? null,
  }
  const planPayment = facts?.taxPlan?.paymentMonthly ?? null
  const missingFacts = explainMissingFacts(costs)
  let residual = qualifyingWithoutGrossUp
  for (const cost of [...Object.values(costs), planPayment]) residual = subtractCents(residual, cost ?? 0)
  collector.add('residual_income', subject, missingFacts === null ? residual : null, {
    rule: 'monthly qualifying income without gross-up - taxes - shelter - 0.14 x square feet - obligations - payment of the tax plan',
    inputs: () => traceAmounts('known_facts', { ...costs, 'tax_plan.payment_monthly': planPayment }),
    parts: figures,
    detail: missingFacts,
    isIncomplete,
  })
  const missingSize = explainMissingFacts({ 'household.region': region, 'household.size': size })
  collector.add(
    'residual_required',
    subject,
    region === null || size === null ? null : findRequiredResidual(region, size),
    {
      rule: 'VA table of residual income by region and family size, for loans of $80,000 and more',
      inputs: () =>
        missingSize !== null
          ? NO_ITEMS
          : [
              inputOfStated('known_facts', 'household.region', null, String(region)),
              inputOfStated('known_facts', 'household.size', null, String(size)),
            ],
      detail: missingSize,
    },
  )
}

function addUsdaIncomes(
  collector: IndicatorCollector,
  household: HouseholdFacts | null,
  { recipient, borrowerCount, asOfYear, qualifying, supportableWithoutGrossUp, isIncomplete, figures }: HouseholdIncome,
): void {
  const subject = { recipient, taxYear: asOfYear }
  const annual = supportableWithoutGrossUp === null ? null : (multiplyCents(supportableWithoutGrossUp, 12) as Cents)
  const size = household?.size ?? null
  const detail =
    annual === null
      ? 'A stream is not computable.'
      : size === null
        ? 'Missing from the known facts: household.size. Income of other adults in the household must be added.'
        : size > borrowerCount
          ? 'Income of other adults in the household must be added.'
          : null
  const details = { parts: figures, detail, isIncomplete }
  collector.add('annual_income', subject, annual, {
    rule: '12 x monthly supportable income of the borrowers, without gross-up',
    ...details,
  })
  collector.add('adjusted_income', subject, annual, {
    rule: 'annual_income, without any deduction',
    ...details,
    parts: ['annual_income'],
  })
  collector.add('repayment_income', subject, qualifying, {
    rule: 'monthly qualifying income of the borrowers',
    parts: figures,
    isIncomplete,
  })
}
