import { readComparableIdentifier } from '../../core/identifier.js'
import { groupBy } from '../../core/lists.js'
import { type Cents, centsFromDollars, multiplyCents, sumCents } from '../../core/money.js'
import type { FactRow } from '../../figures/facts.js'
import { groupByIssuer, listIssuers } from '../../figures/issuers.js'
import type { SourceParty } from '../../ingest/source.js'
import type { IncomeCategory } from '../../schema/role.js'
import type { StatedEmployer } from '../facts/stated-income.js'
import type { UnderwritingPolicy } from '../policies/policy.js'
import {
  applyFormula,
  divideHalfAway,
  MILLION,
  type MonthlyAmount,
  roundMonthly,
  toMicros,
} from '../streams/formulas.js'
import { compareAmounts, EMPTY_ROW, listMatchNotes, type TieOutNote, type TieOutRow } from './finding.js'
import { type Match, matchNames, type StatedParty } from './match-names.js'

/** The categories of pay for work. An application states each of them as an employer. */
export const WORK_CATEGORIES = ['wages', 'self_employment', 'partnership', 's_corporation'] as const

/** A category of pay for work. */
export type WorkCategory = (typeof WORK_CATEGORIES)[number]

const isWorkCategory = (category: IncomeCategory | null): category is WorkCategory =>
  (WORK_CATEGORIES as readonly (string | null)[]).includes(category)

/** An issuer that pays a borrower for work, with the amounts of all years. */
export interface WorkPayer {
  readonly parties: readonly SourceParty[]
  readonly facts: readonly FactRow[]
}

/** Lists the issuers that pay a borrower for work. */
export function listWorkPayers(incomeFacts: readonly FactRow[]): readonly WorkPayer[] {
  const factsByDocument = groupBy(
    incomeFacts.filter(({ meaning }) => isWorkCategory(meaning.category)),
    ({ resolvedDocument }) => resolvedDocument.document,
  )
  return groupByIssuer([...factsByDocument.keys()]).map(({ documents }) => ({
    parties: listIssuers(documents),
    facts: documents.flatMap(document => factsByDocument.get(document) ?? []),
  }))
}

/** Adds up what payers paid in a year for work of all categories or of one. Null if they paid nothing. */
export function sumWorkPay(payers: readonly WorkPayer[], year: number | null, category?: WorkCategory): Cents | null {
  const amounts = payers
    .flatMap(({ facts }) => facts)
    .filter(
      ({ resolvedDocument, meaning }) =>
        resolvedDocument.document.year === year && (category === undefined || meaning.category === category),
    )
  return amounts.length === 0 ? null : sumCents(amounts.map(({ cents }) => cents))
}

const getLastYear = ({ facts }: WorkPayer): number =>
  facts.reduce((latest, { resolvedDocument }) => Math.max(latest, resolvedDocument.document.year as number), 0)

const paysFor = ({ facts }: WorkPayer, ...categories: readonly WorkCategory[]): boolean =>
  facts.some(({ meaning }) => categories.some(category => category === meaning.category))

/** The monthly amount that documents show. Null if the year has no amount, or only gross receipts. */
export interface DocumentedAmount {
  readonly monthly: Cents | null
  readonly notes: readonly TieOutNote[]
}

/** The year and the policy that documents are evaluated with. */
export interface PayBasis {
  readonly year: number | null
  readonly policy: UnderwritingPolicy
  /** The monthly cash flow of all self-employment that the lender states. Null if the lender states none. */
  readonly cashFlow: Cents | null
}

/**
 * Computes the monthly pay of two years with the policy's averaging. A decline is left to the policy's streams: the two
 * years are compared with the application as they are.
 */
function computeMonthlyPay(
  payers: readonly WorkPayer[],
  { year, policy }: PayBasis,
  category: WorkCategory | undefined,
): { amount: MonthlyAmount | null; notes: readonly TieOutNote[] } {
  const latest = sumWorkPay(payers, year, category)
  if (latest === null || year === null) return { amount: null, notes: [] }
  const prior = sumWorkPay(payers, year - 1, category)
  return {
    amount: applyFormula(latest, prior, null, policy.averaging),
    notes: [prior === null ? 'latest' : policy.averaging],
  }
}

/** Computes what payers pay per month, for work of all categories or of one. Receipts are gross. */
export function computeGrossPay(
  payers: readonly WorkPayer[],
  basis: PayBasis,
  category?: WorkCategory,
): DocumentedAmount {
  const { amount, notes } = computeMonthlyPay(payers, basis, category)
  return { monthly: amount === null ? null : roundMonthly(amount), notes }
}

/**
 * Computes receipts per month less expenses: the stated cash flow, or else gross receipts less the policy's share for
 * expenses. Null if gross receipts are not income under the policy.
 *
 * @param hasAllReceipts True if the payers include all who paid receipts. The cash flow is that of all receipts together.
 */
export function computeNetReceipts(
  payers: readonly WorkPayer[],
  basis: PayBasis,
  hasAllReceipts: boolean,
  category?: WorkCategory,
): DocumentedAmount {
  const { policy, cashFlow } = basis
  if (cashFlow !== null && hasAllReceipts) return { monthly: cashFlow, notes: ['computed'] }
  const expenses = policy.selfEmployedExpenses
  const { amount, notes } = computeMonthlyPay(payers, basis, category)
  if (cashFlow !== null || expenses === null || amount === null) return { monthly: null, notes: ['gross'] }
  const netAmount = multiplyCents(amount.amount, MILLION - toMicros(expenses))
  return { monthly: divideHalfAway(netAmount, 24 * MILLION), notes }
}

