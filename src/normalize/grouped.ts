import { type Issue, makeIssue } from '../core/issue.js'
import type { IssueCode } from '../core/issue-table.js'
import { isObject } from '../core/shape-of.js'
import { withoutControls } from '../core/text.js'
import { kindOfValue } from './kind-of-value.js'
import { type ParsedValue, wordsOfAlike } from './parsed-value.js'
import { usableId } from './record-id.js'
import type { GroupedDossier } from './taxpayer-group.js'

/** A value that is part of no dossier, and whose it is where that is known. */
interface Rejected {
  readonly issue: Issue
  readonly rejected: ParsedValue
  readonly taxpayerId: string | null
}

/** What grouping gives: a taxpayer's dossier, or a value that cannot be used. */
export type Grouped = { readonly dossier: GroupedDossier } | Rejected

/** A value that cannot be used; of one that was refused before it was parsed `more` is what was told then. */
export function rejectedOf(
  code: IssueCode,
  parsed: ParsedValue,
  taxpayerId: string | null,
  more: string | undefined = parsed.alike === undefined ? parsed.unread?.more : wordsOfAlike(parsed.alike),
): Rejected {
  const { value, at, origin } = parsed
  const isRecord = code !== 'value_unrecognized' && isObject(value) && kindOfValue(value) === 'record'
  const recordId = isRecord ? usableId(value['id']) : null
  return {
    issue: makeIssue(code, at, { origin, recordId, more }),
    rejected: parsed,
    taxpayerId: taxpayerId === null ? null : withoutControls(taxpayerId),
  }
}
