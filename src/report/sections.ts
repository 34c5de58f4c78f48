// The sections of the report that consist of a few tables or lists.

import { cutLines, cutList, describeHidden, shortenText } from '../core/cut-list.js'
import { DOUBT_TEXTS } from '../figures/doubt-texts.js'
import { getFindings } from '../tables/definitions/cached-underwriting.js'
import { tieOut } from '../tables/definitions/finding-tables.js'
import { formatLenders, mortgages, showProperty } from '../tables/definitions/liabilities-tables.js'
import { listVisibleEmployers } from '../tables/definitions/sum-tables.js'
import type { TaxpayerContext } from '../tables/table.js'
import { MORTGAGE_FLAGS } from '../underwriting/mortgages/loans.js'
import { TIE_OUT_FINDINGS } from '../underwriting/tie-out/finding.js'
import { nameOrEnding, wordsOfDocument } from './document-text.js'
import { type Grid, textColumn } from './grid.js'
import { bulletList, type Html, html, isolateText, row, table, wordCell } from './html.js'
import {
  formatDate,
  formatDollarAmount,
  formatMoneyCell,
  formatShareCell,
  markDoubt,
  toWords,
  UNREADABLE_TEXT,
  upperFirst,
  wordsOfBorrower,
  wordsOfCategory,
} from './labels.js'
import { employerTimeline } from './pictures.js'
import { listFlagged, listIssueSentences, listOtherRecipients, listWarnings } from './remarks.js'
import { describeSingleSource, liabilityRows } from './text-rows.js'

/** Renders a timeline of the employers and the table of employers by year. */
export function employers(taxpayer: TaxpayerContext): Html[] {
  const visibleEmployers = listVisibleEmployers(taxpayer)
  if (visibleEmployers.length === 0) return []
  const hasHistory = visibleEmployers.some(({ inHistory }) => inHistory)
  const { items, hiddenCount } = cutList(visibleEmployers)
  const nameRow = ({ employer }: (typeof visibleEmployers)[number]): string =>
    employer.name === null ? upperFirst(nameOrEnding(employer, 'employer')) : shortenText(employer.name)
  const rowsWithNames = items.map(row => ({ ...row, name: nameRow(row) }))
  const remarks = rowsWithNames.map(row => describeSingleSource(row, hasHistory))
  const hasRemarks = remarks.some(remark => remark !== '')
  return [
    employerTimeline(visibleEmployers.map(row => ({ name: nameRow(row), year: row.year }))),
    table({
      caption: 'Employers and wages',
      head: ['Employer', 'Year', 'Wages', "Share of year's wages", ...(hasRemarks ? [wordCell('Remark')] : [])],
      rows: rowsWithNames.map(({ name, year, wages, wageShare, isUnreadable, doubts }, i) =>
        row(isolateText(name), [
          year,
          `${wages === null ? (isUnreadable ? UNREADABLE_TEXT : '–') : formatMoneyCell(wages)}${markDoubt(doubts)}`,
          formatShareCell(wageShare),
          ...(hasRemarks ? [wordCell(remarks[i])] : []),
        ]),
      ),
      note: joinNotes(hasHistory ? '' : 'No employment history was given.', hiddenCount, 'employment'),
    }),
  ]
}

/** Returns the note of a table with a sentence about the rows that it leaves out, or false if there is no note. */
const joinNotes = (note: string, hiddenCount: number, tableName: string): string | false =>
  [note, hiddenCount === 0 ? '' : `${upperFirst(describeHidden(hiddenCount, tableName))}.`]
    .filter(text => text !== '')
    .join(' ') || false

/** How an amount of 0, and a difference of 0, is printed. */
const ZERO_CELLS: readonly string[] = ['0.00', 'none']

