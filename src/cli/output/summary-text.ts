import { cutLines, cutList, describeHidden, shortenText } from '../../core/cut-list.js'
import { getOrCreate, groupBy } from '../../core/lists.js'
import { sumCents } from '../../core/money.js'
import { SELF } from '../../figures/recipients.js'
import { listConditions, listOpenQuestions } from '../../report/conditions.js'
import { wordsOfDocument, wordsOfField } from '../../report/document-text.js'
import { listMissingLines } from '../../report/incomplete-data.js'
import { formatDollarAmount, formatPercent, type TextRow } from '../../report/labels.js'
import {
  countDocuments,
  listDoubtful,
  listFlagged,
  listIssueSentences,
  listNotCounted,
  listNotIncome,
  listOtherRecipients,
  listWarnings,
  type Remark,
} from '../../report/remarks.js'
import { employmentRows, liabilityRows, lineRows, yearRows } from '../../report/text-rows.js'
import { getFindings, getUnderwritings } from '../../tables/definitions/cached-underwriting.js'
import { tieOut } from '../../tables/definitions/finding-tables.js'
import type { TaxpayerContext } from '../../tables/table.js'
import { getFigureTraces } from '../../underwriting/traces/figure-traces.js'
import {
  cutRows,
  FigureDoubts,
  formatCell,
  formatIndicators,
  formatPolicyComparison,
  formatUnderwriting,
  listHiddenRow,
  NO_DOUBTS,
} from './policy-text.js'
import { alignRows, countRepeatedLines, replaceUnprintable } from './text.js'

/** Formats a taxpayer's figures for a person, with the documents and amounts that were not counted and the reasons. */
export function summaryText(taxpayer: TaxpayerContext): string {
  const { result, taxpayerId } = taxpayer
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  const underwritings = getUnderwritings(taxpayer)
  const doubtful = listDoubtful(taxpayer)
  // The traces are computed only if there are doubts.
  const doubtsOfPolicies = underwritings.map(underwriting =>
    doubtful.length === 0 ? NO_DOUBTS : new FigureDoubts(getFigureTraces(underwriting)),
  )
  const blocks = [
    [
      `Taxpayer ${shortenText(taxpayerId)}`,
      `Records: ${records}${rejected === 0 ? '' : `, and ${rejected} rejected`}. Documents: ${documents}, of which ${counted} count.`,
    ],
    formatPolicyComparison(underwritings, doubtsOfPolicies),
    ...underwritings.map((underwriting, i) =>
      formatUnderwriting(taxpayer, underwriting, doubtsOfPolicies[i] as FigureDoubts),
    ),
    formatConditions(taxpayer),
    formatStandardDocuments(taxpayer),
    formatList('* Incomplete because', listMissingLines(taxpayer), null),
    formatList('? Doubtful because', formatRemarks(doubtful), 'documents'),
    formatTieOut(taxpayer),
    result.years.length === 0 ? [] : alignRows(yearRows(result)),
    alignRows(liabilityRows(taxpayer)),
    alignRows(cutRows(employmentRows(taxpayer), 'employment')),
    alignRows(lineRows(result)),
    ...underwritings.map((underwriting, i) =>
      formatIndicators(underwriting, underwritings.length > 1, doubtsOfPolicies[i] as FigureDoubts),
    ),
    formatList('Consistency checks that failed', listFindingLines(taxpayer), 'checks'),
    formatList('Documents not counted, and why', formatRemarks(listNotCounted(taxpayer)), 'documents'),
    formatList('Amounts that are not income', listNotIncomeLines(taxpayer), 'facts'),
    formatList(
      'Documents of another recipient, included here',
      formatRemarks(listOtherRecipients(taxpayer)),
      'documents',
    ),
    formatList(
      'For your review',
      [
        ...cutLines(countRepeatedLines(formatRemarks(listFlagged(taxpayer))), 'facts', line => line),
        ...cutLines(countRepeatedLines(formatRemarks(listWarnings(taxpayer))), 'issues', line => line),
        ...listIssueSentences(taxpayer),
      ],
      null,
    ),
  ]
  return blocks
    .filter(lines => lines.length > 0)
    .map(lines => lines.map(line => `${replaceUnprintable(line)}\n`).join(''))
    .join('\n')
}

