import { readComparableIdentifier } from '../../core/identifier.js'
import { groupBy } from '../../core/lists.js'
import { type Cents, centsFromDollars } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer, listIssuers } from '../../figures/issuers.js'
import type { SourceParty } from '../../ingest/source.js'
import type { IncomeCategory } from '../../schema/role.js'
import type { Policy } from '../policies/settings.js'
import { averageYears, divideShare, latestYear, MILLION, microsOfShare, sumFacts } from '../streams/averaging.js'
import {
  BLANK,
  compareAmounts,
  type Match,
  matchNames,
  type Named,
  type TieOutRow,
  type Word,
  wordsOfMatch,
} from './finding.js'
import type { StatedEmployer } from './stated.js'

/** What work pays, whoever calls it wages: an application states all of these as an employer. */
export const WORK: ReadonlySet<string> & Iterable<IncomeCategory> = new Set([
  'wages',
  'self_employment',
  'partnership',
  's_corporation',
] satisfies IncomeCategory[])

/** Who pays a borrower for work, over all years. */
export interface Workplace {
  readonly parties: readonly SourceParty[]
  readonly facts: readonly FactRow[]
}

const categoryOf = ({ meaning }: FactRow): IncomeCategory => meaning.category as IncomeCategory

/** Those who pay a borrower for work, by the identity of issuers. */
export function workplacesOf(income: readonly FactRow[]): readonly Workplace[] {
  const byDocument = groupBy(
    income.filter(fact => WORK.has(categoryOf(fact))),
    ({ resolvedDocument }) => resolvedDocument.document,
  )
  return groupByIssuer([...byDocument.keys()]).map(({ documents }) => ({
    parties: listIssuers(documents),
    facts: documents.flatMap(document => byDocument.get(document) ?? []),
  }))
}

/** What they pay in a year, of all categories or of one; null where they pay nothing. */
export function paidIn(places: readonly Workplace[], year: number | null, category?: IncomeCategory): Cents | null {
  const paid = places
    .flatMap(({ facts }) => facts)
    .filter(
      fact => fact.resolvedDocument.document.year === year && (category === undefined || categoryOf(fact) === category),
    )
  return paid.length === 0 ? null : sumFacts(paid)
}

/** The latest year with pay. */
const lastYearOf = ({ facts }: Workplace): number =>
  facts.reduce((latest, { resolvedDocument }) => Math.max(latest, resolvedDocument.document.year as number), 0)

/** True where some of it is of these categories. */
const paysFor = ({ facts }: Workplace, ...categories: readonly IncomeCategory[]): boolean =>
  facts.some(fact => categories.includes(categoryOf(fact)))

/** A month of what documents say. Units: cents. Missing: null where the year has nothing. */
export interface Documented {
  readonly monthly: Cents | null
  readonly more: readonly Word[]
}

const HOW: Readonly<Record<Policy['averaging'], Word>> = {
  average: 'average',
  lesser_of_1y_2y: 'lesser',
  latest: 'latest',
}

/** What documents are read with: the year worked for, if there is income at all, and the policy. */
export interface EmployerBasis {
  readonly year: number | null
  readonly policy: Policy
}

/**
 * A month of what those who pay for work paid in two years, all of it or of one category: by the policy's averaging, or the
 * share of it that is kept, rounded once. A decline is the policy's matter, and not of what is on documents.
 */
export function monthPaid(
  places: readonly Workplace[],
  { year, policy }: EmployerBasis,
  category?: IncomeCategory,
  kept: number | null = null,
): Documented {
  const latest = paidIn(places, year, category)
  if (latest === null) return { monthly: null, more: [] }
  const prior = year === null ? null : paidIn(places, year - 1, category)
  const { amount } = prior === null ? latestYear(latest, '') : averageYears(latest, prior, null, policy)
  return { monthly: divideShare(amount, kept), more: [prior === null ? 'latest' : HOW[policy.averaging]] }
}

/** The same of receipts, less the expenses that the policy assumes; null if the policy does not count gross as income. */
export function netPaid(places: readonly Workplace[], basis: EmployerBasis, category?: IncomeCategory): Documented {
  const share = basis.policy.selfEmployedExpenses
  return share === null || paidIn(places, basis.year, category) === null
    ? { monthly: null, more: ['gross'] }
    : monthPaid(places, basis, category, MILLION - microsOfShare(share))
}

