import type { Cell, Ratio } from '../cells.js'
import { distributionCodes, isInTotalIncome } from '../facts.js'
import { ratio, readLiabilities } from '../liabilities.js'
import { compareDocuments } from '../resolve.js'
import { halfEven, readFlag, readMoney } from '../values.js'
import { cents, roundToCents } from './fraction.js'
import { byIssuer } from './issuers.js'
import { loansOf } from './loans.js'
import { isTaxLost } from './lost.js'
import { categoryOf, type DocumentWithFacts, incomeFacts, type UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import type { Income } from './qualifying-income.js'

/** A row of `indicators` without its note. */
export type IndicatorRow = Record<string, Cell> & { indicator: string }

type Values = Partial<Record<'ratio' | 'amount' | 'count' | 'label' | 'years', Cell>>

const between = (years: readonly number[]): number[] => {
  const [first, last] = [Math.min(...years), Math.max(...years)]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i)
}
const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort()
const listed = (years: readonly number[]): Values => ({
  count: years.length,
  years: years.length === 0 ? null : years.join(';'),
})
const money = (raw: unknown): bigint => {
  const box = readMoney(raw)
  return box === null || box === 'lost' ? 0n : box
}
const isOneTime = ({ entry: { form, raw } }: DocumentWithFacts): boolean =>
  form === 'form_1099_r' &&
  (distributionCodes(raw).some(code => '1SJ'.includes(code)) || readFlag(raw['total_distribution_code']) === true)

/** Sums the documents' income over all categories except allocated tips. */
const incomeOf = (documents: readonly DocumentWithFacts[]): bigint =>
  documents
    .flatMap(incomeFacts)
    .filter(fact => categoryOf(fact) !== 'allocated_tips')
    .reduce((sum, { amount }) => sum + amount, 0n)

// Computes the square root with Newton's method, rounded down.
function root(square: bigint): bigint {
  if (square < 2n) return square
  let x = square
  for (let y = (x + 1n) / 2n; y < x; y = (x + square / x) / 2n) x = y
  return x
}

// Computes the population standard deviation divided by the mean: sqrt(n * sum of squares - square of the sum) / sum.
function variation(totals: readonly bigint[]): Ratio | null {
  if (totals.length < 2) return null
  const sum = totals.reduce((a, b) => a + b, 0n)
  if (sum <= 0n) return null
  const spread = BigInt(totals.length) * totals.reduce((a, b) => a + b * b, 0n) - sum * sum
  return { millionths: halfEven(root(spread * 10n ** 24n), sum * 10n ** 6n) }
}

/** Computes a dossier's `indicators` rows under a policy. */
export function indicators(underwritingInput: UnderwritingInput, rules: Rules, income: Income): IndicatorRow[] {
  const rows: IndicatorRow[] = []
  const put = (indicator: string, values: Values): void => {
    rows.push({
      taxpayer_id: underwritingInput.taxpayerId,
      policy: rules.name,
      indicator,
      ratio: null,
      amount: null,
      count: null,
      label: null,
      years: null,
      ...values,
    })
  }
  const { year } = income.asOf
  const borrowerPapers = underwritingInput.documents
    .filter(document => document.counted && document.year !== null && document.borrower !== null)
    .sort((a, b) => compareDocuments(a.entry, b.entry))
  const past = borrowerPapers.filter(document => year === null || document.year! <= year)
  const current = borrowerPapers.filter(document => document.year === year)
  putHistory(put, past, year)
  if (year !== null) putYear(put, underwritingInput, past, current, year)
  putDebts(put, underwritingInput, rules, income)
  if (year !== null) putContinuance(put, rules, income, current)
  if (year !== null) putMortgages(put, underwritingInput, year)
  return rows
}

type Put = (indicator: string, values: Values) => void

