/** A part of a loan file: its label, and its texts by what they are. Missing: what the file does not say. */
type Part<Text extends string> = { readonly label: string | null } & { [Each in Text]?: string }

/** An item of income of a borrower. */
export type IncomeItem = Part<'type' | 'amount' | 'fromEmployment'>

/** An employer of a borrower. */
export type Employer = Part<
  'name' | 'ein' | 'monthly' | 'start' | 'end' | 'status' | 'selfEmployed' | 'ownership'
>

/** A borrower of a deal; of the identifier only the last four digits are kept. */
export interface Borrower {
  isBorrower: boolean
  last4: string | null
  readonly income: IncomeItem[]
  readonly employers: Employer[]
}

/** A debt of a deal. */
export type Liability = Part<'type' | 'lender' | 'payment' | 'balance'>

/** A property that a borrower owns. */
export type OwnedProperty = Part<'lien' | 'rent'>

/** The parts of a loan file that are read; nothing else of it is kept. */
export interface Deal {
  readonly borrowers: readonly Borrower[]
  readonly liabilities: readonly Liability[]
  readonly properties: readonly OwnedProperty[]
  /** Labels that belong together, either way. */
  readonly links: readonly (readonly [from: string, to: string])[]
}
