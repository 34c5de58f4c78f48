import { getLastFour } from '../core/identifier.js'
import type { Issue } from '../core/issues/issue.js'
import { ISSUES, type Severity } from '../core/issues/issue-table.js'
import { getOrCreate } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { formatDoubts } from '../figures/doubt-texts.js'
import { type FactRow, isCountedFact } from '../figures/facts.js'
import { formatDocumentPlace } from '../figures/taxpayer-result.js'
import type { SourceDocument } from '../ingest/source.js'
import type { ResolvedDocument, YearDoubt } from '../resolve/resolved-document.js'
import { listCountableIssues } from '../tables/definitions/issues-table.js'
import type { TaxpayerContext } from '../tables/table.js'
import { documentsByYear, whyNotCounted, wordsOfDocument } from './document-text.js'
import { FLAG_WORDS, REASON_WORDS } from './labels.js'

/** A remark about a document. `documentPlace` has the format `record/form/form_index/entry_index`. */
export interface Remark {
  readonly documentPlace: string
  readonly document: string
  readonly why: string
}

/** A remark whose texts are made when they are read, because a list shows only some of a million documents. */
class DocumentRemark implements Remark {
  constructor(
    private readonly source: SourceDocument,
    private readonly reason: string | (() => string),
    private readonly taxpayer: TaxpayerContext,
  ) {}

  get documentPlace(): string {
    return formatDocumentPlace(this.source)
  }

  get document(): string {
    return wordsOfDocument(this.source, this.taxpayer)
  }

  get why(): string {
    return typeof this.reason === 'string' ? this.reason : this.reason()
  }
}

const makeRemark = (document: SourceDocument, why: string | (() => string), taxpayer: TaxpayerContext): Remark =>
  new DocumentRemark(document, why, taxpayer)

/** Lists the documents that do not count, sorted by year, with the reasons. */
export function listNotCounted(context: TaxpayerContext): (Remark & { readonly resolved: ResolvedDocument })[] {
  return documentsByYear(context).flatMap(resolved => {
    const why = whyNotCounted(resolved)
    return why === null ? [] : [Object.assign(makeRemark(resolved.document, why, context), { resolved })]
  })
}

/** Lists the amounts of counted documents that are not income, with the reasons. */
export const listNotIncome = (taxpayer: TaxpayerContext): (Remark & { readonly fact: FactRow })[] =>
  taxpayer.result.ledger.facts.flatMap(fact => {
    const { reason } = fact.meaning
    const why = reason === null ? null : REASON_WORDS[reason]
    return why === null ? [] : [Object.assign(makeRemark(fact.resolvedDocument.document, why, taxpayer), { fact })]
  })

/**
 * Lists the counted documents of another recipient, such as a spouse on a joint return. Also lists a document that does
 * not count if the copy that counts instead does not name this recipient.
 */
export function listOtherRecipients(taxpayer: TaxpayerContext): Remark[] {
  const { documents } = taxpayer.result.resolution
  const counted = new Map(
    documents.flatMap(resolved => (resolved.status === 'counted' ? [[resolved.document, resolved]] : [])),
  )
  return documents.flatMap(({ document, decidedBy, isOtherRecipient, recipientId: id, status }) => {
    if (!isOtherRecipient || document.year === null) return []
    const why =
      id === null ? 'belongs to a recipient with another name' : `belongs to the recipient ending ${getLastFour(id)}`
    if (status === 'counted') return [makeRemark(document, why, taxpayer)]
    const countedCopy = decidedBy === null ? undefined : counted.get(decidedBy)
    if (countedCopy === undefined || countedCopy.isOtherRecipient) return []
    const formatReason = (): string =>
      `${why}; the ${wordsOfDocument(countedCopy.document, taxpayer)} counts instead and does not say so`
    return [makeRemark(document, formatReason, taxpayer)]
  })
}