interface ComparedEmployer extends StatedParty {
  readonly name: string
  readonly statedMonthly: Cents | null
  readonly isFormer: boolean
  readonly isBusiness: boolean
}

const prepareEmployer = (employer: StatedEmployer, { year, policy }: PayBasis): ComparedEmployer => ({
  id: employer.ein === undefined ? null : readComparableIdentifier(employer.ein),
  name: employer.name,
  statedMonthly: employer.monthly === null ? null : centsFromDollars(employer.monthly),
  isFormer:
    employer.former === true || (employer.end !== undefined && (year === null || employer.end <= `${year}-12-31`)),
  isBusiness: employer.selfEmployed === true || (employer.ownership ?? 0) >= policy.selfEmployedOwnership,
})

type PartialRow = Omit<TieOutRow, 'borrower' | 'item'>

const createPartialRow = (finding: TieOutRow['finding'], ...notes: readonly TieOutNote[]): PartialRow => ({
  ...EMPTY_ROW,
  finding,
  notes,
})

function compareMatch(
  { statedMonthly, isFormer }: ComparedEmployer,
  { item: payer, by }: Match<WorkPayer>,
  basis: PayBasis,
  hasAllReceipts: boolean,
): PartialRow {
  const issuer = payer.parties[0] ?? null
  const matchNotes = listMatchNotes(by)
  if (isFormer) return { ...createPartialRow('not_computable', ...matchNotes, 'former'), issuer }
  const { year } = basis
  if (sumWorkPay([payer], year) === null) {
    const ended: readonly TieOutNote[] = year !== null && getLastYear(payer) < year ? ['ended'] : []
    return { ...createPartialRow('stated_only', ...matchNotes, ...ended), issuer }
  }
  const { monthly, notes: payNotes } = paysFor(payer, 'self_employment')
    ? computeNetReceipts([payer], basis, hasAllReceipts)
    : computeGrossPay([payer], basis)
  const notes: readonly TieOutNote[] = paysFor(payer, 'partnership', 's_corporation')
    ? [...payNotes, 'allocated']
    : payNotes
  if (statedMonthly === null || monthly === null) {
    const noAmount: readonly TieOutNote[] = statedMonthly === null ? ['no_amount'] : []
    const row = createPartialRow('not_computable', ...matchNotes, ...noAmount, ...notes)
    return { ...row, issuer, documentedMonthly: monthly }
  }
  return {
    ...EMPTY_ROW,
    issuer,
    documentedMonthly: monthly,
    ...compareAmounts(statedMonthly, monthly),
    notes: [...matchNotes, ...notes],
  }
}

/** Compares a business with the receipts of its customers, whose names differ from that of the business. */
function compareReceipts(
  { statedMonthly }: ComparedEmployer,
  receipts: readonly WorkPayer[],
  businessCount: number,
  basis: PayBasis,
  hasAllReceipts: boolean,
): PartialRow {
  const { monthly, notes } = computeNetReceipts(receipts, basis, hasAllReceipts)
  if (businessCount > 1)
    return createPartialRow('not_computable', ...(monthly === null ? notes : []), 'unclear_receipts')
  const noAmount: readonly TieOutNote[] = statedMonthly === null ? ['no_amount'] : []
  if (monthly === null || statedMonthly === null) return createPartialRow('not_computable', ...noAmount, ...notes)
  return { ...EMPTY_ROW, documentedMonthly: monthly, ...compareAmounts(statedMonthly, monthly), notes }
}

/**
 * Compares stated employers with the issuers that pay a borrower for work, and stated businesses also with receipts from
 * any issuer.
 *
 * @returns the rows, and the payers of the year that are not stated.
 */
export function compareEmployers(
  borrower: string,
  statedEmployers: readonly StatedEmployer[],
  payers: readonly WorkPayer[],
  basis: PayBasis,
): { rows: readonly TieOutRow[]; unstatedPayers: readonly WorkPayer[] } {
  const employers = statedEmployers.map(employer => prepareEmployer(employer, basis))
  const matches = matchNames(employers, payers, ({ parties }) => parties)
  const matchedPayers = new Set([...matches.values()].map(({ item }) => item))
  const unmatched = payers.filter(payer => !matchedPayers.has(payer) && sumWorkPay([payer], basis.year) !== null)
  const receipts = unmatched.filter(payer => paysFor(payer, 'self_employment'))
  const receiptPayers = payers.filter(payer => sumWorkPay([payer], basis.year, 'self_employment') !== null)
  const businesses = employers.filter(employer => employer.isBusiness && !employer.isFormer && !matches.has(employer))
  const areReceiptsStated = businesses.length > 0 && receipts.length > 0
  const includesAllReceipts = (compared: readonly WorkPayer[]): boolean =>
    receiptPayers.every(payer => compared.includes(payer))
  const rows = employers.map((employer): TieOutRow => {
    const match = matches.get(employer)
    const row =
      match !== undefined
        ? compareMatch(employer, match, basis, includesAllReceipts([match.item]))
        : areReceiptsStated && businesses.includes(employer)
          ? compareReceipts(employer, receipts, businesses.length, basis, includesAllReceipts(receipts))
          : createPartialRow('stated_only')
    return { ...row, borrower, item: 'employer', name: employer.name, statedMonthly: employer.statedMonthly }
  })
  return { rows, unstatedPayers: areReceiptsStated ? unmatched.filter(payer => !receipts.includes(payer)) : unmatched }
}
