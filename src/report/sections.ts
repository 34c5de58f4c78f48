// The sections of the report that consist of a few tables or lists.
import { tieOut } from '../export/finding-tables.js'
import { mortgages } from '../export/liabilities-tables.js'
import { employersOf } from '../export/sum-tables.js'
import { type CellValue, type Column, cellAt, type Scope } from '../export/table.js'
import { findingsOf } from '../export/worked.js'
import { MORTGAGE_FLAGS } from '../underwrite/mortgages/loans.js'
import { knownOf } from '../underwrite/terms.js'
import { TIE_OUT_FINDINGS } from '../underwrite/tie-out/finding.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { nameOrEnding, wordsOfDocument } from './document-words.js'
import { type Html, html, list, named, row, table, words } from './html.js'
import { employerTimeline } from './pictures.js'
import { doubtful, flagged, issueSayings, otherRecipients } from './remarks.js'
import { liabilityRows, onlyIn } from './text-rows.js'
import {
  labelOfPolicy,
  money,
  share,
  spaced,
  UNREADABLE,
  upperFirst,
  wordsOfBorrower,
  wordsOfCategory,
} from './words.js'

/** Makes the table of employers per year, and a picture of their years. */
export function employers(scope: Scope): Html[] {
  const all = employersOf(scope)
  if (all.length === 0) return []
  const hasHistory = all.some(({ row: { inHistory } }) => inHistory)
  const shown = all.map(({ row, employer }) => ({
    ...row,
    name: employer.name ?? upperFirst(nameOrEnding(employer, 'employer')),
  }))
  const remarks = shown.map(each => onlyIn(each, hasHistory))
  const hasRemarks = remarks.some(remark => remark !== '')
  return [
    employerTimeline(shown),
    table({
      caption: 'Employers and wages',
      head: ['Employer', 'Year', 'Wages', "Share of year's wages", ...(hasRemarks ? [words('Remark')] : [])],
      rows: shown.map(({ name, year, wages, wageShare, lost }, i) =>
        row(named(name), [
          year,
          wages === null ? (lost ? UNREADABLE : '–') : money(wages),
          share(wageShare),
          ...(hasRemarks ? [words(remarks[i])] : []),
        ]),
      ),
      ...(hasHistory ? {} : { note: 'No employment history was given.' }),
    }),
  ]
}

/** Makes the section of debts: tax liabilities, mortgages that Forms 1098 report, and debts that the caller states. */
export function obligations(scope: Scope): Html[] {
  const [head, ...rows] = liabilityRows(scope)
  const parts: Html[] = []
  if (head !== undefined)
    parts.push(
      rows.length === 0
        ? html`<p>Tax liabilities: none given.</p>`
        : table({
            caption: 'Tax liabilities',
            head: ['Item', 'Amount', words('Remark')],
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
        head: ['Lender', 'Year', 'Principal', 'Interest', 'Insurance', 'Points', 'Borrower and remarks'],
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
      : `Monthly obligations, as stated: ${String(known.monthlyObligations)}`,
    known?.plan === undefined ? null : `Plan for the tax balance, as stated: ${spaced(known.plan.state)}`,
  ].filter(line => line !== null)
  return [...parts, list(stated)]
}

/** Makes the table of stated vs. documented amounts. Empty if nothing is stated. */
export function tieOuts(scope: Scope): Html {
  const rows = tieOut.rows(scope)
  if (rows.length === 0) return html``
  const several = new Set(rows.map(({ under }) => under.policy.name)).size > 1
  return table({
    caption: 'Stated vs. documented, monthly',
    head: ['Item', 'Stated', 'Documented', 'Difference', '%', 'Finding'],
    rows: rows.map(each => {
      const { stated, documented, difference, ratio, finding, item, borrower } = each.row
      const about = item === 'category' ? wordsOfCategory(each.name ?? '') : (each.name ?? 'unnamed')
      const under = several ? `, ${labelOfPolicy(each.under.policy.name)}` : ''
      return row(html`${named(about)} <i>${wordsOfBorrower(borrower)}, ${item}${under}</i>`, [
        ...[stated, documented, difference].map(cents => money(cents)),
        share(ratio),
        words(html`<b>${spaced(finding)}</b> ${TIE_OUT_FINDINGS[finding]}`),
      ])
    }),
  })
}

export function failedChecks(scope: Scope): Html {
  const all = findingsOf(scope)
  if (all.length === 0) return html`<p>All consistency checks passed.</p>`
  return table({
    caption: 'Consistency checks that failed',
    head: ['Check', 'Severity', 'Document', 'Rule', 'Difference'].map((title, i) =>
      i < 4 ? words(title) : title,
    ),
    rows: all.map(({ check, severity, document, year, message, difference }) =>
      row(check, [
        words(severity),
        words(document === null ? (year ?? 'no year') : named(wordsOfDocument(document.document, scope))),
        words(message),
        money(difference),
      ]),
    ),
  })
}

/** Lists doubtful documents and the issues of the records. */
export const worthALook = (scope: Scope): Html =>
  list([
    ...[...flagged(scope), ...doubtful(scope), ...otherRecipients(scope)].map(
      ({ document, why }) => html`${named(document)}: ${named(why)}`,
    ),
    ...issueSayings(scope),
  ])

/** Lists the sources of the rules of each policy. */
export const sources = (unders: readonly Underwriting[]): Html[] =>
  unders.map(
    ({ policy }) =>
      html`<h3>${labelOfPolicy(policy.name)}, ${policy.ruleVersion}</h3>${list(
        policy.citations.map(
          ({ source, date, secondHand, text }) =>
            html`<b>${source}</b>${date !== null && ` (${date})`}${secondHand === true && ', cited from a secondary source'}: ${text}`,
        ),
      )}`,
  )
