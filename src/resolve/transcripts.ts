import { canonicalJson, isEqualJson } from '../core/json.js'
import { getOrCreate, groupBy } from '../core/lists.js'
import { isObject } from '../core/shape-of.js'
import { compareText } from '../core/text.js'
import { centsAt, isWrittenAlike, type SourceRecord } from '../normalize/source.js'

/** What was pulled, once or again: the records of one provider and year whose forms are equal, in any order of forms and entries. */
export class Transcript {
  /** One of the records; all have its forms. */
  readonly record: SourceRecord
  /** When it was first pulled; UTC text, empty where unknown. A pull without a date says nothing of that. */
  readonly date: string = ''
  #text: string | null = null
  #orders: Map<Transcript, number> | null = null

  constructor(pulls: readonly SourceRecord[]) {
    this.record = pulls[0] as SourceRecord
    for (const { date } of pulls)
      if (date !== null && (this.date === '' || date < this.date)) this.date = date
  }

  /** The texts of large records are long: each is written once it is asked for, and compared once with each other one. */
  compare(other: Transcript): number {
    if (this === other) return 0
    this.#orders ??= new Map()
    return getOrCreate(this.#orders, other, () =>
      isSameText(this.record, other.record) ? 0 : compareText(this.#written(), other.#written()),
    )
  }

  #written(): string {
    this.#text ??= writeForms(this.record)
    return this.#text
  }
}

/** True where the forms are equal in the same order too, as those of a transcript that is pulled again. */
const isSameText = (a: SourceRecord, b: SourceRecord): boolean =>
  isWrittenAlike(a, b) || isEqualJson(a.raw['forms'], b.raw['forms'])

/** Forms as text that is equal for equal forms in any order of forms and entries. */
function writeForms({ raw: { forms } }: SourceRecord): string {
  const texts = (Array.isArray(forms) ? forms : []).map((form: unknown) => {
    if (!isObject(form)) return canonicalJson(form)
    const sorted = Object.entries(form).map(
      ([key, value]) =>
        `${JSON.stringify(key)}:${Array.isArray(value) ? value.map(canonicalJson).sort().join() : canonicalJson(value)}`,
    )
    return sorted.sort().join('\n')
  })
  return texts.sort().join('\n\n')
}

/** The transcript of each record. */
export function transcriptsOf(records: readonly SourceRecord[]): Map<SourceRecord, Transcript> {
  const transcripts = new Map<SourceRecord, Transcript>()
  const add = (pulls: readonly SourceRecord[]): void => {
    const transcript = new Transcript(pulls)
    for (const record of pulls) transcripts.set(record, transcript)
  }
  // Equal forms are as many, of the same cents, which cost less than their text; most are written in the same order.
  for (const similar of groupBy(records, sizeOf).values())
    for (const equal of similar.length === 1 ? [similar] : groupBy(similar, likenessOf).values()) {
      const [first] = equal as [SourceRecord]
      if (equal.every(each => each === first || isSameText(first, each))) add(equal)
      else for (const pulls of groupBy(equal, writeForms).values()) add(pulls)
    }
  return transcripts
}

/** Small numbers are the fastest keys; the year is looked at again. */
const sizeOf = ({ documents, taxYear }: SourceRecord): number => documents.length * 300 + (taxYear ?? 0)

/** Provider, year, and all cents without their signs. */
function likenessOf({ documents, providerId, taxYear }: SourceRecord): string {
  let total = 0
  for (const document of documents)
    for (const position of document.plan.money) total += Math.abs(centsAt(document, position) ?? 0)
  // Beyond the safe integers the order of adding would tell.
  return `${providerId ?? ''} ${taxYear} ${Number.isSafeInteger(total) ? total : 0}`
}
