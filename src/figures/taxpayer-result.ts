// The folder `figures` computes a taxpayer's figures from the resolved documents: facts (one amount of one box), their
// sums by year, and what makes a sum incomplete. `checks` and `underwriting` come next.

import type { Identifier } from '../core/identifier.js'
import type { Issue } from '../core/issues/issue.js'
import { type PendingIssue, toIssues } from '../core/issues/issue-list.js'
import type { DeadlineCheck } from '../core/limits.js'
import { extendEach, mapItems, sortInPlace } from '../core/lists.js'
import { replaceEach } from '../core/text.js'
import { readTaxpayerTin } from '../ingest/privacy.js'
import type { SourceDocument, SourceParty, SourceRecord } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import { type Resolution, resolveRecords } from '../resolve/resolve.js'
import { INCOME_CATEGORIES, WITHHOLDING_KINDS } from '../schema/role.js'
import { Completeness, listRejectedEntryForms } from './completeness.js'
import { addEmployerDoubts, groupW2sByIssuer, type JoinedEmployer, joinEmployers } from './employers.js'
import { type EmployerYear, listEmployment, listHistoryRows } from './employment.js'
import { computeLedger, type Ledger } from './facts.js'
import type { IssuerGroup } from './issuers.js'
import { computeLiabilities, type Liabilities } from './liabilities.js'
import { listRenamedIssuers, type NamedEmployer, NumberedEmployers, nameEmployers } from './numbered-employers.js'
import { compareRecipients, divideByRecipient, type RecipientGroup, SELF } from './recipients.js'
import { listResultIssues } from './result-issues.js'
import { computeReturnLines, type LineSum } from './return-lines.js'
import { addUnknownRows, type IncomeSum, sumIncome, sumWithholding, UNKNOWN_SUM, type WithholdingSum } from './sums.js'
import { computeYears, type YearSum } from './years.js'

/** What the lender states about identities, from the known facts. */
export interface StatedIdentities {
  /** Other identifiers of the taxpayer, such as an earlier ITIN. */
  readonly identifiers: readonly Identifier[]
  /** Lists of identifiers that belong to one employer. */
  readonly sameEmployer: readonly (readonly Identifier[])[]
  /** Lists of last four digits that belong to one borrower other than the taxpayer. */
  readonly sameBorrower: readonly (readonly string[])[]
}

const NO_STATED_IDENTITIES: StatedIdentities = { identifiers: [], sameEmployer: [], sameBorrower: [] }

/** A row of one recipient: `self`, last four digits, or `unknown`. */
export type OfRecipient<Row> = Row & { readonly recipient: string }

const compareByYearAndRecipient = (
  a: OfRecipient<{ readonly year: number }>,
  b: OfRecipient<{ readonly year: number }>,
): number => a.year - b.year || compareRecipients(a.recipient, b.recipient)

/**
 * All figures computed from one taxpayer's records. Amounts are in cents and ratios are in millionths. Figures that
 * only some tables need are computed when they are first read.
 */
export class TaxpayerResult {
  readonly resolution: Resolution
  readonly ledger: Ledger
  /** Income by year and category. A category has a row if it has a counted fact or a gap. */
  readonly income: readonly IncomeSum[]
  /** Withheld tax by year and kind. A kind has a row if it has a counted fact or a gap. */
  readonly withholding: readonly WithholdingSum[]
  /** Finds which figures are incomplete or unknown. */
  readonly completeness: Completeness
  /** The employers that have W-2s under several identifiers, by document. */
  readonly joinedEmployers: ReadonlyMap<SourceDocument, JoinedEmployer>
  #liabilities: Liabilities | null = null
  #pendingIssues: readonly PendingIssue[] | null = null
  #issues: readonly Issue[] | null = null
  #years: readonly YearSum[] | null = null
  readonly #w2sByIssuer: readonly IssuerGroup[]
  #employers: readonly NamedEmployer[] | null = null
  #renamedIssuers: ReadonlyMap<SourceDocument, SourceParty> | null = null
  #lines: readonly LineSum[] | null = null
  #groupsOfRecipients: readonly RecipientGroup[] | null = null

