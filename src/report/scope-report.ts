import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import type { TaxpayerContext } from '../tables/table.js'
import { lacksOf, wordsOfLaterYears } from '../underwriting/traces/explain.js'
import type { PolicyUnderwriting } from '../underwriting/underwrite.js'
import { DocumentAnchors, renderDocuments } from './documents.js'
import { FigureTrees } from './figure-tree.js'
import { bulletList, type Html, html, isolateText, row, section, table, wordCell } from './html.js'
import {
  formatDollarAmount,
  formatMoneyCell,
  labelOfPolicy,
  toWords,
  wordsOfBorrower,
  wordsOfCategory,
} from './labels.js'
import { listMissingLines } from './missing.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { countDocuments, listNeeded, sumVerified } from './remarks.js'
import { employers, failedChecks, obligations, renderReviewItems, sources, tieOuts } from './sections.js'
import { comparePolicyTables, indicators, prefixOfRow, worksheet } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** Renders the report about one taxpayer, under each of its policies. */
export function renderReport(taxpayer: TaxpayerContext): string {
  const underwritings = getUnderwritings(taxpayer)
  const places = new DocumentAnchors(taxpayer)
  const trees: FigureTrees[] = []
  for (const [i, underwriting] of underwritings.entries())
    trees.push(new FigureTrees(underwriting, i + 1, places, trees[0] ?? null))
  const years = yearTables(taxpayer, places)
  const parts = [
    ['policies', 'Guidelines compared', comparePolicyTables(taxpayer, trees)],
    ['worksheet', 'Worksheet', trees.flatMap(worksheet)],
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
    ['indicators', 'Indicators', trees.flatMap(policyTrees => indicators(policyTrees, trees.length > 1))],
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
    html`${renderFirstScreen(taxpayer, trees)}<nav aria-label="Parts"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav><button type="button" hidden>Open every figure</button>
${sections.map(({ id, title, content }) => section(id, title, content))}`,
  )
}

/** The maximum number of lines in a list on the first screen. Further lines are only counted. */
const MAX_LISTED_LINES = 12

/** Renders the first screen: the borrower, a card per policy, the incomplete data and the needed documents. */
function renderFirstScreen(taxpayer: TaxpayerContext, trees: readonly FigureTrees[]): Html {
  const { result, taxpayerId, privacy } = taxpayer
  const firstNamed = result.resolution.documents.find(
    ({ document, isOtherRecipient }) => !isOtherRecipient && document.recipient.name !== null,
  )
  const person = privacy.canShowPersonalData ? firstNamed?.document.recipient : undefined
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  const needed = listNeeded(taxpayer, wordsOfBorrower, formatDollarAmount).map(
    ([what, about]) => html`${what}${about.length > 0 && bulletList(about.map(isolateText))}`,
  )
  return html`<header>
<p class="kind">Income report</p>
<h1>${taxpayerId === '' ? 'A borrower without an id' : isolateText(taxpayerId)}</h1>
${person?.name !== undefined && person.name !== null && html`<p>${isolateText(person.name)}${person.address !== null && html`, ${isolateText(person.address)}`}</p>`}
<p class="note">${records} records${rejected > 0 && `, and ${rejected} rejected`}; ${documents} documents, of which ${counted} count.</p>
</header>
<div class="cards">${trees.map(card)}</div>
<div class="two">
<section><h2>Incomplete</h2>${renderListOr(listMissingLines(taxpayer), 'All records were read.')}</section>
<section><h2>Documents needed</h2>${renderListOr(needed, 'None.')}</section>
</div>
`
}

