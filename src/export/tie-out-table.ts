import { compareText } from '../core/text.js'
import type { Party } from '../normalize/source.js'
import { TIE_OUT_FINDINGS, type TieOutRow, WORDS } from '../underwrite/tie-out/finding.js'
import { tieOutOf } from '../underwrite/tie-out/tie-out.js'
import type { Underwriting } from '../underwrite/underwrite.js'
import { compareNullLast, taxpayerId } from './columns.js'
import { maybe, type Scope, type TableSpec, text } from './table.js'
import { compareBorrowers, underwritingsByName } from './worked.js'

/** A row, under which policy, and whom it names. */
interface Tied {
  readonly under: Underwriting
  readonly row: TieOutRow
  readonly name: string | null
}

function nameOf(issuer: Party | null, { privacy, result }: Scope): string | null {
  if (issuer === null) return null
  const { id, name } = privacy.issuer(issuer, result.dossier.people)
  return name ?? id
}

function rowsOf(scope: Scope): readonly Tied[] {
  const stated = scope.terms?.stated.get(scope.taxpayerId)
  if (stated === undefined) return []
  return underwritingsByName(scope).flatMap(under =>
    tieOutOf(under, scope.result, stated)
      .map(row => ({ under, row, name: row.name ?? nameOf(row.issuer, scope) }))
      .sort(
        (a, b) =>
          compareBorrowers(a.row.borrower, b.row.borrower) ||
          compareText(a.row.item, b.row.item) ||
          compareNullLast(a.name, b.name),
      ),
  )
}

/** What an application states beside what the documents say; rows stand by policy, borrower, item and name. */
export const tieOut: TableSpec<Tied> = {
  name: 'tie_out',
  doc: 'What the application states beside what the documents say: employers, categories of income, mortgages. No rows where nothing is stated.',
  summary: 'list',
  row: { type: 'TieOut', without: ['policy'] },
  columns: [
    taxpayerId(),
    text('policy', 'Name of the policy.', ({ under }) => under.policy.name),
    text(
      'borrower',
      'self, the last four of the recipient, all of the household, or unknown where the application does not say whose it is.',
      ({ row }) => row.borrower,
    ),
    text('item', 'employer, category or mortgage.', ({ row }) => row.item, 'TieOutItem'),
    maybe.text(
      'name',
      'As it is stated, else as the documents name it; of a category its name.',
      ({ name }) => name,
    ),
    maybe.money(
      'stated_monthly',
      'What is stated, a month; of a mortgage its payment.',
      ({ row }) => row.stated,
    ),
    maybe.money(
      'documented_monthly',
      'What the documents say, a month; of a mortgage the interest and the insurance alone.',
      ({ row }) => row.documented,
    ),
    maybe.money('difference', 'Stated less documented.', ({ row }) => row.difference),
    maybe.ratio('difference_ratio', 'The difference over what is documented.', ({ row }) => row.ratio),
    text(
      'finding',
      'agrees (within 5 %), stated_higher, stated_lower, stated_only, documented_only, or not_computable.',
      ({ row }) => row.finding,
      'TieOutFinding',
    ),
    text('message', 'What it means, and how it was worked out.', ({ row }) =>
      [TIE_OUT_FINDINGS[row.finding], ...row.more.map(word => WORDS[word])].join(' '),
    ),
  ],
  rows: rowsOf,
}
