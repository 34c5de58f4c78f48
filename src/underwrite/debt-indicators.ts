import { ratioMicros } from '../core/micros.js'
import { addCents, type Cents, narrow } from '../core/money.js'
import type { Liabilities } from '../summarize/liabilities.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { centsIfStated, type KnownFacts } from './known-facts.js'
import type { Policy } from './policy.js'
import { inputOfStated, type TraceInput } from './trace.js'

const TOTAL = 'total.qualifying_monthly'

/** Those amounts that were given, as inputs. */
const given = (form: string, amounts: Readonly<Record<string, Cents | null>>): TraceInput[] =>
  Object.entries(amounts).flatMap(([field, cents]) =>
    cents === null ? [] : [inputOfStated(form, field, cents)],
  )

/** Twelve months of an amount. */
const yearOf = (month: Cents): Cents => {
  const year = typeof month === 'number' ? 12 * month : Number.NaN
  return Number.isSafeInteger(year) ? year : narrow(12n * BigInt(month))
}

/** The balance of a year. */
const owedForYear = ({ year, amount }: Liabilities['years'][number]): TraceInput => ({
  ...inputOfStated('taxpayer', 'tax_years.amount', amount),
  year,
})

/** True where any balance was given. */
const isBalanceGiven = ({ total, balanceDue, yearsTotal, years }: Liabilities): boolean =>
  total !== null || balanceDue !== null || yearsTotal !== null || years.length > 0

/** What is owed, as far as it can be read. */
function stateOf({ total, balanceDue, yearsTotal, lienFiled, years }: Liabilities): string {
  if (lienFiled === true) return 'lien'
  if ((total ?? 0) > 0 || (balanceDue ?? 0) > 0 || (yearsTotal ?? 0) > 0) return 'balance_no_lien'
  for (const { amount } of years) if (amount > 0) return 'balance_no_lien'
  return 'none'
}

/** A balance over months, rounded up to the cent; a credit asks for no payment. */
function paymentOf(balance: Cents, months: number): Cents {
  if (balance <= 0) return 0
  if (typeof balance === 'number') {
    const rest = balance % months
    return (balance - rest) / months + (rest > 0 ? 1 : 0)
  }
  return narrow((BigInt(balance) + BigInt(months) - 1n) / BigInt(months))
}

/**
 * Indicators of tax debt and of obligations. `income` is a month's qualifying income, a gross-up that only ratios take
 * among it, and `prefix` what its figure's name begins with; `lost` tells whether it, or a balance, is not whole. Missing: null for a row whose balance was not given; a
 * ratio to no income is null.
 */
export function debtIndicators(
  liabilities: Liabilities,
  income: Cents,
  unreadable: { readonly income: boolean; readonly balance: boolean },
  policy: Policy,
  known: KnownFacts | undefined,
  prefix: string,
): (IndicatorValue | null)[] {
  const { total, withLien, balanceDue, lienShare, lienFiled, oldestBalanceYear, years } = liabilities
  const lien = { liabilities_with_lien_filed: withLien }
  const all = { total_liabilities: total }
  const due = { balance_due: balanceDue }
  const figures = policy.grossUpUse === 'ratio_only' ? [TOTAL, 'total.gross_up'] : [TOTAL]
  const parts = figures.map(figure => `${prefix}${figure}`)
  const state = stateOf(liabilities)
  // No debt that can be read is not no debt.
  const isDoubtful = state === 'none' && unreadable.balance
  const plan = known?.plan?.state
  const imputed = balanceDue === null ? null : paymentOf(balanceDue, policy.imputeMonths)
  const obligations = centsIfStated(known?.monthlyObligations)
  const stated = centsIfStated(known?.plan?.monthlyPayment)
  return [
    indicatorOf(
      'liability_to_income',
      total === null ? undefined : income > 0 ? ratioMicros(total, yearOf(income)) : null,
      'total tax liabilities / (12 x qualifying income of a month)',
      { inputs: () => given('taxpayer', all), parts, lost: unreadable.income },
    ),
    indicatorOf(
      'lien_share',
      total === null || withLien === null ? undefined : lienShare,
      'liabilities with a lien / total',
      { inputs: () => given('taxpayer', { ...lien, ...all }) },
    ),
    indicatorOf(
      'lien_filed',
      withLien === null ? undefined : String(lienFiled),
      'liabilities with a lien above 0',
      { inputs: () => given('taxpayer', lien) },
    ),
    indicatorOf(
      'tax_debt_state',
      !isBalanceGiven(liabilities) && withLien === null
        ? undefined
        : isDoubtful
          ? null
          : `${state}/${plan ?? 'unknown'}`,
      'lien where one is filed, else balance_no_lien where any balance is above 0, else none; then the plan',
      {
        inputs: () => [
          ...given('taxpayer', { ...lien, ...all, ...due }),
          ...years.map(owedForYear),
          ...(plan === undefined ? [] : [inputOfStated('known_facts', 'plan.state', null, plan)]),
        ],
        note: withLien === null ? 'whether a lien is filed was not given' : null,
        lost: isDoubtful,
      },
    ),
    indicatorOf(
      'imputed_monthly_tax_payment',
      imputed ?? undefined,
      `balance due / ${policy.imputeMonths}, rounded up`,
      { inputs: () => given('taxpayer', due) },
    ),
    indicatorOf('oldest_balance_year', oldestBalanceYear ?? undefined, 'oldest year with a balance above 0', {
      inputs: () => years.map(owedForYear),
    }),
    indicatorOf(
      'dti',
      obligations === null
        ? undefined
        : income > 0
          ? ratioMicros(addCents(obligations, stated ?? imputed ?? 0), income)
          : null,
      '(monthly obligations + stated, else imputed, tax payment) / qualifying income of a month',
      {
        inputs: () =>
          given('known_facts', { monthly_obligations: obligations, 'plan.monthly_payment': stated }),
        parts: stated === null && imputed !== null ? ['imputed_monthly_tax_payment', ...parts] : parts,
        note: stated === null && imputed === null ? 'no balance was given, so no tax payment is in it' : null,
        lost: unreadable.income,
      },
    ),
  ]
}
