import type { FdxForm, FdxParty } from './fdx.js'
import { type Field, text } from './field.js'
import type { FieldReader } from './field-reader.js'
import type { Reason, Role } from './role.js'
import type { FormUses } from './uses.js'

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
  text(
    'submission_type',
    'submissionType',
    null,
    'Whether the document is an original, amended, void or a duplicate.',
    {
      fdx: {
        at: 'corrected',
        or: ['amendedK1', 'amended'],
        words: { true: ['Corrected', 'Amended', 'Replacement'], false: ['Original'] },
      },
    },
  )
