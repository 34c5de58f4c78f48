import { INPUT_ISSUES } from './input-issues.js'
import { rowsOf } from './issue-row.js'
import { RECORD_ISSUES } from './record-issues.js'
import { RESULT_ISSUES } from './result-issues.js'

export type { Severity } from './issue-row.js'

/**
 * Every issue code with its severity, its sentence, and what to do about it: the one table that messages and docs come
 * from. Codes are added, never renamed.
 */
export const ISSUES = rowsOf({ ...INPUT_ISSUES, ...RECORD_ISSUES, ...RESULT_ISSUES })

/** A stable issue code. */
export type IssueCode = keyof typeof ISSUES