/** Renders the debts: tax liabilities, mortgages that Forms 1098 report, and obligations that the caller states. */
export function obligations(taxpayer: TaxpayerContext): Html[] {
  const [head, ...rows] = liabilityRows(taxpayer)
  const parts: Html[] = []
  if (head !== undefined)
    parts.push(
      rows.every(({ cells: [amount], remark }) => ZERO_CELLS.includes(amount ?? '') && !remark)
        ? html`<p>Tax liabilities: ${rows.length === 0 ? 'none given' : 'all amounts are 0.00'}.</p>`
        : table({
            caption: 'Tax liabilities',
            head: ['Item', 'Amount', wordCell('Remark')],
            rows: rows.map(({ label, cells, remark = '' }) =>
              row(label.trim(), [cells[0] ?? '', wordCell(remark)], label.startsWith('    ') ? 'part' : ''),
            ),
          }),
    )
  const { items: loans, hiddenCount } = cutList([...mortgages.rows(taxpayer)])
  if (loans.length > 0)
    parts.push(
      table({
        caption: 'Mortgages that Forms 1098 report',
        head: ['Lender', 'Year', 'Principal', 'Interest', 'Insurance', 'Points', 'Borrower and remarks'],
        rows: loans.map(loan => {
          const property = showProperty(loan, taxpayer)
          return row(
            html`${isolateText(formatLenders(loan, taxpayer).replaceAll(';', ', then '))}${property !== null && html` <i>${isolateText(property)}</i>`}`,
            [
              loan.year,
              ...[loan.principal, loan.interest, loan.insurance, loan.points].map(cents => formatMoneyCell(cents)),
              wordCell(
                [
                  wordsOfBorrower(loan.borrower),
                  ...loan.flags.map(flag => MORTGAGE_FLAGS[flag]),
                  ...loan.doubts.map(doubt => DOUBT_TEXTS[doubt]),
                ].join('; '),
              ),
            ],
          )
        }),
        note: joinNotes('', hiddenCount, 'mortgages'),
      }),
    )
  const facts = taxpayer.underwritingInputs?.factsByTaxpayer.get(taxpayer.taxpayerId)
  const { obligationsMonthly = null, taxPlan = null } = facts ?? {}
  const statedLines = [
    obligationsMonthly === null ? null : `Monthly obligations, as stated: ${formatDollarAmount(obligationsMonthly)}`,
    taxPlan === null ? null : `Plan for the tax balance, as stated: ${toWords(taxPlan.state)}`,
    taxPlan === null || taxPlan.paymentMonthly === null
      ? null
      : `Monthly payment of the plan, as stated: ${formatDollarAmount(taxPlan.paymentMonthly)}`,
  ].filter(line => line !== null)
  return [...parts, bulletList(statedLines)]
}

/** Renders the table of stated and documented amounts. Renders nothing if no income is stated. */
export function tieOuts(taxpayer: TaxpayerContext): Html {
  const { items: rows, hiddenCount } = cutList([...tieOut.rows(taxpayer)])
  if (rows.length === 0) return html``
  const hasSeveralPolicies = new Set(rows.map(({ policyResult }) => policyResult.policy.name)).size > 1
  return table({
    caption: 'Stated vs. documented, monthly',
    head: ['Item', 'Stated', 'Documented', 'Difference', '%', 'Finding'],
    rows: rows.map(comparison => {
      const { statedMonthly, documentedMonthly, difference, ratio, finding, item, borrower } = comparison.row
      const about = item === 'category' ? wordsOfCategory(comparison.name ?? '') : (comparison.name ?? 'unnamed')
      const policySuffix = hasSeveralPolicies ? `, ${comparison.policyResult.policy.title}` : ''
      return row(html`${isolateText(about)} <i>${wordsOfBorrower(borrower)}, ${item}${policySuffix}</i>`, [
        ...[statedMonthly, documentedMonthly, difference].map(cents => formatMoneyCell(cents)),
        formatShareCell(ratio),
        wordCell(html`<b>${toWords(finding)}</b> ${TIE_OUT_FINDINGS[finding]}`),
      ])
    }),
    note: joinNotes('', hiddenCount, 'tie_out'),
  })
}

export function failedChecks(taxpayer: TaxpayerContext): Html {
  const { items: findings, hiddenCount } = cutList(getFindings(taxpayer))
  if (findings.length === 0) return html`<p>All consistency checks passed.</p>`
  return table({
    caption: 'Consistency checks that failed',
    head: ['Check', 'Severity', 'Document', 'Rule', 'Difference'].map((title, i) => (i < 4 ? wordCell(title) : title)),
    rows: findings.map(({ check, severity, document, year, message, difference }) =>
      row(check, [
        wordCell(severity),
        wordCell(document === null ? (year ?? 'no year') : isolateText(wordsOfDocument(document.document, taxpayer))),
        wordCell(message),
        formatMoneyCell(difference),
      ]),
    ),
    note: joinNotes('', hiddenCount, 'checks'),
  })
}

/** Lists flagged documents, warnings about documents, documents of other recipients, and counts of all other issues. */
export const renderReviewItems = (taxpayer: TaxpayerContext): Html =>
  bulletList([
    ...(
      [
        [listFlagged(taxpayer), 'facts'],
        [listWarnings(taxpayer), 'issues'],
        [listOtherRecipients(taxpayer), 'documents'],
      ] as const
    ).flatMap(([remarks, tableName]) =>
      cutLines(remarks, tableName, ({ document, why }) => html`${isolateText(document)}: ${isolateText(why)}`),
    ),
    ...listIssueSentences(taxpayer),
  ])

/** Lists when each record was pulled. */
export function describeRecords({ result: { dossier } }: TaxpayerContext): Grid {
  const { items, hiddenCount } = cutList(dossier.records)
  return {
    caption: 'When each record was pulled',
    columns: [{ title: 'Record' }, { title: 'Tax year' }, textColumn('Source'), textColumn('Pulled')],
    rows: items.map(({ id, taxYear, isFromIrs, date }) => ({
      cells: [
        shortenText(id),
        taxYear ?? '–',
        isFromIrs ? 'IRS transcript' : 'Tax software',
        date === null ? 'unknown' : formatDate(date),
      ],
    })),
    ...(hiddenCount === 0 ? {} : { note: describeHidden(hiddenCount, 'records') }),
  }
}
