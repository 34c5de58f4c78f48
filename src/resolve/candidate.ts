import type { Issue } from '../core/issues/issue.js'
import { toCanonicalJson } from '../core/json.js'
import { groupBy, mapItems } from '../core/lists.js'
import {
  findAccount,
  findRecipientId,
  listAmounts,
  readMeaning,
  type SourceDocument,
  type SourceRecord,
} from '../ingest/source.js'
import type { PullGroup } from './pull-groups.js'
import type { Doubt, Status } from './resolved-document.js'

/**
 * The values by which one document can reject another: issuer, recipient, account (only for forms with
 * `accountsDiffer`) and unique form identifier. An absent value is null.
 */
export type Identities = readonly (string | null)[]

const UNIQUE_ID_INDEX = 3

/**
 * A document that may count: the values that the rules compare, and the status that they have decided so far. The result
 * of the rules is a `ResolvedDocument`.
 */
export class Candidate {
  readonly document: SourceDocument
  readonly record: SourceRecord
  readonly pullGroup: PullGroup
  /** Amounts in cents, in the order of the form's money fields. Absent amounts are null. */
  readonly amounts: readonly (number | null)[]
  /** The amounts that are compared between sources. A box that was not reported is null here. */
  readonly amountsAcrossSources: readonly (number | null)[]
  /** True if every amount is in whole dollars. */
  readonly isWholeDollars: boolean
  /** The identities between sources and within one source. The latter may use the form object's recipient. */
  readonly identities: Identities
  readonly identitiesInSource: Identities
  readonly recipientInSource: string | null
  readonly name: string | null
  readonly address: string | null
  readonly account: string | null
  /** The account number of a form whose accounts do not reject each other. An equal account then adds points. */
  readonly supportingAccount: string | null
  /**
   * The position in the list of documents, in record order for rules 1 and 2 and then by `compareCandidates`.
   */
  position = 0
  status: Status = 'counted'
  decidedBy: Candidate | null = null
  /** The document that counts in place of this one. Null if none does. Undefined until it was searched for. */
  countedInstead: Candidate | null | undefined = undefined
  isVerified: boolean
  /**
   * The recipient of the matching IRS document, or of the IRS document that is the total of this and other documents.
   */
  recipientFromIrs: string | null = null
  /**
   * The document with values of its copies in place of its own: amounts and deciding fields of the IRS copy, and a basis
   * that only software has. Figures use it instead of `document`. Null if all values are its own.
   */
  completedDocument: SourceDocument | null = null
  /** The copy from which each replaced value comes, by the name of the field. Traces show it. Null if there is none. */
  copiedFrom: Map<string, SourceDocument> | null = null
  /** An IRS document that counts although this software correction replaces a copy of it. Null if there is none. */
  overruledBy: Candidate | null = null
  /** The reasons to doubt the document that the rules have found so far. */
  doubts: Set<Doubt> | null = null
  /** The documents of other sources that rule 3 replaced because this amended document corrects them, or null. */
  correctedCandidates: Candidate[] | null = null
  #contentsText: string | null = null
  #correctionKeys: readonly string[] | null = null

  /**
   * @param previous A document of the same form and year. Equal arrays are shared with it, which saves memory when many
   * documents are equal.
   */
  constructor(document: SourceDocument, pullGroup: PullGroup, previous?: Candidate) {
    const { compiledForm, record, issuer, recipient, cells } = document
    const isRepeated =
      previous !== undefined && compiledForm.moneyPositions.every((column, i) => cells[column] === previous.amounts[i])
    this.document = document
    this.record = record
    this.pullGroup = pullGroup
    this.amounts = isRepeated ? previous.amounts : listAmounts(document)
    this.amountsAcrossSources = omitUnreported(this.amounts, document)
    this.isWholeDollars = this.amounts.every(cents => cents === null || cents % 100 === 0)
    this.recipientInSource = findRecipientId(document)
    this.name = issuer.name?.toUpperCase() ?? null
    this.address = issuer.address?.toUpperCase() ?? null
    this.account = findAccount(document)
    const rejectingAccount = compiledForm.form.accountsDiffer === true ? this.account : null
    const uniqueId =
      compiledForm.uniqueIdPosition === -1 ? null : (cells[compiledForm.uniqueIdPosition] as string | null)
    this.identities = shareIdentities([issuer.id, recipient.id, rejectingAccount, uniqueId], previous?.identities)
    this.identitiesInSource = shareIdentities(
      [issuer.id, this.recipientInSource, rejectingAccount, uniqueId],
      previous?.identitiesInSource,
    )
    this.supportingAccount = rejectingAccount === null ? this.account : null
    this.isVerified = record.isFromIrs
  }

