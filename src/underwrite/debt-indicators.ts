import { addCents, type Cents, narrow, ratioMicros } from '../core/money.js'
import type { Liabilities } from '../summarize/liabilities.js'
import { indicatorOf, type WorkedIndicator } from './indicator.js'
import { centsOfGiven, type KnownFacts } from './known-facts.js'
import type { Policy } from './policy.js'
import { inputOfGiven, type TraceInput } from './trace.js'

const TOTAL = 'total.qualifying_monthly'
const owed = (field: string, cents: Cents): TraceInput => inputOfGiven('taxpayer', field, cents)
const given = (field: string, cents: Cents): TraceInput => inputOfGiven('known_facts', field, cents)

/** Twelve months of an amount. */
const yearOf = (month: Cents): Cents => {
  const year = typeof month === 'number' ? 12 * month : Number.NaN
  return Number.isSafeInteger(year) ? year : narrow(12n * BigInt(month))
}

/** The balance of a year. */
const owedForYear = ({ year, amount }: Liabilities['years'][number]): TraceInput => ({
  ...owed('tax_years.amount', amount),
  year,
})

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
 * among it; `lost` tells whether it, or a balance,
 * is not whole. Missing: a row whose balance was not given is left out; a ratio to no income is null.
 */
export function debtIndicators(
  liabilities: Liabilities,
  income: Cents,
  lost: { readonly income: boolean; readonly balance: boolean },
  policy: Policy,
  known?: KnownFacts,
): WorkedIndicator[] {
  const { total, withLien, balanceDue, yearsTotal, lienShare, lienFiled, oldestBalanceYear, years } =
    liabilities
  const rows: WorkedIndicator[] = []
  const parts = policy.grossUpUse === 'ratio_only' ? [TOTAL, 'total.gross_up'] : [TOTAL]
  if (total !== null) {
    rows.push(
      indicatorOf(
        'liability_to_income',
        { ratio: income > 0 ? ratioMicros(total, yearOf(income)) : null },
        'total tax liabilities / (12 x qualifying income of a month)',
        { inputs: () => [owed('total_liabilities', total)], parts, lost: lost.income },
      ),
    )
  }
  if (total !== null && withLien !== null) {
    rows.push(
      indicatorOf('lien_share', { ratio: lienShare }, 'liabilities with a lien / total', {
        inputs: () => [owed('liabilities_with_lien_filed', withLien), owed('total_liabilities', total)],
      }),
    )
  }
  if (withLien !== null) {
    rows.push(
      indicatorOf('lien_filed', { label: String(lienFiled) }, 'liabilities with a lien above 0', {
        inputs: () => [owed('liabilities_with_lien_filed', withLien)],
      }),
    )
  }
  const balances = [total, balanceDue, yearsTotal, ...years.map(({ amount }) => amount)].filter(
    each => each !== null,
  )
  if (balances.length > 0 || withLien !== null) {
    const state = lienFiled === true ? 'lien' : balances.some(each => each > 0) ? 'balance_no_lien' : 'none'
    rows.push(
      indicatorOf(
        'tax_debt_state',
        { label: `${state}/${known?.plan?.state ?? 'unknown'}` },
        'lien where one is filed, else balance_no_lien where any balance is above 0, else none; then the plan',
        {
          inputs: () => [
            ...(withLien === null ? [] : [owed('liabilities_with_lien_filed', withLien)]),
            ...(total === null ? [] : [owed('total_liabilities', total)]),
            ...(balanceDue === null ? [] : [owed('balance_due', balanceDue)]),
            ...years.map(owedForYear),
            ...(known?.plan === undefined
              ? []
              : [inputOfGiven('known_facts', 'plan.state', null, known.plan.state)]),
          ],
          note: withLien === null ? 'whether a lien is filed was not given' : null,
          lost: state === 'none' && lost.balance,
        },
      ),
    )
  }
  if (balanceDue !== null) {
    rows.push(
      indicatorOf(
        'imputed_monthly_tax_payment',
        { amount: paymentOf(balanceDue, policy.imputeMonths) },
        `balance due / ${policy.imputeMonths}, rounded up`,
        { inputs: () => [owed('balance_due', balanceDue)] },
      ),
    )
  }
  if (oldestBalanceYear !== null) {
    rows.push(
      indicatorOf('oldest_balance_year', { count: oldestBalanceYear }, 'oldest year with a balance above 0', {
        inputs: () => years.map(owedForYear),
      }),
    )
  }
  rows.push(...debtToIncome(balanceDue, income, lost.income, policy, parts, known))
  return rows
}

function debtToIncome(
  balanceDue: Cents | null,
  income: Cents,
  lost: boolean,
  policy: Policy,
  parts: readonly string[],
  known?: KnownFacts,
): WorkedIndicator[] {
  const obligations =
    known?.monthly_obligations === undefined ? null : centsOfGiven(known.monthly_obligations)
  if (obligations === null) return []
  const stated = known?.plan?.monthly_payment === undefined ? null : centsOfGiven(known.plan.monthly_payment)
  const imputed = balanceDue === null ? null : paymentOf(balanceDue, policy.imputeMonths)
  const payment = stated ?? imputed ?? 0
  return [
    indicatorOf(
      'dti',
      { ratio: income > 0 ? ratioMicros(addCents(obligations, payment), income) : null },
      '(monthly obligations + stated, else imputed, tax payment) / qualifying income of a month',
      {
        inputs: () => [
          given('monthly_obligations', obligations),
          ...(stated === null ? [] : [given('plan.monthly_payment', stated)]),
        ],
        parts: stated === null && imputed !== null ? ['imputed_monthly_tax_payment', ...parts] : [...parts],
        note: stated === null && imputed === null ? 'no balance was given, so no tax payment is in it' : null,
        lost,
      },
    ),
  ]
}
