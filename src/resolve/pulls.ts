import { addTo } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import type { FormsText } from './forms-text.js'

/** Records of one provider and year with equal forms, in any order, are pulls of one transcript. */
export const pullsOf = (
  records: readonly SourceRecord[],
  formsOf: (record: SourceRecord) => FormsText,
): SourceRecord[][] =>
  (mayBePulls(records) ? groupBy(records, sizeOf) : records.map(record => [record]))
    .flatMap(similar => groupBy(similar, centsOf))
    .flatMap(equal => {
      if (equal.length === 1) return [equal]
      const [first, ...others] = equal.map(formsOf)
      // Most are one transcript pulled again, and need not be written as text.
      return others.every(other => (first as FormsText).isWrittenAs(other))
        ? [equal]
        : groupBy(equal, record => formsOf(record).text)
    })

/** So many are compared one by one, which costs less than a text of each. */
const FEW_RECORDS = 32

/** False where no two records are of one provider, year and size. */
const mayBePulls = (records: readonly SourceRecord[]): boolean =>
  records.length > FEW_RECORDS ||
  records.some((a, i) => {
    for (let j = 0; j < i; j++) {
      const b = records[j] as SourceRecord
      if (
        a.documents.length === b.documents.length &&
        a.taxYear === b.taxYear &&
        a.providerId === b.providerId
      )
        return true
    }
    return false
  })

const sizeOf = ({ providerId, taxYear, documents }: SourceRecord): string =>
  `${providerId ?? ''} ${taxYear} ${documents.length}`

/** All cents of a record, without their signs: equal forms have equal ones, and they cost less than the forms' text. */
function centsOf({ documents }: SourceRecord): number {
  let total = 0
  for (const { plan, cells } of documents) {
    for (let i = 0; i < plan.money.length; i++)
      total += Math.abs((cells[plan.money[i] as number] as number | null) ?? 0)
  }
  // Beyond the safe integers the order of adding would tell.
  return Number.isSafeInteger(total) ? total : 0
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | number): T[][] {
  if (items.length === 1) return [[...items]]
  const groups = new Map<string | number, T[]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return [...groups.values()]
}
