import { getLastFour } from '../core/identifier.js'
import { toInputPath } from '../core/issues/issue.js'
import { IssueList, PendingIssue } from '../core/issues/issue-list.js'
import type { IssueCode } from '../core/issues/issue-table.js'
import { extendPath, type JsonPath, printPath } from '../core/json-value.js'
import { MAX_COMPARED_STATEMENTS } from '../core/limits.js'
import { groupBy, NO_ITEMS } from '../core/lists.js'
import { readTaxpayerTin } from '../ingest/privacy.js'
import { type SourceDocument, toDocumentPath } from '../ingest/source.js'
import type { SourceDossier } from '../ingest/source-dossier.js'
import type { Resolution } from '../resolve/resolve.js'
import type { ResolvedDocument } from '../resolve/resolved-document.js'
import { listUnparsedRecords } from './completeness.js'
import { listHistoryEmployers } from './employment.js'
import type { Ledger } from './facts.js'
import { type Liabilities, readBalances } from './liabilities.js'
import { findRecipient } from './recipients.js'

/** The figures of a taxpayer that have issues. */
interface IssueInput {
  readonly dossier: SourceDossier
  readonly resolution: Resolution
  readonly ledger: Ledger
  readonly liabilities: Liabilities
}

/**
 * Lists the issues that were found while the figures were computed. The dossier has those that were found while it was
 * read.
 *
 * @param sameBorrower Lists of last four digits that belong to one borrower.
 */
export function listResultIssues(
  input: IssueInput,
  sameBorrower: readonly (readonly string[])[],
): readonly PendingIssue[] {
  return [...listDocumentIssues(input, sameBorrower), ...listTaxpayerObjectIssues(input)]
}

/** Lists the issues about records and documents. */
function listDocumentIssues(
  { dossier, resolution, ledger }: IssueInput,
  sameBorrower: readonly (readonly string[])[],
): readonly PendingIssue[] {
  const list = new IssueList(dossier.maxValueIssues)
  const addIssue = (
    code: IssueCode,
    document: SourceDocument,
    explanation?: string,
    field: string | null = null,
  ): void => {
    const { compiledForm, record } = document
    const { id: recordId, origin } = record
    const key = field === null ? undefined : compiledForm.form.fields.find(({ name }) => name === field)?.key
    const path = toDocumentPath(document)
    list.add(
      new PendingIssue(code, key === undefined ? path : extendPath(path, key), { recordId, origin, explanation }),
    )
  }
  for (const { path, id: recordId, origin } of listUnparsedRecords(dossier))
    list.add(new PendingIssue('record_not_parsed', path, { recordId, origin }))
  for (const { code, document } of ledger.notes) addIssue(code, document)
  for (const { code, document, decidedBy, field } of resolution.warnings)
    addIssue(
      code,
      document,
      decidedBy === null
        ? undefined
        : `${code === 'possible_duplicate' ? 'Compare it with' : 'Decided by'} ${printPath(toInputPath(decidedBy.record.origin, toDocumentPath(decidedBy)))}.`,
      field,
    )
  const mayHaveUncompared = resolution.documents.length > MAX_COMPARED_STATEMENTS
  for (const { first, count } of mayHaveUncompared ? listUncomparedMortgages(resolution.documents, sameBorrower) : [])
    addIssue(
      'mortgages_not_compared',
      first.document,
      `${first.document.year} has ${count} mortgage statements. Up to ${MAX_COMPARED_STATEMENTS} are compared.`,
    )
  return list.pending
}

/**
 * Lists the years in which a borrower has too many mortgage statements to compare: the first one, and their number.
 *
 * @param sameBorrower Lists of last four digits that belong to one borrower.
 */
function listUncomparedMortgages(
  documents: readonly ResolvedDocument[],
  sameBorrower: readonly (readonly string[])[],
): readonly { readonly first: ResolvedDocument; readonly count: number }[] {
  const statements = documents.filter(
    ({ document, status }) =>
      document.compiledForm.uses.mortgage !== null && status === 'counted' && document.year !== null,
  )
  if (statements.length <= MAX_COMPARED_STATEMENTS) return NO_ITEMS
  const firstLastFours = new Map(sameBorrower.flatMap(lastFours => lastFours.map(digits => [digits, lastFours[0]])))
  const groups = groupBy(statements, statement => {
    const recipient = findRecipient(statement)
    return `${statement.document.year} ${firstLastFours.get(recipient) ?? recipient} ${statement.recipientName ?? ''}`
  })
  return [...groups.values()]
    .filter(({ length }) => length > MAX_COMPARED_STATEMENTS)
    .map(group => ({ first: group[0] as ResolvedDocument, count: group.length }))
}

/** Lists the issues about the taxpayer object. All of them are about its analysis or its details. */
function listTaxpayerObjectIssues(input: IssueInput): readonly PendingIssue[] {
  const { taxpayer, taxpayerPath, origin } = input.dossier
  const issues: PendingIssue[] = []
  if (!taxpayer?.['analysis'] && !taxpayer?.['details']) return issues
  const addIssue = (code: IssueCode, keys: readonly string[], explanation?: string): void => {
    const path = keys.reduce<JsonPath | null>(extendPath, taxpayerPath)
    issues.push(new PendingIssue(code, path, { origin, explanation }))
  }
  const { withoutLien } = input.liabilities
  if (withoutLien !== null && withoutLien < 0)
    addIssue('lien_exceeds_total', ['analysis', 'liabilities_with_lien_filed'])
  const tin = readTaxpayerTin(taxpayer)
  const { taxpayerLast4 } = input.resolution
  if (tin !== null && taxpayerLast4 !== null && getLastFour(tin) !== taxpayerLast4)
    addIssue('taxpayer_tin_differs', ['analysis', 'tin'])
  for (const [keys, rows] of [
    [['analysis', 'employment_history'], listHistoryEmployers(taxpayer)],
    [['details', 'balance_summary', 'tax_years'], (readBalances(taxpayer) ?? []).filter(({ amount }) => amount)],
  ] as const) {
    if (rows.some(({ year, unreadableFields }) => year === null && unreadableFields?.includes('year') !== true))
      addIssue('year_unknown', keys, 'A row of this list has no year.')
  }
  return issues
}
