import type { Cell, Ratio } from '../cells.js'
import { isInTotalIncome } from '../facts.js'
import { ratio, readLiabilities } from '../liabilities.js'
import { compareDocuments } from '../resolve.js'
import { halfEven, readAmount, readMoney } from '../values.js'
import { sumAmounts } from './contributions.js'
import { cents, roundToCents } from './fraction.js'
import { byIssuer } from './issuers.js'
import { loansOf } from './loans.js'
import { isIncomeTax, isTaxLost } from './lost.js'
import { categoryOf, type DocumentWithFacts, incomeFacts, type UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import type { Income } from './qualifying-income.js'
import { isEarlyOrOneTime } from './retirement.js'

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
const money = (raw: unknown): bigint => readAmount(raw) ?? 0n
const addUp = (amounts: readonly bigint[]): bigint => amounts.reduce((a, b) => a + b, 0n)
const isOneTime = (document: DocumentWithFacts): boolean =>
  document.entry.form === 'form_1099_r' && isEarlyOrOneTime(document)
const listYears = (documents: readonly DocumentWithFacts[]): number[] => distinct(documents.map(({ year }) => year!))

/** Sums the documents' income over all categories except allocated tips. */
const incomeOf = (documents: readonly DocumentWithFacts[]): bigint =>
  sumAmounts(documents.flatMap(incomeFacts).filter(fact => categoryOf(fact) !== 'allocated_tips'))

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
  const sum = addUp(totals)
  if (sum <= 0n) return null
  const spread = BigInt(totals.length) * addUp(totals.map(total => total * total)) - sum * sum
  return { millionths: halfEven(root(spread * 10n ** 24n), sum * 10n ** 6n) }
}

