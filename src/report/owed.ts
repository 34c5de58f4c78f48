import { mortgages } from '../export/mortgages-table.js'
import { type CellValue, type Column, cellAt, type Scope } from '../export/table.js'
import { MORTGAGE_FLAGS } from '../underwrite/mortgages/loans.js'
import { knownOf } from '../underwrite/terms.js'
import { money } from './amounts.js'
import { type Html, html, named } from './html.js'
import { list, row, table, words } from './layout.js'
import { liabilityRows } from './owed-rows.js'
import { spaced, wordsOfBorrower } from './spoken.js'

/** What the borrower owes: tax liabilities, mortgages that Forms 1098 report, and what the caller states. */
export function obligations(scope: Scope): Html[] {
  const [head, ...rows] = liabilityRows(scope)
  const parts: Html[] = []
  if (head !== undefined)
    parts.push(
      rows.length === 0
        ? html`<p>Tax liabilities: none given.</p>`
        : table({
            caption: 'Tax liabilities',
            head: ['What', 'Amount', words('Remark')],
            rows: rows.map(({ label, cells, remark = '' }) =>
              row(label.trim(), [cells[0] ?? '', words(remark)], label.startsWith('    ') ? 'part' : ''),
            ),
          }),
    )
  const loans = mortgages.rows(scope)
  if (loans.length > 0) {
    const columns = new Map(mortgages.columns.map(column => [column.name, column as Column<unknown>]))
    parts.push(
      table({
        caption: 'Mortgages that Forms 1098 report',
        head: ['Lender', 'Year', 'Principal', 'Interest', 'Insurance', 'Points', 'Whose, and doubts'],
        rows: loans.map(loan => {
          const cell = (name: string): CellValue => cellAt(columns.get(name) as Column<unknown>, loan, scope)
          const property = cell('property')
          return row(
            html`${named(String(cell('lenders')).replaceAll(';', ', then '))}${property !== null && html` <i>${named(String(property))}</i>`}`,
            [
              loan.year,
              ...[loan.principal, loan.interest, loan.insurance, loan.points].map(cents => money(cents)),
              words(
                [wordsOfBorrower(loan.borrower), ...loan.flags.map(flag => MORTGAGE_FLAGS[flag])].join('; '),
              ),
            ],
          )
        }),
      }),
    )
  }
  const known = scope.terms === undefined ? undefined : knownOf(scope.terms, scope.taxpayerId)
  const stated = [
    known?.monthlyObligations === undefined
      ? null
      : `Monthly obligations that the caller states: ${String(known.monthlyObligations)}`,
    known?.plan === undefined
      ? null
      : `The plan for the tax balance that the caller states: ${spaced(known.plan.state)}`,
  ].filter(line => line !== null)
  return [...parts, list(stated)]
}
