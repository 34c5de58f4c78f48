import type { Check } from '../check/check.js'
import { CHECKS } from '../check/checks.js'
import { LIMITS } from '../check/limits.js'
import { FORMS } from '../forms/index.js'

const numberOf = new Map<string, string>(FORMS.map(form => [form.key, form.number]))

const cell = (words: string): string => words.replaceAll('|', '\\|')

const severityOf = ({ severity, other }: Check): string =>
  other === undefined ? severity : `${severity}; ${other.severity} where ${other.when}`

const formsOf = ({ forms }: Check): string =>
  forms === 'all' ? 'every form' : forms.map(key => numberOf.get(key) ?? key).join(', ')

function rowOf(check: Check): string {
  const holds = check.reading === undefined ? check.doc : `${check.doc} ${check.reading}`
  const cells = [
    check.id,
    formsOf(check),
    holds,
    check.tolerance.text,
    severityOf(check),
    check.exceptions,
    check.source,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

const years = (): string => `${LIMITS[0]?.year} to ${LIMITS.at(-1)?.year}`

/** The docs page of the checks, as Markdown, from the table of checks. */
export const printChecks = (): string =>
  `${[
    '# Checks between boxes',
    '',
    '<!-- Made by `npm run generate` from the table of checks; edit that. -->',
    '',
    'A correct form obeys rules between its boxes. Each row below is one rule; the table `checks` lists what does not',
    'obey one, with the document it is about. A check reports: it changes no figure, and a document that breaks a rule',
    'counts as before.',
    '',
    '- Every document is checked but void and canceled ones; a superseded document or a duplicate too.',
    '- A check runs where the boxes that it needs are present. 0 is present; absent is not 0. What a row says of absent',
    '  boxes comes first. A box that was there and could not be read stops what needs it.',
    '- Where a row can be read in more than one way, it is read in the way that gives fewer false alarms, and says so.',
    '- The tolerance is in dollars. Transcripts cut the cents, so one amount against another may miss it by 1.00, and a',
    '  tax against its rate by 2.00. A difference equal to the tolerance holds; one cent more does not.',
    '- `difference` is the left side of the rule less its right side, in dollars; it is empty where no amounts are compared.',
    '- There is at most one finding for a check and a document: of several broken parts the worst.',
    '- An error is what no correct form shows; a warning is worth a look, since correct forms show it now and then (the',
    '  exceptions say when); an info is a note.',
    `- Limits are known for ${years()}. For another year each form gives one finding \`limits_unknown\`, an info, that`,
    '  names the checks that were not run; no limit of another year is used.',
    '',
    '| Check | Form | What must hold | Tolerance | Severity | Exceptions | Source |',
    '|---|---|---|---|---|---|---|',
    ...CHECKS.map(rowOf),
  ].join('\n')}\n`
