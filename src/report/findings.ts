import { ISSUES } from '../core/issue-table.js'
import { checks } from '../export/checks-table.js'
import type { Scope } from '../export/table.js'
import { tieOut } from '../export/tie-out-table.js'
import { findingsOf } from '../export/worked.js'
import { TIE_OUT_FINDINGS } from '../underwrite/tie-out/finding.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { money, share } from './amounts.js'
import { wordsOfDocument } from './document-words.js'
import { type Html, html, named } from './html.js'
import { list, row, table, words } from './layout.js'
import { doubtful, flagged, issueCounts, otherRecipients } from './remarks.js'
import { spaced, wordsOfBorrower, wordsOfCategory } from './spoken.js'

/** What an application states beside what the documents say. Missing: nothing where nothing is stated. */
export function tieOuts(scope: Scope): Html[] {
  const rows = tieOut.rows(scope)
  if (rows.length === 0) return []
  const several = new Set(rows.map(({ under }) => under.policy.name)).size > 1
  return [
    table({
      caption: 'Stated beside documented, a month',
      head: ['What', 'Stated', 'Documented', 'Difference', 'Apart', 'Finding'],
      rows: rows.map(each => {
        const { stated, documented, difference, ratio, finding, item, borrower } = each.row
        const about = item === 'category' ? wordsOfCategory(each.name ?? '') : (each.name ?? 'not named')
        const under = several ? `, ${each.under.policy.name}` : ''
        return row(html`${named(about)} <i>${wordsOfBorrower(borrower)}, ${item}${under}</i>`, [
          ...[stated, documented, difference].map(cents => money(cents)),
          share(ratio),
          words(html`<b>${spaced(finding)}</b> ${TIE_OUT_FINDINGS[finding]}`),
        ])
      }),
    }),
  ]
}

/** The checks between boxes that did not hold. */
export function failedChecks(scope: Scope): Html[] {
  const all = findingsOf(scope)
  if (all.length === 0) return [html`<p>Every check between boxes holds.</p>`]
  return [
    table({
      caption: checks.doc,
      head: ['Check', 'Severity', 'Where', 'What must hold', 'By how much'].map((title, i) =>
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
    }),
  ]
}

/** Doubts about documents, and what was noted of the records. */
export function worthALook(scope: Scope): Html[] {
  const remarks = [...flagged(scope), ...doubtful(scope), ...otherRecipients(scope)]
  const lines = [
    ...remarks.map(({ document, why }) => html`${named(document)}: ${named(why)}`),
    ...issueCounts(scope).map(
      ({ code, severity, count }) =>
        html`${count} ${severity === 'info' ? 'note' : severity}${count !== 1 && 's'} ${code}: ${ISSUES[code][1]}`,
    ),
  ]
  return lines.length === 0 ? [] : [list(lines)]
}

/** Where the rules of each policy were read. */
export const sources = (unders: readonly Underwriting[]): Html[] =>
  unders.map(
    ({ policy }) =>
      html`<h3>${policy.name}, ${policy.ruleVersion}</h3>${list(
        policy.citations.map(
          ({ source, date, secondHand, text }) =>
            html`<b>${source}</b>${date !== null && ` (${date})`}${secondHand === true && ', second-hand'}: ${text}`,
        ),
      )}`,
  )
