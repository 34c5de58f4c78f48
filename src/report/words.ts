import type { FactFlag } from '../model/form.js'
import type { IncomeCategory, Reason, WithholdingKind } from '../model/role.js'
import type { ReturnLine } from '../summarize/return-lines.js'

/** Categories of income in words. */
export const CATEGORY_WORDS = {
  wages: 'Wages',
  allocated_tips: 'Allocated tips (not in the total)',
  self_employment: 'Self-employment',
  interest: 'Interest',
  tax_exempt_interest: 'Tax-exempt interest',
  dividends: 'Dividends',
  capital_gains: 'Capital gains',
  retirement: 'Retirement',
  social_security: 'Social Security',
  unemployment: 'Unemployment',
  government_payments: 'Government payments',
  gambling: 'Gambling',
  rental: 'Rental',
  royalties: 'Royalties',
  partnership: 'Partnerships',
  s_corporation: 'S corporations',
  estate_trust: 'Estates and trusts',
  other: 'Other',
} as const satisfies Record<IncomeCategory, string>

/** Kinds of withheld tax in words. */
export const KIND_WORDS = {
  federal: 'Federal income tax',
  social_security: 'Social Security tax',
  medicare: 'Medicare tax',
  state: 'State income tax',
  nonresident: 'Nonresident tax',
  foreign_tax: 'Foreign tax (beside them)',
} as const satisfies Record<WithholdingKind, string>

/** Lines of Form 1040 in words. */
export const LINE_WORDS = {
  '1a': 'Wages',
  '2a': 'Tax-exempt interest',
  '2b': 'Taxable interest',
  '3a': 'Qualified dividends',
  '3b': 'Ordinary dividends',
  '4a': 'IRA distributions',
  '4b': 'IRA distributions, taxable',
  '5a': 'Pensions and annuities',
  '5b': 'Pensions and annuities, taxable',
  '6a': 'Social Security benefits',
  '7': 'Capital gain distributions',
  '25a': 'Withheld on W-2',
  '25b': 'Withheld on 1099',
  '25c': 'Withheld on other forms',
  'S1-7': 'Unemployment compensation',
  'S1-8b': 'Gambling winnings',
} as const satisfies Record<ReturnLine, string>

/** Why an amount of a document that counts is no income; null where that is ordinary, or said of the document. */
export const REASON_WORDS = {
  part_of: null,
  memo: null,
  balance: null,
  deduction: null,
  superseded: null,
  canceled: null,
  void: null,
  duplicate: null,
  conflict: null,
  year_unknown: null,
  rollover_or_exchange: 'a rollover, exchange or conversion: no money was received',
  charitable_gift: 'a gift to charity out of an IRA: the taxpayer received no money',
  other_year: 'it belongs to another year',
  not_cash: 'no cash was paid out',
  corrective: 'a corrective distribution',
  basis_unknown: 'proceeds of a sale whose basis is not known, so that its gain is not either',
  loss_not_allowed: 'a loss that the form says is not allowed',
  benefits_unknown: 'a repayment of benefits that are not known',
  return_of_capital: 'a return of capital',
  same_money_as_nec: 'the same money as on the 1099-NEC of this payer',
} as const satisfies Record<Reason, string | null>

/** Marks of amounts in words. */
export const FLAG_WORDS = {
  early_or_one_time: 'an early or one-time distribution, unlikely to go on',
  taxable_upper_bound: 'box 2a is an upper bound of the taxable amount, which is marked not determined',
  third_party_sick_pay: "a third party's sick pay, unlikely to go on",
  ira: 'from an IRA, SEP or SIMPLE plan',
} as const satisfies Record<FactFlag, string>
