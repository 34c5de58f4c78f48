import type { Finding } from '../../checks/run-checks.js'
import { isFullIdentifier } from '../../core/identifier.js'
import { NO_ITEMS } from '../../core/lists.js'
import { compareNullLast, compareText } from '../../core/text.js'
import { compareRecipients } from '../../figures/recipients.js'
import type { ConditionRow } from '../../underwriting/conditions/condition-rows.js'
import { TIE_OUT_FINDINGS, TIE_OUT_NOTES, type TieOutRow } from '../../underwriting/tie-out/finding.js'
import { compareApplication } from '../../underwriting/tie-out/tie-out.js'
import type { PolicyResult } from '../../underwriting/underwrite.js'
import { boolColumn, nullableColumn, type TableSpec, type TaxpayerContext, textColumn } from '../table.js'
import { getFindings, listUnderwritingsByName } from './cached-underwriting.js'
import {
  BORROWER_IDS,
  definePolicyColumns,
  defineTaxpayerId,
  formatConditionSubject,
  formatPartyName,
} from './columns.js'

interface ConditionOfPolicy {
  readonly policyResult: PolicyResult
  readonly row: ConditionRow
}

/** The conditions of each policy. Rows are ordered by policy and borrower: those of streams first, in their order. */
export const conditions: TableSpec<ConditionOfPolicy> = {
  name: 'conditions',
  doc: 'Questions that must be answered before income counts, or that an underwriter should look at, by borrower and policy.',
  summary: 'list',
  rowSpec: { type: 'UnderwritingCondition', without: ['policy'] },
  columns: [
    ...definePolicyColumns(),
    textColumn('borrower', `The borrower: ${BORROWER_IDS}.`, ({ row }) => row.borrower),
    nullableColumn.text(
      'stream',
      'Key of the income stream; null if the condition is about the borrower.',
      ({ row }) => row.stream,
    ),
    nullableColumn.text(
      'category',
      'Category of the income stream; null if the condition is about the borrower.',
      ({ row }) => row.category,
      'StreamCategory',
    ),
    textColumn('condition', 'Code of the condition.', ({ row }) => row.condition, 'ConditionCode'),
    textColumn(
      'severity',
      'blocking (the income does not count until it is met), review (an underwriter should look), or standard (a document that every loan file needs).',
      ({ row }) => row.severity,
      "Exclude<ConditionSeverity, 'ignore'>",
    ),
    boolColumn('met', 'True if documents, known facts or the underwriter answer it.', ({ row }) => row.isMet),
    nullableColumn.text('about', 'The issuer, form or part of pay that it is about.', ({ row }, context) =>
      formatConditionSubject(row, context),
    ),
    nullableColumn.int('tax_year', 'Tax year.', ({ row }) => row.taxYear),
    nullableColumn.money(
      'amount',
      'Monthly amount of the stream or part that the condition is about; null if it is unknown. It can be more than the amount held back, which is `supportable_monthly - qualifying_monthly` of the stream. Several conditions can name the same money, so do not add the amounts.',
      ({ row }) => row.amount,
    ),
    textColumn('document', 'The document or fact that answers it.', ({ row }) => row.document),
    textColumn('message', 'What the condition asks.', ({ row }) => row.message),
    textColumn('citation', 'Source of the condition.', ({ row }) => row.citation),
  ],
  *rows(context) {
    for (const policyResult of listUnderwritingsByName(context))
      for (const row of policyResult.iterateConditions()) yield { policyResult, row }
  },
}

/** A tie-out row with its policy and the name of its employer, category or mortgage. */
interface TieOutView {
  readonly policyResult: PolicyResult
  readonly row: TieOutRow
  readonly name: string | null
}

/**
 * Returns the name that the application states, or else that of the document. If the full number on the document may be a
 * person's, the visible part of it replaces the name.
 */
function formatTieOutName({ statedParty, issuer, category }: TieOutRow, context: TaxpayerContext): string | null {
  const { privacy, result } = context
  const hasNumber = issuer !== null && issuer.id !== null && isFullIdentifier(issuer.id)
  const isPerson = hasNumber && privacy.shouldHideIssuer(issuer, result.dossier.personIds)
  const party = statedParty === null || isPerson ? issuer : statedParty
  return party === null ? category : formatPartyName(party, context)
}

