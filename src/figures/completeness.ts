import { appendAll, NO_ITEMS } from '../core/lists.js'
import type { RejectedEntryForm, SourceRecord } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { Field } from '../schema/field.js'
import type { FormTable, FormUse } from '../schema/form.js'
import { findCategory, isInTotal, type Role } from '../schema/role.js'
import { createFieldReader, findBasis, isSummedField, isUnreadableGap, type SumGap } from './box-meaning.js'

// Input that could not be used makes figures incomplete or even unknown. This module finds these figures.
//
// A rejected record, a rejected form object, a record that is not parsed yet and a form of an unknown kind are
// *unusable input*: each may contain any amount of its year. Every sum of that year is incomplete, and a sum without an
// amount is unknown, not 0. If the year of such input is unknown, this is true of every year. A rejected entry affects
// only the sums that its form can add to, because its form kind is known. The ledger's gaps list those sums, and also
// unreadable and missing boxes.
//
// Example: a W-2 of 2023 is read, and a second record of 2023 is rejected. The wages of 2023 have the amount of the W-2
// and are incomplete. The interest of 2023 is unknown. If the second record were of 2022, both sums would be complete.

/** The statuses before all documents are collected and parsed. Source: service API, section Taxpayer status. */
const UNPARSED_STATUSES = new Set<unknown>(['CREATED', 'CONSENT_RECEIVED', 'TAX_AUTHORIZATION_SUBMITTED', 'AUTHORIZED'])

/** Returns the records without forms if the taxpayer's status shows that parsing is not complete, otherwise none. */
export const listUnparsedRecords = ({ taxpayer, records }: SourceDossier): readonly SourceRecord[] =>
  UNPARSED_STATUSES.has(taxpayer?.['status']) ? records.filter(({ forms }) => forms.length === 0) : []

/** The years of some input. Null represents input without a year, which may belong to any year. */
type InputYears = ReadonlySet<number | null>

/** The name of a yearly sum: a role, all income, or the gross or allocated part of it. */
export type SumName = Role | 'total' | 'gross' | 'allocated'

/** Lists the forms and years of all rejected form arrays and entries. */
export function listRejectedEntryForms({ records }: SourceDossier): readonly RejectedEntryForm[] {
  const entries: RejectedEntryForm[] = []
  for (const { rejectedEntryForms } of records) appendAll(entries, rejectedEntryForms)
  return entries
}

/** Returns the years of rejected records, of rejected form objects and of records that are not parsed yet. */
export function listRejectedYears(dossier: SourceDossier): InputYears {
  const { rejected, records } = dossier
  const years = new Set<number | null>()
  for (const { taxYear } of listUnparsedRecords(dossier)) years.add(taxYear)
  for (const { isRepeated, taxYear } of rejected) if (!isRepeated) years.add(taxYear)
  for (const { forms, taxYear } of records) if (forms.some(({ isUnreadable }) => isUnreadable)) years.add(taxYear)
  return years
}

/** Returns the years that have forms of unknown kinds. */
function listUnknownFormYears({ records }: SourceDossier): InputYears {
  const years = new Set<number | null>()
  for (const { unknownForms } of records) for (const { year } of unknownForms) years.add(year)
  return years
}

/** Lists the sums that contain an amount of this role. */
function listSumNames(form: FormTable, role: Role): SumName[] {
  if (!isInTotal(findCategory(role))) return [role]
  const basis = findBasis(form, role)
  return basis === null ? [role, 'total'] : [role, 'total', basis]
}

const toSumKey = (year: number, name: SumName): string => `${year} ${name}`

/** Finds which figures of one taxpayer are incomplete or unknown. Builds the sets of sums only when they are needed. */
export class Completeness {
  readonly #rejectedYears: InputYears
  readonly #unusableYears: InputYears
  #unreadableSums: ReadonlySet<string> | null = null
  #zeroSums: ReadonlySet<string> | null = null

  /**
   * @param gaps The gaps of the taxpayer's ledger.
   * @param isForOneRecipient True if the documents are those of one recipient.
   */
  constructor(
    private readonly dossier: SourceDossier,
    readonly rejectedEntryForms: readonly RejectedEntryForm[],
    private readonly documents: readonly ResolvedDocument[],
    private readonly gaps: readonly SumGap[],
    private readonly isForOneRecipient = false,
  ) {
    this.#rejectedYears = listRejectedYears(dossier)
    this.#unusableYears = new Set([...this.#rejectedYears, ...listUnknownFormYears(dossier)])
  }

