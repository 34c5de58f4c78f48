import { areDifferentIdentifiers, getLastFour } from '../core/identifier.js'
import { countWork } from '../core/limits.js'
import { appendAll, appendToGroup, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { RejectedEntryForm, SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import type { FactFlag, FactsRuling } from '../schema/form.js'
import type { Reason, Role } from '../schema/role.js'
import {
  createFieldReader,
  findDoubtfulField,
  getMeanings,
  isIncomeOrWithholding,
  isSummedField,
  listEntryGaps,
  listRoles,
  type Meaning,
  type SumGap,
} from './box-meaning.js'

/**
 * One amount that a document adds to one role, in cents. Every sum consists of facts, and each fact leads back to its
 * box. `meaning.reason` is null if the fact counts. `taxable` is the taxable part of a counted amount: undefined if the
 * fact has no separate taxable part, and null if that part is unknown.
 */
export interface FactRow {
  readonly resolvedDocument: ResolvedDocument
  readonly meaning: Meaning
  readonly cents: number
  readonly taxable: number | null | undefined
  readonly flags: readonly FactFlag[]
}

/** Returns true if the amount counts toward the sum of its role. */
export const isCountedFact = ({ meaning }: FactRow): boolean => meaning.reason === null

/** The facts of a taxpayer's documents, with the gaps in their sums and the notes of the form rules. */
export interface Ledger {
  readonly facts: readonly FactRow[]
  /** The sum of the absolute amounts, in cents. No sum of these facts is larger. */
  readonly magnitude: number
  readonly gaps: readonly SumGap[]
  readonly notes: readonly RuleNote[]
}

/** An issue code that a form's rule reports about a document. */
interface RuleNote {
  readonly code: NonNullable<FactsRuling['notes']>[number]
  readonly document: SourceDocument
}

const NO_RULING: FactsRuling = {}

/** Computes the facts of all documents, in their order. Form tables and rules decide the role of an amount. */
export function computeLedger(
  documents: readonly ResolvedDocument[],
  rejectedEntryForms: readonly RejectedEntryForm[],
): Ledger {
  const facts: FactRow[] = []
  const gaps: SumGap[] = listEntryGaps(rejectedEntryForms)
  const notes: RuleNote[] = []
  const twinFinder = new TwinFinder(documents)
  let magnitude = 0
  for (const resolvedDocument of documents) {
    countWork()
    const firstFact = facts.length
    addFacts(resolvedDocument, twinFinder, facts, gaps, notes)
    for (let i = firstFact; i < facts.length; i++) magnitude += Math.abs((facts[i] as FactRow).cents)
  }
  return { facts, magnitude, gaps, notes }
}

/** Finds a counted document of another form with the same year and issuer that reports the same money as a box. */
class TwinFinder {
  readonly #documentsByKey = new Map<string, SourceDocument[]>()
  constructor(private readonly documents: readonly ResolvedDocument[]) {}

  findReason(field: string, { compiledForm, issuer, year }: SourceDocument): Reason | null {
    const { countedOnOtherForm } = compiledForm.form
    if (countedOnOtherForm?.field !== field || issuer.id === null) return null
    const key = `${countedOnOtherForm.form} ${year} ${getLastFour(issuer.id)}`
    if (this.#documentsByKey.size === 0) this.#index()
    const { id } = issuer
    const hasTwin = this.#documentsByKey.get(key)?.some(twin => !areDifferentIdentifiers(twin.issuer.id as string, id))
    return hasTwin === true ? countedOnOtherForm.reason : null
  }

  #index(): void {
    for (const { document, status } of this.documents) {
      const { compiledForm, issuer, year } = document
      if (status !== 'counted' || issuer.id === null) continue
      appendToGroup(this.#documentsByKey, `${compiledForm.key} ${year} ${getLastFour(issuer.id)}`, document)
    }
  }
}

function addFacts(
  resolvedDocument: ResolvedDocument,
  twins: TwinFinder,
  facts: FactRow[],
  gaps: SumGap[],
  notes: RuleNote[],
): void {
  const { document } = resolvedDocument
  const { compiledForm, cells, year } = document
  const { form } = compiledForm
  const ruling = form.facts === undefined ? NO_RULING : form.facts(createFieldReader(document))
  const flags = ruling.flags ?? NO_ITEMS
  for (const code of ruling.notes ?? NO_ITEMS) notes.push({ code, document })
  const statusReason: Reason | null =
    resolvedDocument.status !== 'counted' ? resolvedDocument.status : year === null ? 'year_unknown' : null
  const firstFact = facts.length
  const meanings = getMeanings(compiledForm)
  const { boxes } = meanings
  const { roles, reasons, taxable } = ruling
  const hasDefaultMeanings = statusReason === null && roles === undefined && reasons === undefined
  for (let i = 0; i < boxes.length; i++) {
    const box = boxes[i] as (typeof boxes)[number]
    const cents = cells[box.position] as number | null
    if (cents === null || cents === 0) continue
    const { name } = box
    const meaning =
      hasDefaultMeanings && !box.mayHaveTwin
        ? box.defaultMeaning
        : meanings.findForBox(
            box.position,
            roles?.[name] ?? box.role,
            statusReason ?? reasons?.[name] ?? box.reason ?? twins.findReason(name, document),
          )
    facts.push({
      resolvedDocument,
      meaning,
      cents: box.isSubtracted ? -cents : cents,
      taxable: taxable?.field === name ? taxable.cents : undefined,
      flags,
    })
  }
  for (const { field, role, cents, reason } of ruling.derived ?? NO_ITEMS) {
    if (cents === 0) continue
    const meaning = meanings.findForDerived(field, role, statusReason ?? reason)
    facts.push({ resolvedDocument, meaning, cents, taxable: undefined, flags })
  }
  // Facts are ordered by field name. Only a derived fact can be out of order.
  if (ruling.derived !== undefined && facts.length > firstFact + 1) {
    const newFacts = sortInPlace(facts.splice(firstFact), (a, b) => compareText(a.meaning.field, b.meaning.field))
    appendAll(facts, newFacts)
  }
  if (statusReason !== null || year === null) return
  for (const role of ruling.incompleteRoles ?? NO_ITEMS)
    gaps.push({ year, role, form, resolvedDocument, field: null, isUnreadable: ruling.isNotOnDocument !== true })
  if (document.unreadableFields.length === 0) return
  const doubtfulFieldName = findDoubtfulField(document)
  if (doubtfulFieldName !== null) {
    for (const role of listRoles(form))
      if (isIncomeOrWithholding(role))
        gaps.push({ year, role, form, resolvedDocument, field: doubtfulFieldName, isUnreadable: true })
  }
  for (const name of document.unreadableFields) {
    const field = compiledForm.fields[compiledForm.positionByName.get(name) as number]
    if (field === undefined || field.type !== 'money' || !isSummedField(field)) continue
    if (typeof ruling.reasons?.[name] === 'string' || twins.findReason(name, document) !== null) continue
    const role = ruling.roles?.[name] ?? (field.role as Role)
    gaps.push({ year, role, form, resolvedDocument, field: name, isUnreadable: true })
  }
}