  constructor(
    readonly dossier: SourceDossier,
    checkDeadline: DeadlineCheck,
    private readonly identities: StatedIdentities,
  ) {
    checkDeadline()
    const { documents, warnings, taxpayerLast4 } = this.#resolve(dossier.records)
    this.#w2sByIssuer = groupW2sByIssuer(documents)
    this.joinedEmployers = joinEmployers(this.#w2sByIssuer, identities.sameEmployer)
    this.resolution = { documents: addEmployerDoubts(documents, this.joinedEmployers), warnings, taxpayerLast4 }
    checkDeadline()
    const rejectedEntryForms = listRejectedEntryForms(dossier)
    this.ledger = computeLedger(this.resolution.documents, rejectedEntryForms)
    checkDeadline()
    const completeness = new Completeness(dossier, rejectedEntryForms, this.resolution.documents, this.ledger.gaps)
    this.completeness = completeness
    this.income = completeness.markIncompleteYears(sumIncome(this.ledger, completeness))
    this.withholding = completeness.markIncompleteYears(sumWithholding(this.ledger, completeness))
  }

  #resolve(records: readonly SourceRecord[]): Resolution {
    const { taxpayer } = this.dossier
    return resolveRecords(records, {
      tin: readTaxpayerTin(taxpayer),
      name: (taxpayer?.['name'] as string | null | undefined) ?? null,
      statedIdentifiers: this.identities.identifiers,
    })
  }

  /** Resolves the IRS records alone, which shows the doubts that software does not cause. */
  resolveIrsRecords(): Resolution {
    return this.#resolve(this.dossier.records.filter(({ isFromIrs }) => isFromIrs))
  }

  get liabilities(): Liabilities {
    this.#liabilities ??= computeLiabilities(this.dossier.taxpayer)
    return this.#liabilities
  }

  /** The issues of the input and of these figures. `issues` builds their texts. */
  get pendingIssues(): readonly PendingIssue[] {
    this.#pendingIssues ??= [...this.dossier.pendingIssues, ...listResultIssues(this, this.identities.sameBorrower)]
    return this.#pendingIssues
  }

  get issues(): readonly Issue[] {
    this.#issues ??= toIssues(this.pendingIssues)
    return this.#issues
  }

  /**
   * The rows of `income`. For each year with unusable input, every other category also has a row with a null amount,
   * because that input may contain any category.
   */
  get incomeWithUnknownRows(): readonly IncomeSum[] {
    return addUnknownCategories(this.income, this.completeness)
  }

