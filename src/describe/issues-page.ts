import { ISSUES, type Severity } from '../core/issue-table.js'
import { code, page, table } from './markdown.js'

const MEANING = {
  error: 'something was lost: a box, a document or a record; sums that needed it are marked incomplete',
  warning: 'a doubt that a person should review',
  info: 'a note; nothing was lost',
} as const satisfies Record<Severity, string>

/** The page of issue codes, in the order of their table. */
export const issuesPage = (): string =>
  page(
    'Issues',
    'An issue holds a code, a severity, a path (RFC 9535), what was expected and the shape of what was received, never a value from the data. Codes are added and never renamed.',
    table(['severity', 'meaning'], Object.entries(MEANING)),
    table(
      ['code', 'severity', 'message', 'what to do'],
      Object.entries(ISSUES).map(([name, [severity, sentence, advice]]) => [
        code(name),
        severity,
        sentence,
        advice,
      ]),
    ),
  )