function putHistory(put: Put, past: readonly DocumentWithFacts[], year: number | null): void {
  const years = distinct(past.map(document => document.year!))
  if (years.length > 0) {
    put('years_of_history', listed(years))
    put('missing_years', listed(between(years).filter(candidate => !years.includes(candidate))))
  }
  const w2s = past.filter(({ entry }) => entry.form === 'form_w2')
  const yearsWithW2 = distinct(w2s.map(document => document.year!))
  if (yearsWithW2.length > 0)
    put('employment_gap_years', listed(between(yearsWithW2).filter(candidate => !yearsWithW2.includes(candidate))))
  const unemployed = distinct(
    past
      .filter(document => incomeFacts(document).some(fact => categoryOf(fact) === 'unemployment'))
      .map(document => document.year!),
  )
  if (unemployed.length > 0) put('unemployment_years', listed(unemployed))

  const employers = byIssuer(w2s, ({ entry }) => entry.issuer).map(group =>
    distinct(group.map(document => document.year!)),
  )
  if (year !== null && yearsWithW2.includes(year)) {
    put('concurrent_employers', { count: employers.filter(employerYears => employerYears.includes(year)).length })
    if (yearsWithW2.includes(year - 1)) {
      const changed = employers.filter(
        employerYears => employerYears.includes(year) !== employerYears.includes(year - 1),
      )
      put('employer_change', { count: changed.length })
    }
  }
  const run = (years_: readonly number[]): number =>
    Math.max(
      0,
      ...years_.map(start => {
        let length = 0
        while (years_.includes(start + length)) length++
        return length
      }),
    )
  if (employers.length > 0) put('employer_tenure_years', { count: Math.max(...employers.map(run)) })
}

function putYear(
  put: Put,
  underwritingInput: UnderwritingInput,
  past: readonly DocumentWithFacts[],
  current: readonly DocumentWithFacts[],
  year: number,
): void {
  const total = incomeOf(current)
  // If a main box is missing, the total is unknown, and so are the shares and rates computed from it.
  const isTotalUnknown = current.some(({ reading: { missingMainRole } }) => isInTotalIncome(missingMainRole))
  const withIncome = current.filter(document =>
    incomeFacts(document).some(fact => categoryOf(fact) !== 'allocated_tips'),
  )
  if (withIncome.length > 0) {
    // Computes the largest payer's share of the positive income.
    const payers = byIssuer(withIncome, ({ entry }) => entry.issuer).map(incomeOf)
    const positive = payers.filter(amount => amount > 0n)
    const largest = positive.reduce((a, b) => (b > a ? b : a), 0n)
    put('payer_concentration', {
      ratio: isTotalUnknown
        ? null
        : ratio(
            largest,
            positive.reduce((a, b) => a + b, 0n),
          ),
    })
  }
  const taxes = current
    .flatMap(({ reading }) => reading.facts)
    .filter(({ counted, role }) => counted && (role === 'withheld.federal' || role === 'withheld.nonresident'))
  if (withIncome.length + taxes.length > 0) {
    const withheld = taxes.reduce((sum, { amount }) => sum + amount, 0n)
    // Zero withholding is certain only if no rejected or unreadable input may contain withheld tax.
    const isUnknown = isTotalUnknown || (taxes.length === 0 && isTaxLost(underwritingInput, current, year))
    put('effective_withholding_rate', { ratio: isUnknown ? null : ratio(withheld, total) })
  }
  const totals = new Map<number, bigint>()
  for (const pastYear of distinct(past.map(document => document.year!))) {
    const documents = past.filter(
      document => document.year === pastYear && !isOneTime(document) && incomeOf([document]) !== 0n,
    )
    if (documents.length > 0) totals.set(pastYear, incomeOf(documents))
  }
  if (totals.size > 0)
    put('income_stability', { ratio: variation([...totals.values()]), years: [...totals.keys()].join(';') })

  const w2s = current.filter(
    ({ entry }) =>
      entry.form === 'form_w2' &&
      money(entry.raw['medicare_wages_tips']) !== 0n &&
      typeof readMoney(entry.raw['wages_tips_other_compensation']) === 'bigint',
  )
  if (w2s.length > 0) {
    const difference = w2s.reduce(
      (sum, { entry: { raw } }) =>
        sum + money(raw['medicare_wages_tips']) - money(raw['wages_tips_other_compensation']),
      0n,
    )
    put('wage_basis_difference', { amount: difference })
  }
}

function householdOf({ rows }: Income): { qualifying: bigint; withRatioOnly: bigint } {
  const total = rows.find(({ borrower }) => borrower === 'all') ?? rows.find(({ category }) => category === 'total')!
  return { qualifying: total.qualifying_monthly, withRatioOnly: total.monthly_amount + total.gross_up }
}

