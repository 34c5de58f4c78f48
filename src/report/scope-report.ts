import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import type { TaxpayerContext } from '../tables/table.js'
import { getFigurePrefix } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { describeAgencyForms } from './agency-forms.js'
import { describeConditions, findMainCondition, listOpenQuestions, MET_CONDITIONS_TITLE } from './conditions.js'
import { getDocumentAnchors, renderDocuments } from './documents.js'
import { FigureTrees } from './figure-tree.js'
import { renderGrid } from './grid.js'
import { describeHeading, nameTaxpayer, REPORT_KIND, type ReportLabels } from './heading.js'
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
import { countMissing, listIncompleteData, MISSING_TITLE, NOTHING_MISSING } from './incomplete-data.js'
import { formatMoneyCell, toWords } from './labels.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { comparePolicyTables, describeTotals } from './policy-totals.js'
import { describeRecords, employers, failedChecks, obligations, renderReviewItems, tieOuts } from './sections.js'
import { renderSources } from './sources.js'
import { renderIndicators, renderWorksheets } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** The sections that are open at first: what counts, what to ask for and why. */
const OPEN_SECTIONS: readonly string[] = ['conditions', 'policies', 'worksheet', 'forms']

/** Renders the report about one taxpayer, under each of its policies. */
export function renderReport(taxpayer: TaxpayerContext, labels: ReportLabels = {}): string {
  const underwritings = getUnderwritings(taxpayer)
  const places = getDocumentAnchors(taxpayer)
  const trees: FigureTrees[] = []
  for (const [i, underwriting] of underwritings.entries())
    trees.push(new FigureTrees(underwriting, i + 1, places, trees[0] ?? null))
  const years = yearTables(taxpayer, places)
  const records = describeRecords(taxpayer)
  const parts = [
    ['conditions', 'Conditions', renderConditions(taxpayer)],
    ['policies', 'Guidelines compared', comparePolicyTables(taxpayer, trees)],
    ['worksheet', 'Worksheet', renderWorksheets(trees, taxpayer)],
    ['forms', 'Form 1084 and Form 91', describeAgencyForms(underwritings[0]).map(grid => renderGrid(grid))],
    ['records', 'Records', records.rows.length === 0 ? [] : renderGrid(records)],
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
    ['indicators', 'Indicators', renderIndicators(trees)],
    ['obligations', 'Obligations', obligations(taxpayer)],
    ['tie-out', 'Stated vs. documented', tieOuts(taxpayer)],
    ['checks', 'Checks', failedChecks(taxpayer)],
    ['look', 'For your review', renderReviewItems(taxpayer)],
    ['sources', 'Sources', renderSources(underwritings)],
  ] as const
  const sections = parts
    .map(([id, title, content]) => ({ id, title, content: html`${content}` }))
    .filter(({ content }) => content.text !== '')
  return page(
    [
      REPORT_KIND,
      nameTaxpayer(taxpayer),
      ...(labels.loanNumber === undefined ? [] : [`loan ${labels.loanNumber}`]),
    ].join(', '),
    html`${renderFirstScreen(taxpayer, trees, labels)}<nav aria-label="Parts"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav><button type="button" id="open" hidden>Open everything</button> <button type="button" id="requests" hidden>Print the list of conditions</button>
${sections.map(({ id, title, content }) => (OPEN_SECTIONS.includes(id) ? section : closedSection)(id, title, content))}
<div class="sign"><p>Comments</p><p>Signature and date${labels.preparedBy !== undefined && html`, ${isolateText(labels.preparedBy)}`}</p></div>`,
  )
}

/** The maximum number of lines in a list on the first screen. Further lines are only counted. */
const MAX_LISTED_LINES = 12

/** Renders the first screen: the borrower, a card per policy, the open conditions and the incomplete data. */
function renderFirstScreen(taxpayer: TaxpayerContext, trees: readonly FigureTrees[], labels: ReportLabels): Html {
  const { title, person, summary, statedLabels } = describeHeading(taxpayer, labels)
  return html`<header>
<p class="kind">${REPORT_KIND}</p>
<h1>${isolateText(title)}</h1>
${person.length > 0 && html`<p>${person.map((part, i) => html`${i > 0 && ', '}${isolateText(part)}`)}</p>`}
<p class="note">${summary}</p>
${
  statedLabels.length > 0 &&
  html`<p class="note">${statedLabels.map(([label, value], i) => html`${i > 0 && '. '}${label} ${isolateText(value)}`)}.</p>
`
}</header>
<div class="cards">${trees.map(policyTrees => card(taxpayer, policyTrees))}</div>
<div class="two">
<section><h2>Open conditions</h2>${renderListOr(renderOpenQuestions(taxpayer), 'None.', 'conditions')}</section>
<section><h2>${MISSING_TITLE}</h2>${renderListOr(listIncompleteData(taxpayer, labels.date), NOTHING_MISSING, null)}</section>
</div>
`
}

function card(taxpayer: TaxpayerContext, trees: FigureTrees): Html {
  const { policyResult } = trees
  const total = policyResult.totals.at(-1)
  if (total === undefined) return html``
  const { title, ruleVersion, lines, remarks } = describeTotals(taxpayer, policyResult, total)
  const prefix = `${getFigurePrefix(total.borrower)}total.`
  return html`<section class="card"><h2>${title}</h2>
<p class="note">${ruleVersion}</p>
<dl>${lines.map(({ label, text, figure }, i) => html`<div${i === 0 && html` class="big"`}><dt>${label}</dt><dd>${figure === null ? text : trees.link(`${prefix}${figure}`, text)}</dd></div>\n`)}</dl>${remarks.map(remark => html`<p class="note">${remark}</p>`)}</section>
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
  const missingCount = countMissing(taxpayer)
  const missingParts = missingCount === 0 ? [] : [`${missingCount} item${missingCount === 1 ? '' : 's'}`]
  return {
    name: nameTaxpayer(taxpayer),
    amounts,
    openConditions: describeConditionsForIndex(results),
    incompleteParts: [...listIncompleteYears(results), ...missingParts].join(', '),
  }
}

/** Renders a row of the index. Its name is a link to the first of the taxpayer's files, and the others follow it. */
export function indexRow(taxpayer: TaxpayerContext, [file = '', ...otherFiles]: readonly string[]): string {
  const { name, amounts, openConditions, incompleteParts } = indexLine(taxpayer)
  const otherLinks = otherFiles.map(otherFile => html` <a href="${otherFile}">workbook</a>`)
  return row(html`<a href="${file}">${isolateText(name)}</a>${otherLinks}`, [
    ...amounts,
    wordCell(openConditions),
    wordCell(incompleteParts),
  ]).text
}

/** Renders the open questions as a list. */
const renderOpenQuestions = (taxpayer: TaxpayerContext): HtmlPart[] =>
  listOpenQuestions(taxpayer).map(
    ({ title, subject }) => html`<b>${title}</b><br>${subject !== '' && isolateText(subject)}`,
  )

/** Renders the table of the open conditions, and the list of those that are met. */
function renderConditions(taxpayer: TaxpayerContext): Html[] {
  const { openConditions, metConditions } = describeConditions(taxpayer)
  return [
    ...(openConditions.rows.length === 0 ? [] : [renderGrid(openConditions)]),
    ...(metConditions.length === 0
      ? []
      : [
          html`<h3>${MET_CONDITIONS_TITLE}</h3>`,
          bulletList(
            metConditions.map(
              ({ title, subject }) => html`${title}${subject !== '' && html` (${isolateText(subject)})`}`,
            ),
          ),
        ]),
  ]
}
