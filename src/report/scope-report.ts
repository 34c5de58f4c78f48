import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import type { TaxpayerContext } from '../tables/table.js'
import { describeLaterYears } from '../underwriting/traces/explain.js'
import { getFigurePrefix } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { VERSION } from '../version.js'
import { renderAgencyForms } from './agency-forms.js'
import { describeNotComputable, findMainCondition, renderConditions, renderOpenQuestions } from './conditions.js'
import { DocumentAnchors, renderDocuments } from './documents.js'
import { FigureTrees } from './figure-tree.js'
import {
  bulletList,
  closedSection,
  type Html,
  type HtmlPart,
  html,
  isolateText,
  row,
  section,
  table,
  wordCell,
} from './html.js'
import { formatDate, formatMoneyCell, toWords, wordsOfCitation } from './labels.js'
import { listMissingLines } from './missing.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { comparePolicyTables } from './policy-comparison.js'
import { describeTotals } from './policy-totals.js'
import { countDocuments } from './remarks.js'
import { employers, failedChecks, obligations, renderRecords, renderReviewItems, sources, tieOuts } from './sections.js'
import { renderIndicators, renderWorksheet } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** What the caller states about a report. The page prints it. */
export interface ReportLabels {
  /** The day on which the report is made, as `YYYY-MM-DD`. */
  readonly date?: string | undefined
  /** The number of the loan. */
  readonly loanNumber?: string | undefined
  /** Who prepared the report. */
  readonly preparedBy?: string | undefined
}

/** The sections that are open at first: what counts, what to ask for and why. */
const OPEN_SECTIONS: readonly string[] = ['conditions', 'policies', 'worksheet', 'forms']

/** Renders the report about one taxpayer, under each of its policies. */
export function renderReport(taxpayer: TaxpayerContext, labels: ReportLabels = {}): string {
  const underwritings = getUnderwritings(taxpayer)
  const places = new DocumentAnchors(taxpayer)
  const trees: FigureTrees[] = []
  for (const [i, underwriting] of underwritings.entries())
    trees.push(new FigureTrees(underwriting, i + 1, places, trees[0] ?? null))
  const years = yearTables(taxpayer, places)
  const parts = [
    ['conditions', 'Conditions', renderConditions(taxpayer)],
    ['policies', 'Guidelines compared', comparePolicyTables(taxpayer, trees)],
    ['worksheet', 'Worksheet', trees.flatMap(policyTrees => renderWorksheet(policyTrees, taxpayer))],
    ['forms', 'Form 1084 and Form 91', renderAgencyForms(underwritings[0])],
    ['records', 'Records', renderRecords(taxpayer)],
    [
      'years',
      'Income and withheld tax by year',
      years.length === 0
        ? []
        : [html`<div class="pictures">${incomeBars(taxpayer.result)}${rateBars(taxpayer.result)}</div>`, ...years],
    ],
    ['lines', 'Form 1040 lines implied', lineTables(taxpayer, places)],
    ['employers', 'Employers', employers(taxpayer)],
    ['documents', 'Documents', renderDocuments(taxpayer, places)],
    ['indicators', 'Indicators', trees.flatMap(policyTrees => renderIndicators(policyTrees, trees.length > 1))],
    ['obligations', 'Obligations', obligations(taxpayer)],
    ['tie-out', 'Stated vs. documented', tieOuts(taxpayer)],
    ['checks', 'Checks', failedChecks(taxpayer)],
    ['look', 'For your review', renderReviewItems(taxpayer)],
    ['sources', 'Sources', sources(underwritings)],
  ] as const
  const sections = parts
    .map(([id, title, content]) => ({ id, title, content: html`${content}` }))
    .filter(({ content }) => content.text !== '')
  return page(
    `Income report, ${taxpayer.taxpayerId === '' ? 'a borrower without an id' : taxpayer.taxpayerId}`,
    html`${renderFirstScreen(taxpayer, trees, labels)}<nav aria-label="Parts"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav><button type="button" id="open" hidden>Open everything</button> <button type="button" id="requests" hidden>Print the list of conditions</button>
${sections.map(({ id, title, content }) => (OPEN_SECTIONS.includes(id) ? section : closedSection)(id, title, content))}
<div class="sign"><p>Comments</p><p>Signature and date${labels.preparedBy !== undefined && html`, ${isolateText(labels.preparedBy)}`}</p></div>`,
  )
}

