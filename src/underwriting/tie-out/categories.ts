import { appendToGroup } from '../../core/lists.js'
import { addCents, type Cents, centsFromDollars, sumCents } from '../../core/money.js'
import type { StatedBorrower } from '../facts/stated-income.js'
import type { IncomeStream } from '../income-stream.js'
import type { ConditionCode, StreamCategory } from '../policies/policy.js'
import { divideHalfAway } from '../streams/formulas.js'
import {
  computeGrossPay,
  computeNetReceipts,
  type DocumentedAmount,
  type PayBasis,
  sumWorkPay,
  WORK_CATEGORIES,
  type WorkCategory,
  type WorkPayer,
} from './employers.js'
import { compareAmounts, EMPTY_ROW, type TieOutNote, type TieOutRow } from './finding.js'

/** Applications do not state allocated tips, and documents do not show other income of known facts. */
const UNSTATED_CATEGORIES: readonly StreamCategory[] = ['allocated_tips', 'other_income']

/** Streams that are part of the wages of an employer. */
const WAGE_CATEGORIES: readonly StreamCategory[] = [
  'wages',
  'officer_compensation',
  'equity_pay',
  'deferred_pay',
  'sick_pay',
]

const ALLOCATED_CATEGORIES: readonly StreamCategory[] = ['partnership', 's_corporation', 'estate_trust']

/** Conditions of streams whose documents show only gross receipts. */
const SCHEDULE_CONDITIONS: readonly ConditionCode[] = ['schedule_c', 'schedule_e', 'schedule_f']

/** The documents of a borrower that categories are compared with. */
export interface DocumentedIncome extends PayBasis {
  readonly borrower: string
  readonly streams: readonly IncomeStream[]
  /** The payers of work that are not stated as employers. */
  readonly unstatedPayers: readonly WorkPayer[]
  /** True if they include all who paid receipts of self-employment. */
  readonly hasAllReceipts: boolean
}

/** Returns the category of pay for work that a category is part of. Null if it is not pay for work. */
function findWorkCategory(category: StreamCategory): WorkCategory | null {
  if (WAGE_CATEGORIES.includes(category)) return 'wages'
  return WORK_CATEGORIES.find(workCategory => workCategory === category) ?? null
}

/** True if the documents show only gross receipts of a stream. */
const isGross = ({ computedMonthly, conditions }: IncomeStream): boolean =>
  computedMonthly === null && conditions.some(({ raised }) => SCHEDULE_CONDITIONS.includes(raised.code))

/** True if a stream has an amount of the latest year or an amount that the lender states. */
const hasAmount = ({ latestAmount, method }: IncomeStream): boolean => latestAmount !== null || method !== 'none'

/** Compares stated categories with the documents. Then adds income and employers that are not stated. */
export function compareCategories({ income = [] }: StatedBorrower, documented: DocumentedIncome): TieOutRow[] {
  const amounts = new Map<StreamCategory, Cents[]>()
  const includedCategories = new Map<StreamCategory, readonly StreamCategory[]>()
  const statedCategories = new Set<StreamCategory>()
  for (const { category, monthly, also = [] } of income) {
    appendToGroup(amounts, category, centsFromDollars(monthly) ?? 0)
    includedCategories.set(category, [...(includedCategories.get(category) ?? [category]), ...also])
    for (const item of [category, ...also]) statedCategories.add(findWorkCategory(item) ?? item)
  }
  const rows = [...amounts].map(([category, cents]) =>
    compareCategory(documented, category, sumCents(cents), includedCategories.get(category)),
  )
  const { streams, unstatedPayers, year } = documented
  for (const category of new Set(streams.filter(hasAmount).map(stream => stream.category))) {
    const isListed = findWorkCategory(category) !== null || statedCategories.has(category)
    if (!isListed && !UNSTATED_CATEGORIES.includes(category)) rows.push(compareCategory(documented, category, null))
  }
  for (const category of WORK_CATEGORIES) {
    if (statedCategories.has(category)) continue
    const payers = unstatedPayers.filter(payer => sumWorkPay([payer], year, category) !== null)
    if (category === 'wages') for (const payer of payers) rows.push(createEmployerRow(documented, payer))
    else if (payers.length > 0) rows.push(compareCategory(documented, category, null))
  }
  return rows
}

/** Creates the row of an employer that is not stated. */
function createEmployerRow(documented: DocumentedIncome, payer: WorkPayer): TieOutRow {
  const { monthly, notes } = computeGrossPay([payer], documented, 'wages')
  return {
    ...EMPTY_ROW,
    borrower: documented.borrower,
    item: 'employer',
    finding: 'documented_only',
    issuer: payer.parties[0] ?? null,
    documentedMonthly: monthly,
    notes,
  }
}

function compareCategory(
  documented: DocumentedIncome,
  category: StreamCategory,
  statedMonthly: Cents | null,
  categories: readonly StreamCategory[] = [category],
): TieOutRow {
  const { borrower, streams, unstatedPayers, hasAllReceipts } = documented
  const hasGrossOnly = streams.some(stream => stream.category === category && isGross(stream))
  const workCategory = findWorkCategory(category)
  const { monthly, notes } =
    workCategory === null
      ? sumComputed(streams, categories)
      : workCategory === 'self_employment' && !hasGrossOnly
        ? computeNetReceipts(unstatedPayers, documented, hasAllReceipts, workCategory)
        : computeGrossPay(unstatedPayers, documented, workCategory)
  const base = { ...EMPTY_ROW, borrower, item: 'category', name: category, statedMonthly } as const
  // Gross receipts cannot be compared with stated net income. Their amount is shown only if nothing is stated.
  if (statedMonthly !== null && monthly !== null && hasGrossOnly)
    return { ...base, finding: 'not_computable', notes: ['gross'] }
  const allNotes: TieOutNote[] = [...notes]
  if (monthly !== null && hasGrossOnly) allNotes.push('gross')
  if (monthly !== null && ALLOCATED_CATEGORIES.includes(category)) allNotes.push('allocated')
  return { ...base, documentedMonthly: monthly, ...compareAmounts(statedMonthly, monthly), notes: allNotes }
}

/** Adds up what the policy computes before any gross-up, or the latest year of streams that it cannot compute. */
function sumComputed(streams: readonly IncomeStream[], categories: readonly StreamCategory[]): DocumentedAmount {
  let monthly: Cents | null = null
  const notes: TieOutNote[] = []
  for (const stream of streams) {
    if (!hasAmount(stream) || !categories.includes(stream.category)) continue
    const { computed } = stream.evaluated.evaluation
    monthly = addCents(monthly ?? 0, computed ?? divideHalfAway(stream.latestAmount ?? 0, 12))
    const note = computed === null ? 'not_computed' : 'computed'
    if (!notes.includes(note)) notes.push(note)
  }
  return { monthly, notes }
}
