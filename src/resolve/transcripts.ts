import { canonicalJson, isEqualJson } from '../core/json.js'
import { addAll, getOrCreate, groupBy } from '../core/lists.js'
import { isObject } from '../core/shape-of.js'
import { compareText } from '../core/text.js'
import { centsAt, isWrittenAlike, type SourceRecord } from '../normalize/source.js'

/** A record as the transcript that was pulled. */
export class Transcript {
  readonly record: SourceRecord
  /** When it was first pulled; UTC text, empty where unknown. */
  date: string
  #text: string | null = null
  #orders: Map<Transcript, number> | null = null

  constructor(record: SourceRecord) {
    this.record = record
    this.date = record.date ?? ''
  }

  /** Its forms, written once it is asked for: equal for equal forms in any order of forms and entries. */
  get text(): string {
    this.#text ??= writeForms(this.record.raw['forms'])
    return this.#text
  }

  /** The texts of large records are long, and are compared once for each pair of records. */
  compare(other: Transcript): number {
    if (this === other) return 0
    this.#orders ??= new Map()
    return getOrCreate(this.#orders, other, () =>
      this.isWrittenAs(other) ? 0 : compareText(this.text, other.text),
    )
  }

  /** True where the forms are equal in the same order too, as those of a transcript that is pulled again. */
  isWrittenAs({ record }: Transcript): boolean {
    return isWrittenAlike(this.record, record) || isEqualJson(this.record.raw['forms'], record.raw['forms'])
  }
}

function writeForms(forms: unknown): string {
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

/** Records of one provider and year with equal forms, in any order, are pulls of one transcript; each takes their first date. */
export function pullsOf(records: readonly Transcript[]): Transcript[][] {
  const pulls: Transcript[][] = []
  // Equal forms are as many, of the same cents, which cost less than their text; most are written in the same order.
  for (const similar of groupBy(records, sizeOf).values())
    for (const equal of similar.length === 1 ? [similar] : groupBy(similar, likenessOf).values()) {
      if (equal.every(each => each === equal[0] || equal[0]?.isWrittenAs(each))) pulls.push(equal)
      else addAll(pulls, [...groupBy(equal, ({ text }) => text).values()])
    }
  for (const pull of pulls) {
    if (pull.length === 1) continue
    // A pull without a date says nothing of that.
    const [first = ''] = pull.flatMap(({ record }) => record.date ?? []).sort()
    for (const each of pull) each.date = first
  }
  return pulls
}

/** Small numbers are the fastest keys; the year is looked at again. */
const sizeOf = ({ record: { documents, taxYear } }: Transcript): number =>
  documents.length * 300 + (taxYear ?? 0)

/** Provider, year, and all cents without their signs. */
function likenessOf({ record: { documents, providerId, taxYear } }: Transcript): string {
  let total = 0
  for (const document of documents)
    for (const position of document.plan.money) total += Math.abs(centsAt(document, position) ?? 0)
  // Beyond the safe integers the order of adding would tell.
  return `${providerId ?? ''} ${taxYear} ${Number.isSafeInteger(total) ? total : 0}`
}