interface ComparedEmployer extends Named {
  readonly of: StatedEmployer
  readonly stated: Cents | null
  readonly former: boolean
  readonly business: boolean
}

const employerOf = (of: StatedEmployer, { year, policy }: EmployerBasis): ComparedEmployer => ({
  of,
  id: of.ein === undefined ? null : readComparableIdentifier(of.ein),
  name: of.name,
  stated: of.monthly === null ? null : centsFromDollars(of.monthly),
  former: of.former === true || (of.end !== undefined && (year === null || of.end <= `${year}-12-31`)),
  business: of.selfEmployed === true || (of.ownership ?? 0) >= policy.selfEmployedOwnership,
})

type Row = Omit<TieOutRow, 'borrower' | 'item'>

const rowWithout = (finding: TieOutRow['finding'], ...more: readonly Word[]): Row => ({ ...BLANK, finding, more })

function rowOfMatch(
  { stated, former }: ComparedEmployer,
  { of: place, by }: Match<Workplace>,
  basis: EmployerBasis,
): Row {
  const issuer = place.parties[0] ?? null
  const matchWords = wordsOfMatch(by)
  if (former) return { ...rowWithout('not_computable', ...matchWords, 'former'), issuer }
  const { year } = basis
  if (paidIn([place], year) === null) {
    const ended: readonly Word[] = year !== null && lastYearOf(place) < year ? ['ended'] : []
    return { ...rowWithout('stated_only', ...matchWords, ...ended), issuer }
  }
  const paid = paysFor(place, 'self_employment') ? netPaid : monthPaid
  const { monthly, more: how } = paid([place], basis)
  const more: readonly Word[] = paysFor(place, 'partnership', 's_corporation') ? [...how, 'allocated'] : how
  if (stated === null || monthly === null) {
    const unpaid: readonly Word[] = stated === null ? ['unpaid'] : []
    const row = rowWithout('not_computable', ...matchWords, ...unpaid, ...more)
    return { ...row, issuer, documented: monthly }
  }
  const compared = compareAmounts(stated, monthly)
  return { ...BLANK, issuer, documented: monthly, ...compared, more: [...matchWords, ...more] }
}

/**
 * Sets stated employers beside those who pay a borrower for work, and stated businesses beside receipts of any name, too.
 * Returns their rows, and who pays a borrower for work without being stated.
 */
export function tieEmployers(
  borrower: string,
  stated: readonly StatedEmployer[],
  places: readonly Workplace[],
  basis: EmployerBasis,
): { rows: readonly TieOutRow[]; unstated: readonly Workplace[] } {
  const employers = stated.map(each => employerOf(each, basis))
  const matches = matchNames(employers, places, ({ parties }) => parties)
  const matched = new Set([...matches.values()].map(({ of }) => of))
  const unmatched = places.filter(place => !matched.has(place) && paidIn([place], basis.year) !== null)
  const receipts = unmatched.filter(place => paysFor(place, 'self_employment'))
  const businesses = employers.filter(each => each.business && !each.former && !matches.has(each))
  const receiptsStated = businesses.length > 0 && receipts.length > 0
  const rows = employers.map((employer): TieOutRow => {
    const match = matches.get(employer)
    const row =
      match !== undefined
        ? rowOfMatch(employer, match, basis)
        : receiptsStated && businesses.includes(employer)
          ? rowOfReceipts(employer, receipts, businesses.length, basis)
          : rowWithout('stated_only')
    return { ...row, borrower, item: 'employer', name: employer.of.name, stated: employer.stated }
  })
  return { rows, unstated: receiptsStated ? unmatched.filter(each => !receipts.includes(each)) : unmatched }
}

/** A business under a name of its own, whose receipts come under those of its customers. */
function rowOfReceipts(
  { stated }: ComparedEmployer,
  receipts: readonly Workplace[],
  businesses: number,
  basis: EmployerBasis,
): Row {
  const { monthly, more } = netPaid(receipts, basis)
  if (businesses > 1) return rowWithout('not_computable', ...(monthly === null ? more : []), 'unsettled')
  const unpaid: readonly Word[] = stated === null ? ['unpaid'] : []
  if (monthly === null || stated === null) return rowWithout('not_computable', ...unpaid, ...more)
  return { ...BLANK, documented: monthly, ...compareAmounts(stated, monthly), more }
}
