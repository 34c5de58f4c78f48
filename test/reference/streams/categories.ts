// The streams that are one per borrower and category, and the income that the lender states.
import { isAbsent, isObject, type Raw, readAmount, readFlag, readMoney, readText, readYear } from '../values.js'
import { type Amount, add, exact, isBelow, isZero, larger, ZERO } from './amounts.js'
import type { Group } from './employers.js'
import type { Item } from './input.js'
import { childOf, readStated, readStatedNumber, readYears } from './known-facts.js'
import {
  applyPolicy,
  averageOf,
  countHistory,
  type Evaluation,
  emptyOutcome,
  Findings,
  makeOutcome,
  makeUnreadable,
  noteHistory,
  type Outcome,
  perMonth,
  raiseDeclining,
  type Series,
  scale,
  toSeries,
  trendOf,
} from './outcome.js'
import { payOf } from './pay.js'
import { CONTINUANCE_MONTHS } from './policies.js'
import { type BorrowerCase, isOfTwoYears, makeStream, noteUnreadable } from './shared.js'
import type { Stream } from './stream.js'

const MONTHS = exact(BigInt(CONTINUANCE_MONTHS))

/** One amount of a category. */
interface Row {
  readonly item: Item
  readonly year: number
  readonly field: string
  readonly amount: bigint
}

const isIrsPayer = (item: Item): boolean =>
  ['INTERNAL REVENUE SERVICE', 'IRS'].includes(item.entry.issuer.name?.toUpperCase() ?? '')

const rowsOf = (items: readonly Item[], category: string): Row[] =>
  items.flatMap(item =>
    item.reading.facts
      .filter(({ counted, role }) => counted && role === `income.${category}`)
      .map(({ field, amount }) => ({ item, year: item.year, field, amount })),
  )

const isUnreadFor = (item: Item, category: string): boolean =>
  item.reading.unreadRoles.includes(`income.${category}`) ||
  (item.entry.doubtful && item.reading.facts.some(({ role }) => role === `income.${category}`))

/** How a category is worked out. */
interface Rule {
  readonly category: string
  readonly name?: string
  readonly isPart?: (item: Item) => boolean
  /** Changes the yearly amounts before anything else. */
  readonly adjust?: (series: Map<number, Amount>, items: readonly Item[]) => Map<number, Amount>
  readonly evaluate: (context: RuleContext) => Partial<Outcome> & Pick<Outcome, 'parts'>
  readonly isNeverSupportable?: boolean
  /** Amounts by year that the lender states in place of the documents. */
  readonly statedYears?: Series
}

/** What a rule works with in one evaluation. */
interface RuleContext {
  readonly borrowerCase: BorrowerCase
  readonly findings: Findings
  readonly items: readonly Item[]
  readonly rows: readonly Row[]
  readonly series: Series
  readonly latest: Amount | null
  readonly prior: Amount | null
  readonly trend: Outcome['trend']
  readonly usesStatedAmounts: boolean
  /** The documents of the evaluation, also those of other streams. */
  readonly has: Evaluation['has']
}

const byPolicy = ({ latest, prior, trend, borrowerCase, findings, series }: RuleContext, category: string): Amount => {
  const { settings, year } = borrowerCase
  noteHistory(findings, countHistory(series, year), prior, settings.history[category] ?? 1)
  if (trend === 'declining') findings.flag('declining')
  return applyPolicy(latest, prior, trend, settings)
}

const byLatest = ({ latest, prior, trend, findings }: RuleContext): Amount => {
  if (prior === null) findings.flag('short_history')
  if (trend === 'declining') findings.flag('declining')
  return perMonth(latest ?? ZERO)
}

const statedMonths = ({ facts }: BorrowerCase, category: string): Amount | null =>
  readStatedNumber(childOf(facts?.raw, 'continues_months'), category)

const isShort = (months: Amount | null): boolean => months !== null && isBelow(months, MONTHS)

