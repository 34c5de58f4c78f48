/**
 * Kinds of income, in the order in which people read them, and what an amount of each is: gross receipts before expenses,
 * or unreported by definition, which the total leaves out.
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

/** A kind of income. */
export type IncomeCategory = keyof typeof INCOME

/** The kinds of income, in their order. */
export const INCOME_CATEGORIES = Object.keys(INCOME) as readonly IncomeCategory[]

/** True for income that the total holds: all but what is unreported. */
export const isInTotal = (category: IncomeCategory | null): boolean =>
  category !== null && INCOME[category] !== 'unreported'

/** True for a role whose amounts are gross receipts. */
export const isGross = (role: Role): boolean => {
  const category = categoryOf(role)
  return category !== null && INCOME[category] === 'gross'
}

/** Kinds of withheld tax; `foreign_tax` is shown beside them and never totalled with them. */
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

/** What a box means to a sum: the one word that summaries fold over, so that they never name a key. */
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
 * How a box enters the sum of its role: added, subtracted, inside another box (`part`, listed and never added),
 * by a rule of its form (`conditional`), or not at all.
 */
export type Sum = 'add' | 'subtract' | 'part' | 'conditional' | 'none'

/** Why an amount is listed and not counted. */
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

/** What an amount is before expenses: receipts, or a share of a business's earnings that may never be paid out. */
export type Basis = 'gross' | 'allocated'

/** The income category of a role, where it is one. */
export const categoryOf = (role: Role): IncomeCategory | null => CATEGORY_OF.get(role) ?? null

const CATEGORY_OF: ReadonlyMap<Role, IncomeCategory> = new Map(
  INCOME_CATEGORIES.map(category => [`income.${category}`, category]),
)

/** The withholding kind of a role, where it is one. */
export const kindOf = (role: Role): WithholdingKind | null => KIND_OF.get(role) ?? null

const KIND_OF: ReadonlyMap<Role, WithholdingKind> = new Map(
  WITHHOLDING_KINDS.map(kind => [kind === 'foreign_tax' ? kind : `withheld.${kind}`, kind]),
)
