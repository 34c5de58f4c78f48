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

/** The row of a taxpayer, which leads to the report. */
export function indexRow(scope: Scope, file: string): string {
  const lost = missingSayings(scope).length
  const cells = underwritingsOf(scope).flatMap(({ qualifyingIncome }) => {
    const total = qualifyingIncome.at(-1)
    return [money(total?.qualifyingMonthly ?? 0), money(total?.verifiedMonthly ?? 0)]
  })
  const name = scope.taxpayerId === '' ? 'A borrower without an id' : scope.taxpayerId
  return html`<tr><th scope="row"><a href="${file}">${named(name)}</a></th>${cells.map(cell => html`<td>${cell}</td>`)}<td>${words(lost === 0 ? '' : `${lost} thing${lost === 1 ? '' : 's'}`)}</td></tr>
`.text
}