function card(trees: FigureTrees): Html {
  const { policy, asOfYear, yearIncomplete, qualifyingIncome } = trees.underwriting
  const total = qualifyingIncome.at(-1)
  if (total === undefined) return html``
  const prefix = prefixOfRow(total)
  const label = labelOfPolicy(policy.name)
  const version = label === policy.name ? policy.ruleVersion : `${policy.name}: ${policy.ruleVersion}`
  const year = asOfYear === null ? 'No income found' : `${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  return html`<section class="card"><h2>${label}</h2>
<p class="note">${version}</p>
<dl><div class="big"><dt>Monthly qualifying income</dt><dd>${trees.link(`${prefix}qualifying_monthly`, formatMoneyCell(total.qualifyingMonthly))}</dd></div>
<div><dt>Matched to IRS transcripts</dt><dd>${trees.link(`${prefix}verified_monthly`, formatMoneyCell(total.verifiedMonthly ?? 0))}</dd></div>
<div><dt>As of</dt><dd>${year}</dd></div>
</dl>${notes(trees.underwriting).map(line => html`<p class="note">${line}</p>`)}</section>
`
}

/** Lists what the amounts on a card do not show: losses, flags of rows, and later incomplete years. */
function notes(underwriting: PolicyUnderwriting): string[] {
  const { isPart, losses } = sumVerified(underwriting)
  const lacks = lacksOf(underwriting).map(
    ([flag, names]) => `${names.map(name => wordsOfCategory(name).toLowerCase()).join(', ')} – ${toWords(flag)}`,
  )
  return [
    ...(isPart || losses === 0
      ? []
      : [`More income than the total is matched: losses of ${formatDollarAmount(losses)} count against it.`]),
    ...(lacks.length === 0 ? [] : [`Open items: ${lacks.join('; ')}.`]),
    ...[wordsOfLaterYears(underwriting)].filter(line => line !== null),
  ]
}

function renderListOr(lines: readonly (Html | string)[], emptyText: string): Html {
  if (lines.length === 0) return html`<p>${emptyText}</p>`
  const hidden = lines.length - MAX_LISTED_LINES
  return bulletList([
    ...lines.slice(0, MAX_LISTED_LINES),
    ...(hidden > 0 ? [`and ${hidden} more, listed in the tables.`] : []),
  ])
}

const ROWS_PLACEHOLDER = html`<!--rows-->`

/** Returns the HTML before and after the rows of an index page. The rows are written one taxpayer at a time. */
export function renderIndexFrame(policies: readonly string[]): readonly [before: string, behind: string] {
  const labels = policies.map(labelOfPolicy)
  const text = page(
    'Income reports',
    html`<header><p class="kind">taxtally</p><h1>Income reports</h1></header>
${table({
  caption: `Monthly qualifying income${policies.length === 1 ? `, ${labels[0]}` : ' by guideline'}`,
  head: ['Borrower', ...labels.flatMap(label => [label, 'IRS match']), wordCell('Incomplete')],
  rows: [ROWS_PLACEHOLDER],
})}`,
    false,
  )
  const [before = '', after = ''] = text.split(ROWS_PLACEHOLDER.text)
  return [before, after]
}

/** A taxpayer's row in the index: its name, and for each policy the monthly qualifying income and the verified part. */
export interface IndexLine {
  readonly name: string
  readonly amounts: readonly string[]
  /** The incomplete years and the number of causes of incomplete figures, as text. Empty if everything is complete. */
  readonly incompleteParts: string
}

/** Lists the years that are not complete yet, so that their amounts can still increase. */
function listIncompleteYears(taxpayer: TaxpayerContext): readonly string[] {
  const years = getUnderwritings(taxpayer).flatMap(({ asOfYear, yearIncomplete, laterIncompleteYears }) => [
    ...(yearIncomplete && asOfYear !== null ? [asOfYear] : []),
    ...laterIncompleteYears,
  ])
  return [...new Set(years)].sort((a, b) => a - b).map(year => `${year} so far`)
}

export function indexLine(taxpayer: TaxpayerContext): IndexLine {
  const amounts = getUnderwritings(taxpayer).flatMap(({ qualifyingIncome }) => {
    const total = qualifyingIncome.at(-1)
    return [formatMoneyCell(total?.qualifyingMonthly ?? 0), formatMoneyCell(total?.verifiedMonthly ?? 0)]
  })
  const name = taxpayer.taxpayerId === '' ? 'A borrower without an id' : taxpayer.taxpayerId
  const missingCount = listMissingLines(taxpayer).length
  const missingParts = missingCount === 0 ? [] : [`${missingCount} item${missingCount === 1 ? '' : 's'}`]
  return { name, amounts, incompleteParts: [...listIncompleteYears(taxpayer), ...missingParts].join(', ') }
}

export function indexRow(taxpayer: TaxpayerContext, file: string): string {
  const { name, amounts, incompleteParts } = indexLine(taxpayer)
  return row(html`<a href="${file}">${isolateText(name)}</a>`, [...amounts, wordCell(incompleteParts)]).text
}
