import type { Finding } from '../../checks/run-checks.js'
import { sortInPlace } from '../../core/lists.js'
import { compareText } from '../../core/text.js'
import { formatFormName } from '../../schema/form.js'
import { NEEDS, type Need, needsOf } from '../../underwriting/conditions/needs.js'
import { knownOf } from '../../underwriting/policies/terms.js'
import { addKnown } from '../../underwriting/streams/averaging.js'
import { TIE_OUT_FINDINGS, type TieOutRow, WORDS } from '../../underwriting/tie-out/finding.js'
import { tieOutOf } from '../../underwriting/tie-out/tie-out.js'
import type { PolicyUnderwriting } from '../../underwriting/underwrite.js'
import { nullableColumn, type TableSpec, type TaxpayerContext, textColumn } from '../table.js'
import { compareBorrowers, getFindings, listUnderwritingsByName } from './cached-underwriting.js'
import { compareNullLast, definePolicyColumns, defineTaxpayerId, formatPartyName } from './columns.js'

/** A missing document or answer, with its policy and the name of the party, form or record that it concerns. */
interface NeedView {
  readonly underwriting: PolicyUnderwriting
  readonly need: Need
  readonly about: string | null
  amount: Need['cents']
}

/** Returns the issuer's name, or the form's name if the issuer cannot be shown. Without an issuer, returns `about`. */
function formatNeedSubject({ issuer, about }: Need, context: TaxpayerContext): string | null {
  if (issuer === null) return about
  return formatPartyName(issuer.issuer, context) ?? formatFormName(issuer.compiledForm.form)
}

const compareNeeds = (a: NeedView, b: NeedView): number =>
  compareBorrowers(a.need.borrower, b.need.borrower) ||
  compareText(a.need.need, b.need.need) ||
  compareNullLast(a.about, b.about) ||
  (a.need.year ?? 9999) - (b.need.year ?? 9999)

/** Lists the needs of each policy. Needs that `compareNeeds` finds equal become one row with the sum of the amounts. */
function listNeedRows(context: TaxpayerContext): readonly NeedView[] {
  const knownFacts = context.terms === undefined ? undefined : knownOf(context.terms, context.taxpayerId)
  const rows: NeedView[] = []
  for (const underwriting of listUnderwritingsByName(context)) {
    const needViews: NeedView[] = []
    for (const need of needsOf(underwriting, context.result, knownFacts))
      needViews.push({ underwriting, need, about: formatNeedSubject(need, context), amount: need.cents })
    for (const needView of sortInPlace(needViews, compareNeeds)) {
      const lastNeed = rows.at(-1)
      if (lastNeed?.underwriting === underwriting && compareNeeds(lastNeed, needView) === 0)
        lastNeed.amount = addKnown(lastNeed.amount, needView.amount)
      else rows.push(needView)
    }
  }
  return rows
}

/**
 * The documents and answers that a loan file still needs. Rows are ordered by policy, borrower, need, `about` and year.
 */
export const needs: TableSpec<NeedView> = {
  name: 'needs',
  doc: 'Documents and answers that the loan file still needs, by issuer and year, with the amount that depends on each.',
  summary: 'list',
  rowSpec: { type: 'NeedRow', without: ['policy'] },
  columns: [
    ...definePolicyColumns(),
    textColumn(
      'borrower',
      "self, the last four digits of another borrower's identifier, recipient_2 if the second of the known recipients is a name, or all for the household.",
      ({ need }) => need.borrower,
    ),
    textColumn('need', 'Code of the missing document or answer.', ({ need }) => need.need, 'NeedCode'),
    nullableColumn.text('about', 'The issuer, form or record that the missing document or answer is about.'),
    nullableColumn.int('tax_year', 'Tax year.', ({ need }) => need.year),
    nullableColumn.money('amount', 'The amount that depends on the missing document or answer.'),
    textColumn('message', 'The document or answer that is needed.', ({ need }) => NEEDS[need.need]),
  ],
  rows: listNeedRows,
}

/** A tie-out row with its policy and the name of its employer, category or mortgage. */
interface TieOutView {
  readonly underwriting: PolicyUnderwriting
  readonly row: TieOutRow
  readonly name: string | null
}

function listTieOutRows(context: TaxpayerContext): readonly TieOutView[] {
  const statedIncome = context.terms?.stated.get(context.taxpayerId)
  if (statedIncome === undefined) return []
  return listUnderwritingsByName(context).flatMap(underwriting =>
    tieOutOf(underwriting, context.result, statedIncome)
      .map(
        (row): TieOutView => ({
          underwriting,
          row,
          name: row.name ?? (row.issuer === null ? null : formatPartyName(row.issuer, context)),
        }),
      )
      .sort(
        (a, b) =>
          compareBorrowers(a.row.borrower, b.row.borrower) ||
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
      "self, the last four digits of another borrower's identifier, recipient_2 if the second of the known recipients is a name, all for the household, or unknown if the application does not name the borrower.",
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
      ({ row }) => row.stated,
    ),
    nullableColumn.money(
      'documented_monthly',
      'Monthly amount according to the documents. For a mortgage, interest and mortgage insurance only.',
      ({ row }) => row.documented,
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
      [TIE_OUT_FINDINGS[row.finding], ...row.more.map(phrase => WORDS[phrase])].join(' '),
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
