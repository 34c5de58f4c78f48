import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { documents, Places } from './documents.js'
import { FigureTrees } from './figure-tree.js'
import { front } from './front.js'
import { type Html, html, named, section, table, words } from './html.js'
import { missingSayings } from './missing.js'
import { page } from './page.js'
import { incomeBars, rateBars } from './pictures.js'
import { employers, failedChecks, obligations, sources, tieOuts, worthALook } from './sections.js'
import { money } from './words.js'
import { beside, indicators, worksheet } from './worksheet.js'
import { lineTables, yearTables } from './years.js'

/** The page of one taxpayer, under each of its policies. */
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
    ['policies', 'Policies side by side', beside(scope, unders, trees)],
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
    ['tie-out', 'Stated and documented', tieOuts(scope)],
    ['checks', 'Checks', failedChecks(scope)],
    ['look', 'Worth a look', worthALook(scope)],
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

const ROWS = html`<!--rows-->`

/** What stands before and behind the rows of an index of reports: rows are written as taxpayers come. */
export function indexAround(policies: readonly string[]): readonly [before: string, behind: string] {
  const text = page(
    'Income reports',
    html`<header><p class="kind">taxtally</p><h1>Income reports</h1></header>
${table({
  caption: `What qualifies a month${policies.length === 1 ? `, ${policies[0]}` : ', the policies in their order'}`,
  head: ['Borrower', ...policies.flatMap(policy => [policy, 'Confirmed']), words('Not whole')],
  rows: [ROWS],
})}`,
    false,
  )
  const [before = '', behind = ''] = text.split(ROWS.text)
  return [before, behind]
}

/** What an index says of a taxpayer: its name, then under each policy what qualifies a month and what of it is confirmed. */
export interface IndexLine {
  readonly name: string
  readonly amounts: readonly string[]
  /** What is not whole, in short: years that are not complete, and how many things. The empty text where all is. */
  readonly notWhole: string
}

/** Years in which an amount may still grow: 0.00 of one is not the last word. */
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
  const things = lost === 0 ? [] : [`${lost} thing${lost === 1 ? '' : 's'}`]
  return { name, amounts, notWhole: [...openYears(scope), ...things].join(', ') }
}

export function indexRow(scope: Scope, file: string): string {
  const { name, amounts, notWhole } = indexLine(scope)
  return html`<tr><th scope="row"><a href="${file}">${named(name)}</a></th>${amounts.map(cell => html`<td>${cell}</td>`)}<td>${words(notWhole)}</td></tr>
`.text
}
