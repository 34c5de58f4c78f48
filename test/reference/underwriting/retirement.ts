import { hasCode, isIra } from '../facts.js'
import { readAmount, readFlag } from '../values.js'
import { type Contribution, sumAmounts } from './contributions.js'
import type { DocumentWithFacts } from './papers.js'

/** A year's pensions and IRAs, without early distributions and rollovers. */
export interface Retirement {
  readonly amount: bigint | null
  readonly confirmed: bigint
  /** The nontaxable part of the distributions whose taxable part is known. */
  readonly nontaxable: bigint
  readonly isTaxableUnknown: boolean
  readonly ira: bigint
  readonly flags: readonly string[]
}

const boxOf = ({ entry: { raw } }: DocumentWithFacts, key: string): bigint => readAmount(raw[key]) ?? 0n

/** Returns true for early distributions and distributions of the whole balance, which are not pensions. */
export const isEarlyOrOneTime = ({ entry: { raw } }: DocumentWithFacts): boolean =>
  hasCode(raw, '1SJ') || readFlag(raw['total_distribution_code']) === true

/** Returns true for distributions from a Roth IRA, which is never converted. */
export const isRoth = ({ entry: { raw } }: DocumentWithFacts): boolean => hasCode(raw, 'JQT')

/** Sums rollovers and conversions on Forms 5498, less direct rollovers (codes G and H). */
function sumRollovers(documents: readonly DocumentWithFacts[], iras: readonly Contribution[], year: number): bigint {
  const papersOfYear = documents.filter(document => document.counted && document.year === year)
  const onlyRoth = iras.every(({ document }) => isRoth(document))
  let sum = 0n
  for (const document of papersOfYear) {
    if (document.entry.form === 'form_5498') {
      sum += boxOf(document, 'rollover_contributions')
      if (!onlyRoth) sum += boxOf(document, 'roth_conversion_amount')
    }
    if (document.entry.form === 'form_1099_r' && hasCode(document.entry.raw, 'GH'))
      sum -= boxOf(document, 'gross_distribution')
  }
  return sum > 0n ? sum : 0n
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

// Computes a distribution's nontaxable part, from 0 to its gross amount. Returns null if it is unknown.
function nontaxableOf({ document, amount }: Contribution): bigint | null {
  if (document.entry.form !== 'form_1099_r') return 0n
  const { taxable } = document.reading
  if (taxable === 'unknown') return null
  return larger(0n, least(amount - (taxable ?? 0n), amount))
}

const isUpperBound = ({ document }: Contribution): boolean =>
  document.entry.form === 'form_1099_r' &&
  readFlag(document.entry.raw['tax_amount_undetermined_code']) === true &&
  isIra(document.entry.raw) &&
  boxOf(document, 'taxable_amount') > 0n

/** Computes a year's retirement income. `documents` contains all of the borrower's documents. */
export function computeRetirement(
  rows: readonly Contribution[],
  documents: readonly DocumentWithFacts[],
  year: number,
): Retirement {
  const rowsOfYear = rows.filter(row => row.year === year)
  const recurringRows = rowsOfYear.filter(
    ({ document }) => document.entry.form !== 'form_1099_r' || !isEarlyOrOneTime(document),
  )
  const flags: string[] = recurringRows.length < rowsOfYear.length ? ['early_or_one_time'] : []
  if (recurringRows.some(isUpperBound)) flags.push('taxable_upper_bound')
  const iras = recurringRows.filter(
    ({ document }) => document.entry.form === 'form_1099_r' && isIra(document.entry.raw),
  )
  const rolled = larger(0n, least(sumRollovers(documents, iras, year), sumAmounts(iras)))
  if (rolled > 0n) flags.push('rolled_or_converted')
  const sumNontaxable = (rows: readonly Contribution[]): bigint =>
    rows.reduce((sum, row) => sum + (nontaxableOf(row) ?? 0n), 0n)
  // Rollovers come from IRAs, so they do not change the nontaxable part of pensions.
  const nontaxable =
    sumNontaxable(recurringRows.filter(row => !iras.includes(row))) + larger(0n, sumNontaxable(iras) - rolled)
  const amount = sumAmounts(recurringRows) - rolled
  const confirmedRows = recurringRows.filter(({ confirmed }) => confirmed)
  const sureIras = confirmedRows.filter(row => iras.includes(row))
  return {
    amount: recurringRows.length === 0 ? null : amount,
    confirmed: sumAmounts(confirmedRows) - least(larger(0n, sumAmounts(sureIras)), rolled),
    nontaxable: larger(0n, least(nontaxable, amount)),
    isTaxableUnknown: recurringRows.some(row => nontaxableOf(row) === null),
    ira: sumAmounts(iras) - rolled,
    flags,
  }
}
