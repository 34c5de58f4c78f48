/** The lender's known facts about a taxpayer, with the key names of the file. */
export interface Known {
  readonly taxpayer_id: string
  readonly monthly_obligations?: number | string
  readonly recipients?: readonly string[]
  readonly continuance?: Readonly<Record<string, number>>
  readonly plan?: { readonly state: string; readonly monthly_payment?: number | string }
  readonly nontaxable_share?: Readonly<Record<string, number>>
  readonly as_of_year?: number
}