/** The maximum number of lines in a list on the first screen. Further lines are only counted. */
const MAX_LISTED_LINES = 12

/** Renders the first screen: the borrower, a card per policy, the open conditions and the incomplete data. */
function renderFirstScreen(taxpayer: TaxpayerContext, trees: readonly FigureTrees[], labels: ReportLabels): Html {
  const { result, taxpayerId, privacy } = taxpayer
  const firstNamed = result.resolution.documents.find(
    ({ document, isOtherRecipient }) => !isOtherRecipient && document.recipient.name !== null,
  )
  const person = privacy.canShowPersonalData ? firstNamed?.document.recipient : undefined
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  return html`<header>
<p class="kind">Income report</p>
<h1>${taxpayerId === '' ? 'A borrower without an id' : isolateText(taxpayerId)}</h1>
${person?.name !== undefined && person.name !== null && html`<p>${isolateText(person.name)}${person.address !== null && html`, ${isolateText(person.address)}`}</p>`}
<p class="note">${records} records${rejected > 0 && `, and ${rejected} rejected`}; ${documents} documents, of which ${counted} count. ${describeDates(taxpayer, labels.date)}</p>
${describeLabels(labels)}</header>
<div class="cards">${trees.map(policyTrees => card(taxpayer, policyTrees))}</div>
<div class="two">
<section><h2>Open conditions</h2>${renderListOr(renderOpenQuestions(taxpayer), 'None.', 'conditions')}</section>
<section><h2>Incomplete data</h2>${renderListOr(listMissingLines(taxpayer), 'All records were read.', null)}</section>
</div>
`
}

/** Says when the newest IRS record was pulled, and when and by which version the report was made. */
function describeDates({ result: { dossier } }: TaxpayerContext, date: string | undefined): string {
  let newestDate = ''
  for (const record of dossier.records)
    if (record.isFromIrs && record.date !== null && record.date > newestDate) newestDate = record.date
  const pulled =
    newestDate === '' ? 'No IRS transcript has a date.' : `IRS transcripts pulled ${formatDate(newestDate)}.`
  return `${pulled} Report made${date === undefined ? '' : ` ${formatDate(date)}`} with taxtally ${VERSION}.`
}

/** Prints the number of the loan, and who prepared the report. */
function describeLabels({ loanNumber, preparedBy }: ReportLabels): Html | null {
  const parts = [
    ...(loanNumber === undefined ? [] : [html`Loan number ${isolateText(loanNumber)}`]),
    ...(preparedBy === undefined ? [] : [html`Prepared by ${isolateText(preparedBy)}`]),
  ]
  return parts.length === 0
    ? null
    : html`<p class="note">${parts.map((part, i) => html`${i > 0 && '. '}${part}`)}.</p>
`
}

function card(taxpayer: TaxpayerContext, trees: FigureTrees): Html {
  const { policyResult } = trees
  const { policy, totals } = policyResult
  const total = totals.at(-1)
  if (total === undefined) return html``
  const { title, lines } = describeTotals(taxpayer, policyResult, total)
  const prefix = `${getFigurePrefix(total.borrower)}total.`
  const laterYears = describeLaterYears(policyResult)
  const notComputable = describeNotComputable(policyResult)
  return html`<section class="card"><h2>${title}</h2>
<p class="note">${wordsOfCitation(policy.ruleVersion)}</p>
<dl>${lines.map(({ label, text, figure }, i) => html`<div${i === 0 && html` class="big"`}><dt>${label}</dt><dd>${figure === null ? text : trees.link(`${prefix}${figure}`, text)}</dd></div>\n`)}</dl><p class="note">Amounts are monthly.</p>${notComputable !== null && html`<p class="note">${notComputable}</p>`}${laterYears !== null && html`<p class="note">${laterYears}</p>`}</section>
`
}

