import { areDifferent, lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { Field } from '../model/field.js'
import type { FactFlag, FactsRuling, FieldReader, FormTable } from '../model/form.js'
import { planOf } from '../model/plan.js'
import { categoryOf, kindOf, type Reason, type Role } from '../model/role.js'
import type { Cell } from '../normalize/cell.js'
import { cellOf, type SourceDocument, type UnreadableEntry } from '../normalize/source.js'
import type { ResolvedDocument } from '../resolve/resolved.js'
import { type Meaning, meaningsOf } from './meaning.js'

/**
 * What one document adds to one role: the unit of every sum, traceable to its box.
 * Units: cents. Missing: `meaning.reason` where it counts; `taxable` (the taxable part of a counted amount) is undefined
 * where the amount has none of its own, null where it is unknown.
 */
export interface FactRow {
  readonly of: ResolvedDocument
  readonly meaning: Meaning
  readonly cents: number
  readonly taxable: number | null | undefined
  readonly flags: readonly FactFlag[]
}

/** True where the amount enters the sum of its role. */
export const isCounted = ({ meaning }: FactRow): boolean => meaning.reason === null

/** A sum that cannot be whole: something that its role needs was lost or is unknown. */
export interface Gap {
  readonly year: number
  readonly role: Role
  readonly form: FormTable
  readonly of: ResolvedDocument | null
  readonly field: string | null
  /** Something was there and could not be read; false where the document does not say it. */
  readonly lost: boolean
}

/** True where an amount could not be read; not where it was read and its document may be of another standing or year. */
export const isUnread = ({ of, field, lost }: Gap): boolean =>
  lost && (of === null || field === null || field !== doubtfulField(of.document))

/** The facts of a taxpayer's documents, and the gaps in them. */
export interface Ledger {
  readonly facts: readonly FactRow[]
  /** All amounts added up without their signs, in cents: no sum of them is larger. */
  readonly magnitude: number
  readonly gaps: readonly Gap[]
  readonly notes: readonly RuleNote[]
}

/** What a form's rule had to say about a document. */
interface RuleNote {
  readonly code: NonNullable<FactsRuling['notes']>[number]
  readonly document: SourceDocument
}

/** Reads the cells of a document by name, for the rules of its form. */
class DocumentReader implements FieldReader {
  document: SourceDocument
  constructor(document: SourceDocument) {
    this.document = document
  }
  #cell(name: string): Cell {
    return cellOf(this.document, name)
  }
  cents(name: string): number | null {
    return this.#cell(name) as number | null
  }
  text(name: string): string | null {
    return this.#cell(name) as string | null
  }
  flag(name: string): boolean | null {
    return this.#cell(name) as boolean | null
  }
  list(name: string): readonly unknown[] | null {
    return this.#cell(name) as readonly unknown[] | null
  }
  lost(name: string): boolean {
    return this.document.unreadable.includes(name)
  }
}

/** A reader of a document's fields by name. */
export const fieldsOf = (document: SourceDocument): FieldReader => new DocumentReader(document)

const NO_RULING: FactsRuling = {}
const NONE: readonly never[] = []
const NO_FLAGS: readonly FactFlag[] = []

/** A sum counts these; a part or a memo is only listed. */
export const isAdded = (field: Field): boolean =>
  field.sum === 'add' || field.sum === 'subtract' || field.sum === 'conditional'

/** Works out the facts of all documents, in their order. Source: the rows of the form tables and each form's rule. */
export function ledgerOf(
  documents: readonly ResolvedDocument[],
  unreadableEntries: readonly UnreadableEntry[],
): Ledger {
  const facts: FactRow[] = []
  const gaps: Gap[] = gapsOfLostEntries(unreadableEntries)
  const notes: RuleNote[] = []
  const twins = new Twins(documents)
  let magnitude = 0
  for (const of of documents) {
    const from = facts.length
    addFacts(of, twins, facts, gaps, notes)
    for (let i = from; i < facts.length; i++) magnitude += Math.abs((facts[i] as FactRow).cents)
  }
  return { facts, magnitude, gaps, notes }
}