function investmentRule(borrowerCase: BorrowerCase, category: string): Rule {
  const owned = borrowerCase.facts?.raw['assets_owned']
  return {
    category,
    isPart: item => category !== 'interest' || !isIrsPayer(item),
    evaluate: context => {
      context.findings.raise('asset_ownership', { isMet: Array.isArray(owned) && owned.includes(category) })
      const figure = byPolicy(context, category)
      return { parts: [figure], nontaxable: category === 'tax_exempt_interest' ? figure : ZERO }
    },
  }
}

const isBasisUnknown = ({ reading }: Item): boolean => reading.facts.some(({ reason }) => reason === 'basis_unknown')

// Each year with a sale without a basis is a question of its own.
function noteUnknownBases(findings: Findings, items: readonly Item[], asOfYear: number): void {
  for (const year of [asOfYear, asOfYear - 1])
    if (items.some(item => item.year === year && isBasisUnknown(item))) findings.raise('cost_basis', { year })
}

function gainsRule(borrowerCase: BorrowerCase): Rule {
  const { settings, year } = borrowerCase
  const base = investmentRule(borrowerCase, 'capital_gains')
  return {
    ...base,
    evaluate: context => {
      const { parts } = base.evaluate(context)
      noteUnknownBases(context.findings, context.items, year)
      // Reading: of an unreadable stream, the loss of the as-of year is the one that the policy may leave out.
      const [average] = parts as readonly [Amount]
      const figure = context.trend === 'unknown' ? perMonth(context.latest ?? ZERO) : average
      if (!isBelow(figure, ZERO) || settings.capitalLosses === 'count') return { parts }
      const isLoss = (ofYear: number): boolean => isBelow(context.series.get(ofYear) ?? ZERO, ZERO)
      const areThreeLosses = [year, year - 1, year - 2].every(isLoss)
      if (settings.capitalLosses === 'three_years' && areThreeLosses) return { parts }
      context.findings.flag('loss_not_considered')
      return { parts, isLossLeftOut: true }
    },
  }
}

function selfEmploymentRule(borrowerCase: BorrowerCase, statedYears: Series): Rule {
  const { settings } = borrowerCase
  const category = 'self_employment'
  return {
    category,
    statedYears,
    evaluate: context => {
      const { findings, series, borrowerCase: current } = context
      const expenses = settings.selfEmployedExpenses
      const hasCashFlow = context.usesStatedAmounts && statedYears.has(current.year)
      if (!hasCashFlow && expenses === null) {
        const crops = context.rows.filter(row => isOfTwoYears(current.year, row) && row.field === 'cropInsurance')
        const others = context.rows.filter(row => isOfTwoYears(current.year, row) && row.field !== 'cropInsurance')
        if (crops.length > 0) findings.raise('schedule_f')
        if (others.length > 0 || crops.length === 0) findings.raise('schedule_c')
        if (context.prior === null) findings.flag('short_history')
        return { parts: null }
      }
      const figure = byPolicy(context, category)
      if (context.trend === 'declining') raiseDeclining(findings, context.latest!, context.prior!, settings)
      if (hasCashFlow) return { parts: [figure], history: countHistory(series, current.year) }
      findings.flag('expenses_assumed')
      return { parts: [scale(figure, 1 - expenses!)] }
    },
  }
}

function rentalRule(statedYears: Series): Rule {
  return {
    category: 'rental',
    statedYears,
    evaluate: context => {
      if (context.usesStatedAmounts && statedYears.has(context.borrowerCase.year))
        return { parts: [byPolicy(context, 'rental')] }
      context.findings.raise('schedule_e')
      return { parts: null }
    },
  }
}