  /**
   * The values that show which original a correction replaces: the fields that identify it and the account, as text without
   * case. A value that the document does not have is empty.
   */
  get correctionKeys(): readonly string[] {
    if (this.#correctionKeys === null) {
      const { cells, compiledForm } = this.document
      const texts = mapItems(compiledForm.correctionKeyPositions, position =>
        readMeaning(compiledForm, cells, position),
      )
      texts.push(this.account ?? '', this.identities[UNIQUE_ID_INDEX] ?? '')
      this.#correctionKeys = texts
    }
    return this.#correctionKeys
  }

  /** The canonical JSON text of the entry, which is equal for equal entries. It is computed when first read. */
  get contents(): string {
    this.#contentsText ??= toCanonicalJson(this.document.raw)
    return this.#contentsText
  }
}

/** Returns the amounts, with null for a box of 0 that was not reported. */
function omitUnreported(
  amounts: readonly (number | null)[],
  { cells, compiledForm }: SourceDocument,
): readonly (number | null)[] {
  const { form, indicatorPosition, moneyPositions, optionalBoxPosition } = compiledForm
  if (optionalBoxPosition === -1 || cells[optionalBoxPosition] !== 0) return amounts
  const indicator = (cells[indicatorPosition] as string | null | undefined) ?? ''
  return form.optionalBox?.isReported(indicator) === true
    ? amounts
    : amounts.with(moneyPositions.indexOf(optionalBoxPosition), null)
}

/** Returns the earlier array if it is equal, otherwise the new identities. */
const shareIdentities = (identities: Identities, earlier?: Identities): Identities =>
  earlier !== undefined && identities.every((part, i) => part === earlier[i]) ? earlier : identities

/** Documents of two sources are compared with a tolerance for what transcripts cut off. Those of one source are not. */
export type Comparison = 'acrossSources' | 'withinSource'

export const selectIdentities = (candidate: Candidate, comparison: Comparison): Identities =>
  comparison === 'acrossSources' ? candidate.identities : candidate.identitiesInSource

/** Returns the amounts that are compared between sources, or within one source. */
export const selectAmounts = (candidate: Candidate, comparison: Comparison): readonly (number | null)[] =>
  comparison === 'acrossSources' ? candidate.amountsAcrossSources : candidate.amounts

/** The other document of a warning, and the position of the field that it is about. */
interface WarningContext {
  readonly decidedBy: Candidate
  readonly position?: number | undefined
}

/** Reports a warning of the resolver. Without a context, the document that decided the status is named. */
export type ReportWarning = (code: Issue['code'], candidate: Candidate, context?: WarningContext) => void

/** Adds a reason to doubt a document. */
export function addDoubt(candidate: Candidate, doubt: Doubt): void {
  candidate.doubts ??= new Set()
  candidate.doubts.add(doubt)
}

/** True unless the document is a sale whose basis was not reported. Such a sale agrees with any basis. */
export function hasReportedBasis({ amountsAcrossSources, document }: Candidate): boolean {
  const { moneyPositions, optionalBoxPosition } = document.compiledForm
  return optionalBoxPosition === -1 || amountsAcrossSources[moneyPositions.indexOf(optionalBoxPosition)] !== null
}

/** True for a correction whose original is uncertain, and for a document that may be such an original. */
export const hasAmendmentDoubt = ({ doubts }: Candidate): boolean => doubts?.has('amended_target_doubtful') === true

export const isCounted = ({ status }: Candidate): boolean => status === 'counted'
export const isOriginal = ({ document }: Candidate): boolean => document.submission === 'original'
export const isAmended = ({ document }: Candidate): boolean => document.submission === 'amended'
export const isIrsDocument = ({ record }: Candidate): boolean => record.isFromIrs

/** Groups documents by their source, which is their record. */
export const groupBySource = (candidates: readonly Candidate[]): Map<SourceRecord, Candidate[]> =>
  groupBy(candidates, ({ record }) => record)

/** Sets the status of a document that does not count. */
export function setStatus(candidate: Candidate, status: Status, decidingCandidate: Candidate | null): void {
  candidate.status = status
  candidate.decidedBy = decidingCandidate
}
