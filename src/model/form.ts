import type { FdxForm, FdxParty } from './fdx.js'
import { type Field, type FieldType, text } from './field.js'
import type { Reason, Role } from './role.js'

/** Reads a document's fields by normalized name, for the facts rules of a form. Units: money in cents. */
export interface FieldReader {
  /** The cents of a money field; null where it is absent or was lost. */
  cents(name: string): number | null
  /** The text of a text, code, date, enum or period field. */
  text(name: string): string | null
  /** A flag. */
  flag(name: string): boolean | null
  /** A list. */
  list(name: string): readonly unknown[] | null
  /** True where the field was there and could not be read. */
  lost(name: string): boolean
}

/** The items of a list of objects, typed by its rows; none where it is absent or was lost. Units: money in cents. */
export const itemsOf = <I extends readonly Field[]>(
  fields: FieldReader,
  { name }: Field<string, string, 'list', I>,
) =>
  (fields.list(name) ?? []) as readonly {
    readonly [R in I[number] as R['name']]: CellOf<R['type']> | null
  }[]

/** What the library holds for a field: a number where it is money (cents), a count or a year. */
export type CellOf<T extends FieldType> = T extends 'money' | 'count' | 'year'
  ? number
  : T extends 'flag'
    ? boolean
    : T extends 'text' | 'code' | 'enum' | 'date' | 'period' | 'timestamp' | 'identifier' | 'account'
      ? string
      : unknown

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

/** A party of a form: the key that holds it and the key of its identifier. */
export interface PartyKeys<K extends string = string, I extends string = string> {
  readonly key: K
  readonly id: I
  /** What the Financial Data Exchange calls it, where that is not its key here. */
  readonly fdx?: FdxParty
}

/** An amount that a form's rule works out of several boxes. Units: cents. */
interface DerivedFact {
  readonly field: string
  readonly role: Role
  readonly cents: number
  readonly reason: Reason | null
}

/** What a form's facts rule decides, beyond what its rows say. */
export interface FactsRuling {
  /** Roles of boxes, by name, in the place of those of the rows. */
  readonly roles?: Readonly<Record<string, Role>>
  /** Why boxes do not count, by name; null counts one that else would not. */
  readonly reasons?: Readonly<Record<string, Reason | null>>
  /** Amounts that are worked out of several boxes. */
  readonly derived?: readonly DerivedFact[]
  /** The counted income box whose taxable part is known. Unit: cents. Missing: `cents` is null where it is not. */
  readonly taxable?: { readonly field: string; readonly cents: number | null }
  /** Sums that the document leaves incomplete. */
  readonly unknown?: readonly Role[]
  /** What is unknown is not on the document; nothing of it was lost. */
  readonly untold?: boolean
  /** What its amounts are marked with, for underwriting and people. */
  readonly flags?: readonly FactFlag[]
  /** Issues that are noted of it. */
  readonly notes?: readonly ('proceeds_disagree' | 'taxable_upper_bound')[]
}

/** What a document's amounts are marked with, beside being counted or not. */
export type FactFlag = 'early_or_one_time' | 'taxable_upper_bound' | 'third_party_sick_pay' | 'ira'

/** The box that a document exists to report, such as box 1 of a W-2. Boxes are named by their normalized names. */
interface MainBox {
  /** The fields that can hold the amount. One of them is enough. */
  readonly fields: readonly [string, ...string[]]
  /** A field whose amount makes the main box unnecessary. */
  readonly replacedBy?: string
}

/**
 * A form kind: everything the library knows of it. The interpreters read nothing else.
 * Source: the part of the interface and the official form, with its year.
 */
export interface FormTable<
  K extends string = string,
  F extends readonly Field[] = readonly Field[],
  I extends PartyKeys = PartyKeys,
  R extends PartyKeys = PartyKeys,
> {
  /** The key of its array in a form object, which also names its table. */
  readonly key: K
  /** The official number: `W-2`. */
  readonly number: string
  /** The official title. */
  readonly title: string
  /** Where its rows were read. */
  readonly source: string
  /** The key of its issuer, and of the identifier there. */
  readonly issuer: I
  /** The key of its recipient, likewise. */
  readonly recipient: R
  /** A row for every key. */
  readonly fields: F
  /** What the Financial Data Exchange calls it. Missing: it has no such form. */
  readonly fdx?: FdxForm
  /** The account field's name. */
  readonly account?: string
  /** Two different accounts mean two documents. */
  readonly accountsDiffer?: boolean
  /** The field that holds an identifier unique to the document. */
  readonly uniqueId?: string
  /** The period whose year is the document's tax year. */
  readonly yearOf?: string
  /** The line of Form 1040 on which its federal withholding stands; 25b unless given. */
  readonly withholdingLine?: '25a' | '25c'
  /**
   * The box that the document exists to report. If it is missing while another amount is not 0, its amount is unknown
   * rather than 0. Missing: the form has no single main amount.
   */
  readonly mainBox?: MainBox
  /** Equal documents of one source are ordinary, and not worth a warning. */
  readonly repeats?: boolean
  /** Amounts are shares of earnings, not receipts. */
  readonly allocated?: boolean
  /**
   * Boxes that payers need not report below an amount, higher than before, from a year on: a fall into that year may be
   * theirs. Unit of `below`: cents.
   */
  readonly reportedFrom?: { readonly year: number; readonly below: number; readonly boxes: readonly string[] }
  /** Transcripts of wages and income do not carry it, so their silence says nothing of it. */
  readonly notOnTranscripts?: boolean
  /** The issuer may be a person unless its identifier is spelled as a business's. */
  readonly issuerMayBePerson?: boolean
  /** A box that holds the same money as a counted form of another kind from the same issuer and year. */
  readonly twin?: { readonly field: string; readonly form: string; readonly reason: Reason }
  /** What it is to employment, return lines and underwriting. */
  readonly uses?: Partial<FormUses>
  /** Roles that only the rule can feed, beside those of the rows. */
  readonly derives?: readonly Role[]
  /** The form's own rule; called once for a document that has any amount. */
  readonly facts?: (fields: FieldReader) => FactsRuling
}

/** The form tables by the key of their array. */
export type FormsByKey = ReadonlyMap<string, FormTable>

/** Declares a form kind; the types of its keys, names, fields and parties follow from the rows. */
export const form = <
  const K extends string,
  const F extends readonly Field[],
  const I extends PartyKeys,
  const R extends PartyKeys,
>(
  table: FormTable<K, F, I, R>,
): FormTable<K, F, I, R> => table

/** What a form is called: `Form W-2`, `Schedule K-1 (Form 1065)`. */
export const nameOfForm = ({ number }: FormTable): string =>
  number.startsWith('Schedule') ? number : `Form ${number}`

/** The submission type stands on every form. */
export const submission = () =>
  text('submission_type', null, 'Whether the document is an original, amended, void or a duplicate.', {
    fdx: {
      at: 'corrected',
      or: ['amendedK1', 'amended'],
      words: { true: ['Corrected', 'Amended', 'Replacement'], false: ['Original'] },
    },
  })
