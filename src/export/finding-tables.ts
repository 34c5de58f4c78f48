import type { Finding } from '../check/run-checks.js'
import { sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { nameOfForm } from '../model/form.js'
import { addKnown } from '../underwrite/averaging.js'
import { NEEDS, type Need, needsOf } from '../underwrite/needs.js'
import { knownOf } from '../underwrite/terms.js'
import { TIE_OUT_FINDINGS, type TieOutRow, WORDS } from '../underwrite/tie-out/finding.js'
import { tieOutOf } from '../underwrite/tie-out/tie-out.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { compareNullLast, nameOfParty, taxpayerId } from './columns.js'
import { maybe, type Scope, sharedBy, type TableSpec, text } from './table.js'
import { compareBorrowers, findingsOf, underwritingsByName } from './worked.js'

/** A need with its policy and the name of the party, form or record that it is about. */
interface NeedView {
  readonly under: Underwriting
  readonly need: Need
  readonly about: string | null
  cents: Need['cents']
}

/** Returns the name of the issuer. For an issuer that may be a person, returns the name of the form. */
function aboutOf({ issuer, about }: Need, scope: Scope): string | null {
  if (issuer === null) return about
  return nameOfParty(issuer.issuer, scope) ?? nameOfForm(issuer.plan.form)
}

const compareNeeds = (a: NeedView, b: NeedView): number =>
  compareBorrowers(a.need.borrower, b.need.borrower) ||
  compareText(a.need.need, b.need.need) ||
  compareNullLast(a.about, b.about) ||
  (a.need.year ?? 9999) - (b.need.year ?? 9999)

/** Lists each need once. Amounts of the same issuer and year are added. */
function needRows(scope: Scope): readonly NeedView[] {
  const known = scope.terms === undefined ? undefined : knownOf(scope.terms, scope.taxpayerId)
  const rows: NeedView[] = []
  for (const under of underwritingsByName(scope)) {
    const shown: NeedView[] = []
    for (const need of needsOf(under, scope.result, known))
      shown.push({ under, need, about: aboutOf(need, scope), cents: need.cents })
    let last: NeedView | null = null
    for (const each of sortInPlace(shown, compareNeeds)) {
      if (last !== null && compareNeeds(last, each) === 0) last.cents = addKnown(last.cents, each.cents)
      else {
        rows.push(each)
        last = each
      }
    }
  }
  return rows
}

/**
 * The documents and answers that are missing, for a loan file. Rows are ordered by policy, borrower, need, subject and year.
 */
export const needs: TableSpec<NeedView> = {
  name: 'needs',
  doc: 'Documents and answers that are missing, by issuer and year, with the amount that depends on them.',
  summary: 'list',
  row: { type: 'NeedRow', without: ['policy'] },
  columns: [
    ...sharedBy<NeedView>(
      ({ under }) => under,
      [taxpayerId(), text('policy', 'Name of the policy.', ({ under }) => under.policy.name)],
    ),
    text(
      'borrower',
      'self, the last four digits of the recipient, or all for the household.',
      ({ need }) => need.borrower,
    ),
    text('need', 'Code of the missing document or answer.', ({ need }) => need.need, 'NeedCode'),
    maybe.text('about', 'The issuer, form or record that it is about.'),
    maybe.int('tax_year', 'Tax year.', ({ need }) => need.year),
    maybe.money('amount', 'The amount that depends on it.', ({ cents }) => cents),
    text('message', 'The document or answer that is needed.', ({ need }) => NEEDS[need.need]),
  ],
  rows: needRows,
}

/** A row with its policy and the name of its subject. */
interface TieOutView {
  readonly under: Underwriting
  readonly row: TieOutRow
  readonly name: string | null
}

function tieOutRows(scope: Scope): readonly TieOutView[] {
  const stated = scope.terms?.stated.get(scope.taxpayerId)
  if (stated === undefined) return []
  return underwritingsByName(scope).flatMap(under =>
    tieOutOf(under, scope.result, stated)
      .map(
        (row): TieOutView => ({
          under,
          row,
          name: row.name ?? (row.issuer === null ? null : nameOfParty(row.issuer, scope)),
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

/** The statements of the application compared with the documents. Rows are ordered by policy, borrower, item and name. */
export const tieOut: TableSpec<TieOutView> = {
  name: 'tie_out',
  doc: 'Employers, income categories and mortgages of the application compared with the documents. No rows if nothing is stated.',
  summary: 'list',
  row: { type: 'TieOut', without: ['policy'] },
  columns: [
    taxpayerId(),
    text('policy', 'Name of the policy.', ({ under }) => under.policy.name),
    text(
      'borrower',
      'self, the last four digits of the recipient, all for the household, or unknown if the application does not name the borrower.',
      ({ row }) => row.borrower,
    ),
    text('item', 'employer, category or mortgage.', ({ row }) => row.item, 'TieOutItem'),
    maybe.text(
      'name',
      'Name in the application, or else in the documents. For a category, its name.',
      ({ name }) => name,
    ),
    maybe.money('stated_monthly', 'Stated monthly amount (mortgages: the payment).', ({ row }) => row.stated),
    maybe.money(
      'documented_monthly',
      'Documented monthly amount (mortgages: interest and insurance only).',
      ({ row }) => row.documented,
    ),
    maybe.money('difference', 'Stated less documented.', ({ row }) => row.difference),
    maybe.ratio(
      'difference_ratio',
      'The difference divided by the documented amount.',
      ({ row }) => row.ratio,
    ),
    text(
      'finding',
      'agrees (within 5 %), stated_higher, stated_lower, stated_only, documented_only, or not_computable.',
      ({ row }) => row.finding,
      'TieOutFinding',
    ),
    text('message', 'What the finding means and how it was calculated.', ({ row }) =>
      [TIE_OUT_FINDINGS[row.finding], ...row.more.map(word => WORDS[word])].join(' '),
    ),
  ],
  rows: tieOutRows,
}

/** The table of failed checks. */
export const checks: TableSpec<Finding> = {
  name: 'checks',
  doc: 'Failed checks between the boxes of a document.',
  summary: 'list',
  row: {
    type: 'CheckFinding',
    without: ['recordId', 'formIndex', 'entryIndex'],
    order: ['check', 'severity', 'form', 'document'],
    more: {
      form: ['string', "A `FormKey`, or the key of one of the caller's own `forms`."],
      document: ['DocumentPlace | null', 'The place of the document; null if the finding is about a year.'],
    },
  },
  columns: [
    taxpayerId(),
    maybe.text(
      'record_id',
      'Identifier of the record; null if the finding is about several documents.',
      row => row.document?.document.record.id ?? null,
    ),
    maybe.text('form', 'Key of the form array.'),
    maybe.int(
      'form_index',
      "Position in the record's forms.",
      row => row.document?.document.formIndex ?? null,
    ),
    maybe.int('entry_index', 'Position in the form array.', row => row.document?.document.entryIndex ?? null),
    maybe.int('tax_year', 'Tax year of the document.', row => row.year),
    text('check', 'Id of the check; limits_unknown if the limits of the year are unknown.'),
    text('severity', 'error, warning or info.', row => row.severity, 'Severity'),
    maybe.money('difference', 'Left side of the rule less its right side.'),
    text('message', 'The rule and the part of it that is broken; never a value from the data.'),
  ],
  rows: findingsOf,
}
