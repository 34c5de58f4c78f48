import { appendToGroup, getOrCreate } from '../../core/lists.js'
import { type Cents, centsFromDollars, sumCents } from '../../core/money.js'
import type { StatedBorrower } from '../facts/stated-income.js'
import type { StreamCategory } from '../policies/policy.js'
import { computeDocumented, type DocumentedAmount, type DocumentedIncome, type DocumentTest } from './documented.js'
import { EMPLOYER_CATEGORIES, type WorkPayer } from './employers.js'
import { compareAmounts, EMPTY_ROW, type TieOutRow } from './finding.js'

/** The streams that stated wages include if an application states them without an employer. */
const STATED_WAGES: readonly StreamCategory[] = [...EMPLOYER_CATEGORIES, 'sick_pay']

/** Compares stated categories with the documents. Then adds income and employers that are not stated. */
export function compareCategories(
  { income = [] }: StatedBorrower,
  payers: readonly WorkPayer[],
  documented: DocumentedIncome,
  isStated: DocumentTest,
): TieOutRow[] {
  const { borrower, streams } = documented
  const createRow = (category: StreamCategory) => ({ ...EMPTY_ROW, borrower, item: 'category', category }) as const
  const computeUnstated = (categories: readonly StreamCategory[]): DocumentedAmount | null =>
    computeDocumented(documented, categories, (document, category) => !isStated(document, category))
  const amounts = new Map<StreamCategory, Cents[]>()
  const includedCategories = new Map<StreamCategory, Set<StreamCategory>>()
  for (const { category, monthly, also = [] } of income) {
    appendToGroup(amounts, category, centsFromDollars(monthly) ?? 0)
    const categories = getOrCreate(includedCategories, category, () => new Set([category]))
    for (const otherCategory of also) categories.add(otherCategory)
  }
  const statedCategories = new Set([...includedCategories.values()].flatMap(categories => [...categories]))
  if (statedCategories.has('wages')) {
    const separate = STATED_WAGES.filter(category => category !== 'wages' && !statedCategories.has(category))
    for (const categories of includedCategories.values())
      if (categories.has('wages')) for (const category of separate) categories.add(category)
    for (const category of separate) statedCategories.add(category)
  }
  const rows = [...amounts].map(([category, cents]): TieOutRow => {
    const statedMonthly = sumCents(cents)
    const amount = computeUnstated([...(includedCategories.get(category) ?? [])])
    return { ...createRow(category), statedMonthly, ...compareCategory(statedMonthly, amount) }
  })
  for (const category of new Set(streams.map(stream => stream.category))) {
    const isListed = EMPLOYER_CATEGORIES.includes(category) || statedCategories.has(category)
    const amount = isListed || category === 'allocated_tips' ? null : computeUnstated([category])
    if (amount === null || amount.monthly === null) continue
    const { monthly, notes } = amount
    rows.push({ ...createRow(category), documentedMonthly: monthly, finding: 'documented_only', notes })
  }
  const unstatedCategories = EMPLOYER_CATEGORIES.filter(category => !statedCategories.has(category))
  // A stream that cannot be read may have no documents. Then it may belong to any payer.
  const hasUnreadStream = streams.some(stream => stream.items.length === 0)
  for (const { parties, documents, streams: payerStreams } of payers) {
    const isUnstated: DocumentTest = (document, category) => documents.has(document) && !isStated(document, category)
    const possibleStreams = hasUnreadStream ? streams : payerStreams
    const amount = computeDocumented({ ...documented, streams: possibleStreams }, unstatedCategories, isUnstated)
    if (amount === null) continue
    const { monthly, notes } = amount
    const issuer = parties[0] ?? null
    const row = { ...EMPTY_ROW, borrower, item: 'employer', issuer, documentedMonthly: monthly } as const
    rows.push({ ...row, finding: 'documented_only', notes })
  }
  return rows
}

function compareCategory(
  statedMonthly: Cents,
  amount: DocumentedAmount | null,
): Pick<TieOutRow, 'documentedMonthly' | 'difference' | 'ratio' | 'finding' | 'notes'> {
  const { documentedMonthly, difference, ratio } = EMPTY_ROW
  if (amount === null) return { documentedMonthly, difference, ratio, finding: 'stated_only', notes: [] }
  const { monthly, isGross, notes } = amount
  if (isGross || monthly === null)
    return { documentedMonthly, difference, ratio, finding: 'not_computable', notes: isGross ? ['gross'] : notes }
  return { documentedMonthly: monthly, ...compareAmounts(statedMonthly, monthly), notes }
}
