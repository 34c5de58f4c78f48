import { isEqualJson, toCanonicalJson } from '../core/json.js'
import { isObject } from '../core/json-value.js'
import { getOrCreate, groupBy } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { readCentsAt, type SourceRecord } from '../ingest/source.js'

/**
 * The pulls of one transcript: all records of one provider and year whose forms are equal, in any order of forms and
 * entries. The rules use the date and the forms of the group, which are the same for each of its records. Therefore,
 * pulling a transcript again changes no figure.
 */
export class PullGroup {
  /** One of the pulls. All have the same forms. */
  readonly record: SourceRecord
  /** The date of the first pull as UTC text. Empty if no pull has a date. */
  readonly date: string = ''
  #formsText: string | null = null
  #orderByGroup: Map<PullGroup, number> | null = null

  constructor(pulls: readonly SourceRecord[]) {
    this.record = pulls[0] as SourceRecord
    for (const { date } of pulls) if (date !== null && (this.date === '' || date < this.date)) this.date = date
  }

  /**
   * Orders groups by the text of their forms, which does not depend on record ids or dates. The texts can be long, so a
   * text is only written if two groups are compared, and every result is cached.
   */
  compare(otherGroup: PullGroup): number {
    if (this === otherGroup) return 0
    this.#orderByGroup ??= new Map()
    return getOrCreate(this.#orderByGroup, otherGroup, () =>
      hasSameForms(this.record, otherGroup.record) ? 0 : compareText(this.#getText(), otherGroup.#getText()),
    )
  }

  #getText(): string {
    this.#formsText ??= writeForms(this.record)
    return this.#formsText
  }
}

/** True if the forms are equal and in the same order, as in data that was pulled again. */
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

/** Groups the records that are pulls of one transcript. Returns the group of each record, even if it has no other pull. */
export function groupPulls(records: readonly SourceRecord[]): Map<SourceRecord, PullGroup> {
  const pullGroups = new Map<SourceRecord, PullGroup>()
  const addPullGroup = (pulls: readonly SourceRecord[]): void => {
    const pullGroup = new PullGroup(pulls)
    for (const record of pulls) pullGroups.set(record, pullGroup)
  }
  // All pulls of one group have the same provider, year and total. Group by these first, because writing the forms
  // as text is the expensive step. Most taxpayers have one record per provider and year, which needs no total.
  for (const yearRecords of groupBy(records, formatProviderAndYear).values()) {
    const groups = yearRecords.length === 1 ? [yearRecords] : groupBy(yearRecords, sumAllAmounts).values()
    for (const similarRecords of groups) {
      const [firstRecord] = similarRecords as [SourceRecord]
      if (similarRecords.every(record => record === firstRecord || hasSameForms(firstRecord, record)))
        addPullGroup(similarRecords)
      else for (const pulls of groupBy(similarRecords, writeForms).values()) addPullGroup(pulls)
    }
  }
  return pullGroups
}

const formatProviderAndYear = ({ providerId, taxYear }: SourceRecord): string => `${providerId ?? ''} ${taxYear}`

/** Returns the sum of all amounts of a record without their signs, or 0 if the sum is too large to be exact. */
function sumAllAmounts({ documents }: SourceRecord): number {
  let total = 0
  for (const document of documents)
    for (const position of document.compiledForm.moneyPositions) total += Math.abs(readCentsAt(document, position) ?? 0)
  // Beyond the safe integers, the sum would depend on the order of addition.
  return Number.isSafeInteger(total) ? total : 0
}
