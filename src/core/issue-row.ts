/** How bad an issue is: an error costs a box or a record, a warning a doubt, an info a note. */
export type Severity = 'error' | 'warning' | 'info'

/** A row of the table of issues. */
export type IssueRow = readonly [severity: Severity, sentence: string, advice: string]

const row =
  (severity: Severity) =>
  (sentence: string, advice: string): IssueRow => [severity, sentence, advice]

/** A row of each severity: the sentence, and what to do about it. */
export const [error, warning, info] = [row('error'), row('warning'), row('info')]

/** Rows by their codes, without the texts in their type. */
export function rowsOf<K extends string>(rows: Readonly<Record<K, IssueRow>>): Readonly<Record<K, IssueRow>> {
  return rows
}
