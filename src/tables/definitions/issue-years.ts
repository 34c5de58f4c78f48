import { type Issue, toInputPath } from '../../core/issues/issue.js'
import { printPath } from '../../core/json-value.js'
import { groupBy, NO_ITEMS } from '../../core/lists.js'
import type { SourceRecord } from '../../ingest/source.js'
import type { RejectedRecord, SourceDossier } from '../../ingest/source-dossier.js'

type AnyRecord = SourceRecord | RejectedRecord

const FORM_PATTERN = /^\['forms'\]\[(\d+)\]/

/** Returns the rest of an issue's path after the path of a record. Null if the issue is about something else. */
function findPathInRecord({ origin, path }: Issue, record: AnyRecord): string | null {
  const isSameLine = origin?.source === record.origin?.source && origin?.line === record.origin?.line
  const recordPath = printPath(toInputPath(record.origin, record.path))
  return isSameLine && path.startsWith(recordPath) ? path.slice(recordPath.length) : null
}

/**
 * Returns a function that finds the tax year of an issue: that of the form object or else of the record. It returns null
 * for an issue about the taxpayer, and if the year is unknown. Several records may have one id, or none.
 */
export function createYearFinder({ records, rejected }: SourceDossier): (issue: Issue) => number | null {
  const recordsById = groupBy<string | null, AnyRecord>([...records, ...rejected], ({ id }) => id)
  return issue => {
    for (const record of recordsById.get(issue.recordId ?? null) ?? NO_ITEMS) {
      const pathInRecord = findPathInRecord(issue, record)
      if (pathInRecord === null) continue
      const formIndex = FORM_PATTERN.exec(pathInRecord)?.[1]
      const form = formIndex !== undefined && 'forms' in record ? record.forms[Number(formIndex)] : undefined
      return form?.year ?? record.taxYear
    }
    return null
  }
}
