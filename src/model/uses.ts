import type { FieldReader } from './field-reader.js'

/**
 * What a form kind is to employment, return lines and underwriting, beside its sums: which of its boxes are what, by their
 * names. Stages ask for these, and never for a form.
 */
export interface FormUses {
  /** Wages from an employer. `statutory` is the flag of those who are no employees; `medicareWages` stand for the wages of a policy that asks. */
  readonly employment: { readonly wages: string; readonly medicareWages: string; readonly statutory: string }
  /**
   * A share of a business, an estate or a trust. `shares` say how much is owned: the first that is there counts, and an
   * estate's has none. `guaranteed` is paid whatever the business earns.
   */
  readonly ownership: { readonly shares: readonly string[]; readonly guaranteed?: string }
  /** A distribution of a plan or an IRA. */
  readonly distribution: {
    readonly gross: string
    readonly taxable: string
    /** Paid from one account to another, so that none of it was received. */
    readonly isDirectRollover: (fields: FieldReader) => boolean
    /** A Roth IRA paid it, out of which nothing is converted. */
    readonly isFromRoth: (fields: FieldReader) => boolean
  }
  /** An account that pays distributions; `rollovers` and `conversions` are distributions that came back. */
  readonly retirementAccount: {
    readonly balance: string
    readonly rollovers: string
    readonly conversions: string
  }
  /** Benefits of Social Security; `byYear` is the list of those paid for earlier years. */
  readonly benefits: { readonly paid: string; readonly byYear: string }
  /** A mortgage. */
  readonly mortgage: {
    readonly principal: string
    readonly interest: string
    readonly insurance?: string
    readonly points?: string
    readonly property?: string
    readonly originated?: string
    readonly acquired?: string
  }
  /** Sales of assets: beside them, distributions of gains have no line of their own. */
  readonly sales: true
}

/** A use of forms. */
export type FormUse = keyof FormUses
