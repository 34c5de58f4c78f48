import { shortenText } from '../core/cut-list.js'
import type { PublicParty } from '../ingest/privacy.js'
import { readCentsAt, type SourceDocument, type SourceRecord } from '../ingest/source.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { formatIssuerName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'

/** Returns the name of a record for a person, such as `IRS record r1`. */
export const wordsOfRecord = ({ isFromIrs, id }: SourceRecord): string =>
  `${isFromIrs ? 'IRS' : 'software'} record ${shortenText(id)}`

/** Returns a party's name, or else the last four characters of its identifier, or else "an unnamed" and the noun. */
export const nameOrEnding = ({ id, name }: Pick<PublicParty, 'id' | 'name'>, noun: string): string =>
  name === null ? (id === null ? `an unnamed ${noun}` : `the ${noun} ending ${id.slice(-4)}`) : shortenText(name)

/** Names a document: `2023 W-2 from Acme Corp (software record r2)`. Hides the names of issuers that may be people. */
export function wordsOfDocument(document: SourceDocument, context: TaxpayerContext): string {
  const { id } = context.privacy.toPublicIssuer(document.issuer, context.result.dossier.personIds)
  const issuer = nameOrEnding({ id, name: formatIssuerName(document, context) }, 'issuer')
  const from = `${document.compiledForm.form.number} from ${issuer}`
  const title = document.year === null ? `${from}, no tax year` : `${document.year} ${from}`
  return `${title} (${wordsOfRecord(document.record)})`
}

/** Returns the documents sorted by tax year. Documents without a year come last. */
export const documentsByYear = ({ result }: TaxpayerContext): ResolvedDocument[] =>
  result.resolution.documents.toSorted((a, b) => (a.document.year ?? 9999) - (b.document.year ?? 9999))

/** Returns the name of a field for a person, such as `box 2a (taxableAmount)`. */
export function wordsOfField({ compiledForm }: SourceDocument, name: string): string {
  const field = compiledForm.fields[compiledForm.positionByName.get(name) ?? -1]
  if (field === undefined) return `${name} (from several boxes)`
  return field.box === null ? name : `box ${field.box} (${name})`
}

/** Returns the reason why a document does not count, or why it is in no yearly figure. Null if it is in one. */
export function whyNotCounted(resolved: ResolvedDocument): string | null {
  const { document, status, decidedBy } = resolved
  if (status === 'counted') {
    return document.year === null ? 'it has no tax year, so it is in no yearly figure' : null
  }
  if (decidedBy === null) return explainOwnStatus(resolved)
  if (status === 'conflict') {
    return decidedBy.record.isFromIrs
      ? `the sources disagree: the IRS amounts are used (record ${shortenText(decidedBy.record.id)})`
      : `the sources disagree: the amounts of ${wordsOfRecord(decidedBy.record)} are used`
  }
  const isInSameRecord = decidedBy.record === document.record
  const decidingRecord = wordsOfRecord(decidedBy.record)
  if (status === 'duplicate') {
    if (document.submission === 'duplicate' && isInSameRecord)
      return 'marked as a duplicate of another document in its record'
    if (isInSameRecord) return 'its record lists it more often than the IRS does'
    if (isTotal(document, decidedBy)) return `the total of several documents in ${decidingRecord}, which count`
    return decidedBy.record.isFromIrs
      ? `duplicate of the IRS copy (record ${shortenText(decidedBy.record.id)})`
      : `duplicate of the copy in ${decidingRecord}`
  }
  if (!isInSameRecord) return `an earlier copy: the same document is ${STATUS_WORDS[status]} in ${decidingRecord}`
  if (status === 'superseded') return `replaced by the corrected ${document.compiledForm.form.number}`
  return decidedBy.submission === 'void'
    ? 'canceled by a void document in its record'
    : 'canceled by a correction in its record whose amounts are all zero'
}

const STATUS_WORDS = { superseded: 'replaced', canceled: 'canceled', void: 'void' } as const

function explainOwnStatus({ document, status }: ResolvedDocument): string {
  if (status === 'void') return 'marked as void'
  return document.compiledForm.moneyPositions.every(position => readCentsAt(document, position) === null)
    ? 'a correction without any amount: it corrects other data'
    : 'a correction to zero: it cancels what it corrects'
}

/** Returns true if a document is a total, not a copy of the other one. A copy differs by at most $2 in each box. */
function isTotal(document: SourceDocument, decidingDocument: SourceDocument): boolean {
  return document.compiledForm.moneyPositions.some(position => {
    const [ownCents, otherCents] = [readCentsAt(document, position), readCentsAt(decidingDocument, position)]
    return ownCents !== null && otherCents !== null && Math.abs(ownCents - otherCents) > 200
  })
}
