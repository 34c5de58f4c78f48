// The folder `schema` says what a table of a form, a record and a taxpayer object may contain: fields, their roles and
// their shapes. `compiled-form.ts` prepares a table for fast reading. The tables themselves are in `schema/forms`.

import type { FdxForm, FdxParty } from './fdx.js'
import { type Field, type FieldType, identifier, text } from './field.js'
import type { Reason, Role } from './role.js'

/** Reads a document's fields by normalized name. It is the input of the `facts` rule of a form table. */
export interface FieldReader {
  /** Returns the cents of a money field. Null if it is absent or unreadable. */
  cents(name: string): number | null
  /** Returns the text of a text, code, date, enum or period field. */
  text(name: string): string | null
  /** Returns the value of a flag. */
  flag(name: string): boolean | null
  /** Returns the items of a list. */
  list(name: string): readonly unknown[] | null
  /** True if the field is present but unreadable. */
  isUnreadable(name: string): boolean
  /** Returns the name of the issuer. Null if it is absent. */
  issuerName(): string | null
}

/** Returns the items of a list of objects, typed by the list's fields. Empty if absent or unreadable. */
export const readItems = <I extends readonly Field[]>(
  fields: FieldReader,
  { name }: Field<string, string, 'list', I>,
) =>
  (fields.list(name) ?? []) as readonly {
    readonly [R in I[number] as R['name']]: NormalizedCell<R['type']> | null
  }[]

/** The type of a value inside the library. It is a number for money (in cents), a count or a year. */
export type NormalizedCell<T extends FieldType> = T extends 'money' | 'count' | 'year'
  ? number
  : T extends 'flag'
    ? boolean
    : T extends 'text' | 'code' | 'enum' | 'date' | 'period' | 'timestamp' | 'identifier' | 'account'
      ? string
      : unknown

/**
 * What a form kind is used for besides sums: employment, return lines and underwriting. Each use names the boxes that
 * it needs. Later stages check for a use, never for a particular form.
 */
export interface FormUses {
  /** Wages from an employer, and the boxes from which gross pay is computed. */
  readonly employment: {
    readonly wages: string
    readonly medicareWages: string
    /** The flag of statutory employees, whose pay is business income. */
    readonly statutory: string
    /** The flag of sick pay that a third party, such as an insurer, paid. */
    readonly sickPay?: string
    /** Pay that is not included in `wages`, such as elective deferrals. */
    readonly outsideWages?: readonly string[]
    /** The part of `outsideWages` that is not taxed. */
    readonly untaxed?: string
    readonly combatPay?: string
    /** Pay from stock options and grants. It is included in `wages`. */
    readonly equityPay?: readonly string[]
    /** Distributions from nonqualified plans. They are included in `wages`, but not in `medicareWages`. */
    readonly nonqualifiedPlans?: string
    /** Deferrals that became income because the plan failed. They are included in `wages`. */
    readonly failedDeferrals?: string
  }
  /** Farm income: the boxes whose net amount only Schedule F shows. */
  readonly farm: { readonly boxes: readonly string[] }
  /**
   * A share of a business, an estate or a trust. `shares` are the boxes for the owned percentage; the first one with a
   * value counts. `shares` is empty for estates and trusts. `guaranteed` is the box for guaranteed payments.
   */
  readonly ownership: { readonly shares: readonly string[]; readonly guaranteed?: string }
  /** A distribution from a retirement plan or an IRA. */
  readonly distribution: {
    readonly gross: string
    readonly taxable: string
    /** True if it was paid from one account to another, so that the taxpayer received nothing. */
    readonly isDirectRollover: (fields: FieldReader) => boolean
    /** True if a Roth IRA paid it. Such a distribution cannot be a Roth conversion. */
    readonly isFromRoth: (fields: FieldReader) => boolean
    /** True if an IRA paid it, including a Roth IRA. */
    readonly isFromIra: (fields: FieldReader) => boolean
    /** True if the code means that no part is taxable. */
    readonly isQualifiedRoth: (fields: FieldReader) => boolean
  }
  /** A retirement account. `rollovers` and `conversions` are the boxes for distributions that were paid into it. */
  readonly retirementAccount: { readonly balance: string; readonly rollovers: string; readonly conversions: string }
  /** Social Security benefits. `byYear` is the list of benefits paid for earlier years. */
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
  /** Sales of assets. If a return has sales, capital gain distributions have no separate line. */
  readonly sales: true
}

/** The name of a use, such as `employment`. */
export type FormUse = keyof FormUses

/** A party of a form: its key in an entry, and its identifier's key inside the party object. */
export interface PartyKeys<K extends string = string, I extends string = string> {
  readonly key: K
  readonly id: I
  /** The FDX name of the party, if it differs from its key. */
  readonly fdx?: FdxParty
}

/** An amount that a facts rule computes from several boxes, in cents. */
interface DerivedFact {
  readonly field: string
  readonly role: Role
  readonly cents: number
  readonly reason: Reason | null
}

