import { sortInPlace } from '../core/lists.js'
import type { Cents } from '../core/money.js'
import type { PublicParty } from '../normalize/privacy.js'
import type { Employment } from '../summarize/employment.js'
import { compareNullLast, taxpayerId } from './columns.js'
import { bool, int, maybe, type Scope, type TableSpec } from './table.js'

/** An employer of a year, and the employer as it is put out. */
interface Shown {
  readonly row: Employment
  readonly employer: PublicParty
}

/** The employers of each year as they were worked out: those of documents stand first. */
export const employersOf = ({ privacy, result }: Scope): Shown[] =>
  result.employment.map(row => ({ row, employer: privacy.issuer(row.employer, result.dossier.people) }))
const compareAmounts = (a: Cents | null, b: Cents | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a < b ? -1 : Number(a > b)

/** Orders rows by what they print: an identifier that is hidden orders nothing. */
const compareShown = (a: Shown, b: Shown): number =>
  a.row.year - b.row.year ||
  compareNullLast(a.employer.id, b.employer.id) ||
  compareNullLast(a.employer.name, b.employer.name) ||
  compareAmounts(a.row.wages, b.row.wages) ||
  compareAmounts(a.row.wageShare, b.row.wageShare) ||
  Number(a.row.inDocuments) - Number(b.row.inDocuments) ||
  Number(a.row.inHistory) - Number(b.row.inHistory)

/** The table `employment`. */
export const employment: TableSpec<Shown> = {
  name: 'employment',
  doc: 'One row an employer and year, of counted W-2s and of the employment history.',
  summary: 'list',
  row: { type: 'EmploymentRow' },
  columns: [
    taxpayerId(),
    int('tax_year', 'Tax year.', ({ row }) => row.year),
    maybe.text('employer_id', 'Identifier of the employer.', ({ employer }) => employer.id),
    maybe.text('employer_name', 'Name of the employer.', ({ employer }) => employer.name),
    maybe.money('wages', 'Box 1 of the counted W-2s; null where one was lost.', ({ row }) => row.wages),
    maybe.ratio(
      'wage_share',
      "Share of the year's wages; null where some were, or may have been, lost.",
      ({ row }) => row.wageShare,
    ),
    bool('in_documents', 'A counted W-2 names the employer.', ({ row }) => row.inDocuments),
    bool('in_history', 'The employment history names the employer.', ({ row }) => row.inHistory),
  ],
  rows: scope => sortInPlace(employersOf(scope), compareShown),
}
