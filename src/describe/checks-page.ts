import type { Check } from '../check/check.js'
import { CHECKS } from '../check/checks.js'
import { LIMITS } from '../check/limits.js'
import { FORMS } from '../forms/index.js'
import { page, table } from './markdown.js'

const numberOf = new Map<string, string>(FORMS.map(form => [form.key, form.number]))

const severityOf = ({ severity, other }: Check): string =>
  other === undefined ? severity : `${severity}; ${other.severity} where ${other.when}`

const formsOf = ({ forms }: Check): string =>
  forms === 'all' ? 'every form' : forms.map(key => numberOf.get(key) ?? key).join(', ')

const cellsOf = (check: Check): readonly string[] => [
  check.id,
  formsOf(check),
  check.reading === undefined ? check.doc : `${check.doc} ${check.reading}`,
  check.tolerance.text,
  severityOf(check),
  check.exceptions,
  check.source,
]

const years = (): string => `${LIMITS[0]?.year} to ${LIMITS.at(-1)?.year}`

/** The docs page of the checks, as Markdown, from the table of checks. */
export const printChecks = (): string =>
  page(
    'Checks between boxes',
    `The boxes of a correct form obey rules. Each row below is one rule; the table \`checks\` lists every violation, with
the document it is about. A check only reports: it changes no figure, and a document that breaks a rule still counts.`,
    `- Every document is checked except void and canceled ones; superseded documents and duplicates are checked too.
- A check runs if the boxes that it needs are present. 0 is present; absent is not 0. Anything a row says about absent
  boxes takes precedence. A box that was there and could not be read stops every check that needs it.
- Where a row can be read in more than one way, it is read in the way that gives fewer false alarms, and says so.
- The tolerance is in dollars. Transcripts cut the cents, so two amounts may differ by 1.00, and a tax from its rate
  by 2.00. A difference equal to the tolerance passes; one cent more does not.
- \`difference\` is the left side of the rule less its right side, in dollars; it is empty if no amounts are compared.
- There is at most one finding per check and document: the worst of several broken parts.
- An error is something no correct form shows; a warning is worth a look, since correct forms show it now and then
  (the exceptions say when); an info is a note.
- Limits are known for ${years()}. In any other year, each form gives one finding \`limits_unknown\`, an info, that
  names the checks that were not run; the limit of another year is never used.`,
    table(
      ['Check', 'Form', 'What must hold', 'Tolerance', 'Severity', 'Exceptions', 'Source'],
      CHECKS.map(cellsOf),
    ),
  )
