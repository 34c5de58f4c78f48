import { memoize } from '../core/lists.js'
import { findCell, type RejectedEntryForm, type SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { CompiledForm } from '../schema/compiled-form.js'
import type { Field } from '../schema/field.js'
import type { FieldReader, FormTable } from '../schema/form.js'
import {
  type Basis,
  findCategory,
  findWithholdingKind,
  type IncomeCategory,
  isGrossRole,
  type Reason,
  type Role,
  type WithholdingKind,
} from '../schema/role.js'

/** Reads the boxes of a document by name, for the rule of its form. */
class DocumentReader implements FieldReader {
  constructor(private readonly document: SourceDocument) {}
  cents(name: string): number | null {
    return findCell(this.document, name) as number | null
  }
  text(name: string): string | null {
    return findCell(this.document, name) as string | null
  }
  flag(name: string): boolean | null {
    return findCell(this.document, name) as boolean | null
  }
  list(name: string): readonly unknown[] | null {
    return findCell(this.document, name) as readonly unknown[] | null
  }
  isUnreadable(name: string): boolean {
    return this.document.unreadableFields.includes(name)
  }
  issuerName(): string | null {
    return this.document.issuer.name
  }
}

/** Returns a reader of a document's boxes by name. */
export const createFieldReader = (document: SourceDocument): FieldReader => new DocumentReader(document)

/**
 * The role of a fact's amount, and the reason if it does not count. Facts with the same meaning share one object, so
 * that its texts are built and written once. `box` is null if the amount is derived. `reason` is null if it counts.
 * `category` and `withheld` are null if the role belongs to no income category or withholding kind.
 */
export interface Meaning {
  readonly field: string
  readonly box: string | null
  readonly role: Role
  readonly basis: Basis | null
  readonly reason: Reason | null
  readonly category: IncomeCategory | null
  readonly withheld: WithholdingKind | null
}

/** Returns `gross` for an amount before expenses, `allocated` for a share of earnings, and otherwise null. */
export function findBasis(form: FormTable, role: Role): Basis | null {
  if (form.isAllocated === true) return 'allocated'
  return isGrossRole(role) ? 'gross' : null
}

/** A box with an amount, and the meaning of its amount unless a rule changes it. */
interface AmountBox {
  readonly position: number
  readonly name: string
  readonly role: Role
  /** Why the amount is excluded from sums. Null if it is included. */
  readonly reason: Reason | null
  readonly isSubtracted: boolean
  /** True if a document of another form may report the same money. */
  readonly mayHaveTwin: boolean
  readonly defaultMeaning: Meaning
}

/** True if the field can change the sum of its role. A `part` or a `memo` is only listed. */
export const isSummedField = (field: Field): boolean =>
  field.sum === 'add' || field.sum === 'subtract' || field.sum === 'conditional'

function findReason(field: Field): Reason | null {
  if (isSummedField(field)) return null
  if (field.sum === 'part') return 'part_of'
  return field.role === 'balance' || field.role === 'deduction' ? field.role : 'memo'
}

/** The maximum number of cached meanings. A rule that derives field names from data could create any number of them. */
const MAX_MEANINGS = 1000

/** The meanings of a form's amounts, cached after their first use. */
class FormMeanings {
  /** Indexed by the position of the box. */
  readonly #meaningsByBox: Meaning[][]
  readonly #derivedMeanings: Meaning[] = []
  /** Sorted by name. */
  readonly boxes: readonly AmountBox[]

  constructor(private readonly compiledForm: CompiledForm) {
    this.#meaningsByBox = compiledForm.fields.map(() => [])
    this.boxes = compiledForm.moneyByName.map((position): AmountBox => {
      const field = compiledForm.fields[position] as Field
      const { name } = field
      const role = field.role as Role
      const reason = findReason(field)
      const defaultMeaning = this.findForBox(position, role, reason)
      const isSubtracted = field.sum === 'subtract'
      const mayHaveTwin = compiledForm.form.countedOnOtherForm?.field === name
      return { position, name, role, reason, isSubtracted, mayHaveTwin, defaultMeaning }
    })
  }

  findForBox(position: number, role: Role, reason: Reason | null): Meaning {
    const meaningsOfBox = this.#meaningsByBox[position] as Meaning[]
    for (let i = 0; i < meaningsOfBox.length; i++) {
      const meaning = meaningsOfBox[i] as Meaning
      if (meaning.reason === reason && meaning.role === role) return meaning
    }
    const { name, box } = this.compiledForm.fields[position] as Field
    return this.#add(meaningsOfBox, name, box, role, reason)
  }

  /** Returns the meaning of an amount that the form's rule derived, so it has no box. */
  findForDerived(field: string, role: Role, reason: Reason | null): Meaning {
    return (
      this.#derivedMeanings.find(
        meaning => meaning.field === field && meaning.role === role && meaning.reason === reason,
      ) ?? this.#add(this.#derivedMeanings, field, null, role, reason)
    )
  }

  #add(cachedMeanings: Meaning[], field: string, box: string | null, role: Role, reason: Reason | null): Meaning {
    const meaning: Meaning = {
      field,
      box,
      role,
      basis: findBasis(this.compiledForm.form, role),
      reason,
      category: findCategory(role),
      withheld: findWithholdingKind(role),
    }
    if (cachedMeanings.length < MAX_MEANINGS) cachedMeanings.push(meaning)
    return meaning
  }
}

