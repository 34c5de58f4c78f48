import { appendToGroup } from '../../core/lists.js'
import { addCents, type Cents, centsFromDollars, sumCents } from '../../core/money.js'
import type { IncomeCategory } from '../../schema/role.js'
import type { StreamName } from '../policies/setting.js'
import { divideHalfAway } from '../streams/averaging.js'
import type { QualifyingRow } from '../streams/qualifying-income.js'
import { type Documented, type EmployerBasis, monthPaid, netPaid, paidIn, WORK, type Workplace } from './employers.js'
import { BLANK, compareAmounts, type TieOutRow, type Word } from './finding.js'
import type { StatedBorrower } from './stated.js'

/** Nobody states them apart: employers report them beside wages. */
const UNSTATED: readonly StreamName[] = ['allocated_tips']

/** What is known of a borrower when categories are looked at. */
interface Side extends EmployerBasis {
  readonly borrower: string
  readonly rows: readonly QualifyingRow[]
  /** Who pays for work without being stated as an employer. */
  readonly unstated: readonly Workplace[]
}

/** The category under which work is told: pay of an officer is pay. */
const workOf = (name: StreamName): IncomeCategory | null =>
  name === 'officer_compensation' ? 'wages' : WORK.has(name) ? name : null

/** Income of each category beside what the application states of it; then employers whom it does not state. */
export function tieCategories({ income = [] }: StatedBorrower, side: Side): TieOutRow[] {
  const amounts = new Map<StreamName, Cents[]>()
  const also = new Map<StreamName, readonly StreamName[]>()
  const stated = new Set<StreamName>()
  for (const { category, monthly, also: more = [] } of income) {
    appendToGroup(amounts, category, centsFromDollars(monthly) ?? 0)
    also.set(category, [...(also.get(category) ?? []), ...more])
    for (const name of [category, ...more]) stated.add(workOf(name) ?? name)
  }
  const rows = [...amounts].map(([category, each]) => rowOf(side, category, sumCents(each), also.get(category)))
  for (const { category, latestAmount } of side.rows) {
    if (category === 'total' || latestAmount === null || UNSTATED.includes(category)) continue
    if (workOf(category) === null && !stated.has(category)) rows.push(rowOf(side, category, null))
  }
  for (const category of WORK) {
    if (stated.has(category)) continue
    const places = side.unstated.filter(place => paidIn([place], side.year, category) !== null)
    if (category === 'wages') for (const place of places) rows.push(rowOfEmployer(side, place))
    else if (places.length > 0) rows.push(rowOf(side, category, null))
  }
  return rows
}

/** Who pays wages and is not stated. */
function rowOfEmployer(side: Side, place: Workplace): TieOutRow {
  const { monthly: documented, more } = monthPaid([place], side, 'wages')
  const base = { ...BLANK, borrower: side.borrower, item: 'employer', finding: 'documented_only' } as const
  return { ...base, issuer: place.parties[0] ?? null, documented, more }
}

const ALLOCATED: ReadonlySet<StreamName> = new Set(['partnership', 's_corporation', 'estate_trust'])

function rowOf(side: Side, category: StreamName, stated: Cents | null, also: readonly StreamName[] = []): TieOutRow {
  const row = side.rows.find(each => each.category === category)
  const isGross = row?.flags.includes('not_computable') === true
  const work = workOf(category)
  const paid = work === 'self_employment' && !isGross ? netPaid : monthPaid
  const { monthly, more } = work === null ? countedOf([category, ...also], side.rows) : paid(side.unstated, side, work)
  const said: Word[] = [...more]
  if (monthly !== null && isGross) said.push('gross')
  if (monthly !== null && ALLOCATED.has(category)) said.push('allocated')
  const base = { ...BLANK, borrower: side.borrower, item: 'category', name: category, stated } as const
  // Gross is shown where nobody states anything beside it; what is left of it is not known.
  if (stated !== null && monthly !== null && isGross) return { ...base, finding: 'not_computable', more: ['gross'] }
  return { ...base, documented: monthly, ...compareAmounts(stated, monthly), more: said }
}

/** A month of what rows count; where one counts nothing, of its latest year. */
function countedOf(names: readonly StreamName[], rows: readonly QualifyingRow[]): Documented {
  let monthly: Cents | null = null
  const more: Word[] = []
  for (const row of rows) {
    if (row.latestAmount === null || !names.some(name => name === row.category)) continue
    const isCounted = row.months > 0
    monthly = addCents(monthly ?? 0, isCounted ? row.monthlyAmount : divideHalfAway(row.latestAmount, 12))
    const word = isCounted ? 'counted' : 'held_back'
    if (!more.includes(word)) more.push(word)
  }
  return { monthly, more }
}
