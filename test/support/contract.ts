import type * as z from 'zod'
import { acceptValue, type Issue, makeIssue, type Outcome, rejectInput } from '../../src/core/issues/issue.js'
import type { IssueCode } from '../../src/core/issues/issue-table.js'
import { isTooDeep } from '../../src/core/json.js'
import { extendPath, type JsonPath } from '../../src/core/json-value.js'
import { FIELD_TYPES } from '../../src/schema/field.js'
import { FORMS } from '../../src/schema/forms/index.js'
import { EXPECTATIONS, explainUnreadable } from '../../src/schema/wire/expectations.js'
import { wireSchemas } from '../../src/schema/wire/wire.js'
import type { WireDossier, WireRecord, WireTaxpayer } from '../../src/schema/wire/wire-types.js'

const typeOfCode = new Map(FIELD_TYPES.map(type => [EXPECTATIONS[type][0], type]))

const REJECTING_CODES = new Set<IssueCode>(['record_not_object', 'record_id_missing', 'record_forms_not_array'])

/** Checks a record against its zod schema and converts the result to the library's issues. */
export const checkRecord = (input: unknown): Outcome<WireRecord> =>
  check(wireSchemas(FORMS).record, input, 'record_not_object')

/** Checks a taxpayer against its zod schema, like `checkRecord`. */
export const checkTaxpayer = (input: unknown): Outcome<WireTaxpayer> =>
  check(wireSchemas(FORMS).taxpayer, input, 'taxpayer_not_object')

/** Checks a dossier against its zod schema, like `checkRecord`. */
export const checkDossier = (input: unknown): Outcome<WireDossier> =>
  check(wireSchemas(FORMS).dossier, input, 'object_unreadable')

function check<T>(schema: z.ZodType<T>, input: unknown, notObject: IssueCode): Outcome<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return rejectInput(input, [makeIssue(notObject, null, { value: input, expected: 'an object' })])
  }
  if (isTooDeep(input)) return rejectInput(input, [makeIssue('nesting_too_deep', null)])
  const result = schema.safeParse(input)
  const issues = omitRejected((result.error?.issues ?? []).map(issue => toIssue(issue, input)))
  const rejected = issues.some(({ code, path }) => REJECTING_CODES.has(code) && !path.includes("['records']"))
  return rejected ? rejectInput(input, issues) : acceptValue(input as T, issues)
}

/** For a rejected record, keeps only the issue that rejects it. The library does not report the record's boxes. */
function omitRejected(issues: readonly Issue[]): Issue[] {
  const refusals = new Map<string, Issue>()
  for (const issue of issues) {
    const record = issue.path.replace(/\['(?:id|forms)'\]$/, '')
    if (REJECTING_CODES.has(issue.code) && issue.code !== refusals.get(record)?.code) {
      if (!refusals.has(record) || issue.code === 'record_id_missing') refusals.set(record, issue)
    }
  }
  if (refusals.size === 0) return [...issues]
  const findRecordPath = ({ path }: Issue): string => /^\$\['records'\]\[\d+\]/.exec(path)?.[0] ?? '$'
  return issues.filter(issue => {
    const refusal = refusals.get(findRecordPath(issue))
    return refusal === undefined || refusal === issue
  })
}

/** Converts a zod issue, whose message is an issue code, to an issue of the library. */
function toIssue({ path, message }: z.core.$ZodIssue, input: unknown): Issue {
  let jsonPath: JsonPath | null = null
  let value: unknown = input
  for (const key of path) {
    jsonPath = extendPath(jsonPath, key as string | number)
    value = (value as Record<string | number, unknown> | null | undefined)?.[key as string | number]
  }
  const type = typeOfCode.get(message as IssueCode)
  const [code, expected] = type === undefined ? [message as IssueCode, 'an object'] : explainUnreadable(type, value)
  return makeIssue(code, jsonPath, { value, expected })
}
