import { ISSUES } from '../core/issue-table.js'
import { addCents, type Cents } from '../core/money.js'
import type { Scope } from '../export/table.js'
import { findingsOf, underwritingsOf } from '../export/worked.js'
import { whyNotCounted, wordsOfDocument, wordsOfField } from '../report/document-words.js'
import { missingSayings } from '../report/missing.js'
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
import { needLines, tieOutLines } from './file-rows.js'
import { alignRows, countedOnce, groupedCents, printable } from './text.js'
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
  const sums = new Map<string, { cents: Cents; count: number }>()
  const parts = notIncome(scope).map(({ document, why, fact }) => ({
    key: `${document}\n in ${wordsOfField(fact.of.document, fact.meaning.field)}: ${why}`,
    cents: fact.cents,
  }))
  for (const { key, cents } of parts) {
    const sum = sums.get(key) ?? { cents: 0, count: 0 }
    sums.set(key, { cents: addCents(sum.cents, cents), count: sum.count + 1 })
  }
  return [...sums].map(([key, { cents, count }]) => {
    const amount = count === 1 ? groupedCents(cents) : `${count} amounts, ${groupedCents(cents)} together,`
    return key.replace('\n', () => `: ${amount}`)
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
