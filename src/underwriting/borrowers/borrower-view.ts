// The folder `underwriting/borrowers` divides a taxpayer's figures by borrower, and says which of them are complete and
// which an IRS transcript confirms.

import type { Finding } from '../../checks/run-checks.js'
import { getLastFour } from '../../core/identifier.js'
import { appendAll } from '../../core/lists.js'
import { areCompatiblePersonNames, type PersonName, parsePersonName } from '../../core/person-name.js'
import { compareText } from '../../core/text.js'
import type { SumGap } from '../../figures/box-meaning.js'
import { type FactRow, isCountedFact } from '../../figures/facts.js'
import type { TaxpayerResult } from '../../figures/taxpayer-result.js'
import type { SourceDocument } from '../../ingest/source.js'
import type { ResolvedDocument } from '../../resolve/resolved-document.js'
import type { FormUse, FormUses } from '../../schema/form.js'
import { FOUR_DIGITS } from '../policies/setting.js'
import type { KnownFacts } from '../policies/settings.js'
import { Confirmation } from './confirmation.js'

/** The borrower whom the dossier is of. */
export const SELF = 'self'

/** All borrowers of a dossier together. */
export const ALL = 'all'

/** A borrower whom the known facts name, other than the taxpayer. */
interface NamedBorrower {
  /** The last four digits, or `recipient_2` if the second of the recipients is a name. Outputs never show the name. */
  readonly borrower: string
  readonly name: PersonName | null
}

/** Lists the borrowers whom the known facts name. The taxpayer's own digits are left out. */
function listNamedBorrowers(recipients: readonly string[], taxpayerLast4: string | null): NamedBorrower[] {
  const texts = [...new Set(recipients)].filter(text => text !== taxpayerLast4)
  return texts
    .map(text =>
      FOUR_DIGITS.test(text)
        ? { borrower: text, name: null }
        : { borrower: `recipient_${recipients.indexOf(text) + 1}`, name: parsePersonName(text) },
    )
    .sort((a, b) => compareText(a.borrower, b.borrower))
}

/** Returns true if the document of another recipient belongs to this borrower. */
export function isRecipient({ borrower, name }: NamedBorrower, document: ResolvedDocument): boolean {
  const { recipientId, recipientName } = document
  if (recipientId !== null) return getLastFour(recipientId) === borrower
  const otherName = recipientName === null ? null : parsePersonName(recipientName)
  return name !== null && otherName !== null && areCompatiblePersonNames(name, otherName)
}

/** What counts of one borrower: documents and facts of their own that have a year. Nothing of two borrowers is pooled. */
export class BorrowerView {
  readonly documents: SourceDocument[] = []
  /** Those that have a use, by their uses. */
  readonly forms: Record<FormUse, SourceDocument[]> = {
    employment: [],
    ownership: [],
    distribution: [],
    retirementAccount: [],
    benefits: [],
    mortgage: [],
    sales: [],
  }
  /** Documents of which a box could not be read. */
  readonly flawed: SourceDocument[] = []
  /** The years of documents with amounts under keys that nobody reads. */
  readonly unread: number[] = []
  /** Counted facts of income. */
  readonly income: FactRow[] = []
  /** Counted facts of federal tax withheld, of residents and others. */
  readonly withheld: FactRow[] = []
  /** Facts of income that do not count. Counted facts of persons whom nobody names are here, in the view of `self`. */
  readonly others: FactRow[] = []
  /** What the sums of the borrower lack, with what was lost of nobody in particular. */
  readonly gaps: SumGap[] = []
  /** The documents that are in because the caller named their recipients. */
  readonly named: SourceDocument[] = []

  /**
   * @param result What the view is taken from, with everything that was lost of it.
   * @param borrower `self`, the name of a `NamedBorrower`, or `all` of the household.
   * @param confirmation What an authority confirms of the dossier.
   * @param documentsWithErrors The documents of the dossier that fail a check of severity error.
   * @param people The persons whom the caller named, of all borrowers.
   */
  constructor(
    readonly result: TaxpayerResult,
    readonly borrower: string,
    readonly confirmation: Confirmation,
    readonly documentsWithErrors: ReadonlySet<ResolvedDocument>,
    readonly people: readonly NamedBorrower[],
  ) {}

