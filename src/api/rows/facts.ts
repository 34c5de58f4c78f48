// Made by `npm run generate` from the tables; edit those.
import type { Decimal } from '../../core/money.js'
import type { FactFlag } from '../../model/form.js'
import type { Basis, Reason, Role } from '../../model/role.js'
import type { DocumentPlace } from '../place.js'

/** One row an amount that is not zero: what each box adds to which sum, and why where it adds nothing. Units: US dollars. Missing: null, never 0. */
export interface Fact extends DocumentPlace {
  /** Tax year of the document. Missing: null. */
  readonly taxYear: number | null
  /** Normalized name of the field, or of the derived amount. */
  readonly field: string
  /** Box on the official form. Missing: null. */
  readonly box: string | null
  /** Role of the amount: the sum that it belongs to, such as income.wages, or a role without a sum, such as memo. */
  readonly role: Role
  /** The amount; negative where it subtracts. US dollars. */
  readonly amount: Decimal
  /** The amount enters the sum of its role. */
  readonly counted: boolean
  /** Why it is not counted. Missing: null. */
  readonly reason: Reason | null
  /** Basis of the amount: gross receipts, or an allocated portion of earnings. Missing: null. */
  readonly basis: Basis | null
  /** What the form says of the document. */
  readonly flags: readonly FactFlag[]
  /** The recipient is not the taxpayer: a spouse on a joint return. */
  readonly otherRecipient: boolean
}
