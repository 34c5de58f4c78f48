import type { Cell } from '../cells.js'
import { readLiabilities } from '../liabilities.js'
import { doubtOf } from './confirmed.js'
import type { Contribution } from './contributions.js'
import { byIssuer } from './issuers.js'
import { loansOf } from './loans.js'
import { lostCategories } from './lost.js'
import { isOwned } from './ownership.js'
import type { UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import { contributionsOfBorrower, type Income } from './qualifying-income.js'
import { isInvestment } from './row.js'

/** A need for a document, by borrower, code and year. Unlike the library's rows, it has no issuer and no message. */
export type NeedRow = Record<string, Cell> & { borrower: string; need: string }

/** Computes a dossier's needs under a policy: one for each flag that requires a document. */
export function needs(underwritingInput: UnderwritingInput, rules: Rules, income: Income): NeedRow[] {
  const rows = new Map<string, NeedRow>()
  const put = (borrower: string, need: string, taxYear: number | null, amount: bigint | null): void => {
    const key = `${borrower} ${need} ${taxYear}`
    const row = rows.get(key) ?? { borrower, need, tax_year: taxYear, amount: null }
    if (amount !== null) row['amount'] = ((row['amount'] as bigint | null) ?? 0n) + amount
    rows.set(key, row)
  }
  const { year } = income.asOf
  for (const borrower of year === null ? [] : underwritingInput.borrowers)
    putIncome(put, underwritingInput, rules, income, borrower)
  putMortgages(put, underwritingInput, year)
  putDebts(put, underwritingInput)
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

const sumOf = (parts: readonly Contribution[]): bigint | null =>
  parts.length === 0 ? null : parts.reduce((sum, { amount }) => sum + amount, 0n)

function putIncome(
  put: Put,
  underwritingInput: UnderwritingInput,
  rules: Rules,
  income: Income,
  borrower: string,
): void {
  const year = income.asOf.year as number
  const isOfTwo = (candidateYear: number | null) => candidateYear === year || candidateYear === year - 1
  const everything = contributionsOfBorrower(rules, borrower, year, underwritingInput.documents)
  const current = everything.filter(contribution => isOfTwo(contribution.year))
  const documents = underwritingInput.documents.filter(document => document.counted && document.borrower === borrower)
  for (const [flag, categories, need] of ASKED)
    for (const category of categories.split(' '))
      if (flagsOf(income, borrower, category).includes(flag)) {
        const contributions = current.filter(one => one.category === category)
        for (const contribution of contributions) put(borrower, need, contribution.year, contribution.amount)
        // Documents with an unreadable amount are needed too.
        const unreadablePapers = documents.filter(
          document => isOfTwo(document.year) && lostCategories(document, rules).includes(category),
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
    const isOnlyFlag = !k1s.some(k1 => isOfTwo(k1.year))
    if (isOnlyFlag && flagsOf(income, borrower, category).includes('access_to_income_not_shown'))
      put(borrower, 'k1_distributions', year, null)
    for (const group of byIssuer(k1s, ({ entry }) => entry.issuer)) {
      const past = group.filter(document => document.year !== null && document.year <= year)
      const owned = past.length > 0 && need !== null && isOwned(past, rules.selfEmployedOwnership)
      for (const document of past.filter(document => isOfTwo(document.year))) {
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
  for (const document of documents.filter(document => isOfTwo(document.year))) {
    for (const fact of document.reading.facts)
      if (fact.reason === 'basis_unknown') put(borrower, 'cost_basis', document.year, fact.amount)
    const doubt = doubtOf(underwritingInput, document)
    const contributions = everything.filter(contribution => contribution.document === document)
    const amount =
      contributions.length === 0 ? null : contributions.reduce((sum, contribution) => sum + contribution.amount, 0n)
    if (doubt === 'not_on_transcript' && amount !== null) put(borrower, 'transcript_match', document.year, amount)
    if (doubt === 'transcript_incomplete' && amount !== null)
      put(borrower, 'complete_transcript', document.year, amount)
  }
  const isDoubted = documents.some(
    document => document.year === year && doubtOf(underwritingInput, document) === 'transcript_incomplete',
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
function putMortgages(put: Put, underwritingInput: UnderwritingInput, year: number | null): void {
  for (const loan of loansOf(underwritingInput))
    if (loan.isDoubtful && loan.year === year) put(loan.borrower, 'verification_of_mortgage', loan.year, loan.principal)
}

function putDebts(put: Put, underwritingInput: UnderwritingInput): void {
  const { liabilities, liabilityYears } = readLiabilities(underwritingInput.taxpayerId, underwritingInput.raw)
  const due = liabilities[0]!['balance_due'] as bigint | null
  const total = liabilities[0]!['total'] as bigint | null
  const lien = liabilities[0]!['with_lien'] as bigint | null
  const amounts = [due, total, lien, ...liabilityYears.map(row => row['amount'] as bigint)]
  const owes = amounts.some(amount => amount !== null && amount > 0n)
  if (!owes || underwritingInput.knownFacts.plan?.state === 'approved_current') return
  const amount = due !== null && due > 0n ? due : total
  if (amount !== null && amount <= 0n) return
  put('self', 'installment_agreement', liabilities[0]!['oldest_balance_year'] as number | null, amount)
}

/** The codes whose rows are compared with the library's rows. Rows with other codes are not compared. */
export const COMPARED_NEEDS = [
  'schedule_c',
  'schedule_e',
  'business_return_1065',
  'business_return_1120s',
  'k1_distributions',
  'award_letter',
  'cost_basis',
  'transcript_match',
  'complete_transcript',
  'installment_agreement',
]