function royaltyRule({ facts }: BorrowerCase): Rule {
  const fact = childOf(facts?.raw, 'royalties')
  const monthly = readStated(fact, 'monthly')
  const months = readStatedNumber(fact, 'continues_months')
  return {
    category: 'royalties',
    ...(monthly === null ? {} : { statedYears: new Map() }),
    evaluate: context => {
      // Reading: a stated amount answers the question about the contract, unless it ends too early.
      context.findings.raise('royalty_contract', { isMet: monthly !== null })
      if (isShort(months)) context.findings.raise('continuance')
      if (monthly !== null && context.usesStatedAmounts) return { parts: [monthly] }
      return { parts: [byPolicy(context, 'royalties')] }
    },
  }
}

// Sums payments for earlier or unknown years, which are part of box 3.
function lumpSumOf({ entry: { raw }, year }: Item): bigint {
  if ((readAmount(raw['pensions_and_annuities']) ?? 0n) === 0n) return 0n
  return (Array.isArray(raw['payments']) ? raw['payments'] : []).filter(isObject).reduce((total: bigint, payment) => {
    const ofYear = readYear(payment['year'])
    const amount = readAmount(payment['payment']) ?? 0n
    return amount > 0n && (ofYear === null || ofYear < year) ? total + amount : total
  }, 0n)
}

const isPaymentUnread = ({ entry: { raw, form } }: Item): boolean => {
  const list = raw['payments']
  if (form !== 'form_ssa_1099' || isAbsent(list)) return false
  const isUnread = ({ year, payment }: Raw): boolean =>
    readMoney(payment) === 'lost' || (!isAbsent(year) && readYear(year) === null)
  return !Array.isArray(list) || list.some(payment => !isObject(payment) || isUnread(payment))
}

function socialSecurityRule(borrowerCase: BorrowerCase): Rule {
  const { settings, facts } = borrowerCase
  const months = statedMonths(borrowerCase, 'social_security')
  const share = readStatedNumber(childOf(facts?.raw, 'nontaxable_share'), 'social_security')
  return {
    category: 'social_security',
    adjust: (series, items) => {
      for (const item of items) {
        const lump = lumpSumOf(item)
        if (lump > 0n) series.set(item.year, add(series.get(item.year) ?? ZERO, exact(-lump)))
      }
      return series
    },
    evaluate: context => {
      const { findings, rows } = context
      if (isShort(months)) findings.raise('continuance')
      if (rows.some(({ item }) => lumpSumOf(item) > 0n && isOfTwoYears(context.borrowerCase.year, item)))
        findings.flag('lump_sum_excluded')
      const figure = larger(ZERO, byLatest(context))
      if (context.latest !== null && isBelow(context.latest, ZERO)) findings.flag('net_negative')
      const nontaxable =
        share === null
          ? scale(figure, settings.socialSecurityNontaxable)
          : exact(figure.top * share.top, figure.bottom * share.bottom)
      return { parts: [figure], nontaxable }
    },
  }
}

// Returns true if one employer paid wages in both years, on the documents of an evaluation.
function hasSteadyEmployer(
  { borrower, year }: BorrowerCase,
  groups: readonly Group[],
  has: Evaluation['has'],
): boolean {
  const paidIn = (group: Group, ofYear: number): boolean =>
    group.items.some(item => {
      const pay = item.borrower === borrower && item.year === ofYear && has(item) ? payOf(item) : null
      return pay !== null && (pay.gross !== 0n || pay.isUnreadable)
    })
  // An issuer of sick pay alone is no employer.
  const isEmployer = (group: Group): boolean =>
    group.items.some(item => item.borrower === borrower && payOf(item)?.isSickPay !== true)
  return groups.some(group => isEmployer(group) && paidIn(group, year) && paidIn(group, year - 1))
}