/** The decisions of a facts rule about a document. They complete or override the rows of the form table. */
export interface FactsRuling {
  /** Roles of boxes by normalized name. They replace the roles of the rows. */
  readonly roles?: Readonly<Record<string, Role>>
  /** The reasons that boxes do not count, by normalized name. They replace the reasons of the rows. */
  readonly reasons?: Readonly<Record<string, Reason>>
  /** Amounts that are computed from several boxes. */
  readonly derived?: readonly DerivedFact[]
  /** The income box that counts, and its taxable part. `cents` is null if the taxable part is unknown. */
  readonly taxable?: { readonly field: string; readonly cents: number | null }
  /** The roles whose sums are incomplete because of this document. */
  readonly incompleteRoles?: readonly Role[]
  /** True if the missing amounts of `incompleteRoles` are not on the document. False if they are unreadable. */
  readonly isNotOnDocument?: boolean
  /** Flags for the amounts of the document. Underwriting rules and people who read the facts use them. */
  readonly flags?: readonly FactFlag[]
  /** The codes of the issues to report about the document. */
  readonly notes?: readonly ('proceeds_disagree' | 'taxable_upper_bound')[]
}

/** A flag for the amounts of a document. It does not change whether they count. */
export type FactFlag = 'early_or_one_time' | 'taxable_upper_bound' | 'third_party_sick_pay' | 'ira' | 'payer_is_irs'

/** The box that a document exists to report, such as box 1 of a W-2. Boxes are named by their normalized names. */
interface MainBox {
  /** The fields that can contain the amount. One of them is enough. */
  readonly fields: readonly [string, ...string[]]
  /** A field whose amount makes the main box unnecessary. */
  readonly replacedBy?: string
}

/** Everything that the library knows about a form kind. Readers, writers and schemas use no other source. */
export interface FormTable<
  K extends string = string,
  F extends readonly Field[] = readonly Field[],
  I extends PartyKeys = PartyKeys,
  R extends PartyKeys = PartyKeys,
> {
  /** The key of its array in a form object. Its output table has the same name. */
  readonly key: K
  /** The official number: `W-2`. */
  readonly number: string
  /** The official title. */
  readonly title: string
  /** The source of the rows: the section of the service API, and the official form with its year. */
  readonly source: string
  /** The keys of its issuer and of the issuer's identifier. */
  readonly issuer: I
  /** The keys of its recipient and of the recipient's identifier. */
  readonly recipient: R
  /** One row for each key. */
  readonly fields: F
  /** The FDX name of the form. Left out if FDX has no such form. */
  readonly fdx?: FdxForm
  /** The name of the field with the account number. */
  readonly account?: string
  /** True if different account numbers mean different documents. */
  readonly accountsDiffer?: boolean
  /** The field with an identifier that is unique to the document. */
  readonly uniqueId?: string
  /** The period field whose year is the tax year of the document. */
  readonly yearOf?: string
  /** The line of Form 1040 for its federal withholding. The default is 25b. */
  readonly withholdingLine?: '25a' | '25c'
  /**
   * The box that the document exists to report. If it is absent while another amount is not 0, its amount is unknown
   * rather than 0. Left out if the form has no single main amount.
   */
  readonly mainBox?: MainBox
  /** A box in which 0 means that the amount was not reported, unless the text in `indicator` says otherwise. */
  readonly optionalBox?: {
    readonly field: string
    readonly indicator: string
    readonly isReported: (indicator: string) => boolean
  }
  /** True if equal documents from one source are ordinary and need no warning. */
  readonly canRepeat?: boolean
  /** True if the amounts are shares of earnings and not receipts. */
  readonly isAllocated?: boolean
  /**
   * A reporting threshold that rose in `year`. From then on, payers need not report amounts under `below` (in cents) in
   * these boxes. A decline of income in that year may only reflect the threshold.
   */
  readonly reportedFrom?: { readonly year: number; readonly below: number; readonly boxes: readonly string[] }
  /** True if wage and income transcripts never contain the form, so its absence from a transcript proves nothing. */
  readonly notOnTranscripts?: boolean
  /** True if the issuer may be a person, unless its identifier has the format of an EIN. */
  readonly issuerMayBePerson?: boolean
  /** A box that does not count if a counted document of another form and the same issuer and year has its money. */
  readonly countedOnOtherForm?: { readonly field: string; readonly form: string; readonly reason: Reason }
  /** Its uses in employment, return lines and underwriting. */
  readonly uses?: Partial<FormUses>
  /** The roles that the facts rule adds to those of the rows. */
  readonly derives?: readonly Role[]
  /** The facts rule of the form. It decides about the amounts of one document if the rows alone are not enough. */
  readonly facts?: (fields: FieldReader) => FactsRuling
}

/** The form tables by the key of their array. */
export type FormsByKey = ReadonlyMap<string, FormTable>

/** Declares a form kind. The types of its keys, names, fields and parties follow from the rows. */
export const form = <
  const K extends string,
  const F extends readonly Field[],
  const I extends PartyKeys,
  const R extends PartyKeys,
>(
  table: FormTable<K, F, I, R>,
): FormTable<K, F, I, R> => table

/** Returns the name of a form for people: `Form W-2`, `Schedule K-1 (Form 1065)`. */
export const formatFormName = ({ number }: FormTable): string =>
  number.startsWith('Schedule') ? number : `Form ${number}`

/** The identifier field of a party. Its key is the one that the party has in the form table. */
export const PARTY_IDENTIFIER: Field = identifier(['id', 'id'], null, 'Identification number, full or masked.')

/** Declares the submission type, which every form has. */
export const submission = () =>
  text('submission_type', null, 'Submission type: original, amended, void or duplicate.', {
    fdx: {
      property: 'corrected',
      equivalentProperties: ['amendedK1', 'amended'],
      spellings: { true: ['Corrected', 'Amended', 'Replacement'], false: ['Original'] },
    },
  })
