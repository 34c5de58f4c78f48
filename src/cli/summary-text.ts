import { ISSUES } from '../core/issue-table.js'
import { groupBy } from '../core/lists.js'
import { sumCents } from '../core/money.js'
import type { Scope } from '../export/table.js'
import { tieOut } from '../export/tie-out-table.js'
import { findingsOf, underwritingsOf } from '../export/worked.js'
import { whyNotCounted, wordsOfDocument, wordsOfField } from '../report/document-words.js'
import { missingSayings } from '../report/missing.js'
import { neededOf } from '../report/needed.js'
import { employmentRows, liabilityRows } from '../report/owed-rows.js'
import {
  doubtful,
  flagged,
  issueCounts,
  notCounted,
  notIncome,
  otherRecipients,
  type Remark,
} from '../report/remarks.js'
import { lineRows, yearRows } from '../report/year-grid.js'
import { alignRows } from './align.js'
import { countedOnce, groupedCents, percentOf, printable, type TextRow } from './text.js'
import { besideLines, indicatorLines, underwritingLines } from './underwriting-rows.js'

/** A taxpayer's figures for a person to read, and in words what was not counted, and why. */
export function summaryText(scope: Scope): string {
  const { result, taxpayerId } = scope
  const { documents } = result.resolution
  const counted = documents.filter(of => whyNotCounted(of) === null).length
  const { records } = result.dossier
  const rejected = result.dossier.rejected.reduce((sum, { count }) => sum + count, 0)
  const all = underwritingsOf(scope)
  const blocks = [
    [
      `Taxpayer ${taxpayerId}`,
      `Records: ${records.length}${rejected === 0 ? '' : `, and ${rejected} rejected`}. Documents: ${documents.length}, of which ${counted} count.`,
    ],
    besideLines(all),
    ...all.map(underwritingLines),
    listOf('* Not whole, for want of', missingSayings(scope)),
    needLines(scope),
    tieOutLines(scope),
    result.years.length === 0 ? [] : alignRows(yearRows(result)),
    alignRows(liabilityRows(scope)),
    alignRows(employmentRows(scope)),
    alignRows(lineRows(result)),
    ...all.map(under => indicatorLines(under, all.length > 1)),
    listOf('Checks between boxes that do not hold', findingSayings(scope)),
    listOf('Documents not counted, and why', sayings(notCounted(scope))),
    listOf('Amounts that are no income, of documents that count', notIncomeSayings(scope)),
    listOf('Documents of another recipient, which count here', sayings(otherRecipients(scope))),
    listOf('Worth a look', [...sayings(flagged(scope)), ...sayings(doubtful(scope)), ...issueSayings(scope)]),
  ]
  return blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${printable(line)}\n`).join(''))
    .join('\n')
}

const sayings = (remarks: readonly Remark[]): string[] =>
  remarks.map(({ document, why }) => `${document}: ${why}`)

function listOf(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...countedOnce(lines).map(line => `  ${line}`)]
}

/** Amounts that are no income; those of one kind are added up, since a broker may report thousands of sales. */
function notIncomeSayings(scope: Scope): string[] {
  const kinds = groupBy(
    notIncome(scope),
    ({ document, why, fact }) =>
      `${document}\n in ${wordsOfField(fact.of.document, fact.meaning.field)}: ${why}`,
  )
  return [...kinds].map(([kind, alike]) => {
    const sum = groupedCents(sumCents(alike.map(({ fact }) => fact.cents)))
    const amount = alike.length === 1 ? sum : `${alike.length} amounts, ${sum} together,`
    return kind.replace('\n', () => `: ${amount}`)
  })
}

function issueSayings(scope: Scope): string[] {
  return issueCounts(scope).map(({ code, severity, count }) => {
    const noun = severity === 'info' ? 'note' : severity
    return `${count} ${noun}${count === 1 ? '' : 's'} ${code}: ${ISSUES[code][1]}`
  })
}

/** Findings of severity error and warning; notes are in the table of checks. */
const findingSayings = (scope: Scope): string[] =>
  findingsOf(scope)
    .filter(({ severity }) => severity !== 'info')
    .map(({ check, severity, document, year, message }) => {
      const where = document === null ? `${year ?? 'no year'}` : wordsOfDocument(document.document, scope)
      return `${severity} ${check}, ${where}: ${message}`
    })

/** What is missing: by what is asked for, whom it is about, and what stands behind it; with the policy where others do not ask. */
function needLines(scope: Scope): string[] {
  const needed = neededOf(scope, borrower => borrower, groupedCents)
  if (needed.length === 0) return []
  return ['Needed', ...needed.flatMap(([what, about]) => [`  ${what}`, ...about.map(line => `    ${line}`)])]
}

/** What an application states beside what the documents say. */
function tieOutLines(scope: Scope): string[] {
  const rows = tieOut.rows(scope)
  if (rows.length === 0) return []
  const policies = new Set(rows.map(({ under }) => under.policy.name)).size
  return alignRows([
    { label: 'Stated beside documented, a month', cells: ['stated', 'documented', 'apart'] },
    ...rows.map(({ under, row, name }): TextRow => {
      const whose = row.borrower === 'self' ? '' : `${row.borrower} `
      const policy = policies > 1 ? `, ${under.policy.name}` : ''
      return {
        label: `  ${whose}${row.item} ${name ?? 'not named'}${policy}`,
        cells: [
          row.stated === null ? '-' : groupedCents(row.stated),
          row.documented === null ? '-' : groupedCents(row.documented),
          row.ratio === null ? '-' : percentOf(row.ratio),
        ],
        remark: row.finding,
      }
    }),
  ])
}
