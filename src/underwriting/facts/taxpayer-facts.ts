// Known facts as the engine reads them. They have the keys of `KnownFacts`, which that type describes. Amounts are in cents,
// shares and hours in millionths, and identifiers are normalized. An absent value is null, and an absent list is empty.

import type { JsonPath } from '../../core/json-value.js'
import type { Cents } from '../../core/money.js'
import type { KnownFacts } from './known-facts.js'

type Present<T> = Exclude<T, null | undefined>

/** A value of known facts as the engine reads it. Objects by tax year are maps. */
type FactValue<T> = [T] extends [boolean | number]
  ? T
  : [T] extends [string]
    ? T
    : [T] extends [number | string]
      ? Cents
      : T extends readonly (infer Item)[]
        ? readonly (Item extends object ? FactObject<Item> & { readonly path: JsonPath } : Item)[]
        : string extends keyof T
          ? ReadonlyMap<number, FactValue<T[keyof T]>>
          : FactObject<T>

type FactObject<T> = {
  readonly [Key in keyof T]-?: Present<T[Key]> extends readonly unknown[]
    ? FactValue<Present<T[Key]>>
    : FactValue<Present<T[Key]>> | (undefined extends T[Key] ? null : never)
}

/** Known facts of one taxpayer. Each item of a list has its path in the input. A fact that matches nothing is reported with it. */
export type TaxpayerFacts = FactObject<KnownFacts>

/** Known facts of one borrower. */
export type BorrowerFacts = TaxpayerFacts['borrowers'][number]
export type JobFacts = BorrowerFacts['jobs'][number]
export type BusinessFacts = BorrowerFacts['businesses'][number]
export type RetirementFacts = BorrowerFacts['retirement'][number]
export type OtherIncomeFacts = BorrowerFacts['otherIncome'][number]
export type HouseholdFacts = NonNullable<TaxpayerFacts['household']>
export type ConditionMet = TaxpayerFacts['conditionsMet'][number]
export type Override = TaxpayerFacts['overrides'][number]

/** An amount per tax year. */
export type CentsByYear = ReadonlyMap<number, Cents>