function renderListOr(lines: readonly HtmlPart[], emptyText: string, sectionId: string | null): Html {
  if (lines.length === 0) return html`<p>${emptyText}</p>`
  const hidden = lines.length - MAX_LISTED_LINES
  return bulletList([
    ...lines.slice(0, MAX_LISTED_LINES),
    ...(hidden > 0
      ? [
          sectionId === null
            ? `and ${hidden} more, listed in the tables.`
            : html`and <a href="#${sectionId}">${hidden} more</a>`,
        ]
      : []),
  ])
}

const ROWS_PLACEHOLDER = html`<!--rows-->`

/**
 * Returns the HTML before and after the rows of an index page. The rows are written one taxpayer at a time.
 *
 * @param titles The titles of the policies.
 */
export function renderIndexFrame(titles: readonly string[]): readonly [before: string, after: string] {
  const text = page(
    'Income reports',
    html`<header><p class="kind">taxtally</p><h1>Income reports</h1></header>
${table({
  caption: `Monthly qualifying income${titles.length === 1 ? `, ${titles[0]}` : ' by guideline'}`,
  head: [
    'Borrower',
    ...titles.flatMap(title => [titles.length === 1 ? 'Qualifies' : `${title}: qualifies`, 'Supportable']),
    wordCell('Open conditions'),
    wordCell('Incomplete'),
  ],
  rows: [ROWS_PLACEHOLDER],
})}`,
    false,
  )
  const [before = '', after = ''] = text.split(ROWS_PLACEHOLDER.text)
  return [before, after]
}

/** A taxpayer's row in the index. */
export interface IndexLine {
  readonly name: string
  /** For each policy, the monthly amount that qualifies, and the supportable one. */
  readonly amounts: readonly string[]
  /** For each policy with open conditions, their number and the most important one, as text. */
  readonly openConditions: string
  /** The incomplete years and the number of causes of incomplete figures, as text. Empty if everything is complete. */
  readonly incompleteParts: string
}

/** Lists the years that are not complete yet, so that their amounts can still increase. */
function listIncompleteYears(results: readonly PolicyResult[]): readonly string[] {
  const years = results.flatMap(({ asOf: { year, isComplete, laterIncompleteYears } }) => [
    ...(!isComplete && year !== null ? [year] : []),
    ...laterIncompleteYears,
  ])
  return [...new Set(years)].sort((a, b) => a - b).map(year => `${year} so far`)
}

function describeConditionsForIndex(results: readonly PolicyResult[]): string {
  const lines = results.flatMap(result => {
    const { policy, totals } = result
    const mainCondition = findMainCondition(result)
    const total = totals.at(-1)
    if (mainCondition === undefined || total === undefined) return []
    const text = `${total.openBlocking + total.openReview}: ${toWords(mainCondition.condition)}`
    return [results.length === 1 ? text : `${policy.title} ${text}`]
  })
  return lines.join('; ')
}

export function indexLine(taxpayer: TaxpayerContext): IndexLine {
  const results = getUnderwritings(taxpayer)
  const amounts = results.flatMap(({ totals }) => {
    const total = totals.at(-1)
    return [formatMoneyCell(total?.qualifyingMonthly ?? 0), formatMoneyCell(total?.supportableMonthly ?? 0)]
  })
  const name = taxpayer.taxpayerId === '' ? 'A borrower without an id' : taxpayer.taxpayerId
  const missingCount = listMissingLines(taxpayer).length
  const missingParts = missingCount === 0 ? [] : [`${missingCount} item${missingCount === 1 ? '' : 's'}`]
  return {
    name,
    amounts,
    openConditions: describeConditionsForIndex(results),
    incompleteParts: [...listIncompleteYears(results), ...missingParts].join(', '),
  }
}

export function indexRow(taxpayer: TaxpayerContext, file: string): string {
  const { name, amounts, openConditions, incompleteParts } = indexLine(taxpayer)
  return row(html`<a href="${file}">${isolateText(name)}</a>`, [
    ...amounts,
    wordCell(openConditions),
    wordCell(incompleteParts),
  ]).text
}