function putDebts(put: Put, underwritingInput: UnderwritingInput, rules: Rules, income: Income): void {
  const { withRatioOnly } = householdOf(income)
  const { liabilities } = readLiabilities(underwritingInput.taxpayerId, underwritingInput.raw)
  const debt = liabilities[0]!
  const total = debt['total'] as bigint | null
  const lien = debt['with_lien'] as bigint | null
  const due = debt['balance_due'] as bigint | null
  if (total !== null) put('liability_to_income', { ratio: ratio(total, 12n * withRatioOnly) })
  if (total !== null && lien !== null) put('lien_share', { ratio: ratio(lien, total) })
  if (lien !== null) put('lien_filed', { label: String(lien > 0n) })
  const { liabilityYears } = readLiabilities(underwritingInput.taxpayerId, underwritingInput.raw)
  if (total !== null || lien !== null || due !== null || liabilityYears.length > 0) {
    const owes = [total, due, ...liabilityYears.map(row => row['amount'] as bigint)].some(
      amount => amount !== null && amount > 0n,
    )
    const state = lien !== null && lien > 0n ? 'lien' : owes ? 'balance_no_lien' : 'none'
    put('tax_debt_state', { label: `${state}/${underwritingInput.knownFacts.plan?.state ?? 'unknown'}` })
  }
  const months = BigInt(rules.imputeMonths)
  // Rounds up to the next cent.
  const imputed = due === null ? null : due >= 0n ? (due + months - 1n) / months : -(-due / months)
  if (imputed !== null) put('imputed_monthly_tax_payment', { amount: imputed })
  const oldest = debt['oldest_balance_year']
  if (oldest !== null && oldest !== undefined) put('oldest_balance_year', { count: oldest })
  if (underwritingInput.knownFacts.monthly_obligations !== undefined) {
    const statedPayment = underwritingInput.knownFacts.plan?.monthly_payment
    const tax = statedPayment === undefined ? (imputed ?? 0n) : money(statedPayment)
    put('dti', { ratio: ratio(money(underwritingInput.knownFacts.monthly_obligations) + tax, withRatioOnly) })
  }
}

function putContinuance(put: Put, rules: Rules, income: Income, current: readonly DocumentWithFacts[]): void {
  const accounts = current.filter(
    ({ entry }) => entry.form === 'form_5498' && money(entry.raw['fair_market_value_of_account']) !== 0n,
  )
  const balance = accounts.reduce((sum, { entry }) => sum + money(entry.raw['fair_market_value_of_account']), 0n)
  const ira = [...income.iraIncomeByBorrower.values()].reduce((a, b) => a + b, 0n)
  if (accounts.length === 0 || ira <= 0n) return
  const months = (balance * 12n) / ira
  put('retirement_continuance_months', { count: Number(months) })
  put('continuance_met', { label: String(balance * 12n >= ira * BigInt(rules.continuanceMonths)) })
}

function putMortgages(put: Put, underwritingInput: UnderwritingInput, year: number): void {
  const loans = loansOf(underwritingInput).filter(loan => loan.year === year)
  const isRefused = underwritingInput.read.rejectedEntries.some(
    entry => entry.form === 'form_1098' && entry.year === year,
  )
  if (loans.length === 0 && !isRefused) return
  put('mortgages_reported', { count: loans.length })
  const isLost = (key: string): boolean =>
    loans.some(({ documents }) => documents.some(({ entry: { raw } }) => readMoney(raw[key]) === 'lost'))
  const principals = loans.flatMap(({ principal }) => (principal === null ? [] : [principal]))
  // If principals are reported but none is readable, the indicator has no amount.
  if (principals.length > 0) put('mortgage_principal', { amount: principals.reduce((a, b) => a + b, 0n) })
  else if (isLost('outstanding_mortgage_principal')) put('mortgage_principal', {})
  const interest = loans.reduce((sum, loan) => sum + loan.interest, 0n)
  if (loans.some(({ hasInterest }) => hasInterest))
    put('monthly_mortgage_interest', { amount: roundToCents(cents(interest, 12n)) })
  else if (isLost('mortgage_interest_received')) put('monthly_mortgage_interest', {})
}