  /** Returns the completeness of the figures of one recipient, who has some of the documents. */
  ofRecipient(documents: readonly ResolvedDocument[], gaps: readonly SumGap[]): Completeness {
    return new Completeness(this.dossier, this.rejectedEntryForms, documents, gaps, true)
  }

  /** Returns true if a record or form object of the year was rejected, or if a record of the year is not parsed yet. */
  hasRejectedInput(year: number): boolean {
    return this.#rejectedYears.has(year) || this.#rejectedYears.has(null)
  }

  /** Returns true if the year has unusable input, which may contain any amount. */
  hasUnusableInput(year: number): boolean {
    return this.#unusableYears.has(year) || this.#unusableYears.has(null)
  }

  /** Returns true if a year for which `isYear` is true has unusable input, or if the year of unusable input is unknown. */
  hasUnusableInputIn(isYear: (year: number) => boolean): boolean {
    return [...this.#unusableYears].some(year => year === null || isYear(year))
  }

  /** Returns true if an entry was rejected in a year that `matchesYear` accepts, of a form with `use` if it is given. */
  hasRejectedEntry(matchesYear: (year: number) => boolean, use?: FormUse): boolean {
    return this.rejectedEntryForms.some(
      ({ form, year }) => year !== null && matchesYear(year) && (use === undefined || form.uses?.[use] !== undefined),
    )
  }

  /** Returns the years with unusable input. Unusable input without a year may belong to every year of other input. */
  listUnusableYears(): number[] {
    const years = new Set(this.#unusableYears)
    if (years.has(null)) {
      for (const { document } of this.documents) years.add(document.year)
      for (const { year } of [...this.rejectedEntryForms, ...this.listUnreadAmounts()]) years.add(year)
    }
    return [...years].filter(year => year !== null)
  }

  /** Counts the amounts under unknown keys of records and form objects, by year. Nobody knows whose they are. */
  listUnreadAmounts(): readonly { readonly year: number; readonly count: number }[] {
    if (this.isForOneRecipient) return NO_ITEMS
    return this.dossier.records.flatMap(({ unreadAmounts }) =>
      unreadAmounts.flatMap(({ year, count }) => (year === null ? [] : [{ year, count }])),
    )
  }

  /** Returns true if a sum without an amount is unknown, and false if it is 0. A document that reports 0 makes it 0. */
  isSumUnknown(year: number, name: SumName): boolean {
    const hasUnusableInput = this.hasUnusableInput(year)
    if (!hasUnusableInput && this.gaps.length === 0) return false
    const key = toSumKey(year, name)
    this.#unreadableSums ??= new Set(
      this.gaps.flatMap(gap =>
        isUnreadableGap(gap) ? listSumNames(gap.form, gap.role).map(sumName => toSumKey(gap.year, sumName)) : [],
      ),
    )
    if (!hasUnusableInput && !this.#unreadableSums.has(key)) return false
    this.#zeroSums ??= this.#listZeroSums()
    return !this.#zeroSums.has(key)
  }

  /** Returns the rows, with `complete: false` in those of a year with unusable input. */
  markIncompleteYears<R extends { readonly year: number; readonly complete: boolean }>(
    rows: readonly R[],
  ): readonly R[] {
    if (this.#unusableYears.size === 0) return rows
    return rows.map(row => (this.hasUnusableInput(row.year) ? { ...row, complete: false } : row))
  }

  /** Returns the sums for which a completely read document reports 0. */
  #listZeroSums(): ReadonlySet<string> {
    const zeroSums = new Set<string>()
    const incompleteDocuments = new Set<ResolvedDocument | null>()
    for (const gap of this.gaps) if (isUnreadableGap(gap)) incompleteDocuments.add(gap.resolvedDocument)
    for (const resolvedDocument of this.documents) {
      const { cells, compiledForm, year } = resolvedDocument.document
      if (resolvedDocument.status !== 'counted' || year === null || incompleteDocuments.has(resolvedDocument)) continue
      if (!compiledForm.moneyPositions.some(position => cells[position] === 0)) continue
      const { roles, reasons } = compiledForm.form.facts?.(createFieldReader(resolvedDocument.document)) ?? {}
      for (const position of compiledForm.moneyPositions) {
        const field = compiledForm.fields[position] as Field
        if (cells[position] !== 0 || !isSummedField(field) || typeof reasons?.[field.name] === 'string') continue
        const role = roles?.[field.name] ?? (field.role as Role)
        for (const name of listSumNames(compiledForm.form, role)) zeroSums.add(toSumKey(year, name))
      }
    }
    return zeroSums
  }
}
