import {
  addCents,
  type Cents,
  centsFromOptionalDollars,
  multiplyCents,
  narrowBigint,
  sumCents,
} from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import type { Liabilities } from '../../figures/liabilities.js'
import type { FormUses } from '../../schema/form.js'
import type { BorrowerView } from '../borrowers/borrower-view.js'
import { isFormUnreadable } from '../borrowers/completeness.js'
import type { Loan } from '../mortgages/loans.js'
import type { Statement } from '../mortgages/statement.js'
import type { KnownFacts, Policy } from '../policies/settings.js'
import { divideHalfAway } from '../streams/averaging.js'
import { inputOf, inputOfStated, leftOut, type TraceInput } from '../traces/trace.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'

const TOTAL = 'total.qualifying_monthly'

/** Those amounts that were given, as inputs. */
const given = (form: string, amounts: Readonly<Record<string, Cents | null>>): TraceInput[] =>
  Object.entries(amounts).flatMap(([field, cents]) => (cents === null ? [] : [inputOfStated(form, field, cents)]))

const owedForYear = ({ year, amount }: Liabilities['years'][number]): TraceInput => ({
  ...inputOfStated('taxpayer', 'tax_years.amount', amount),
  year,
})

/** The balances that were given. */
const balancesOf = ({ total, balanceDue, yearsTotal, years }: Liabilities): Cents[] =>
  [total, balanceDue, yearsTotal, ...years.map(({ amount }) => amount)].filter(cents => cents !== null)

/** What is owed, as far as it can be read. */
function stateOf(liabilities: Liabilities): string {
  if (liabilities.lienFiled === true) return 'lien'
  return balancesOf(liabilities).some(cents => cents > 0) ? 'balance_no_lien' : 'none'
}

/** A balance over months, rounded up to the cent; a credit asks for no payment. */
const paymentOf = (balance: Cents, months: number): Cents =>
  balance <= 0 ? 0 : narrowBigint((BigInt(balance) + BigInt(months) - 1n) / BigInt(months))

/**
 * Indicators of tax debt and of obligations. Missing: null for a row whose balance was not given; a ratio to no income is
 * null.
 *
 * @param income A month's qualifying income, with a gross-up that only ratios take.
 * @param unreadable Whether something behind the income, or behind a balance, could not be read.
 * @param prefix What the name of the figure of the income begins with.
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
  const obligations = centsFromOptionalDollars(known?.monthlyObligations)
  const stated = centsFromOptionalDollars(known?.plan?.monthlyPayment)
  return [
    indicatorOf(
      'liability_to_income',
      total === null ? undefined : income > 0 ? divideToMicros(total, multiplyCents(income, 12)) : null,
      'total tax liabilities / (12 x monthly qualifying income)',
      { inputs: () => given('taxpayer', all), parts, lost: unreadable.income },
    ),
    indicatorOf(
      'lien_share',
      total === null || withLien === null ? undefined : lienShare,
      'liabilities with a lien / total',
      { inputs: () => given('taxpayer', { ...lien, ...all }) },
    ),
    indicatorOf('lien_filed', withLien === null ? undefined : String(lienFiled), 'liabilities with a lien above 0', {
      inputs: () => given('taxpayer', lien),
    }),
    indicatorOf(
      'tax_debt_state',
      balancesOf(liabilities).length === 0 && withLien === null
        ? undefined
        : isDoubtful
          ? null
          : `${state}/${plan ?? 'unknown'}`,
      'lien if one is filed, else balance_no_lien if any balance is above 0, else none; then the plan',
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
          ? divideToMicros(addCents(obligations, stated ?? imputed ?? 0), income)
          : null,
      '(monthly obligations + stated, else imputed, tax payment) / monthly qualifying income',
      {
        inputs: () => given('known_facts', { monthly_obligations: obligations, 'plan.monthly_payment': stated }),
        parts: stated === null && imputed !== null ? ['imputed_monthly_tax_payment', ...parts] : parts,
        note: stated === null && imputed === null ? 'no balance was given, so no tax payment is included' : null,
        lost: unreadable.income,
      },
    ),
  ]
}

type Box = 'principal' | 'interest'

const boxesOf = ({ document }: Statement) => document.compiledForm.uses.mortgage as FormUses['mortgage']

const inputAt = (statement: Statement, box: Box): TraceInput =>
  inputOf(statement.document, boxesOf(statement)[box], statement[box])

/**
 * Loans of a year that Forms 1098 report: obligations that an application may not list. Missing: an amount is null where
 * none of its boxes could be read.
 */
export function mortgageIndicators(
  borrower: BorrowerView,
  year: number,
  loans: readonly Loan[],
): (IndicatorValue | null)[] {
  const held = loans.filter(loan => loan.year === year)
  const ofYear = (each: number): boolean => each === year
  if (held.length === 0 && !borrower.result.completeness.hasRejectedEntry(ofYear, 'mortgage')) return []
  const statements = held.flatMap(loan => loan.statements)
  const sumOf = (
    name: 'mortgage_principal' | 'monthly_mortgage_interest',
    box: Box,
    rule: string,
    counted: readonly Statement[],
    months: number,
  ): IndicatorValue | null => {
    const given = counted.filter(each => each[box] !== null)
    const isLost = (each: Statement): boolean => each.document.unreadableFields.includes(boxesOf(each)[box])
    if (given.length === 0 && !statements.some(isLost)) return null
    const sum = sumCents(given.map(each => each[box] ?? 0))
    const amount = given.length === 0 ? null : divideHalfAway(sum, months)
    const lost = isFormUnreadable(borrower, 'mortgage', ofYear, boxes => [boxes[box]])
    const left = statements.filter(each => each[box] !== null && !counted.includes(each))
    return indicatorOf(name, amount, rule, {
      inputs: () => given.map(each => inputAt(each, box)),
      excluded: () => left.map(each => leftOut(inputAt(each, box), 'servicing_transfer')),
      lost,
    })
  }
  const first = held.flatMap(loan => loan.statements.find(({ principal }) => principal !== null) ?? [])
  return [
    indicatorOf('mortgages_reported', held.length, 'loans that Forms 1098 of the year report', {
      inputs: () => statements.map(each => ({ ...inputAt(each, 'principal'), cents: null })),
      lost: isFormUnreadable(borrower, 'mortgage', ofYear),
    }),
    sumOf('mortgage_principal', 'principal', 'sum of outstanding principal, each loan once', first, 1),
    sumOf('monthly_mortgage_interest', 'interest', 'interest paid in the year / 12', statements, 12),
  ]
}