const formatRemarks = (remarks: readonly Remark[]): string[] =>
  remarks.map(({ document, why }) => `${document}: ${why}`)

/** Formats a list. `table` has the lines that are cut. Null if the lines are already cut. */
function formatList(title: string, lines: readonly string[], table: string | null): string[] {
  if (lines.length === 0) return []
  const repeatedLines = countRepeatedLines(lines)
  const shownLines = table === null ? repeatedLines : cutLines(repeatedLines, table, line => line)
  return [title, ...shownLines.map(line => `  ${line}`)]
}

/** Lists the amounts that are not income. Adds up similar ones, because a broker can report thousands of sales. */
function listNotIncomeLines(taxpayer: TaxpayerContext): string[] {
  const kinds = groupBy(
    listNotIncome(taxpayer),
    ({ document, why, fact }) =>
      `${document}\n in ${wordsOfField(fact.resolvedDocument.document, fact.meaning.field)}: ${why}`,
  )
  return [...kinds].map(([kind, similarRemarks]) => {
    const sum = formatDollarAmount(sumCents(similarRemarks.map(({ fact }) => fact.cents)))
    const amount = similarRemarks.length === 1 ? sum : `${similarRemarks.length} amounts, ${sum} in total,`
    return kind.replace('\n', () => `: ${amount}`)
  })
}

/** Lists the failed checks of severity error and warning. Those of severity info are only in the table of checks. */
const listFindingLines = (taxpayer: TaxpayerContext): string[] =>
  getFindings(taxpayer)
    .filter(({ severity }) => severity !== 'info')
    .map(({ check, severity, document, year, message }) => {
      const location = document === null ? `${year ?? 'no year'}` : wordsOfDocument(document.document, taxpayer)
      return `${severity} ${check}, ${location}: ${message}`
    })

/** Lists the open questions, most money first, each with its document. */
function formatConditions(taxpayer: TaxpayerContext): string[] {
  const lines = listOpenQuestions(taxpayer).flatMap(({ title, subject }) => [
    `  ${title}`,
    ...(subject === '' ? [] : [`    ${subject}`]),
  ])
  return lines.length === 0 ? [] : ['Open conditions, and the document that answers each', ...lines]
}

/** Lists the documents that every loan file needs for this income, with their subjects. */
function formatStandardDocuments(taxpayer: TaxpayerContext): string[] {
  const subjects = new Map<string, Set<string>>()
  const { items, countHidden } = listConditions(taxpayer)
  for (const { condition, subject } of items)
    if (!condition.isMet && condition.severity === 'standard')
      getOrCreate(subjects, condition.document, () => new Set()).add(subject)
  const hiddenCount = countHidden(row => !row.isMet && row.severity === 'standard')
  const lines = [...subjects].map(([document, names]) => {
    const subject = cutLines(
      [...names].filter(name => name !== ''),
      'conditions',
      name => name,
    ).join('; ')
    return subject === '' ? document : `${document} (${subject})`
  })
  if (hiddenCount > 0) lines.push(describeHidden(hiddenCount, 'conditions'))
  return formatList('Standard documents for the file', lines, 'conditions')
}

/** Formats a table that compares stated with documented amounts. */
function formatTieOut(taxpayer: TaxpayerContext): string[] {
  const { items: rows, hiddenCount } = cutList([...tieOut.rows(taxpayer)])
  if (rows.length === 0) return []
  const policyCount = new Set(rows.map(({ policyResult }) => policyResult.policy.name)).size
  return alignRows([
    { label: 'Stated vs. documented, monthly', cells: ['stated', 'documented', 'difference'] },
    ...rows.map(({ policyResult, row, name }): TextRow => {
      const borrowerPrefix = row.borrower === SELF ? '' : `${row.borrower} `
      const policy = policyCount > 1 ? `, ${policyResult.policy.title}` : ''
      return {
        label: `  ${borrowerPrefix}${row.item} ${name ?? 'unnamed'}${policy}`,
        cells: [
          formatCell(row.statedMonthly),
          formatCell(row.documentedMonthly),
          row.ratio === null ? '-' : formatPercent(row.ratio),
        ],
        remark: row.finding,
      }
    }),
    ...listHiddenRow(hiddenCount, 'tie_out'),
  ])
}
