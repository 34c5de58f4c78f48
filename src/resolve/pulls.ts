import { addAll, addTo } from '../core/lists.js'
import { centsAt, type SourceRecord } from '../normalize/source.js'
import type { FormsText } from './forms-text.js'

/** Records of one provider and year with equal forms, in any order, are pulls of one transcript. */
export function pullsOf(
  records: readonly SourceRecord[],
  formsOf: (record: SourceRecord) => FormsText,
): SourceRecord[][] {
  const pulls: SourceRecord[][] = []
  for (const similar of groupBy(records, sizeOf))
    if (similar.length === 1) pulls.push(similar)
    else
      for (const equal of groupBy(
        similar,
        record => `${record.providerId ?? ''} ${record.taxYear} ${centsOf(record)}`,
      )) {
        const [first, ...others] = equal.map(formsOf)
        // Most are one transcript pulled again, and need not be written as text.
        if (others.every(other => first?.isWrittenAs(other))) pulls.push(equal)
        else addAll(pulls, [...groupBy(equal, record => formsOf(record).text)])
      }
  return pulls
}

/** Small numbers are the fastest keys; the year is looked at again. */
const sizeOf = ({ documents, taxYear }: SourceRecord): number => documents.length * 300 + (taxYear ?? 0)

/** All cents of a record, without their signs: equal forms have equal ones, and they cost less than the forms' text. */
function centsOf({ documents }: SourceRecord): number {
  let total = 0
  for (const document of documents)
    for (const position of document.plan.money) total += Math.abs(centsAt(document, position) ?? 0)
  // Beyond the safe integers the order of adding would tell.
  return Number.isSafeInteger(total) ? total : 0
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string | number): Iterable<T[]> {
  const groups = new Map<string | number, T[]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return groups.values()
}