function unemploymentRule(borrowerCase: BorrowerCase, groups: readonly Group[]): Rule {
  const { settings, facts } = borrowerCase
  const months = statedMonths(borrowerCase, 'unemployment')
  return {
    category: 'unemployment',
    evaluate: ({ findings, latest, prior, trend, has }) => {
      const isSteady = latest !== null && prior !== null && hasSteadyEmployer(borrowerCase, groups, has)
      const isSeasonal = facts?.raw['seasonal_unemployment'] === true || isSteady
      if (!isSeasonal) findings.raise('seasonal_employment')
      // Reading: benefits that are stated to end early do not continue.
      if (isShort(months)) findings.raise('continuance')
      if (prior === null) findings.flag('short_history')
      if (trend === 'declining') findings.flag('declining')
      if (latest === null) return { parts: [ZERO] }
      if (prior === null || (trend === 'declining' && !settings.isFha)) return { parts: [perMonth(latest)] }
      return { parts: [averageOf(latest, prior)] }
    },
  }
}

// Agricultural payments, and market gain on loans of the Commodity Credit Corporation.
const FARM_PAYMENTS: readonly string[] = ['agriculturalSubsidies', 'marketGainCommodityCreditCorporationLoans']

function continuingRule(borrowerCase: BorrowerCase, category: string): Rule {
  const months = statedMonths(borrowerCase, category)
  const { year } = borrowerCase
  return {
    category,
    evaluate: context => {
      const isFarm = context.rows.some(row => row.year === year && FARM_PAYMENTS.includes(row.field))
      if (months === null || isShort(months)) context.findings.raise('continuance')
      const figure = byLatest(context)
      // Reading: these payments are part of a farm's receipts, so the stream cannot be computed from them.
      if (isFarm) context.findings.raise('schedule_f')
      return { parts: isFarm ? null : [figure] }
    },
  }
}

const simpleRule = (category: string, condition: string, options: Partial<Rule> = {}): Rule => ({
  category,
  isNeverSupportable: condition === 'not_recurring',
  evaluate: context => {
    context.findings.raise(condition)
    return { parts: [byLatest(context)] }
  },
  ...options,
})

/** Lists a borrower's streams that are one per category. */
export function listCategoryStreams(borrowerCase: BorrowerCase, groups: readonly Group[]): Stream[] {
  const { facts } = borrowerCase
  const cashFlowOf = (key: string): Series => readYears(childOf(childOf(facts?.raw, key), 'cash_flow'))
  const rules: Rule[] = [
    selfEmploymentRule(borrowerCase, cashFlowOf('self_employment')),
    rentalRule(cashFlowOf('rental')),
    royaltyRule(borrowerCase),
    investmentRule(borrowerCase, 'interest'),
    {
      ...simpleRule('interest', 'not_recurring'),
      name: 'INTERNAL REVENUE SERVICE',
      isPart: isIrsPayer,
      evaluate: context => {
        context.findings.raise('not_recurring')
        return { parts: [byPolicy(context, 'interest')] }
      },
    },
    investmentRule(borrowerCase, 'dividends'),
    investmentRule(borrowerCase, 'tax_exempt_interest'),
    gainsRule(borrowerCase),
    socialSecurityRule(borrowerCase),
    unemploymentRule(borrowerCase, groups),
    continuingRule(borrowerCase, 'government_payments'),
    continuingRule(borrowerCase, 'other'),
    simpleRule('gambling', 'not_recurring'),
    simpleRule('allocated_tips', 'tip_reporting'),
  ]
  return rules.flatMap(rule => makeRuleStream(borrowerCase, rule) ?? [])
}