/** Computes a dossier's `indicators` rows under a policy. */
export function indicators(input: UnderwritingInput, rules: Rules, income: Income): IndicatorRow[] {
  const rows: IndicatorRow[] = []
  const put = (indicator: string, values: Values): void => {
    rows.push({
      taxpayer_id: input.taxpayerId,
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
  const borrowerPapers = input.documents
    .filter(document => document.counted && document.year !== null && document.borrower !== null)
    .sort((a, b) => compareDocuments(a.entry, b.entry))
  const past = borrowerPapers.filter(document => year === null || document.year! <= year)
  const current = borrowerPapers.filter(document => document.year === year)
  putHistory(put, past, year)
  if (year !== null) putYear(put, input, past, current, year)
  putDebts(put, input, rules, income)
  if (year !== null) putContinuance(put, rules, income, current)
  if (year !== null) putMortgages(put, input, year)
  return rows
}

type Put = (indicator: string, values: Values) => void

function putHistory(put: Put, past: readonly DocumentWithFacts[], year: number | null): void {
  const years = listYears(past)
  if (years.length > 0) {
    put('years_of_history', listed(years))
    put('missing_years', listed(between(years).filter(candidate => !years.includes(candidate))))
  }
  const w2s = past.filter(({ entry }) => entry.form === 'form_w2')
  const yearsWithW2 = listYears(w2s)
  if (yearsWithW2.length > 0)
    put('employment_gap_years', listed(between(yearsWithW2).filter(candidate => !yearsWithW2.includes(candidate))))
  const unemployed = listYears(
    past.filter(document => incomeFacts(document).some(fact => categoryOf(fact) === 'unemployment')),
  )
  if (unemployed.length > 0) put('unemployment_years', listed(unemployed))

  const employers = byIssuer(w2s, ({ entry }) => entry.issuer).map(listYears)
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
  input: UnderwritingInput,
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
    put('payer_concentration', { ratio: isTotalUnknown ? null : ratio(largest, addUp(positive)) })
  }
  const taxes = current
    .flatMap(({ reading }) => reading.facts)
    .filter(({ counted, role }) => counted && isIncomeTax(role))
  if (withIncome.length + taxes.length > 0) {
    // Zero withholding is certain only if no rejected or unreadable input may contain withheld tax.
    const isUnknown = isTotalUnknown || (taxes.length === 0 && isTaxLost(input, current, year))
    put('effective_withholding_rate', { ratio: isUnknown ? null : ratio(sumAmounts(taxes), total) })
  }
  const totals = new Map<number, bigint>()
  for (const pastYear of listYears(past)) {
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
    const differences = w2s.map(
      ({ entry: { raw } }) => money(raw['medicare_wages_tips']) - money(raw['wages_tips_other_compensation']),
    )
    put('wage_basis_difference', { amount: addUp(differences) })
  }
}

function householdOf({ rows }: Income): { qualifying: bigint; withRatioOnly: bigint } {
  const total = rows.find(({ borrower }) => borrower === 'all') ?? rows.find(({ category }) => category === 'total')!
  return { qualifying: total.qualifying_monthly, withRatioOnly: total.monthly_amount + total.gross_up }
}

function putDebts(put: Put, input: UnderwritingInput, rules: Rules, income: Income): void {
  const { withRatioOnly } = householdOf(income)
  const { liabilities, liabilityYears } = readLiabilities(input.taxpayerId, input.raw)
  const debt = liabilities[0]!
  const total = debt['total'] as bigint | null
  const lien = debt['with_lien'] as bigint | null
  const due = debt['balance_due'] as bigint | null
  if (total !== null) put('liability_to_income', { ratio: ratio(total, 12n * withRatioOnly) })
  if (total !== null && lien !== null) put('lien_share', { ratio: ratio(lien, total) })
  if (lien !== null) put('lien_filed', { label: String(lien > 0n) })
  if (total !== null || lien !== null || due !== null || liabilityYears.length > 0) {
    const owes = [total, due, ...liabilityYears.map(row => row['amount'] as bigint)].some(
      amount => amount !== null && amount > 0n,
    )
    const state = lien !== null && lien > 0n ? 'lien' : owes ? 'balance_no_lien' : 'none'
    put('tax_debt_state', { label: `${state}/${input.knownFacts.plan?.state ?? 'unknown'}` })
  }
  const months = BigInt(rules.imputeMonths)
  // Rounds up to the next cent.
  const imputed = due === null ? null : due >= 0n ? (due + months - 1n) / months : -(-due / months)
  if (imputed !== null) put('imputed_monthly_tax_payment', { amount: imputed })
  const oldest = debt['oldest_balance_year']
  if (oldest !== null && oldest !== undefined) put('oldest_balance_year', { count: oldest })
  if (input.knownFacts.monthly_obligations !== undefined) {
    const statedPayment = input.knownFacts.plan?.monthly_payment
    const tax = statedPayment === undefined ? (imputed ?? 0n) : money(statedPayment)
    put('dti', { ratio: ratio(money(input.knownFacts.monthly_obligations) + tax, withRatioOnly) })
  }
}

function putContinuance(put: Put, rules: Rules, income: Income, current: readonly DocumentWithFacts[]): void {
  const balances = current
    .filter(({ entry }) => entry.form === 'form_5498')
    .map(({ entry }) => money(entry.raw['fair_market_value_of_account']))
  const balance = addUp(balances)
  const ira = addUp([...income.iraIncomeByBorrower.values()])
  if (balances.every(value => value === 0n) || ira <= 0n) return
  const months = (balance * 12n) / ira
  put('retirement_continuance_months', { count: Number(months) })
  put('continuance_met', { label: String(balance * 12n >= ira * BigInt(rules.continuanceMonths)) })
}

function putMortgages(put: Put, input: UnderwritingInput, year: number): void {
  const loans = loansOf(input).filter(loan => loan.year === year)
  const isRefused = input.read.rejectedEntries.some(entry => entry.form === 'form_1098' && entry.year === year)
  if (loans.length === 0 && !isRefused) return
  put('mortgages_reported', { count: loans.length })
  const isLost = (key: string): boolean =>
    loans.some(({ documents }) => documents.some(({ entry: { raw } }) => readMoney(raw[key]) === 'lost'))
  const principals = loans.flatMap(({ principal }) => (principal === null ? [] : [principal]))
  // If principals are reported but none is readable, the indicator has no amount.
  if (principals.length > 0) put('mortgage_principal', { amount: addUp(principals) })
  else if (isLost('outstanding_mortgage_principal')) put('mortgage_principal', {})
  const interest = addUp(loans.map(loan => loan.interest))
  if (loans.some(({ hasInterest }) => hasInterest))
    put('monthly_mortgage_interest', { amount: roundToCents(cents(interest, 12n)) })
  else if (isLost('mortgage_interest_received')) put('monthly_mortgage_interest', {})
}