function addFacts(
  of: ResolvedDocument,
  twins: Twins,
  facts: FactRow[],
  gaps: Gap[],
  notes: RuleNote[],
): void {
  const { document } = of
  const { plan, cells, year } = document
  const { form } = plan
  const ruling = form.facts === undefined ? NO_RULING : form.facts(fieldsOf(document))
  const flags = ruling.flags ?? NO_FLAGS
  for (const code of ruling.notes ?? NONE) notes.push({ code, document })
  const standing: Reason | null = of.status !== 'counted' ? of.status : year === null ? 'year_unknown' : null
  const first = facts.length
  const { moneyByName } = plan
  const meanings = meaningsOf(plan)
  for (let i = 0; i < moneyByName.length; i++) {
    const position = moneyByName[i] as number
    const cents = cells[position] as number | null
    if (cents === null || cents === 0) continue
    const field = plan.fields[position] as Field
    const { name } = field
    const role = ruling.roles?.[name] ?? (field.role as Role)
    const reason = standing ?? ruling.reasons?.[name] ?? reasonOf(field) ?? twins.reason(name, document)
    facts.push({
      of,
      meaning: meanings.ofBox(position, role, reason),
      cents: field.sum === 'subtract' ? -cents : cents,
      taxable: ruling.taxable?.field === name ? ruling.taxable.cents : undefined,
      flags,
    })
  }
  for (const { field, role, cents, reason } of ruling.derived ?? NONE) {
    if (cents === 0) continue
    facts.push({
      of,
      meaning: meanings.ofDerived(field, role, standing ?? reason),
      cents,
      taxable: undefined,
      flags,
    })
  }
  // Rows stand by field name; only a derived one can be out of its place.
  if (ruling.derived !== undefined && facts.length > first + 1) {
    facts.push(...facts.splice(first).sort((a, b) => compareText(a.meaning.field, b.meaning.field)))
  }
  if (standing !== null || year === null) return
  for (const role of ruling.unknown ?? NONE)
    gaps.push({ year, role, form, of, field: null, lost: ruling.untold !== true })
  if (document.unreadable.length === 0) return
  const doubtful = doubtfulField(document)
  if (doubtful !== null) {
    for (const role of rolesFedBy(form))
      if (isSummed(role)) gaps.push({ year, role, form, of, field: doubtful, lost: true })
  }
  for (const name of document.unreadable) {
    const field = plan.fields[plan.index.get(name) as number]
    if (field === undefined || field.type !== 'money' || !isAdded(field)) continue
    if (typeof ruling.reasons?.[name] === 'string' || twins.reason(name, document) !== null) continue
    gaps.push({ year, role: ruling.roles?.[name] ?? (field.role as Role), form, of, field: name, lost: true })
  }
}

function reasonOf(field: Field): Reason | null {
  if (isAdded(field)) return null
  if (field.sum === 'part') return 'part_of'
  return field.role === 'balance' || field.role === 'deduction' ? field.role : 'memo'
}

/** Finds the counted form that holds the same money as a box of another: its kind, year and issuer are the same. */
class Twins {
  readonly #documents: readonly ResolvedDocument[]
  readonly #byKind = new Map<string, SourceDocument[]>()
  constructor(documents: readonly ResolvedDocument[]) {
    this.#documents = documents
  }

  reason(field: string, { plan, issuer, year }: SourceDocument): Reason | null {
    const { twin } = plan.form
    if (twin?.field !== field || issuer.id === null) return null
    const key = `${twin.form} ${year} ${lastFour(issuer.id)}`
    if (this.#byKind.size === 0) this.#index()
    const { id } = issuer
    const there = this.#byKind.get(key)?.some(other => !areDifferent(other.issuer.id as string, id))
    return there === true ? twin.reason : null
  }

  #index(): void {
    for (const { document, status } of this.#documents) {
      if (status !== 'counted' || document.issuer.id === null) continue
      addTo(this.#byKind, `${document.plan.key} ${document.year} ${lastFour(document.issuer.id)}`, document)
    }
  }
}

/**
 * The field whose loss puts a whole document in doubt: without its period it may be of another year, without its
 * submission type it may be an amendment.
 */
export function doubtfulField({ plan, unreadable }: SourceDocument): string | null {
  const { yearOf } = plan.form
  if (yearOf !== undefined && unreadable.includes(yearOf)) return yearOf
  return unreadable.includes('submissionType') ? 'submissionType' : null
}

const isSummed = (role: Role): boolean => categoryOf(role) !== null || kindOf(role) !== null

/** Every role that a form kind can feed: those of its added boxes and those of its rule. */
export const rolesFedBy = (form: FormTable): readonly Role[] => [
  ...new Set([
    ...planOf(form)
      .fields.filter(isAdded)
      .map(field => field.role as Role),
    ...(form.derives ?? []),
  ]),
]

/** The gaps that entries leave which could not be read at all: every role that their kind can feed. */
const gapsOfLostEntries = (entries: readonly UnreadableEntry[]): Gap[] =>
  entries.flatMap(({ form, year }) =>
    year === null
      ? []
      : rolesFedBy(form)
          .filter(isSummed)
          .map(role => ({ year, role, form, of: null, field: null, lost: true })),
  )
