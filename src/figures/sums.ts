import { createMap, getOrCreate, NO_ITEMS, sortInPlace } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { compareText } from '../core/text.js'
import { type Doubt, joinDoubts } from '../resolve/resolved-document.js'
import {
  findCategory,
  findWithholdingKind,
  type IncomeCategory,
  type Role,
  type WithholdingKind,
} from '../schema/role.js'
import type { Meaning } from './box-meaning.js'
import type { Completeness } from './completeness.js'
import type { Ledger } from './facts.js'

/**
 * The sum of one year's counted facts. `documents` is the number of documents that contributed a fact. `amount` is in
 * cents, and null if no amount could be read.
 */
interface FactSum {
  amount: Cents | null
  documents: number
  complete: boolean
  /** The doubts of the documents that contributed a fact or leave a gap. */
  doubts: readonly Doubt[]
}

/** A year's income of one category. `taxable` is null if it is unknown or if `amount` is null. */
export interface IncomeSum extends FactSum {
  readonly year: number
  readonly category: IncomeCategory
  taxable: Cents | null
}

/** A year's withheld tax of one kind. */
export interface WithholdingSum extends FactSum {
  readonly year: number
  readonly kind: WithholdingKind
}

interface SumInProgress extends FactSum {
  readonly year: number
  readonly groupName: string
  readonly role: Role
  amount: Cents
  taxable: Cents | null
  lastDocument: unknown
}

/** A row of sums after all facts and gaps were added. */
type SumRow = Omit<SumInProgress, 'amount' | 'role' | 'lastDocument'> & FactSum

/**
 * Adds up facts by their category or kind. Returns one row per year and category or kind with a counted fact or a gap.
 */
function sumFacts(
  ledger: Pick<Ledger, 'facts' | 'gaps'>,
  completeness: Completeness,
  toFactGroup: (meaning: Meaning) => string | null,
  toRoleGroup: (role: Role) => string | null,
): SumRow[] {
  const rows: SumInProgress[] = []
  const rowsByGroup = new Map<string, Map<number, SumInProgress>>()
  const getRow = (year: number, groupName: string, role: Role): SumInProgress => {
    const byYear = getOrCreate(rowsByGroup, groupName, createMap<number, SumInProgress>)
    let row = byYear.get(year)
    if (row === undefined) {
      row = {
        year,
        groupName,
        role,
        amount: 0,
        taxable: 0,
        documents: 0,
        complete: true,
        doubts: NO_ITEMS,
        lastDocument: null,
      }
      byYear.set(year, row)
      rows.push(row)
    }
    return row
  }
  for (const { resolvedDocument, meaning, cents, taxable } of ledger.facts) {
    const groupName = meaning.reason === null ? toFactGroup(meaning) : null
    if (groupName === null) continue
    const row = getRow(resolvedDocument.document.year as number, groupName, meaning.role)
    row.amount = addCents(row.amount, cents)
    if (row.taxable !== null) row.taxable = taxable === null ? null : addCents(row.taxable, taxable ?? cents)
    if (row.lastDocument !== resolvedDocument) {
      row.documents++
      if (resolvedDocument.doubts.length > 0) row.doubts = joinDoubts(row.doubts, resolvedDocument.doubts)
    }
    row.lastDocument = resolvedDocument
  }
  for (const gap of ledger.gaps) {
    const groupName = toRoleGroup(gap.role)
    if (groupName === null) continue
    const row = getRow(gap.year, groupName, gap.role)
    row.complete = false
    if (gap.resolvedDocument !== null) row.doubts = joinDoubts(row.doubts, gap.resolvedDocument.doubts)
  }
  sortInPlace(rows, (a, b) => a.year - b.year || compareText(a.groupName, b.groupName))
  return rows.map(row =>
    row.documents === 0 && completeness.isSumUnknown(row.year, row.role)
      ? { ...row, amount: null, taxable: null }
      : row,
  )
}

/** Sums income by year and category. A category with neither a counted fact nor a gap has no row. */
export const sumIncome = (ledger: Pick<Ledger, 'facts' | 'gaps'>, completeness: Completeness): IncomeSum[] =>
  sumFacts(ledger, completeness, meaning => meaning.category, findCategory).map(
    ({ year, groupName, amount, taxable, documents, complete, doubts }) => {
      const category = groupName as IncomeCategory
      const row = { year, category, amount, taxable, documents, complete, doubts }
      if (category === 'social_security') row.taxable = null
      else if (category === 'tax_exempt_interest' && amount !== null) row.taxable = 0
      return row
    },
  )

/** Sums withheld tax by year and kind. A kind with neither a counted fact nor a gap has no row. */
export const sumWithholding = (ledger: Pick<Ledger, 'facts' | 'gaps'>, completeness: Completeness): WithholdingSum[] =>
  sumFacts(ledger, completeness, meaning => meaning.withheld, findWithholdingKind).map(
    ({ year, groupName, amount, documents, complete, doubts }) => ({
      year,
      kind: groupName as WithholdingKind,
      amount,
      documents,
      complete,
      doubts,
    }),
  )

/** The sum of a category or kind in a year with unusable input, if no amount is known. */
export const UNKNOWN_SUM = { amount: null, documents: 0, complete: false, doubts: NO_ITEMS } as const

/** Adds an incomplete row for each missing category or kind of these years, so that queries find it. */
export function addUnknownRows<R extends IncomeSum | WithholdingSum, N extends string>(
  rows: readonly R[],
  names: readonly N[],
  years: readonly number[],
  unknownRow: (year: number, name: N) => R,
): readonly R[] {
  if (years.length === 0) return rows
  const allRows = [...rows]
  for (const year of years) {
    const present = new Set<string>(rows.flatMap(row => (row.year === year ? findSumName(row) : [])))
    for (const name of names) if (!present.has(name)) allRows.push(unknownRow(year, name))
  }
  return sortInPlace(allRows, (a, b) => a.year - b.year || compareText(findSumName(a), findSumName(b)))
}

/** Returns the category of an income row or the kind of a withholding row. */
export const findSumName = (row: IncomeSum | WithholdingSum): string => ('category' in row ? row.category : row.kind)
