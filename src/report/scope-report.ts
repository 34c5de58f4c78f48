import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import { lacksOf, wordsOfLaterYears } from '../underwrite/explain.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { documents, Places } from './documents.js'
import { FigureTrees } from './figure-tree.js'
import { type Html, html, list, named, section, table, words } from './html.js'
import { missingSayings } from './missing.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { confirmedOf, countsOf, neededOf } from './remarks.js'
import { employers, failedChecks, obligations, sources, tieOuts, worthALook } from './sections.js'
import { dollars, labelOfPolicy, money, spaced, wordsOfBorrower, wordsOfCategory } from './words.js'
import { beside, indicators, prefixOfRow, worksheet } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** Writes the report of one taxpayer, under each of its policies. */
export function reportOfScope(scope: Scope): string {
  const unders = underwritingsOf(scope)
  const places = new Places(scope)
  const trees: FigureTrees[] = []
  for (const [i, under] of unders.entries())
    trees.push(new FigureTrees(under, i + 1, places, trees[0] ?? null))
  const underEach = (write: (under: Underwriting, trees: FigureTrees) => Html[]): Html[] =>
    unders.flatMap((under, i) => write(under, trees[i] as FigureTrees))
  const years = yearTables(scope, places)
  const parts = [
    ['policies', 'Guidelines compared', beside(scope, unders, trees)],
    ['worksheet', 'Worksheet', underEach(worksheet)],
    [
      'years',
      'Income and withheld tax by year',
      years.length === 0
        ? []
        : [html`<div class="pictures">${incomeBars(scope.result)}${rateBars(scope.result)}</div>`, ...years],
    ],
    ['lines', 'Form 1040 lines implied', lineTables(scope, places)],
    ['employers', 'Employers', employers(scope)],
    ['documents', 'Documents', documents(scope, places)],
    ['indicators', 'Indicators', underEach((...args) => indicators(...args, unders.length > 1))],
    ['obligations', 'Obligations', obligations(scope)],
    ['tie-out', 'Stated vs. documented', tieOuts(scope)],
    ['checks', 'Checks', failedChecks(scope)],
    ['look', 'For your review', worthALook(scope)],
    ['sources', 'Sources', sources(unders)],
  ] as const
  const sections = parts
    .map(([id, title, content]) => ({ id, title, content: html`${content}` }))
    .filter(({ content }) => content.text !== '')
  return page(
    `Income report, ${scope.taxpayerId === '' ? 'a borrower without an id' : scope.taxpayerId}`,
    html`${front(scope, unders, trees)}<nav aria-label="Parts"><ul>${sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav><button type="button" hidden>Open every figure</button>
${sections.map(({ id, title, content }) => section(id, title, content))}`,
  )
}

/** How many lines of a list are on the first screen. The others are counted. */
const LISTED = 12

/** Makes the first screen: who, monthly income under each policy, the verified part, what is incomplete, what is needed. */
function front(scope: Scope, unders: readonly Underwriting[], trees: readonly FigureTrees[]): Html {
  const { result, taxpayerId, privacy } = scope
  const firstNamed = result.resolution.documents.find(
    ({ document, otherRecipient }) => !otherRecipient && document.recipient.name !== null,
  )
  const person = privacy.showsPeople ? firstNamed?.document.recipient : undefined
  const { records, rejected, documents, counted } = countsOf(scope)
  const needed = neededOf(scope, wordsOfBorrower, dollars).map(
    ([what, about]) => html`${what}${about.length > 0 && list(about.map(named))}`,
  )
  return html`<header>
<p class="kind">Income report</p>
<h1>${taxpayerId === '' ? 'A borrower without an id' : named(taxpayerId)}</h1>
${person?.name !== undefined && person.name !== null && html`<p>${named(person.name)}${person.address !== null && html`, ${named(person.address)}`}</p>`}
<p class="note">${records} records${rejected > 0 && `, and ${rejected} rejected`}; ${documents} documents, of which ${counted} count.</p>
</header>
<div class="cards">${unders.map((under, i) => card(under, trees[i] as FigureTrees))}</div>
<div class="two">
<section><h2>Incomplete</h2>${orElse(missingSayings(scope), 'All records were read.')}</section>
<section><h2>Documents needed</h2>${orElse(needed, 'None.')}</section>
</div>
`
}

