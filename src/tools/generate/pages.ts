// Generates the documentation pages, in Markdown, from the tables of the library.
import type { Check } from '../../checks/check.js'
import { CHECKS } from '../../checks/checks.js'
import { LIMITS } from '../../checks/limits.js'
import { ISSUES, type Severity } from '../../core/issues/issue-table.js'
import { groupBy } from '../../core/lists.js'
import { WRITERS } from '../../files/formats/index.js'
import type { Field } from '../../schema/field.js'
import type { FormTable } from '../../schema/form.js'
import { FORMS } from '../../schema/forms/index.js'
import { formatStatus } from '../../service/conformance/run-step.js'
import { CONFORMANCE_STATEMENTS, type ConformanceStatement } from '../../service/conformance/statements.js'
import type { Step } from '../../service/conformance/steps.js'
import { COLUMN_TYPES, type TableSpec } from '../../tables/table.js'

/** The comment that marks a page as generated, for readers and tools. */
const GENERATED_MARK = '<!-- Made by `npm run generate` from the tables; edit those. -->'

/** Formats a key or a name as code. Null becomes an empty cell. */
const formatCode = (text: string | null): string => (text === null ? '' : `\`${text}\``)

const escapeCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const formatTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string =>
  [columns, columns.map(() => '---'), ...rows].map(cells => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')

/** Formats a generated page from its title and its blocks, separated by empty lines. */
const formatPage = (title: string, ...blocks: readonly string[]): string =>
  `${[`# ${title}`, GENERATED_MARK, ...blocks].filter(block => block !== '').join('\n\n')}\n`

const formatHeading = ({ number, title }: FormTable): string =>
  number.startsWith('Schedule') ? `${number}: ${title}` : `Form ${number}: ${title}`

const formatFieldCells = (field: Field): readonly string[] => [
  formatCode(field.key),
  formatCode(field.name),
  field.type,
  field.box ?? '',
  formatCode(field.role),
  field.sum ?? '',
  field.doc + (field.personal ? ' Personal.' : ''),
]

const formatListTables = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(({ key, items }) => {
    if (items === null) return []
    const rows = items.map(item => [formatCode(item.key), formatCode(item.name), item.type, item.doc])
    return [`## Items of ${formatCode(key)}`, formatTable(['key', 'name', 'type', 'documentation'], rows)]
  })

const formatDollars = (cents: number): string => (cents / 100).toLocaleString('en-US')

/** Describes the properties of a form table that its field rows do not show, one sentence per property. */
function listRemarks(form: FormTable): readonly string[] {
  const { yearOf, uniqueId, countedOnOtherForm, derives, reportedFrom } = form
  return [
    yearOf !== undefined && `The tax year is the year of ${formatCode(yearOf)}, if that is present.`,
    form.accountsDiffer === true && 'Entries with different account numbers are different documents.',
    uniqueId !== undefined &&
      `Entries with the same ${formatCode(uniqueId)} are the same document. Entries with different values are different documents.`,
    form.canRepeat === true &&
      'A source often has several equal documents of this form, so they do not cause a warning.',
    form.isAllocated === true && "The amounts are the recipient's shares of earnings, not cash that was paid.",
    form.issuerMayBePerson === true &&
      'The issuer is treated as a person, unless its identifier has the format of an EIN (NN-NNNNNNN).',
    countedOnOtherForm !== undefined &&
      `${formatCode(countedOnOtherForm.field)} does not count if a ${formatCode(countedOnOtherForm.form)} of the same issuer and year counts. The reason is then ${formatCode(countedOnOtherForm.reason)}.`,
    reportedFrom !== undefined &&
      `From ${reportedFrom.year} on, payers do not have to report amounts below $${formatDollars(reportedFrom.below)} in ${reportedFrom.boxes.map(formatCode).join(', ')}.`,
    form.facts !== undefined && 'A rule of this form decides to which sums the amounts are added.',
    derives !== undefined && `That rule can add amounts to ${[...new Set(derives)].map(formatCode).join(', ')}.`,
  ].filter(sentence => sentence !== false)
}

/** Formats the page of a form kind: its source, its parties and every field. */
export const formatFormPage = (form: FormTable): string =>
  formatPage(
    formatHeading(form),
    `In a form object, the entries are in the array ${formatCode(form.key)}. Source of this page: ${form.source}.`,
    `The issuer is under the key ${formatCode(form.issuer.key)} (its identifier under ${formatCode(form.issuer.id)}). The recipient is under ${formatCode(form.recipient.key)} (identifier under ${formatCode(form.recipient.id)}). Each has ${formatCode('name')} and ${formatCode('address')}.`,
    listRemarks(form)
      .map(sentence => `- ${sentence}`)
      .join('\n'),
    '## Fields',
    formatTable(['key', 'name', 'type', 'box', 'role', 'sum', 'documentation'], form.fields.map(formatFieldCells)),
    ...formatListTables(form.fields),
  )

/** Formats the index of the form pages. */
export const formatFormsIndex = (forms: readonly FormTable[]): string =>
  formatPage(
    'Forms',
    'Each row of a form page describes one field: its key in the API, its normalized name and type, its box on the official form, and the role of its amount. The column `sum` says what happens to the amount in the sum of that role: `add`, `subtract`, `part` (included in another box, never added), `conditional` (a rule of the form decides) or `none`. Fields marked "Personal" are null in every output, unless you use the option `--identifiers full`.',
    formatTable(
      ['form', 'title', 'array key', 'fields', 'money fields'],
      forms.map(form => [
        `[${form.number}](${form.key}.md)`,
        form.title,
        formatCode(form.key),
        String(form.fields.length),
        String(form.fields.filter(field => field.type === 'money').length),
      ]),
    ),
  )

const writerFamilies = [...new Map(Object.values(WRITERS).map(writer => [writer.family, writer])).values()]

const formatTableSection = ({ name, doc, columns }: TableSpec): readonly string[] => [
  `## ${name}`,
  doc,
  formatTable(
    ['column', 'type', 'nullable', 'documentation'],
    columns.map(column => [formatCode(column.name), column.type, column.nullable ? 'yes' : '', column.doc]),
  ),
]

/** Formats the data dictionary: every table with every column. */
export const formatTablesPage = (tables: readonly TableSpec[]): string =>
  formatPage(
    'Tables',
    'New columns are added at the end, and columns are never renamed. If a figure is too large for its column, the cell is null, even in a column that is otherwise never null. The issue `out_of_range` reports it.',
    formatTable(
      ['format', 'description'],
      Object.entries(WRITERS).map(([name, { doc }]) => [formatCode(name), doc]),
    ),
    formatTable(
      ['type', ...writerFamilies.map(({ family }) => family)],
      COLUMN_TYPES.map(type => [type, ...writerFamilies.map(({ types }) => types[type])]),
    ),
    'Null is an empty field in CSV (empty text is `""`), and `null` in NDJSON. Parquet files describe the table, its columns and their units in the metadata `table`, `description` and `columns`. A list is written as compact JSON text. Taxpayers are in the order of the input, and the rows of a taxpayer are sorted by the leading columns. Of the recipients of a year, `self` is the first. The employers of a recipient are sorted by identifier and name.',
    tables.map(({ name }) => `[${name}](#${name})`).join(', '),
    ...tables.flatMap(formatTableSection),
  )

const SEVERITY_MEANINGS = {
  error: 'A box, a document or a record was rejected or cannot be read. Sums that need it are marked incomplete.',
  warning:
    'A person should review the data. Sums of a year with form_unknown or record_not_parsed are marked incomplete.',
  info: 'A note about data that was read. Usually no action is needed.',
} as const satisfies Record<Severity, string>

/** Formats the page of issue codes, in the order of the issue table. */
export const formatIssuesPage = (): string =>
  formatPage(
    'Issues',
    'An issue has a code, a severity, the path of the value (RFC 9535), the expected value and the type of the value that was received. It never contains a value from the data. New codes may be added, but codes are never renamed.',
    formatTable(['severity', 'meaning'], Object.entries(SEVERITY_MEANINGS)),
    formatTable(
      ['code', 'severity', 'message', 'what to do'],
      Object.entries(ISSUES).map(([name, cells]) => [formatCode(name), ...cells]),
    ),
  )

const numberByForm = new Map<string, string>(FORMS.map(form => [form.key, form.number]))

function formatCheckCells({ forms, doc, interpretation, severity, secondSeverity, ...check }: Check): string[] {
  return [
    check.id,
    forms === 'all' ? 'every form' : forms.map(key => numberByForm.get(key) ?? key).join(', '),
    interpretation === undefined ? doc : `${doc} ${interpretation}`,
    check.tolerance.text,
    secondSeverity === undefined ? severity : `${severity}; ${secondSeverity.severity} if ${secondSeverity.when}`,
    check.exceptions,
    check.source,
  ]
}

/** Formats the page that lists the checks. */
export const formatChecksPage = (): string =>
  formatPage(
    'Checks between boxes',
    `The boxes of a correct form obey certain rules. Each row below describes one check, which tests one rule. The table
\`checks\` lists every violation with its document. A check only reports. It never changes a figure, and a document that
breaks a rule still counts.`,
    `- All documents are checked, even superseded documents and duplicates. Only void and canceled documents are not.
- A check runs if the boxes that it needs are present and readable. A box that contains 0 is present. An absent box is
  not treated as 0, unless the row says so.
- If a rule can be interpreted in more than one way, the row describes the interpretation that the check uses. It is
  the one that gives fewer false alarms.
- The tolerance is in dollars. Transcripts cut off the cents, so two amounts may differ by 1.00, and a tax may differ by
  2.00 from the tax at its rate. A difference equal to the tolerance passes. A difference of one cent more does not.
- The column \`difference\` is the left side of the rule less its right side, in dollars. It is empty if the check does
  not compare amounts.
- There is at most one finding per check and document. If several parts of a rule are broken, only the worst is listed.
- The severity error means that a correct form never breaks the rule. The severity warning means that a person should
  review the form, because a correct form can break the rule (see the exceptions). The severity info is only a note.
- Legal limits are available for ${LIMITS[0]?.year} to ${LIMITS.at(-1)?.year}. A form of any other year has a single finding about limits, \`limits_unknown\`
  (severity info). It names the checks that were not run. The limit of another year is never used.`,
    formatTable(
      ['Check', 'Form', 'Rule', 'Tolerance', 'Severity', 'Exceptions', 'Source'],
      CHECKS.map(formatCheckCells),
    ),
  )

/** Describes the request of a conformance step and the expected response. */
function formatStepCells(step: Step): readonly [request: string, answer: string] {
  if ('send' in step) {
    const { send, expectedStatus = 200, expectedBody } = step
    return [
      formatCode(send),
      formatStatus(expectedStatus) + (expectedBody === undefined ? '' : ` ${formatJsonAsCode(expectedBody)}`),
    ]
  }
  if ('advance' in step) return [`advance the sandbox clock by ${step.advance / 1000} s`, 'done']
  if ('forms' in step)
    return [
      formatCode('GET /records'),
      'in every entry, the value of each listed key has the expected type, is null, or is absent',
    ]
  const { delivered, times, data } = step
  if (times === 0) return [formatCode(delivered), 'not delivered']
  const response = times === undefined ? 'delivered' : times === 1 ? 'delivered once' : `delivered ${times} times`
  return [formatCode(delivered), `${response}, signed${data === undefined ? '' : ` ${formatJsonAsCode(data)}`}`]
}

const formatJsonAsCode = (value: unknown): string => formatCode(JSON.stringify(value).replaceAll('"', ''))

function formatStatementCells({ sentence, check, why }: ConformanceStatement): readonly string[] {
  if (check === null) return [sentence, '', why ?? '', '']
  const { steps } = check
  // Leave out steps that only prepare the sandbox, unless there is only one step.
  const cells = steps
    .filter(step => !('send' in step) || !step.send.includes('/_sandbox') || steps.length === 1)
    .map(formatStepCells)
  const requests = cells.map(([request]) => request).join('; ')
  const responses = cells.map(([, answer]) => answer).join('; ')
  const needs = [...check.needs, ...(check.changes === true ? ['changes'] : [])]
  return [sentence, requests, responses, needs.join(', ')]
}

/** Formats the conformance page, which lists every statement of the API document. */
export const formatConformancePage = (): string =>
  formatPage(
    'The API, statement by statement',
    `This page lists all ${CONFORMANCE_STATEMENTS.length} statements of the service's API document. Requests check ${CONFORMANCE_STATEMENTS.filter(({ check }) => check !== null).length} of them. For the others, the table explains why no request can check them.
The tests run these requests against the sandbox over HTTP. To run them against any service, use \`npx taxtally conformance --url URL\`.`,
    `- The column Statement quotes the API document. The column Request lists the steps of the check. The column Expected
  response lists the HTTP status, and the body if it is checked, of each step.
- The column Needs lists what a check requires: \`client\` credentials, an access \`token\`, or the controls that only the
  \`sandbox\` has. A check marked \`changes\` changes data and runs only with \`--destructive\`.
- \`{token}\` and similar names stand for values from earlier responses. \`$text\`, \`$number\`, \`$time\`, \`$uuid\`, \`$masked\`
  and similar names match any value of that kind. A response may always have more fields.`,
    ...[...groupBy(CONFORMANCE_STATEMENTS, ({ part }) => part)].flatMap(([part, rows]) => [
      `## ${part}`,
      formatTable(['Statement', 'Request', 'Expected response', 'Needs'], rows.map(formatStatementCells)),
    ]),
  )
