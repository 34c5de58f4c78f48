import { sortInPlace } from '../core/lists.js'
import { compareText } from '../core/text.js'
import { nameOfForm } from '../model/form.js'
import { addKnown } from '../underwrite/facts-of-years.js'
import { NEEDS } from '../underwrite/needs/codes.js'
import type { Need } from '../underwrite/needs/need.js'
import { needsOf } from '../underwrite/needs/needs.js'
import { knownOf } from '../underwrite/terms.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { compareNullLast, taxpayerId } from './columns.js'
import { maybe, type Scope, sharedBy, type TableSpec, text } from './table.js'
import { compareBorrowers, underwritingsByName } from './worked.js'

/** A need, under which policy, and whom or what it is about in words. */
interface Shown {
  readonly under: Underwriting
  readonly need: Need
  readonly about: string | null
  cents: Need['cents']
}

/** An issuer in words; of one who may be a person, the form. */
function aboutOf({ issuer, about }: Need, scope: Scope): string | null {
  if (issuer === null) return about
  const { id, name } = scope.privacy.issuer(issuer.issuer, scope.result.dossier.people)
  return name ?? id ?? nameOfForm(issuer.plan.form)
}

const compare = (a: Shown, b: Shown): number =>
  compareBorrowers(a.need.borrower, b.need.borrower) ||
  compareText(a.need.need, b.need.need) ||
  compareNullLast(a.about, b.about) ||
  (a.need.year ?? 9999) - (b.need.year ?? 9999)

/** Each need once: amounts of one issuer and year are added up. */
function rowsOf(scope: Scope): readonly Shown[] {
  const known = scope.terms === undefined ? undefined : knownOf(scope.terms, scope.taxpayerId)
  const rows: Shown[] = []
  for (const under of underwritingsByName(scope)) {
    const shown: Shown[] = []
    for (const need of needsOf(under, scope.result, known))
      shown.push({ under, need, about: aboutOf(need, scope), cents: need.cents })
    let last: Shown | null = null
    for (const each of sortInPlace(shown, compare)) {
      if (last !== null && compare(last, each) === 0) last.cents = addKnown(last.cents, each.cents)
      else {
        rows.push(each)
        last = each
      }
    }
  }
  return rows
}

/** What is missing, as the list of a loan file; rows stand by policy, borrower, need, whom it is about and year. */
export const needs: TableSpec<Shown> = {
  name: 'needs',
  doc: 'What is missing, by document, issuer and year, with what stands behind it.',
  summary: 'list',
  row: { type: 'NeedRow', without: ['policy'] },
  columns: [
    ...sharedBy<Shown>(
      ({ under }) => under,
      [taxpayerId(), text('policy', 'Name of the policy.', ({ under }) => under.policy.name)],
    ),
    text(
      'borrower',
      'self, the last four of the recipient, or all of the household.',
      ({ need }) => need.borrower,
    ),
    text('need', 'What is missing, as a code.', ({ need }) => need.need, 'NeedCode'),
    maybe.text('about', 'The issuer, the form or the record.', ({ about }) => about),
    maybe.int('tax_year', 'Tax year.', ({ need }) => need.year),
    maybe.money('amount', 'What stands behind it.', ({ cents }) => cents),
    text('message', 'What is asked for.', ({ need }) => NEEDS[need.need]),
  ],
  rows: rowsOf,
}
