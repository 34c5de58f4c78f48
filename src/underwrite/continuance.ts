import { sumCents } from '../core/money.js'
import { categoryOf } from '../model/role.js'
import { cellOf } from '../normalize/source.js'
import { type BorrowerView, ownForms } from './borrower-view.js'
import type { AdjustedYear } from './facts-of-years.js'
import { type IndicatorValue, indicatorOf } from './indicator.js'
import { isFormUnreadable, isSumUnreadable } from './lost.js'
import type { Policy } from './policy.js'
import { iraSources } from './retirement.js'
import { inputOf } from './trace.js'

/** A borrower's year of retirement income. */
export interface RetirementYear {
  readonly latest: AdjustedYear
  readonly view: BorrowerView
}

/** How long the balances of Form 5498 would last. Missing: no row without a balance, or without income from IRAs. */
export function continuanceIndicators(
  borrower: BorrowerView,
  year: number,
  retirement: readonly RetirementYear[],
  policy: Policy,
): (IndicatorValue | null)[] {
  const iraIncome = sumCents(retirement.map(({ latest }) => latest.ira))
  if (iraIncome <= 0) return []
  const inputs = ownForms(borrower, 'retirementAccount', year).flatMap(({ document, boxes: { balance } }) => {
    const cents = cellOf(document, balance) as number | null
    return cents === null ? [] : [inputOf(document, balance, cents)]
  })
  if (inputs.length === 0) return []
  const ofYear = (each: number): boolean => each === year
  const unreadable =
    retirement.some(({ latest }) => latest.flags.includes('incomplete')) ||
    isFormUnreadable(borrower, 'retirementAccount', ofYear, ({ balance }) => [balance]) ||
    isSumUnreadable(borrower, ofYear, role => categoryOf(role) === 'retirement')
  const sources = () => retirement.map(({ latest, view }) => iraSources(latest, view, year))
  const balance = BigInt(sumCents(inputs.map(({ cents }) => cents ?? 0)))
  const months = balance <= 0n ? 0n : (balance * 12n) / BigInt(iraIncome)
  return [
    indicatorOf(
      'retirement_continuance_months',
      Number(months),
      'balances of Form 5498 / (income from IRAs / 12), whole months; that income is IRA rows less rollovers and conversions that codes G and H do not explain',
      {
        inputs: () => [...inputs, ...sources().flatMap(each => each.inputs)],
        excluded: () => sources().flatMap(each => each.excluded),
        lost: unreadable,
      },
    ),
    indicatorOf(
      'continuance_met',
      String(months >= BigInt(policy.continuanceMonths)),
      `retirement_continuance_months of ${policy.continuanceMonths} or more`,
      { parts: ['retirement_continuance_months'], lost: unreadable },
    ),
  ]
}