function listTieOutRows(context: TaxpayerContext): readonly TieOutView[] {
  const statedIncome = context.underwritingInputs?.statedIncomeByTaxpayer.get(context.taxpayerId)
  if (statedIncome === undefined) return NO_ITEMS
  return listUnderwritingsByName(context).flatMap(policyResult =>
    compareApplication(policyResult, context.result, statedIncome)
      .map((row): TieOutView => ({ policyResult, row, name: formatTieOutName(row, context) }))
      .sort(
        (a, b) =>
          compareRecipients(a.row.borrower, b.row.borrower) ||
          compareText(a.row.item, b.row.item) ||
          compareNullLast(a.name, b.name),
      ),
  )
}

/** The loan application compared with the documents. Rows are ordered by policy, borrower, item and name. */
export const tieOut: TableSpec<TieOutView> = {
  name: 'tie_out',
  doc: 'Employers, income categories and mortgages of the loan application, compared with the documents. No rows without an application.',
  summary: 'list',
  rowSpec: { type: 'TieOut', without: ['policy'] },
  columns: [
    ...definePolicyColumns(),
    textColumn(
      'borrower',
      `The borrower: ${BORROWER_IDS}; all for the household, or unknown if the application does not name the borrower.`,
      ({ row }) => row.borrower,
    ),
    textColumn('item', 'employer, category or mortgage.', ({ row }) => row.item, 'TieOutItem'),
    nullableColumn.text(
      'name',
      'Name of the employer or mortgage in the application, or else in the documents. For a category, the category.',
    ),
    nullableColumn.money(
      'stated_monthly',
      'Monthly amount that the application states. For a mortgage, the payment.',
      ({ row }) => row.statedMonthly,
    ),
    nullableColumn.money(
      'documented_monthly',
      'Monthly amount according to the documents. For a mortgage, interest and mortgage insurance only.',
      ({ row }) => row.documentedMonthly,
    ),
    nullableColumn.money('difference', 'Stated amount less documented amount.', ({ row }) => row.difference),
    nullableColumn.ratio(
      'difference_ratio',
      'The difference divided by the documented amount.',
      ({ row }) => row.ratio,
    ),
    textColumn(
      'finding',
      'agrees (within 5%), stated_higher, stated_lower, stated_only, documented_only, or not_computable.',
      ({ row }) => row.finding,
      'TieOutFinding',
    ),
    textColumn('message', 'What the finding means and how the amounts were calculated.', ({ row }) =>
      [TIE_OUT_FINDINGS[row.finding], ...row.notes.map(note => TIE_OUT_NOTES[note])].join(' '),
    ),
  ],
  rows: listTieOutRows,
}

/** The table of failed checks. */
export const checks: TableSpec<Finding> = {
  name: 'checks',
  doc: 'Failed checks between the boxes of a document.',
  summary: 'list',
  rowSpec: {
    type: 'CheckFinding',
    without: ['recordId', 'formIndex', 'entryIndex'],
    order: ['check', 'severity', 'form', 'document'],
    overrides: {
      form: ['string', "A `FormKey`, or the key of one of the caller's own `forms`."],
      document: ['DocumentPlace | null', 'The place of the document; null if the finding is about a year.'],
    },
  },
  columns: [
    defineTaxpayerId(),
    nullableColumn.text(
      'record_id',
      'Identifier of the record; null if the finding is about several documents.',
      row => row.document?.document.record.id ?? null,
    ),
    nullableColumn.text('form', 'Key of the form array.'),
    nullableColumn.int(
      'form_index',
      "Position of the form object in the record's forms, from 0.",
      row => row.document?.document.formIndex ?? null,
    ),
    nullableColumn.int(
      'entry_index',
      'Position of the entry in the form array, from 0.',
      row => row.document?.document.entryIndex ?? null,
    ),
    nullableColumn.int('tax_year', 'Tax year of the document.', row => row.year),
    textColumn('check', 'Id of the check, or limits_unknown if the legal limits of the year are unknown.'),
    textColumn('severity', 'error, warning or info.', row => row.severity, 'Severity'),
    nullableColumn.money('difference', 'Left side of the rule less its right side.'),
    textColumn('message', 'The rule, and which part of it is broken. Never contains a value from the data.'),
  ],
  rows: getFindings,
}