function card(under: Underwriting, trees: FigureTrees): Html {
  const { policy, asOfYear, yearIncomplete, qualifyingIncome } = under
  const total = qualifyingIncome.at(-1)
  if (total === undefined) return html``
  const prefix = prefixOfRow(total)
  const label = labelOfPolicy(policy.name)
  const version = label === policy.name ? policy.ruleVersion : `${policy.name}: ${policy.ruleVersion}`
  const year = asOfYear === null ? 'No income found' : `${asOfYear}${yearIncomplete ? ', incomplete' : ''}`
  return html`<section class="card"><h2>${label}</h2>
<p class="note">${version}</p>
<dl><div class="big"><dt>Monthly qualifying income</dt><dd>${trees.link(`${prefix}qualifying_monthly`, money(total.qualifyingMonthly))}</dd></div>
<div><dt>Matched to IRS transcripts</dt><dd>${trees.link(`${prefix}verified_monthly`, money(total.verifiedMonthly ?? 0))}</dd></div>
<div><dt>As of</dt><dd>${year}</dd></div>
</dl>${notes(under).map(line => html`<p class="note">${line}</p>`)}</section>
`
}

/** Lists what the figures of a card do not show: losses, open items of rows, and later incomplete years. */
function notes(under: Underwriting): string[] {
  const { isPart, losses } = confirmedOf(under)
  const lacks = lacksOf(under).map(
    ([flag, names]) =>
      `${names.map(name => wordsOfCategory(name).toLowerCase()).join(', ')} – ${spaced(flag)}`,
  )
  return [
    ...(isPart || losses === 0
      ? []
      : [`More income than the total is matched: losses of ${dollars(losses)} count against it.`]),
    ...(lacks.length === 0 ? [] : [`Open items: ${lacks.join('; ')}.`]),
    ...[wordsOfLaterYears(under)].filter(line => line !== null),
  ]
}

function orElse(lines: readonly (Html | string)[], nothing: string): Html {
  if (lines.length === 0) return html`<p>${nothing}</p>`
  const hidden = lines.length - LISTED
  return list([
    ...lines.slice(0, LISTED),
    ...(hidden > 0 ? [`and ${hidden} more, listed in the tables.`] : []),
  ])
}

const ROWS = html`<!--rows-->`

/** Returns the text before and after the rows of an index of reports. The rows are written one taxpayer at a time. */
export function indexAround(policies: readonly string[]): readonly [before: string, behind: string] {
  const labels = policies.map(labelOfPolicy)
  const text = page(
    'Income reports',
    html`<header><p class="kind">taxtally</p><h1>Income reports</h1></header>
${table({
  caption: `Monthly qualifying income${policies.length === 1 ? `, ${labels[0]}` : ' by guideline'}`,
  head: ['Borrower', ...labels.flatMap(label => [label, 'Matched to IRS']), words('Incomplete')],
  rows: [ROWS],
})}`,
    false,
  )
  const [before = '', behind = ''] = text.split(ROWS.text)
  return [before, behind]
}

/** The line of a taxpayer in an index: its name, and under each policy the monthly qualifying income and its verified part. */
export interface IndexLine {
  readonly name: string
  readonly amounts: readonly string[]
  /** The incomplete parts, in short: incomplete years and the number of missing things. Empty if nothing is missing. */
  readonly notWhole: string
}

/** Lists the incomplete years, whose amounts can still grow. */
function openYears(scope: Scope): readonly string[] {
  const years = underwritingsOf(scope).flatMap(({ asOfYear, yearIncomplete, laterIncompleteYears }) => [
    ...(yearIncomplete && asOfYear !== null ? [asOfYear] : []),
    ...laterIncompleteYears,
  ])
  return [...new Set(years)].sort((a, b) => a - b).map(year => `${year} so far`)
}

export function indexLine(scope: Scope): IndexLine {
  const amounts = underwritingsOf(scope).flatMap(({ qualifyingIncome }) => {
    const total = qualifyingIncome.at(-1)
    return [money(total?.qualifyingMonthly ?? 0), money(total?.verifiedMonthly ?? 0)]
  })
  const name = scope.taxpayerId === '' ? 'A borrower without an id' : scope.taxpayerId
  const lost = missingSayings(scope).length
  const things = lost === 0 ? [] : [`${lost} item${lost === 1 ? '' : 's'}`]
  return { name, amounts, notWhole: [...openYears(scope), ...things].join(', ') }
}

export function indexRow(scope: Scope, file: string): string {
  const { name, amounts, notWhole } = indexLine(scope)
  return html`<tr><th scope="row"><a href="${file}">${named(name)}</a></th>${amounts.map(cell => html`<td>${cell}</td>`)}<td>${words(notWhole)}</td></tr>
`.text
}