  /** Takes a counted document with a year. */
  add(document: SourceDocument): void {
    this.documents.push(document)
    const { compiledForm, unreadableFields, unreadAmountCount, year } = document
    for (const use of compiledForm.usedAs) this.forms[use].push(document)
    if (unreadableFields.length > 0) this.flawed.push(document)
    if (unreadAmountCount > 0) this.unread.push(year as number)
  }

  /** True for a document of this borrower. */
  isOwn(document: ResolvedDocument): boolean {
    if (!document.isOtherRecipient) return this.borrower === SELF
    return this.people.some(person => person.borrower === this.borrower && isRecipient(person, document))
  }
}

/** The same of a household: what any of its borrowers has. */
class Household extends BorrowerView {
  constructor(readonly views: readonly BorrowerView[]) {
    const { result, confirmation, documentsWithErrors, people } = views[0] as BorrowerView
    super(result, ALL, confirmation, documentsWithErrors, people)
    for (const view of views) {
      for (const document of view.documents) this.add(document)
      appendAll(this.income, view.income)
      appendAll(this.withheld, view.withheld)
      appendAll(this.others, view.others)
      appendAll(this.named, view.named)
      // What was lost of nobody in particular stands with each, and once here.
      for (const gap of view.gaps) if (gap.resolvedDocument !== null || view === views[0]) this.gaps.push(gap)
    }
  }

  override isOwn(of: ResolvedDocument): boolean {
    return this.views.some(view => view.isOwn(of))
  }
}

/**
 * The borrowers of a dossier, each apart: `self` first, then the recipients whom the caller names.
 * Documents of persons whom nobody names are in `others` of `self`.
 */
export function borrowerViewsOf(
  result: TaxpayerResult,
  known: KnownFacts | undefined,
  findings: readonly Finding[],
): readonly BorrowerView[] {
  const { resolution, ledger } = result
  const confirmation = new Confirmation(result)
  const documentsWithErrors = new Set<ResolvedDocument>()
  for (const { severity, document } of findings)
    if (severity === 'error' && document !== null) documentsWithErrors.add(document)
  // Those whom the caller names, each once. The taxpayer needs no naming.
  const people = listNamedBorrowers(known?.recipients ?? [], resolution.taxpayerLast4)
  const self = new BorrowerView(result, SELF, confirmation, documentsWithErrors, people)
  const others = people.map(
    ({ borrower }) => new BorrowerView(result, borrower, confirmation, documentsWithErrors, people),
  )
  const views = [self, ...others]
  const ownerOf = (of: ResolvedDocument): BorrowerView | undefined =>
    of.isOtherRecipient ? others.find(view => view.isOwn(of)) : self
  for (const of of resolution.documents) {
    const { document } = of
    if (of.status !== 'counted' || document.year === null) continue
    const view = ownerOf(of)
    if (view === undefined) continue
    view.add(document)
    if (view !== self) view.named.push(document)
  }
  for (const fact of ledger.facts) {
    const { category, withheld } = fact.meaning
    if (category === null && withheld !== 'federal' && withheld !== 'nonresident') continue
    const view = ownerOf(fact.resolvedDocument)
    if (view !== undefined && isCountedFact(fact)) (category === null ? view.withheld : view.income).push(fact)
    else if (category !== null) (view ?? self).others.push(fact)
  }
  for (const gap of ledger.gaps) {
    if (gap.resolvedDocument !== null) ownerOf(gap.resolvedDocument)?.gaps.push(gap)
    else for (const view of views) view.gaps.push(gap)
  }
  return views
}

/** What borrowers have together; of one alone, the same. */
export const householdOf = (views: readonly BorrowerView[]): BorrowerView =>
  views.length === 1 ? (views[0] as BorrowerView) : new Household(views)

/** A document that has a use, and which of its boxes are what in it. */
export interface UsedForm<U extends FormUse> {
  readonly document: SourceDocument
  readonly boxes: FormUses[U]
}

/** Own documents of a year that have a use. */
export function ownForms<U extends FormUse>(borrower: BorrowerView, use: U, year: number): UsedForm<U>[] {
  const forms: UsedForm<U>[] = []
  for (const document of borrower.forms[use])
    if (document.year === year) forms.push({ document, boxes: document.compiledForm.uses[use] as FormUses[U] })
  return forms
}
