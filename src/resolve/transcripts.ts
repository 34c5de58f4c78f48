import { compareIds, getLastFour, type Identifier } from '../core/identifier.js'
import { isEqualJson, toCanonicalJson } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate, groupBy } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { readCentsAt, type SourceRecord } from '../normalize/source.js'

/** A transcript: all pulls of one provider and year that have equal forms, whatever the order of forms and entries. */
export class Transcript {
  /** One of the pulls. All have the same forms. */
  readonly record: SourceRecord
  /** The date of the first pull as UTC text. Empty if no pull has a date. */
  readonly date: string = ''
  #formsText: string | null = null
  #orderByTranscript: Map<Transcript, number> | null = null

  constructor(pulls: readonly SourceRecord[]) {
    this.record = pulls[0] as SourceRecord
    for (const { date } of pulls) if (date !== null && (this.date === '' || date < this.date)) this.date = date
  }

  /** Orders transcripts by their text. Texts can be long, so each is written once and each result is cached. */
  compare(otherTranscript: Transcript): number {
    if (this === otherTranscript) return 0
    this.#orderByTranscript ??= new Map()
    return getOrCreate(this.#orderByTranscript, otherTranscript, () =>
      hasSameForms(this.record, otherTranscript.record) ? 0 : compareText(this.#getText(), otherTranscript.#getText()),
    )
  }

  #getText(): string {
    this.#formsText ??= writeForms(this.record)
    return this.#formsText
  }
}

/** True if the forms are equal and in the same order, as in a transcript that was pulled again. */
const hasSameForms = (a: SourceRecord, b: SourceRecord): boolean => isEqualJson(a.raw['forms'], b.raw['forms'])

/** Writes forms as text that is equal for equal forms in any order of forms and entries. */
function writeForms({ raw: { forms } }: SourceRecord): string {
  const texts = (Array.isArray(forms) ? forms : []).map((form: unknown) => {
    if (!isObject(form)) return toCanonicalJson(form)
    const sorted = Object.entries(form).map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${Array.isArray(value) ? value.map(toCanonicalJson).sort().join() : toCanonicalJson(value)}`,
    )
    return sorted.sort().join('\n')
  })
  return texts.sort().join('\n\n')
}

export function groupTranscripts(records: readonly SourceRecord[]): Map<SourceRecord, Transcript> {
  const transcripts = new Map<SourceRecord, Transcript>()
  const addTranscript = (pulls: readonly SourceRecord[]): void => {
    const transcript = new Transcript(pulls)
    for (const record of pulls) transcripts.set(record, transcript)
  }
  // All pulls of one transcript have the same provider, year and total. Group by these first, because writing the forms
  // as text is the expensive step.
  for (const similarRecords of groupBy(records, computeSimilarityKey).values()) {
    const [firstRecord] = similarRecords as [SourceRecord]
    if (similarRecords.every(record => record === firstRecord || hasSameForms(firstRecord, record)))
      addTranscript(similarRecords)
    else for (const pulls of groupBy(similarRecords, writeForms).values()) addTranscript(pulls)
  }
  return transcripts
}

/** Returns the provider, the year and the sum of all amounts without their signs. */
function computeSimilarityKey({ documents, providerId, taxYear }: SourceRecord): string {
  let total = 0
  for (const document of documents)
    for (const position of document.compiledForm.moneyPositions) total += Math.abs(readCentsAt(document, position) ?? 0)
  // Beyond the safe integers, the sum would depend on the order of addition.
  return `${providerId ?? ''} ${taxYear} ${Number.isSafeInteger(total) ? total : 0}`
}

/**
 * Returns the last four digits that most form objects have, counting each transcript once. In a tie, the identifier
 * from the taxpayer's analysis wins if it is among them, otherwise the first one in the order of identifiers.
 */
export function findTaxpayerLastFour(transcripts: Iterable<Transcript>, tin: Identifier | null): string | null {
  const votes = new Map<string, { count: number; first: Identifier }>()
  for (const { record } of new Set(transcripts))
    for (const { ssn } of record.forms) {
      if (ssn === null) continue
      const vote = getOrCreate(votes, getLastFour(ssn), () => ({ count: 0, first: ssn }))
      vote.count++
      if (compareIds(ssn, vote.first) < 0) vote.first = ssn
    }
  const rankOfAnalysisTin = (lastFourDigits: string): number =>
    Number(tin !== null && lastFourDigits === getLastFour(tin))
  const [bestVote] = [...votes].sort(
    ([a, x], [b, y]) =>
      y.count - x.count || rankOfAnalysisTin(b) - rankOfAnalysisTin(a) || compareIds(x.first, y.first),
  )
  return bestVote === undefined ? null : bestVote[0]
}
