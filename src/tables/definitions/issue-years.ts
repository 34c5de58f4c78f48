import { type Issue, type Origin, toInputPath } from '../../core/issues/issue.js'
import { printPath } from '../../core/json-value.js'
import type { SourceRecord } from '../../ingest/source.js'
import type { RejectedRecord, SourceDossier } from '../../ingest/source-dossier.js'

type AnyRecord = SourceRecord | RejectedRecord

const FORM_PATTERN = /^\['forms'\]\[(\d+)\]/

const toLocation = (id: string | null, origin: Origin | null | undefined, path: string): string =>
  JSON.stringify([id, origin?.source ?? null, origin?.line ?? null, path])

/**
 * Returns a function that finds the tax year of an issue: that of the form object or else of the record. It returns null
 * for an issue about the taxpayer, and if the year is unknown. Several records may have one id, or none.
 */
export function createYearFinder({ records, rejected }: SourceDossier): (issue: Issue) => number | null {
  const recordsByLocation = new Map<string, AnyRecord>()
  let maxPathLength = 0
  for (const record of [...records, ...rejected]) {
    const path = printPath(toInputPath(record.origin, record.path))
    maxPathLength = Math.max(maxPathLength, path.length)
    recordsByLocation.set(toLocation(record.id, record.origin, path), record)
  }
  return ({ recordId = null, origin, path }) => {
    // The path of a record ends after the first character `$` or after a bracket.
    for (let end = 1; end !== 0 && end <= maxPathLength; end = path.indexOf(']', end) + 1) {
      const record = recordsByLocation.get(toLocation(recordId, origin, path.slice(0, end)))
      if (record === undefined) continue
      const formIndex = FORM_PATTERN.exec(path.slice(end))?.[1]
      const form = formIndex !== undefined && 'forms' in record ? record.forms[Number(formIndex)] : undefined
      return form?.year ?? record.taxYear
    }
    return null
  }
}
