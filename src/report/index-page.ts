import type { Scope } from '../export/table.js'
import { underwritingsOf } from '../export/worked.js'
import { money } from './amounts.js'
import { html, named } from './html.js'
import { table, words } from './layout.js'
import { missingSayings } from './missing.js'
import { page } from './page.js'

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

/** The line of a taxpayer. */
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

/** The row of a taxpayer, which leads to the report. */
export function indexRow(scope: Scope, file: string): string {
  const { name, amounts, notWhole } = indexLine(scope)
  return html`<tr><th scope="row"><a href="${file}">${named(name)}</a></th>${amounts.map(cell => html`<td>${cell}</td>`)}<td>${words(notWhole)}</td></tr>
`.text
}
