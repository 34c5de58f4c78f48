import type { Cell } from '../cells.js'
import { readLiabilities } from '../liabilities.js'
import { doubtOf } from './confirmed.js'
import { type Contribution, sumAmounts } from './contributions.js'
import { byIssuer } from './issuers.js'
import { loansOf } from './loans.js'
import { lostCategories } from './lost.js'
import { isOwned } from './ownership.js'
import { isOfTwoYears, type UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import { contributionsOfBorrower, type Income } from './qualifying-income.js'
import { isInvestment } from './row.js'

/** A need for a document, by borrower, code and year. Unlike the library's rows, it has no issuer and no message. */
export type NeedRow = Record<string, Cell> & { borrower: string; need: string }

/** Computes a dossier's needs under a policy: one for each flag that requires a document. */
export function needs(input: UnderwritingInput, rules: Rules, income: Income): NeedRow[] {
  const rows = new Map<string, NeedRow>()
  const put = (borrower: string, need: string, taxYear: number | null, amount: bigint | null): void => {
    const key = `${borrower} ${need} ${taxYear}`
    const row = rows.get(key) ?? { borrower, need, tax_year: taxYear, amount: null }
    if (amount !== null) row['amount'] = ((row['amount'] as bigint | null) ?? 0n) + amount
    rows.set(key, row)
  }
  const { year } = income.asOf
  for (const borrower of year === null ? [] : input.borrowers) putIncome(put, input, rules, income, borrower)
  putMortgages(put, input, year)
  putDebts(put, input)
  return [...rows.values()]
}

type Put = (borrower: string, need: string, taxYear: number | null, amount: bigint | null) => void

const flagsOf = (income: Income, borrower: string, category: string): string[] =>
  income.rows.find(row => row.borrower === borrower && row.category === category)?.flags.split(';') ?? []

/** The need that each flag creates, and the categories (separated by spaces) whose contributions the need covers. */
const ASKED: readonly (readonly [flag: string, categories: string, need: string])[] = [
  ['needs_schedule_c', 'self_employment', 'schedule_c'],
  ['needs_schedule_e', 'rental royalties', 'schedule_e'],
  ['continuance_unknown', 'government_payments other unemployment', 'award_letter'],
]

const isAllotted = (category: string): boolean => isInvestment(category) || category === 'royalties'

const sumOf = (parts: readonly Contribution[]): bigint | null => (parts.length === 0 ? null : sumAmounts(parts))

function putIncome(put: Put, input: UnderwritingInput, rules: Rules, income: Income, borrower: string): void {
  const year = income.asOf.year as number
  const isOfTwo = isOfTwoYears(year)
  const everything = contributionsOfBorrower(rules, borrower, year, input.documents)
  const current = everything.filter(isOfTwo)
  const documents = input.documents.filter(document => document.counted && document.borrower === borrower)
  for (const [flag, categories, need] of ASKED)
    for (const category of categories.split(' '))
      if (flagsOf(income, borrower, category).includes(flag)) {
        const contributions = current.filter(one => one.category === category)
        for (const contribution of contributions) put(borrower, need, contribution.year, contribution.amount)
        // Documents with an unreadable amount are needed too.
        const unreadablePapers = documents.filter(
          document => isOfTwo(document) && lostCategories(document, rules).includes(category),
        )
        for (const document of unreadablePapers) put(borrower, need, document.year, null)
        // A flag also creates a need if its row has no documents.
        if (contributions.length + unreadablePapers.length === 0) put(borrower, need, year, null)
      }

  for (const [form, category, need] of [
    ['schedule_k1_1065', 'partnership', 'business_return_1065'],
    ['schedule_k1_1120s', 's_corporation', 'business_return_1120s'],
    ['schedule_k1_1041', 'estate_trust', null],
  ] as const) {
    const shares = everything.filter(contribution => contribution.category === category)
    const k1s = documents.filter(({ entry }) => entry.form === form)
    const isOnlyFlag = !k1s.some(isOfTwo)
    if (isOnlyFlag && flagsOf(income, borrower, category).includes('access_to_income_not_shown'))
      put(borrower, 'k1_distributions', year, null)
    for (const group of byIssuer(k1s, ({ entry }) => entry.issuer)) {
      const past = group.filter(document => document.year !== null && document.year <= year)
      const owned = past.length > 0 && need !== null && isOwned(past, rules.selfEmployedOwnership)
      for (const document of past.filter(isOfTwo)) {
        const paperShares = shares.filter(share => share.document === document)
        if (owned) put(borrower, need as string, document.year, sumOf(paperShares))
        // The interest, dividends, gains and royalties of a K-1 are also allocated shares rather than cash.
        const allotted = everything.filter(
          contribution => contribution.document === document && isAllotted(contribution.category),
        )
        put(borrower, 'k1_distributions', document.year, sumOf([...paperShares, ...allotted]))
      }
    }
  }
  for (const document of documents.filter(isOfTwo)) {
    for (const fact of document.reading.facts)
      if (fact.reason === 'basis_unknown') put(borrower, 'cost_basis', document.year, fact.amount)
    const doubt = doubtOf(input, document)
    const contributions = everything.filter(contribution => contribution.document === document)
    const need = doubt === 'not_on_transcript' ? 'transcript_match' : 'complete_transcript'
    if (doubt !== null && contributions.length > 0) put(borrower, need, document.year, sumAmounts(contributions))
  }
  const isDoubted = documents.some(
    document => document.year === year && doubtOf(input, document) === 'transcript_incomplete',
  )
  // If the year may be incomplete although no document above is flagged, the need has the amount of the total row.
  if (income.asOf.incomplete && !isDoubted) {
    const total = income.rows.find(row => row.borrower === borrower && row.category === 'total')
    put(borrower, 'complete_transcript', year, (total?.['latest_amount'] ?? null) as bigint | null)
  }
  const ended = income.verification.get(borrower)
  if (ended !== undefined) put(borrower, 'verification_of_employment', year - 1, ended)
}

// Adds a need for verification if only the property suggests that two Forms 1098 belong to one loan.
function putMortgages(put: Put, input: UnderwritingInput, year: number | null): void {
  for (const loan of loansOf(input))
    if (loan.isDoubtful && loan.year === year) put(loan.borrower, 'verification_of_mortgage', loan.year, loan.principal)
}

function putDebts(put: Put, input: UnderwritingInput): void {
  const { liabilities, liabilityYears } = readLiabilities(input.taxpayerId, input.raw)
  const debt = liabilities[0] as Record<'balance_due' | 'total' | 'with_lien', bigint | null>
  const { balance_due: due, total, with_lien: lien } = debt
  const amounts = [due, total, lien, ...liabilityYears.map(row => row['amount'] as bigint)]
  const owes = amounts.some(amount => amount !== null && amount > 0n)
  if (!owes || input.knownFacts.plan?.state === 'approved_current') return
  const amount = due !== null && due > 0n ? due : total
  if (amount !== null && amount <= 0n) return
  put('self', 'installment_agreement', liabilities[0]!['oldest_balance_year'] as number | null, amount)
}

/** The codes whose rows are compared with the library's rows. Rows with other codes are not compared. */
export const COMPARED_NEEDS = [
  ...['schedule_c', 'schedule_e', 'business_return_1065', 'business_return_1120s', 'k1_distributions', 'award_letter'],
  ...['cost_basis', 'transcript_match', 'complete_transcript', 'installment_agreement'],
]
