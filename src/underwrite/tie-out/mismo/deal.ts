/** An item of income of a borrower. Missing: what the file does not say is null. */
export interface IncomeItem {
  readonly label: string | null
  type: string | null
  amount: string | null
  fromEmployment: boolean | null
}

/** An employer of a borrower. */
export interface Employer {
  readonly label: string | null
  name: string | null
  ein: string | null
  monthly: string | null
  start: string | null
  end: string | null
  status: string | null
  selfEmployed: boolean
  ownership: string | null
}

/** A borrower of a deal; of the identifier only the last four digits are kept. */
export interface Borrower {
  isBorrower: boolean
  last4: string | null
  readonly income: IncomeItem[]
  readonly employers: Employer[]
}

/** A debt of a deal. */
export interface Liability {
  readonly label: string | null
  type: string | null
  lender: string | null
  payment: string | null
  balance: string | null
}

/** A property that a borrower owns. */
export interface OwnedProperty {
  readonly label: string | null
  lien: string | null
  rent: string | null
}

/** The parts of a loan file that are read; nothing else of it is kept. */
export interface Deal {
  readonly borrowers: readonly Borrower[]
  readonly liabilities: readonly Liability[]
  readonly properties: readonly OwnedProperty[]
  /** Labels that belong together, either way. */
  readonly links: readonly (readonly [from: string, to: string])[]
}
