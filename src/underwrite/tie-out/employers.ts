import { readIdentifier } from '../../core/identifier.js'
import type { Cents } from '../../core/money.js'
import { centsOfStated } from '../known-facts.js'
import type { Policy } from '../policy.js'
import {
  type Documented,
  lastYearOf,
  monthPaid,
  netPaid,
  paidIn,
  paysFor,
  type Workplace,
} from './documented.js'
import { BLANK, compareAmounts, type TieOutRow, type Word, wordsOfMatch } from './finding.js'
import { type Match, matchNames, type Named } from './matching.js'
import type { StatedEmployer } from './stated.js'

/** Rows of employers, and who pays a borrower for work without being stated. */
export interface EmployerRows {
  readonly rows: readonly TieOutRow[]
  readonly unstated: readonly Workplace[]
}

interface Employer extends Named {
  readonly of: StatedEmployer
  readonly stated: Cents | null
  readonly former: boolean
  readonly business: boolean
}

const employerOf = (of: StatedEmployer, year: number | null, policy: Policy): Employer => ({
  of,
  id: of.ein === undefined ? null : readIdentifier(of.ein),
  name: of.name,
  stated: of.monthly === null ? null : centsOfStated(of.monthly),
  former: of.former === true || (of.end !== undefined && (year === null || of.end <= `${year}-12-31`)),
  business: of.selfEmployed === true || (of.ownership ?? 0) >= policy.selfEmployedOwnership,
})

/** A month of what someone pays for work. */
function documentedOf(place: Workplace, year: number | null, policy: Policy): Documented {
  const paid = paysFor(place, 'self_employment') ? netPaid : monthPaid
  const worked = paid([place], year, policy)
  return paysFor(place, 'partnership', 's_corporation')
    ? { ...worked, more: [...worked.more, 'allocated'] }
    : worked
}

type Row = Omit<TieOutRow, 'borrower' | 'item'>

const nothing = (finding: TieOutRow['finding'], ...more: readonly Word[]): Row => ({
  ...BLANK,
  finding,
  more,
})

function rowOfMatch(
  { stated, former }: Employer,
  { of: place, by }: Match<Workplace>,
  year: number | null,
  policy: Policy,
): Row {
  const issuer = place.parties[0] ?? null
  const said = wordsOfMatch(by)
  if (former) return { ...nothing('not_computable', ...said, 'former'), issuer }
  if (paidIn([place], year) === null) {
    const isOver = year !== null && lastYearOf(place) < year
    return { ...nothing('stated_only', ...said, ...(isOver ? (['ended'] as const) : [])), issuer }
  }
  const { monthly, more } = documentedOf(place, year, policy)
  if (stated === null || monthly === null) {
    const why: readonly Word[] = stated === null ? ['unpaid'] : []
    return { ...nothing('not_computable', ...said, ...why, ...more), issuer, documented: monthly }
  }
  const compared = compareAmounts(stated, monthly)
  return { ...BLANK, issuer, documented: monthly, ...compared, more: [...said, ...more] }
}

/** Stated employers beside those who pay a borrower for work; stated businesses beside receipts of any name, too. */
export function tieEmployers(
  borrower: string,
  stated: readonly StatedEmployer[],
  places: readonly Workplace[],
  year: number | null,
  policy: Policy,
): EmployerRows {
  const employers = stated.map(each => employerOf(each, year, policy))
  const matches = matchNames(employers, places, ({ parties }) => parties)
  const taken = new Set([...matches.values()].map(({ of }) => of))
  const left = places.filter(place => !taken.has(place) && paidIn([place], year) !== null)
  const receipts = left.filter(place => paysFor(place, 'self_employment'))
  const businesses = employers.filter(each => each.business && !each.former && !matches.has(each))
  const receiptsStated = businesses.length > 0 && receipts.length > 0
  const rows = employers.map((employer): TieOutRow => {
    const match = matches.get(employer)
    const found: Row =
      match !== undefined
        ? rowOfMatch(employer, match, year, policy)
        : receiptsStated && businesses.includes(employer)
          ? rowOfReceipts(employer, receipts, businesses.length, year, policy)
          : nothing('stated_only')
    return { ...found, borrower, item: 'employer', name: employer.of.name, stated: employer.stated }
  })
  return { rows, unstated: receiptsStated ? left.filter(each => !receipts.includes(each)) : left }
}

/** A business under a name of its own, whose receipts come under those of its customers. */
function rowOfReceipts(
  { stated }: Employer,
  receipts: readonly Workplace[],
  businesses: number,
  year: number | null,
  policy: Policy,
): Row {
  const { monthly, more } = netPaid(receipts, year, policy)
  if (businesses > 1) return nothing('not_computable', ...(monthly === null ? more : []), 'unsettled')
  if (monthly === null || stated === null)
    return nothing('not_computable', ...(stated === null ? (['unpaid'] as const) : []), ...more)
  return { ...BLANK, documented: monthly, ...compareAmounts(stated, monthly), more }
}
