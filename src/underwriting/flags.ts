import { trimList } from '../core/lists.js'

/** The flags that compare the as-of year with the year before. They do not hold if one of the years is unreadable. */
const COMPARING_FLAGS = {
  declining: 'The income declined.',
  employer_ended: 'A job ended.',
  income_ended: 'No document of the latest year shows this income.',
  job_added: 'The job started in the latest year, next to others.',
  short_history: 'Only one year of history.',
} as const

/** Every flag of an income stream or an indicator, and what it says to a person. */
export const FLAGS = {
  ...COMPARING_FLAGS,
  annual_w2_basis: 'Computed from annual Forms W-2, because no current pay is stated.',
  charitable_gift: 'A distribution went to a charity.',
  check_failed: 'A document behind the figure fails a check of severity error. See the table of checks.',
  corrective: 'A distribution corrects an excess contribution.',
  early_or_one_time: 'A distribution was early, one-time or the full balance, and is left out.',
  employer_changed: 'The borrower changed employers. They are treated as one continuous job.',
  expenses_assumed: 'A fixed share of the gross is deducted for expenses.',
  guaranteed_payment_one_year: 'A guaranteed payment that only one year has is left out.',
  hours_moved: 'Pay moved from one job of the borrower to another. Both are computed as if it had not.',
  loss_not_considered: 'A loss is left out.',
  lump_sum_excluded: 'Benefits paid for earlier years are left out.',
  net_negative: 'More was repaid than paid, so nothing counts.',
  not_cash: 'A distribution was not paid in cash.',
  not_computable:
    'The amount is unknown, and no open blocking condition asks for it. Only a loss that is known counts.',
  not_recurring: 'The income does not recur.',
  other_year: 'A distribution is taxable in another year.',
  overridden: 'The underwriter set the qualifying amount.',
  possible_payoff: 'A newer loan may have paid off this loan.',
  ratio_only: 'The gross-up counts in ratios only, not in the qualifying amount.',
  reporting_threshold_rose: 'The reporting threshold rose to $2,000 in 2026, which may explain the decline.',
  rolled_or_converted: 'Form 5498 shows that a distribution was rolled over or converted. That amount is left out.',
  rollover_or_exchange: 'A distribution was paid from one account to another.',
  taxable_unknown: 'The taxable part of a distribution is unknown, so none of it is grossed up.',
  taxable_upper_bound: 'The taxable part of a distribution is an upper bound.',
  temporary_leave: 'The borrower was on leave. Sick pay is added to the job.',
} as const

/** A flag of a row. */
export type StreamFlag = keyof typeof FLAGS

/** True if the flag compares the as-of year with the year before. */
export const comparesYears = (flag: StreamFlag): boolean => Object.hasOwn(COMPARING_FLAGS, flag)

export function addFlag(flags: StreamFlag[], flag: StreamFlag): void {
  if (!flags.includes(flag)) flags.push(flag)
}

/** Adds a flag to sorted flags. Returns the same list if it has the flag. */
export const withFlag = (flags: readonly StreamFlag[], flag: StreamFlag): readonly StreamFlag[] =>
  flags.includes(flag) ? flags : trimList([...flags, flag].sort())

/**
 * Returns the sentence of a flag.
 *
 * @throws TypeError if it is not a flag.
 *
 * @example
 * ```ts
 * import { describeFlag } from 'taxtally'
 *
 * console.log(describeFlag('job_added')) //=> The job started in the latest year, next to others.
 * ```
 */
export function describeFlag(flag: StreamFlag): string {
  if (!Object.hasOwn(FLAGS, flag)) throw new TypeError('describeFlag takes a flag of a row: FLAGS has them all.')
  return FLAGS[flag]
}
