// The rules of a stream's figures as sentences.

import type { Cents } from '../../core/money.js'
import { type AppliedCondition, blocksDocument, blocksPart, blocksStream } from '../conditions/apply-conditions.js'
import { hidesAmount } from '../conditions/condition.js'
import type { IncomeStream } from '../income-stream.js'
import type { UnderwritingPolicy } from '../policies/policy.js'
import type { Method } from '../streams/formulas.js'

const listCodes = (conditions: readonly AppliedCondition[]): string[] => [
  ...new Set(conditions.map(({ raised }) => raised.code)),
]

const formatPercentOf = (share: number): string => `${Number((share * 100).toFixed(4))}%`

/** Returns ` of YEAR`. Empty if there is no as-of year, because no document has income. */
const formatOfYear = (year: number): string => (year > 0 ? ` of ${year}` : '')

/** Says how the amount of a year is computed. */
export function describeYear(stream: IncomeStream, year: number, value: Cents | null, boxes: Cents): string {
  const { category, flags, conditions, isExcess } = stream
  if (conditions.some(({ raised: { code, taxYear } }) => hidesAmount(code) && taxYear === year))
    return `a document of ${year} that this income needs could not be read`
  if (conditions.some(({ raised: { code, taxYear } }) => code === 'cost_basis' && taxYear === year) && value === null)
    return `the gain of ${year} is unknown, because the cost basis of a sale is unknown`
  if (value === null) return `no document${formatOfYear(year)} shows this income`
  if (isExcess)
    return `what the job of several employers paid in ${year} above its limit: the year before plus what the earlier employers lost`
  const isPay = category === 'wages' || category === 'officer_compensation' || category === 'sick_pay'
  const sum = isPay
    ? `gross pay of ${year}: the larger of box 5 and box 1 less box 11 (without box 5, also deferrals of box 12)`
    : `the sum of the boxes of ${year}`
  if (value === boxes) return sum
  if (flags.includes('hours_moved')) return `${sum}; after pay that moved between jobs was moved back`
  if (!isPay) return sum
  if (value > boxes) return `${sum}; plus sick pay that an insurer paid`
  return `${sum}; limited, because the rest may be a second job or belongs to another stream`
}

/** Says how the monthly amount is computed, without gross-up. */
function describeMethod({ method, flags, jobRule }: IncomeStream, year: number): string {
  if (flags.includes('net_negative')) return '0: more benefits were repaid than received'
  if (jobRule === 'months_worked')
    return `the smaller of latest / 12 and (latest + prior) / (12 + months worked in ${year - 1})`
  if (jobRule === 'predecessors')
    return `the smaller of latest / 12 and (latest + prior + pay of ${year - 1} from employers that ended) / 24`
  switch (method) {
    case 'current_pay':
      return 'the sum of the parts of current pay that the lender states'
    case 'stated':
      return 'the monthly amount that the lender states'
    case 'none':
      return flags.includes('employer_ended')
        ? '0: the job is over'
        : `0: no document${formatOfYear(year)} shows an amount that counts`
    default:
      return describeFormula(method)
  }
}

const describeFormula = (method: Method): string =>
  method === 'average'
    ? '(latest + prior) / 24'
    : method === 'lesser'
      ? 'the smaller of (latest + prior) / 24 and latest / 12'
      : 'latest / 12'

export function describeComputed(
  stream: IncomeStream,
  policy: UnderwritingPolicy,
  year: number,
  hasCashFlow: boolean,
): string {
  const { computedMonthly, grossUp, flags, conditions } = stream
  if (computedMonthly === null) {
    const codes = listCodes(conditions.filter(blocksStream))
    return `it cannot be computed from these documents${codes.length === 0 ? '' : `; open conditions: ${codes.join(', ')}`}`
  }
  const addsGrossUp = policy.grossUpUse === 'income' && grossUp !== 0 && computedMonthly !== 0
  const method = hasCashFlow
    ? `the policy's formula on the cash flow that the lender states: ${describeFormula(stream.method)}`
    : describeMethod(stream, year)
  const expenses =
    flags.includes('expenses_assumed') && policy.selfEmployedExpenses !== null
      ? `, less ${formatPercentOf(policy.selfEmployedExpenses)} for expenses`
      : ''
  return `${method}${expenses}${addsGrossUp ? ', plus gross_up' : ''}`
}

export function describeGrossUp({ category, grossUp }: IncomeStream, policy: UnderwritingPolicy): string {
  if (policy.grossUp === 0) return 'the policy adds nothing to nontaxable income'
  if (grossUp === 0) return 'no part of the income is known to be nontaxable'
  const share = formatPercentOf(policy.grossUp)
  const part =
    category === 'social_security'
      ? `the nontaxable share (${formatPercentOf(policy.socialSecurityNontaxable)}, unless stated) of the monthly amount`
      : 'the nontaxable part of the monthly amount, by the same formula'
  return `${share} of ${part}${policy.grossUpUse === 'ratio_only' ? '; used in ratios only' : ''}`
}

/** Says what counts today, and which open conditions keep the stream, a part or a document from counting. */
export function describeQualifying(stream: IncomeStream): string {
  const { computedMonthly, qualifyingMonthly, conditions, flags } = stream
  if (flags.includes('overridden')) return 'the amount that the underwriter set'
  if (flags.includes('loss_not_considered')) return '0: the policy leaves this loss out'
  const blocking = listCodes(conditions.filter(blocksStream))
  if (qualifyingMonthly < 0) return 'computed_monthly: a loss always counts'
  if (blocking.length > 0) return `0 while these conditions are open: ${blocking.join(', ')}`
  if (computedMonthly === null) return '0: it cannot be computed'
  if (qualifyingMonthly === computedMonthly) return 'computed_monthly: no condition that blocks it is open'
  const parts = conditions.filter(blocksPart)
  if (parts.length > 0) {
    const names = parts.map(({ raised }) => (raised.about === null ? raised.code : `${raised.about} (${raised.code})`))
    return `computed_monthly without the parts whose conditions are open: ${[...new Set(names)].join(', ')}`
  }
  const codes = listCodes(conditions.filter(blocksDocument))
  const smaller = 'the smaller of computed_monthly and the same without'
  // A document of another stream can decide: pay that moved between jobs, or a rollover.
  return codes.length === 0
    ? `${smaller} documents that do not count today`
    : `${smaller} the documents whose conditions are open: ${codes.join(', ')}`
}

/** Says what would count once the open conditions are met. */
export function describeSupportable(stream: IncomeStream): string {
  const { computedMonthly, supportableMonthly, flags, conditions } = stream
  if (supportableMonthly === null) return 'it cannot be computed before its documents are there'
  if (supportableMonthly === computedMonthly) return 'computed_monthly: what counts once the open conditions are met'
  if (flags.includes('loss_not_considered')) return '0: the policy leaves this loss out'
  if (supportableMonthly === 0) return '0: no document would make it count'
  if (conditions.some(({ raised }) => raised.code === 'start_date'))
    return 'latest / 12, which counts once the start date is known'
  return 'what counts once the open conditions are met'
}
