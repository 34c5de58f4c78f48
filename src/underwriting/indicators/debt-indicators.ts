import { addCents, type Cents, multiplyCents, narrowBigint } from '../../core/money.js'
import { divideToMicros } from '../../core/ratio.js'
import { hasUnreadableBalance, hasUnreadableLien, type Liabilities } from '../../figures/liabilities.js'
import { SELF } from '../../figures/recipients.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { TaxpayerFacts } from '../facts/known-facts.js'
import { inputOfStated, type TraceInput } from '../traces/trace.js'
import type { IndicatorCollector } from './indicator.js'

/** The income of all borrowers together. */
export interface TotalIncome {
  /** `self`, or `all` if there are several borrowers. */
  readonly recipient: string
  /** True if a figure behind it is incomplete. */
  readonly isIncomplete: boolean
  /** The figures that it consists of. */
  readonly figures: readonly string[]
}

/** The qualifying income that ratios divide by. */
interface RatioIncome extends TotalIncome {
  /** Per month. It includes the gross-up, also if the policy uses it in ratios only. */
  readonly monthly: Cents
}

/** The months over which the estimated payment of a balance due is spread. It is this library's own choice. */
const IMPUTED_PAYMENT_MONTHS = 72

/** True if a balance or a lien is above 0. */
export const hasTaxDebt = ({ total, balanceDue, yearsTotal, years, lienFiled }: Liabilities): boolean =>
  lienFiled === true ||
  (total ?? 0) > 0 ||
  (balanceDue ?? 0) > 0 ||
  (yearsTotal ?? 0) > 0 ||
  years.some(({ amount }) => amount > 0)

const hasNoBalance = ({ total, balanceDue, yearsTotal, years, withLien }: Liabilities): boolean =>
  total === null && balanceDue === null && yearsTotal === null && withLien === null && years.length === 0

/** Converts amounts that are not null to trace inputs. */
export const traceAmounts = (form: string, amounts: Readonly<Record<string, Cents | null>>): TraceInput[] =>
  Object.entries(amounts).flatMap(([field, cents]) => (cents === null ? [] : [inputOfStated(form, field, cents)]))

const traceBalance = ({ year, amount }: Liabilities['years'][number]): TraceInput => ({
  ...inputOfStated('taxpayer', 'tax_years.amount', amount),
  year,
})

/** Adds the indicators about tax debt and stated obligations. An amount that is not given has no row. */
export function addDebtIndicators(
  collector: IndicatorCollector,
  result: TaxpayerResult,
  facts: TaxpayerFacts | null,
  income: RatioIncome,
): void {
  const { liabilities } = result
  const isBalanceUnreadable = hasUnreadableBalance(result.dossier.taxpayer)
  const isLienUnreadable = hasUnreadableLien(result.dossier.taxpayer)
  if (!hasNoBalance(liabilities) || isBalanceUnreadable || isLienUnreadable)
    addTaxDebtIndicators(collector, liabilities, facts, income, isBalanceUnreadable, isLienUnreadable)
  const obligations = facts?.obligationsMonthly ?? null
  if (obligations === null) return
  const payment = facts?.taxPlan?.paymentMonthly ?? null
  collector.add(
    'dti',
    { recipient: income.recipient, taxYear: null },
    income.monthly > 0 ? divideToMicros(addCents(obligations, payment ?? 0), income.monthly) : null,
    {
      rule: '(monthly obligations + payment of the stated tax plan) / monthly qualifying income',
      inputs: () =>
        traceAmounts('known_facts', { obligations_monthly: obligations, 'tax_plan.payment_monthly': payment }),
      parts: income.figures,
      detail: payment === null ? explainMissingPayment(liabilities, isBalanceUnreadable) : null,
      isIncomplete: income.isIncomplete,
    },
  )
}

/** Explains why the ratio may be too low if no payment of a tax plan is stated. Null if there is no tax debt. */
function explainMissingPayment(liabilities: Liabilities, isBalanceUnreadable: boolean): string | null {
  if (hasTaxDebt(liabilities))
    return 'A tax balance has no plan with a stated payment, so no payment for it is included.'
  return isBalanceUnreadable ? 'A tax balance could not be read, so no payment for it is included.' : null
}

function addTaxDebtIndicators(
  collector: IndicatorCollector,
  liabilities: Liabilities,
  facts: TaxpayerFacts | null,
  income: RatioIncome,
  isBalanceUnreadable: boolean,
  isLienUnreadable: boolean,
): void {
  const { total, withLien, balanceDue, lienShare, lienFiled, oldestBalanceYear, years } = liabilities
  // The liabilities are those of the taxpayer. Only the income may be that of several borrowers.
  const subject = { recipient: SELF, taxYear: null }
  const trace = (amounts: Readonly<Record<string, Cents | null>>) => (): TraceInput[] =>
    traceAmounts('taxpayer', amounts)
  const lien = { liabilities_with_lien_filed: withLien }
  const all = { total_liabilities: total }
  const due = { balance_due: balanceDue }
  if (total !== null)
    collector.add(
      'liability_to_income',
      { recipient: income.recipient, taxYear: null },
      income.monthly > 0 ? divideToMicros(total, multiplyCents(income.monthly, 12)) : null,
      {
        rule: 'total tax liabilities / (12 x monthly qualifying income)',
        inputs: trace(all),
        parts: income.figures,
        isIncomplete: income.isIncomplete,
      },
    )
  if (total !== null && withLien !== null)
    collector.add('lien_share', subject, lienShare, {
      rule: 'liabilities with a lien / total',
      inputs: trace({ ...lien, ...all }),
    })
  if (withLien !== null)
    collector.add('lien_filed', subject, String(lienFiled), {
      rule: 'liabilities with a lien above 0',
      inputs: trace(lien),
    })
  const debtState = lienFiled === true ? 'lien' : hasTaxDebt(liabilities) ? 'balance_no_lien' : 'none'
  // If a balance is unreadable, it is unknown whether there is debt. If a lien is unreadable, so is the state.
  const isUnknown = debtState !== 'lien' && (isLienUnreadable || (debtState === 'none' && isBalanceUnreadable))
  const planState = facts?.taxPlan?.state
  collector.add('tax_debt_state', subject, isUnknown ? null : `${debtState}/${planState ?? 'unknown'}`, {
    rule: 'lien if one is filed, else balance_no_lien if any balance is above 0, else none; then the plan',
    inputs: () => [
      ...trace({ ...lien, ...all, ...due })(),
      ...years.map(traceBalance),
      ...(planState === undefined ? [] : [inputOfStated('known_facts', 'tax_plan.state', null, planState)]),
    ],
    detail: withLien === null ? 'The records do not say whether a lien is filed.' : null,
    isIncomplete: isUnknown,
  })
  if (balanceDue !== null)
    collector.add('imputed_monthly_tax_payment', subject, imputePayment(balanceDue), {
      rule: `balance due / ${IMPUTED_PAYMENT_MONTHS}, rounded up`,
      inputs: trace(due),
    })
  if (oldestBalanceYear !== null)
    collector.add('oldest_balance_year', subject, oldestBalanceYear, {
      rule: 'oldest year with a balance above 0',
      inputs: () => years.map(traceBalance),
    })
}

/** Estimates the monthly payment of a balance, rounded up to the cent. A credit needs no payment. */
const imputePayment = (balance: Cents): Cents =>
  balance <= 0
    ? 0
    : narrowBigint((BigInt(balance) + BigInt(IMPUTED_PAYMENT_MONTHS) - 1n) / BigInt(IMPUTED_PAYMENT_MONTHS))