/** Returns the meanings of a form's amounts, which all its documents share. */
export const getMeanings = memoize((compiledForm: CompiledForm): FormMeanings => new FormMeanings(compiledForm))

/** A missing part of a sum: a value that the sum needs is unreadable or unknown, so the sum is incomplete. */
export interface SumGap {
  readonly year: number
  readonly role: Role
  readonly form: FormTable
  /** The document that lacks the value. Null for a rejected entry, which is not a document. */
  readonly resolvedDocument: ResolvedDocument | null
  /** The unreadable box, period or submission type. Null for a rejected entry, and if the facts rule found the gap. */
  readonly field: string | null
  /** True if a value was present but could not be read. False if the document does not state it. */
  readonly isUnreadable: boolean
}

/** Returns true if an amount is unreadable, not only the year or the submission type of its document. */
export const isUnreadableGap = ({ resolvedDocument, field, isUnreadable }: SumGap): boolean =>
  isUnreadable &&
  (resolvedDocument === null || field === null || field !== findDoubtfulField(resolvedDocument.document))

/**
 * Returns the unreadable field that makes a whole document doubtful. If its period is unreadable, the document may
 * belong to another year. If its submission type is unreadable, it may be an amendment.
 */
export function findDoubtfulField({ compiledForm, unreadableFields }: SourceDocument): string | null {
  const { yearOf } = compiledForm.form
  if (yearOf !== undefined && unreadableFields.includes(yearOf)) return yearOf
  return unreadableFields.includes('submissionType') ? 'submissionType' : null
}

/** True if the role is income or withholding, which have sums by year. Amounts of other roles are only listed. */
export const isIncomeOrWithholding = (role: Role): boolean =>
  findCategory(role) !== null || findWithholdingKind(role) !== null

/** Lists every role that a form can add to: the roles of its summed boxes and those of its rule. */
export const listRoles = (form: FormTable): readonly Role[] => [
  ...new Set([...form.fields.filter(isSummedField).map(field => field.role as Role), ...(form.derives ?? [])]),
]

/** Returns the gaps that rejected entries leave: one for every summed role that the form can add to. */
export const listEntryGaps = (entries: readonly RejectedEntryForm[]): SumGap[] =>
  entries.flatMap(({ form, year }) =>
    year === null
      ? []
      : listRoles(form)
          .filter(isIncomeOrWithholding)
          .map((role): SumGap => ({ year, role, form, resolvedDocument: null, field: null, isUnreadable: true })),
  )