  /** The rows of `incomeWithUnknownRows` by recipient. */
  get incomeByRecipient(): readonly OfRecipient<IncomeSum>[] {
    if (!this.#hasOtherRecipients) return mapItems(this.incomeWithUnknownRows, sum => nameRecipient(sum, SELF))
    const rows = this.#recipientGroups.flatMap(({ recipient, documents, ledger }) => {
      const completeness = this.completeness.ofRecipient(documents, ledger.gaps)
      const sums = completeness.markIncompleteYears(sumIncome(ledger, completeness))
      return addUnknownCategories(sums, completeness).map(sum => nameRecipient(sum, recipient))
    })
    return sortInPlace(rows, compareByYearAndRecipient)
  }

  /** The rows of `withholding`, with null rows for missing kinds as in `incomeWithUnknownRows`. */
  get withholdingWithUnknownRows(): readonly WithholdingSum[] {
    return addUnknownRows(this.withholding, WITHHOLDING_KINDS, this.completeness.listUnusableYears(), (year, kind) => ({
      year,
      kind,
      ...UNKNOWN_SUM,
    }))
  }

  get years(): readonly YearSum[] {
    this.#years ??= this.completeness.markIncompleteYears(computeYears(this))
    return this.#years
  }

  /** The years of each recipient. The rows of `years` are those of all recipients together. */
  get yearsByRecipient(): readonly OfRecipient<YearSum>[] {
    if (!this.#hasOtherRecipients) return extendEach(this.years, { recipient: SELF })
    const rows = this.#recipientGroups.flatMap(({ recipient, documents, ledger }) => {
      const completeness = this.completeness.ofRecipient(documents, ledger.gaps)
      const income = completeness.markIncompleteYears(sumIncome(ledger, completeness))
      const withholding = completeness.markIncompleteYears(sumWithholding(ledger, completeness))
      const years = computeYears({ resolution: { documents }, ledger, income, withholding, completeness })
      return extendEach(completeness.markIncompleteYears(years), { recipient })
    })
    return sortInPlace(rows, compareByYearAndRecipient)
  }

  get #hasOtherRecipients(): boolean {
    return this.resolution.documents.some(({ isOtherRecipient }) => isOtherRecipient)
  }

  get #recipientGroups(): readonly RecipientGroup[] {
    this.#groupsOfRecipients ??= divideByRecipient(this.resolution.documents, this.ledger)
    return this.#groupsOfRecipients
  }

  get #namedEmployers(): readonly NamedEmployer[] {
    this.#employers ??= nameEmployers(this.#w2sByIssuer, this.joinedEmployers, this.dossier.personIds)
    return this.#employers
  }

  /** Returns the issuer of a document. The employer of a counted W-2 has its longest name, as in `employment`. */
  findNamedIssuer(document: SourceDocument): SourceParty {
    this.#renamedIssuers ??= listRenamedIssuers(this.#namedEmployers, this.dossier.personIds)
    return this.#renamedIssuers.get(document) ?? document.issuer
  }

  /** Lists the employers of each year. Only one table shows them, so they are not kept: there may be a million. */
  listEmployment(): readonly EmployerYear[] {
    return listEmployment(
      this.resolution.documents,
      listHistoryRows(this.dossier),
      new NumberedEmployers(this.#namedEmployers, this.dossier.personIds),
      year =>
        this.completeness.hasRejectedInput(year) ||
        this.completeness.hasRejectedEntry(entryYear => entryYear === year, 'employment'),
    )
  }

  get lines(): readonly LineSum[] {
    this.#lines ??= this.completeness.markIncompleteYears(
      computeReturnLines(this.resolution.documents, this.completeness),
    )
    return this.#lines
  }
}

/** Adds a recipient. Written property by property, because `extendEach` takes longer and taxpayers have many sums. */
const nameRecipient = (
  { year, category, amount, taxable, documents, complete, doubts }: IncomeSum,
  recipient: string,
): OfRecipient<IncomeSum> => ({ year, category, amount, taxable, documents, complete, doubts, recipient })

const addUnknownCategories = (rows: readonly IncomeSum[], completeness: Completeness): readonly IncomeSum[] =>
  addUnknownRows(rows, INCOME_CATEGORIES, completeness.listUnusableYears(), (year, category) => ({
    year,
    category,
    taxable: null,
    ...UNKNOWN_SUM,
  }))

/** Computes one taxpayer's figures from the records that were read. */
export const computeResult = (
  dossier: SourceDossier,
  checkDeadline: DeadlineCheck = () => {},
  identities: StatedIdentities | null = null,
): TaxpayerResult => new TaxpayerResult(dossier, checkDeadline, identities ?? NO_STATED_IDENTITIES)

/** Formats the address of a document: record, form, form index and entry index. A slash in the record id becomes %2F. */
export const formatDocumentPlace = ({ record, compiledForm, formIndex, entryIndex }: SourceDocument): string =>
  `${replaceEach(record.id, '/', '%2F')}/${compiledForm.key}/${formIndex}/${entryIndex}`