/** Lists the documents whose counted facts have flags, with the meaning of the flags. */
export function listFlagged(taxpayer: TaxpayerContext): Remark[] {
  const documents = new Map<SourceDocument, Set<FactRow['flags'][number]>>()
  for (const fact of taxpayer.result.ledger.facts) {
    const { resolvedDocument: resolved, flags } = fact
    if (!isCountedFact(fact) || flags.length === 0) continue
    const documentFlags = getOrCreate(documents, resolved.document, () => new Set())
    for (const flag of flags) documentFlags.add(flag)
  }
  return [...documents].map(([document, flags]) =>
    makeRemark(document, () => [...flags].map(flag => FLAG_WORDS[flag]).join('; '), taxpayer),
  )
}

/** Lists the doubtful documents by year, then the doubtful years, with the meaning of their doubts. */
export function listDoubtful(taxpayer: TaxpayerContext): (Remark & { readonly doubts: readonly YearDoubt[] })[] {
  const { years } = taxpayer.result
  return [
    ...documentsByYear(taxpayer).flatMap(({ asRead, doubts }) =>
      doubts.length === 0
        ? []
        : [
            Object.assign(
              makeRemark(asRead, () => formatDoubts(doubts), taxpayer),
              { doubts },
            ),
          ],
    ),
    ...years.flatMap(({ year, doubts }) => {
      const yearDoubts = doubts.filter(doubt => doubt === 'net_negative')
      const document = `${year} Social Security`
      return yearDoubts.map(doubt => ({ documentPlace: '', document, why: formatDoubts([doubt]), doubts: yearDoubts }))
    }),
  ]
}

/** Lists the warnings about documents from resolution and from form rules, except `taxable_upper_bound`. */
export function listWarnings(taxpayer: TaxpayerContext): Remark[] {
  const { ledger, resolution } = taxpayer.result
  return [
    ...ledger.notes.filter(({ code }) => code !== 'taxable_upper_bound').map(note => ({ ...note, decidedBy: null })),
    ...resolution.warnings,
  ].map(({ code, document, decidedBy }) => {
    const formatWarning = (): string =>
      `${ISSUES[code][1]}${decidedBy === null ? '' : ` See the ${wordsOfDocument(decidedBy, taxpayer)}.`}`
    return makeRemark(document, formatWarning, taxpayer)
  })
}

/** Compares issues for sorting: the worst severity first, and then by code. */
export const compareIssues = (a: IssueKind, b: IssueKind): number =>
  SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) || compareText(a.code, b.code)

type IssueKind = Pick<Issue, 'code' | 'severity'>

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

/** Returns a sentence for each issue code, with the number of its issues. */
export const listIssueSentences = (taxpayer: TaxpayerContext): string[] =>
  issueCounts(taxpayer).map(({ code, severity, count }) => {
    const noun = severity === 'info' ? 'note' : severity
    return `${count} ${noun}${count === 1 ? '' : 's'} ${code}: ${ISSUES[code][1]}`
  })

/** Counts the issues with each code, except the codes that `listWarnings` lists. The worst severity comes first. */
export function issueCounts(taxpayer: TaxpayerContext) {
  const { ledger, resolution } = taxpayer.result
  const documentCodes = new Set<string>([...ledger.notes, ...resolution.warnings].map(({ code }) => code))
  const counts = new Map<string, IssueKind & { count: number }>()
  for (const { code, severity } of listCountableIssues(taxpayer)) {
    if (documentCodes.has(code)) continue
    getOrCreate(counts, `${severity} ${code}`, () => ({ code, severity, count: 0 })).count++
  }
  return [...counts.values()].sort(compareIssues)
}

/** Counts a taxpayer's records, rejected records, documents and counted documents. */
export const countDocuments = ({ result: { dossier, resolution } }: TaxpayerContext) => ({
  records: dossier.records.length,
  rejected: dossier.rejected.reduce((sum, { count }) => sum + count, 0),
  documents: resolution.documents.length,
  counted: resolution.documents.filter(document => whyNotCounted(document) === null).length,
})