function makeRuleStream(borrowerCase: BorrowerCase, rule: Rule): Stream | null {
  const { year, settings } = borrowerCase
  const { category, isPart = () => true } = rule
  const items = borrowerCase.items.filter(
    item =>
      item.year <= year &&
      isPart(item) &&
      (rowsOf([item], category).length > 0 ||
        isUnreadFor(item, category) ||
        (category === 'capital_gains' && isBasisUnknown(item))),
  )
  const isStated = rule.statedYears !== undefined && (rule.statedYears.has(year) || category === 'royalties')
  if (!isStated && !items.some(item => isOfTwoYears(year, item))) return null
  const evaluate = (evaluation: Evaluation): Outcome => {
    const findings = new Findings(settings)
    const current = items.filter(evaluation.has)
    const isStatedHere = isStated && evaluation.usesStatedAmounts
    if (current.length === 0 && !isStatedHere) return emptyOutcome(findings)
    const rows = rowsOf(current, category)
    const documented = toSeries(rows)
    const receipts = rule.adjust === undefined ? documented : rule.adjust(documented, current)
    // Receipts stay gross next to a stated cash flow, which only replaces them in the formula.
    const series = isStatedHere && rule.statedYears!.size > 0 ? rule.statedYears! : receipts
    const isBoxUnread = current.some(
      item =>
        isOfTwoYears(year, item) &&
        (isUnreadFor(item, category) || (category === 'social_security' && isPaymentUnread(item))),
    )
    const isUnread = !isStatedHere && noteUnreadable(borrowerCase, category, findings, isBoxUnread)
    const [latest, prior] = [series.get(year) ?? null, series.get(year - 1) ?? null]
    const trend = isUnread ? 'unknown' : trendOf(latest, prior, settings)
    const context: RuleContext = {
      ...{ borrowerCase, findings, items: current, rows, series, latest, prior, trend },
      usesStatedAmounts: evaluation.usesStatedAmounts,
      has: evaluation.has,
    }
    const isEnded = latest === null && !isStatedHere
    if (isEnded && !isUnread) {
      if (category === 'capital_gains') noteUnknownBases(findings, current, year)
      // A year whose only sale has no basis has not ended: its amount is unknown.
      if (category === 'capital_gains' && current.some(item => item.year === year && isBasisUnknown(item)))
        return makeOutcome(receipts, year, findings, { parts: null, trend: 'unknown' })
      findings.flag('income_ended')
      return makeOutcome(receipts, year, findings, { parts: [ZERO], trend })
    }
    const result = rule.evaluate(context)
    if (isUnread)
      return {
        ...makeUnreadable(receipts, year, findings),
        isLossLeftOut: result.isLossLeftOut ?? false,
        ...(result.parts === null ? { readableLoss: ZERO } : {}),
      }
    return makeOutcome(receipts, year, findings, { trend, history: countHistory(series, year), ...result })
  }
  return {
    ...makeStream(borrowerCase, category, rule.name ?? null, items, evaluate),
    isNeverSupportable: rule.isNeverSupportable ?? false,
    hasDocuments: items.length > 0,
  }
}

const MONTHS_OF_RECEIPT: Readonly<Record<string, bigint>> = { alimony: 6n, child_support: 6n, foster_care: 24n }
const ALWAYS_CONTINUES = ['va_benefits', 'disability', 'public_assistance']

/** Makes a stream of each other income that the lender states. */
export function listStatedIncome(borrowerCase: BorrowerCase): Stream[] {
  const { facts, settings, year } = borrowerCase
  return (facts?.otherIncome ?? []).flatMap((fact: Raw) => {
    const kind = readText(fact['kind']) ?? 'other'
    const monthly = readStated(fact, 'monthly')
    if (monthly === null || isZero(monthly)) return []
    const evaluate = (evaluation: Evaluation): Outcome => {
      const findings = new Findings(settings)
      if (!evaluation.usesStatedAmounts) return emptyOutcome(findings)
      const months = readStatedNumber(fact, 'continues_months')
      if ((months === null || isShort(months)) && !ALWAYS_CONTINUES.includes(kind)) findings.raise('continuance')
      const required = MONTHS_OF_RECEIPT[kind]
      const received = readStatedNumber(fact, 'received_months')
      if (required !== undefined && (received === null || isBelow(received, exact(required))))
        findings.raise('receipt_history')
      const nontaxable = readFlag(fact['nontaxable']) === true ? monthly : ZERO
      return makeOutcome(new Map(), year, findings, { parts: [monthly], trend: 'new', nontaxable })
    }
    return [{ ...makeStream(borrowerCase, 'other_income', kind, [], evaluate), hasDocuments: false }]
  })
}
