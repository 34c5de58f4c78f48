/**
 * The categories of income in display order, each with the nature of its amounts. `gross` means receipts before
 * expenses. `unreported` means not reported to the employer; such income is not in the total.
 */
const INCOME = {
  wages: 'reported',
  allocated_tips: 'unreported',
  self_employment: 'gross',
  interest: 'reported',
  tax_exempt_interest: 'reported',
  dividends: 'reported',
  capital_gains: 'reported',
  retirement: 'reported',
  social_security: 'reported',
  unemployment: 'reported',
  government_payments: 'reported',
  gambling: 'reported',
  rental: 'gross',
  royalties: 'gross',
  partnership: 'reported',
  s_corporation: 'reported',
  estate_trust: 'reported',
  other: 'reported',
} as const satisfies Readonly<Record<string, 'reported' | 'gross' | 'unreported'>>

/** A category of income. */
export type IncomeCategory = keyof typeof INCOME

/** The categories of income in display order. */
export const INCOME_CATEGORIES = Object.keys(INCOME) as readonly IncomeCategory[]

/** True if total income includes the category. It includes all categories except unreported ones. */
export const isInTotal = (category: IncomeCategory | null): boolean =>
  category !== null && INCOME[category] !== 'unreported'

/** True if the amounts of a role are gross receipts. */
export const isGrossRole = (role: Role): boolean => {
  const category = findCategory(role)
  return category !== null && INCOME[category] === 'gross'
}

/** The kinds of withheld tax. `foreign_tax` is listed with the others, but no total includes it. */
export const WITHHOLDING_KINDS = [
  'federal',
  'social_security',
  'medicare',
  'state',
  'nonresident',
  'foreign_tax',
] as const

/** A kind of withheld tax. */
export type WithholdingKind = (typeof WITHHOLDING_KINDS)[number]

/** The sum that a box belongs to. Summaries add amounts by role, so they never need the key of a box. */
export type Role =
  | `income.${IncomeCategory}`
  | 'income.by_income_code'
  | `withheld.${Exclude<WithholdingKind, 'foreign_tax'>}`
  | 'foreign_tax'
  | 'taxable.retirement'
  | 'expense.mortgage_interest'
  | 'expense.mortgage_points'
  | 'expense.mortgage_insurance'
  | 'expense.tuition'
  | 'debt.mortgage_principal'
  | 'balance.retirement_account'
  | 'balance'
  | 'deduction'
  | 'memo'

/**
 * How a box enters the sum of its role. A `part` is included in another box, so it is listed but never added. Whether a
 * `conditional` box counts depends on the `facts` or `countedOnOtherForm` of the form table.
 */
export type Sum = 'add' | 'subtract' | 'part' | 'conditional' | 'none'

/** Why an amount is listed but does not count. */
export type Reason =
  | 'part_of'
  | 'memo'
  | 'balance'
  | 'deduction'
  | 'superseded'
  | 'canceled'
  | 'void'
  | 'duplicate'
  | 'conflict'
  | 'rollover_or_exchange'
  | 'charitable_gift'
  | 'other_year'
  | 'not_cash'
  | 'corrective'
  | 'basis_unknown'
  | 'benefits_unknown'
  | 'loss_not_allowed'
  | 'return_of_capital'
  | 'same_money_as_nec'
  | 'year_unknown'

/** How an amount differs from net cash: receipts before expenses, or a share of earnings that may never be paid out. */
export type Basis = 'gross' | 'allocated'

/** Returns the income category of a role. Null if the role is not income. */
export const findCategory = (role: Role): IncomeCategory | null => CATEGORY_BY_ROLE.get(role) ?? null

const CATEGORY_BY_ROLE: ReadonlyMap<Role, IncomeCategory> = new Map(
  INCOME_CATEGORIES.map(category => [`income.${category}`, category]),
)

/** Returns the withholding kind of a role. Null if the role is not withholding. */
export const findWithholdingKind = (role: Role): WithholdingKind | null => KIND_BY_ROLE.get(role) ?? null

const KIND_BY_ROLE: ReadonlyMap<Role, WithholdingKind> = new Map(
  WITHHOLDING_KINDS.map(kind => [kind === 'foreign_tax' ? kind : `withheld.${kind}`, kind]),
)
