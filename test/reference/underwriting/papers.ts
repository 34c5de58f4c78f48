import { type Dossier, type Entry, readDossier } from '../documents.js'
import { type Fact, type Reading, readFacts } from '../facts.js'
import { FORMS } from '../forms.js'
import { documentKey, type Resolved, resolveReference, taxpayerLastFour } from '../resolve.js'
import { isAbsent, isObject, lastFour, type Raw, readText, readTimestamp, readYear } from '../values.js'

/** The lender's known facts about a taxpayer, with the key names of the file. */
export interface Known {
  readonly taxpayer_id: string
  readonly monthly_obligations?: number | string
  readonly recipients?: readonly string[]
  readonly continuance?: Readonly<Record<string, number>>
  readonly plan?: { readonly state: string; readonly monthly_payment?: number | string }
  readonly nontaxable_share?: Readonly<Record<string, number>>
  readonly as_of_year?: number
}

/** A document with its facts. `borrower` is `self`, a borrower's last four digits, or null for any other recipient. */
export interface DocumentWithFacts {
  readonly item: Resolved
  readonly entry: Entry
  readonly reading: Reading
  readonly year: number | null
  readonly counted: boolean
  readonly borrower: string | null
  /** The last four digits of the recipient's identifier. */
  readonly recipient: string | null
  /** True if a check of the document fails with severity `error`. */
  readonly hasFailedCheck: boolean
}

/** A form object from an IRS record, with the record's date. The date is empty if part of the object is rejected. */
interface Transcript {
  readonly year: number | null
  readonly recipient: string | null
  readonly date: string
}

/** Everything that underwriting needs from one dossier. */
export interface UnderwritingInput {
  readonly taxpayerId: string
  readonly raw: Raw
  readonly read: Dossier
  readonly documents: readonly DocumentWithFacts[]
  readonly borrowers: readonly string[]
  readonly transcripts: readonly Transcript[]
  /** The date of each record's newest pull, by record id. */
  readonly pulledOn: ReadonlyMap<string, string>
  readonly knownFacts: Known
}

const recordsOf = (dossier: Raw): Raw[] =>
  (Array.isArray(dossier['records']) ? dossier['records'] : []).filter(isObject)

// Returns the date of each record's newest pull, which shows if a year is complete. Resolution uses the earliest date.
function newestDates(dossier: Raw): Map<string, string> {
  const dates = new Map<string, string>()
  for (const record of recordsOf(dossier)) {
    const id = readText(record['id'])
    if (id === null || !Array.isArray(record['forms'])) continue
    const date = readTimestamp(record['date'])
    if (date > (dates.get(id) ?? '')) dates.set(id, date)
  }
  return dates
}

const isAuthority = (record: Raw): boolean =>
  /^irs(?:[-_ ]tax[-_ ]pro)?$/i.test((readText(record['provider_id']) ?? '').trim())

function transcriptsOf(dossier: Raw): Transcript[] {
  const transcripts: Transcript[] = []
  for (const record of recordsOf(dossier)) {
    if (!isAuthority(record) || !Array.isArray(record['forms']) || readText(record['id']) === null) continue
    for (const form of record['forms']) {
      if (!isObject(form)) continue
      const ssn = readText(form['ssn'])
      // A rejected part of a transcript may be the document that the transcript seems to lack.
      const isWhole = Object.keys(FORMS).every(
        kind => isAbsent(form[kind]) || (Array.isArray(form[kind]) && form[kind].every(isObject)),
      )
      transcripts.push({
        year: readYear(form['year']) ?? readYear(record['tax_year']),
        recipient: ssn === null || !/[0-9]{4}$/.test(ssn) ? null : lastFour(ssn),
        date: isWhole ? readTimestamp(record['date']) : '',
      })
    }
  }
  return transcripts
}

/** Reads a dossier for underwriting. `failedDocuments` contains the keys of documents with a failed check. */
export function readUnderwritingInput(
  raw: Raw,
  knownFacts: Known,
  failedDocuments: ReadonlySet<string> = new Set(),
): UnderwritingInput {
  const read = readDossier(raw)
  const resolved = resolveReference(read)
  const counted = resolved.filter(({ status }) => status === 'counted')
  const necs = counted.map(({ doc }) => doc).filter(({ form }) => form === 'form_1099_nec')
  const taxpayerLast4 = taxpayerLastFour(read.votes, read.tin)
  const named = [...new Set(knownFacts.recipients ?? [])]
  const documents = resolved.map((item): DocumentWithFacts => {
    const recipient = item.doc.originalRecipientId ?? item.recipientOfMatch ?? item.doc.recipient.id
    const four = recipient === null ? taxpayerLast4 : lastFour(recipient)
    return {
      item,
      entry: item.doc,
      reading: readFacts(item, necs),
      year: item.doc.year,
      counted: item.status === 'counted',
      borrower: !item.otherRecipient ? 'self' : four !== null && named.includes(four) ? four : null,
      recipient: four,
      hasFailedCheck: failedDocuments.has(documentKey(item.doc)),
    }
  })
  return {
    taxpayerId: read.taxpayerId,
    raw,
    read,
    documents,
    borrowers: ['self', ...named.filter(four => four !== taxpayerLast4).sort()],
    transcripts: transcriptsOf(raw),
    pulledOn: newestDates(raw),
    knownFacts,
  }
}

/** Returns a function that is true for documents and amounts of `year` and the year before it. */
export const isOfTwoYears =
  (year: number) =>
  (item: { readonly year: number | null }): boolean =>
    item.year === year || item.year === year - 1

/** Lists a document's facts that count as income, including allocated tips. */
export const incomeFacts = ({ reading }: DocumentWithFacts): Fact[] =>
  reading.facts.filter(({ counted, role }) => counted && role.startsWith('income.'))

/** Returns the category of an income fact. */
export const categoryOf = ({ role }: Fact): string => role.slice('income.'.length)

/** Returns August 1 of the next year, in the date format that timestamps begin with. */
export const augustAfter = (year: number): string => `${year + 1}-08-01`
