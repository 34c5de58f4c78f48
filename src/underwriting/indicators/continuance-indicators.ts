import { addCents, type Cents } from '../../core/money.js'
import { findCell, type SourceDocument } from '../../ingest/source.js'
import type { FormUses } from '../../schema/form.js'
import { findCategory, type Role } from '../../schema/role.js'
import type { StreamItem } from '../streams/stream.js'
import { inputOf, inputOfBox } from '../traces/trace.js'
import type { BorrowerForms } from './borrower-forms.js'
import type { IndicatorCollector } from './indicator.js'

/** The IRA withdrawals of one borrower in the as-of year, as the retirement streams count them. */
export interface IraWithdrawals {
  readonly borrower: string
  /** All withdrawals of the year, without rollovers and conversions. */
  readonly amount: Cents
  readonly items: readonly StreamItem[]
}

const isRetirement = (role: Role): boolean => findCategory(role) === 'retirement'

const getBalanceBox = ({ compiledForm }: SourceDocument): string =>
  (compiledForm.uses.retirementAccount as FormUses['retirementAccount']).balance

/**
 * Adds how long the balances on Forms 5498 cover the IRA withdrawals of a borrower. A Form 5498 says nothing about a plan
 * or a pension, so their payments are not withdrawals here.
 */
export function addContinuanceIndicators(
  collector: IndicatorCollector,
  forms: BorrowerForms,
  asOfYear: number,
  { amount, items }: IraWithdrawals,
): void {
  if (amount <= 0) return
  const accounts = forms.accounts.filter(
    account => account.year === asOfYear && findCell(account, getBalanceBox(account)) !== null,
  )
  if (accounts.length === 0) return
  let balance: Cents = 0
  for (const account of accounts) balance = addCents(balance, findCell(account, getBalanceBox(account)) as number)
  const { continuanceMonths } = collector.policy
  const months = balance <= 0 ? 0n : (BigInt(balance) * 12n) / BigInt(amount)
  const yearRange = { from: asOfYear, to: asOfYear }
  const subject = { recipient: forms.borrower.id, taxYear: asOfYear }
  const isUnreadable =
    forms.isFormUnreadable(yearRange, 'retirementAccount', ({ balance: box }) => [box]) ||
    forms.isSumUnreadable(yearRange, isRetirement)
  collector.add('retirement_continuance_months', subject, Number(months), {
    rule: 'balances on Forms 5498 / (IRA withdrawals / 12), whole months; withdrawals without rollovers and conversions',
    inputs: () => [
      ...accounts.map(account => inputOfBox(account, getBalanceBox(account))),
      ...items.map(({ document, field, cents }) => inputOf(document.document, field, cents)),
    ],
    isIncomplete: isUnreadable,
  })
  collector.add('continuance_met', subject, String(months >= BigInt(continuanceMonths)), {
    rule: `retirement_continuance_months of ${continuanceMonths} or more`,
    parts: ['retirement_continuance_months'],
    isIncomplete: isUnreadable,
  })
}
