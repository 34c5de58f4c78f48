// Compares a loan application with the documents.

import type { Ratio } from '../cells.js'
import { scoreName } from '../resolve.js'
import { halfEven, lastFour, magnitude, readIdentifier } from '../values.js'
import { sumAmounts } from './contributions.js'
import { cents, type Fraction, fractionFromNumber, minFraction, multiplyFractions, roundToCents } from './fraction.js'
import { byIssuer } from './issuers.js'
import { type Loan, lenderOf, loansOf } from './loans.js'
import { categoryOf, type DocumentWithFacts, incomeFacts, type UnderwritingInput } from './papers.js'
import type { Rules } from './policies.js'
import type { Income } from './qualifying-income.js'
import { average, latestYear } from './stream.js'

/** The contents of a loan application. Amounts are monthly. */
export interface Stated {
  readonly taxpayer_id: string
  readonly borrowers: readonly {
    readonly last4: string
    readonly employers: readonly {
      readonly name: string
      readonly ein?: string
      readonly monthly: number | null
      readonly end?: string
      readonly self_employed?: boolean
      readonly ownership?: number
    }[]
    readonly income: readonly { readonly category: string; readonly monthly: number }[]
  }[]
  readonly mortgages: readonly { readonly lender: string; readonly monthly?: number; readonly balance?: number }[]
}

type Employer = Stated['borrowers'][number]['employers'][number]

interface Row {
  readonly borrower: string
  readonly item: string
  readonly name: string | null
  readonly stated_monthly: bigint | null
  readonly documented_monthly: bigint | null
  readonly difference: bigint | null
  readonly difference_ratio: Ratio | null
  readonly finding: string
}

/** The income categories that payments from an employer may have. */
const EMPLOYER_CATEGORIES = ['wages', 'self_employment', 'partnership', 's_corporation']
const UNSTATED = [...EMPLOYER_CATEGORIES, 'officer_compensation', 'allocated_tips', 'total']

const centsOf = (dollars: number): bigint => BigInt(Math.round(dollars * 100))
const isNear = (a: bigint, b: bigint): boolean => magnitude(a - b) * 20n <= magnitude(b)

const ratio = (a: bigint, b: bigint) =>
  b === 0n ? null : { millionths: halfEven(a * 1_000_000n * (b < 0n ? -1n : 1n), magnitude(b)) }

const NO_DIFFERENCE = { difference: null, difference_ratio: null }

function rowOf(
  lead: Pick<Row, 'borrower' | 'item' | 'name'>,
  statedAmount: bigint | null,
  documented: bigint | null,
): Row {
  const base = { ...lead, stated_monthly: statedAmount, documented_monthly: documented }
  if (statedAmount === null || documented === null)
    return { ...base, ...NO_DIFFERENCE, finding: statedAmount === null ? 'documented_only' : 'stated_only' }
  const difference = statedAmount - documented
  const finding = isNear(statedAmount, documented) ? 'agrees' : difference > 0n ? 'stated_higher' : 'stated_lower'
  return { ...base, difference, difference_ratio: ratio(difference, documented), finding }
}

const notComputable = (row: Row): Row => ({
  ...row,
  ...NO_DIFFERENCE,
  documented_monthly: null,
  finding: 'not_computable',
})

/** Splits a name into words and omits words that are common in company names. */
const wordsOf = (name: string): string[] =>
  (name.toUpperCase().match(/[A-Z0-9]+/g) ?? []).filter(part => !['INC', 'HOLDINGS', 'THE', 'COMPANY'].includes(part))
const containsAllWords = (a: string, b: string): boolean =>
  wordsOf(b).every(nameToken => wordsOf(a).includes(nameToken))

type Named = { readonly name: string; readonly ein?: string }
/** The outcome of a comparison of last digits, or null if one of the identifiers is absent. */
const hasSameDigits = ({ ein }: Named, { id }: Party): boolean | null =>
  ein === undefined || id === null ? null : lastFour(readIdentifier(ein)!) === lastFour(id)
type Party = DocumentWithFacts['entry']['issuer']

const MATCHERS: readonly ((named: Named, party: Party) => boolean)[] = [
  (named, party) => hasSameDigits(named, party) === true,
  ({ name }, party) => party.name !== null && scoreName(name, party.name) === 2,
  ({ name }, party) =>
    party.name !== null && (containsAllWords(name, party.name) || containsAllWords(party.name, name)),
]

/** Matches each party at most once: by identifier, then by name, then by words. Different identifiers never match. */
function matched<S extends Named, D>(
  statedParties: readonly S[],
  documented: readonly D[],
  partiesOf: (candidate: D) => readonly Party[],
) {
  const matches = new Map<S, D>()
  for (const isMatch of MATCHERS)
    for (const statedParty of statedParties) {
      if (matches.has(statedParty)) continue
      const match = documented.find(
        candidate =>
          ![...matches.values()].includes(candidate) &&
          partiesOf(candidate).some(party => isMatch(statedParty, party)) &&
          !partiesOf(candidate).some(party => hasSameDigits(statedParty, party) === false),
      )
      if (match !== undefined) matches.set(statedParty, match)
    }
  return matches
}

/** Computes the documents' monthly amount with the policy's averaging. Returns null if the year has no amount. */
function computeMonthlyAmount(
  documents: readonly DocumentWithFacts[],
  year: number,
  rules: Rules,
  categories: readonly string[],
): Fraction | null {
  const paid = (amountYear: number): bigint | null => {
    const facts = documents
      .filter(document => document.year === amountYear)
      .flatMap(incomeFacts)
      .filter(fact => categories.includes(categoryOf(fact)))
    return facts.length === 0 ? null : sumAmounts(facts)
  }
  const [latest, prior] = [paid(year), paid(year - 1)]
  if (latest === null) return null
  const one = latestYear(latest, 0n)
  if (prior === null || rules.averaging === 'latest') return one
  const two = average(latest, prior)
  return rules.averaging === 'average' ? two : minFraction(one, two)
}

const paysFor = (documents: readonly DocumentWithFacts[], category: string): boolean =>
  documents.some(document => incomeFacts(document).some(fact => categoryOf(fact) === category))

// Subtracts from the receipts the expenses that the policy assumes.
const net = (month: Fraction, { selfEmployedExpenses }: Rules): Fraction => {
  const { top, bottom } = fractionFromNumber(selfEmployedExpenses ?? 0)
  return multiplyFractions(month, { top: bottom - top, bottom })
}

function rowsOfBorrower(
  input: UnderwritingInput,
  rules: Rules,
  income: Income,
  borrower: string,
  statedBorrower: Stated['borrowers'][number] | undefined,
): Row[] {
  const { year } = income.asOf
  const documents = input.documents.filter(
    document =>
      document.counted &&
      document.year !== null &&
      document.borrower === borrower &&
      EMPLOYER_CATEGORIES.some(category => paysFor([document], category)),
  )
  const places = byIssuer(documents, ({ entry }) => entry.issuer)
  const employers = statedBorrower?.employers ?? []
  const matches = matched(employers, places, issuerPapers => issuerPapers.map(({ entry }) => entry.issuer))
  const monthly = (issuerPapers: readonly DocumentWithFacts[], categories = EMPLOYER_CATEGORIES) =>
    year === null ? null : computeMonthlyAmount(issuerPapers, year, rules, categories)
  const isReceipts = (issuerPapers: readonly DocumentWithFacts[]): boolean => paysFor(issuerPapers, 'self_employment')
  const worth = (issuerPapers: readonly DocumentWithFacts[], month: Fraction): bigint =>
    roundToCents(isReceipts(issuerPapers) ? net(month, rules) : month)
  // Gross receipts are not income unless the policy assumes a share for expenses.
  const isUnknown = (issuerPapers: readonly DocumentWithFacts[]): boolean =>
    isReceipts(issuerPapers) && rules.selfEmployedExpenses === null
  const hasEnded = ({ end }: Employer): boolean => end !== undefined && (year === null || end <= `${year}-12-31`)
  const unmatchedIssuers = places.filter(
    issuerPapers => ![...matches.values()].includes(issuerPapers) && monthly(issuerPapers) !== null,
  )
  // A self-employed applicant states the business by its own name, while the documents name the customers who paid.
  const receipts = unmatchedIssuers.filter(isReceipts)
  const businesses = employers.filter(
    employer =>
      (employer.self_employed === true || (employer.ownership ?? 0) >= rules.selfEmployedOwnership) &&
      !hasEnded(employer) &&
      !matches.has(employer),
  )
  const isTaken = (issuerPapers: readonly DocumentWithFacts[]): boolean =>
    businesses.length > 0 && receipts.some(receipt => receipt === issuerPapers)
  const rows = employers.map((employer): Row => {
    const lead = { borrower, item: 'employer', name: employer.name }
    const statedAmount = employer.monthly === null ? null : centsOf(employer.monthly)
    const matchedPapers = matches.get(employer)
    const isCustomers = businesses.includes(employer) && receipts.length > 0
    const sourcePapers = matchedPapers ?? (isCustomers ? receipts.flat() : [])
    const month = monthly(sourcePapers)
    const documentedAmount = month === null ? null : worth(sourcePapers, month)
    const row = rowOf(lead, statedAmount, documentedAmount)
    if (matchedPapers !== undefined && hasEnded(employer)) return notComputable(row)
    if (month === null) return { ...rowOf(lead, statedAmount, null), finding: 'stated_only' }
    if (isUnknown(sourcePapers) || (isCustomers && businesses.length > 1)) return notComputable(row)
    // Without a stated amount there is nothing to compare, but the documented amount of a match is shown.
    if (statedAmount === null)
      return { ...notComputable(row), documented_monthly: matchedPapers === undefined ? null : documentedAmount }
    return row
  })
  const sums = new Map<string, bigint>()
  for (const { category, monthly: dollars } of statedBorrower?.income ?? [])
    sums.set(category, (sums.get(category) ?? 0n) + centsOf(dollars))
  const unstated = unmatchedIssuers.filter(issuerPapers => !isTaken(issuerPapers))
  for (const issuerPapers of sums.has('wages') ? [] : unstated) {
    const month = monthly(issuerPapers, ['wages'])
    if (paysFor(issuerPapers, 'wages') && month !== null)
      rows.push(
        rowOf({ borrower, item: 'employer', name: issuerPapers[0]!.entry.issuer.name }, null, roundToCents(month)),
      )
  }
  // Income that is stated by category is compared with the issuers that are not stated as employers.
  for (const category of EMPLOYER_CATEGORIES) {
    const amount = sums.get(category) ?? null
    sums.delete(category)
    const isOfReceipts = category === 'self_employment'
    const month = monthly(unstated.flat(), [category])
    if (amount === null && (month === null || category === 'wages')) continue
    const documentedAmount = month === null ? null : roundToCents(isOfReceipts ? net(month, rules) : month)
    const row = rowOf({ borrower, item: 'category', name: category }, amount, documentedAmount)
    const isGross = isOfReceipts && rules.selfEmployedExpenses === null
    rows.push(isGross && amount !== null && documentedAmount !== null ? notComputable(row) : row)
  }
  const borrowerRows = income.rows.filter(row => row.borrower === borrower)
  const documented = (category: string): bigint | null => {
    const row = borrowerRows.find(candidate => candidate.category === category)
    const latest = row?.['latest_amount'] as bigint | null | undefined
    if (row === undefined || latest === null || latest === undefined) return null
    return Number(row['months']) > 0 ? row.monthly_amount : roundToCents(cents(latest, 12n))
  }
  for (const [category, amount] of sums) {
    const row = rowOf({ borrower, item: 'category', name: category }, amount, documented(category))
    const flags = borrowerRows.find(candidate => candidate.category === category)?.flags ?? ''
    const isGross = flags.split(';').includes('not_computable')
    rows.push(isGross && row.documented_monthly !== null ? notComputable(row) : row)
  }
  for (const { category } of borrowerRows) {
    if (UNSTATED.includes(category) || sums.has(category) || documented(category) === null) continue
    rows.push(rowOf({ borrower, item: 'category', name: category }, null, documented(category)))
  }
  return rows
}

// A payment includes interest, principal and escrow, so it must not be below the interest. Balances must be close.
function findingOf(payment: bigint | null, balance: bigint | null, interest: bigint, { principal }: Loan): string {
  if (payment !== null && payment < interest && !isNear(payment, interest)) return 'stated_lower'
  if (balance === null || principal === null || isNear(balance, principal)) return 'agrees'
  return balance > principal ? 'stated_higher' : 'stated_lower'
}

function rowsOfMortgages(
  input: UnderwritingInput,
  { asOf: { year } }: Income,
  statedMortgages: Stated['mortgages'],
): Row[] {
  const loans = loansOf(input).filter(loan => loan.year === year)
  const named = statedMortgages.map(mortgage => ({ name: mortgage.lender, of: mortgage }))
  const matches = matched(named, loans, ({ documents }) => documents.map(({ entry }) => entry.issuer))
  for (const mortgage of named) {
    const { balance } = mortgage.of
    if (matches.has(mortgage) || balance === undefined) continue
    const matchedLoans = [...matches.values()]
    const loan = loans.find(
      candidate =>
        !matchedLoans.includes(candidate) &&
        candidate.principal !== null &&
        isNear(centsOf(balance), candidate.principal),
    )
    if (loan !== undefined) matches.set(mortgage, loan)
  }
  const interestOf = ({ interest, insurance }: Loan): bigint => roundToCents(cents(interest + insurance, 12n))
  const base = { item: 'mortgage', ...NO_DIFFERENCE }
  const rows = named.map((mortgage): Row => {
    const loan = matches.get(mortgage)
    const payment = mortgage.of.monthly === undefined ? null : centsOf(mortgage.of.monthly)
    const balance = mortgage.of.balance === undefined ? null : centsOf(mortgage.of.balance)
    return {
      ...base,
      borrower: loan?.borrower ?? (input.borrowers.length > 1 ? 'all' : 'self'),
      name: mortgage.name,
      stated_monthly: payment,
      documented_monthly: loan === undefined ? null : interestOf(loan),
      finding: loan === undefined ? 'stated_only' : findingOf(payment, balance, interestOf(loan), loan),
    }
  })
  for (const loan of loans.filter(candidate => ![...matches.values()].includes(candidate)))
    rows.push({
      ...base,
      borrower: loan.borrower,
      name: lenderOf(loan.documents.at(-1)!),
      stated_monthly: null,
      documented_monthly: interestOf(loan),
      finding: 'documented_only',
    })
  return rows
}

/** Computes `tie_out` rows without messages. `taxpayerLast4`: the last four digits of the SSN, null if unknown. */
export function tieOut(
  input: UnderwritingInput,
  rules: Rules,
  income: Income,
  application: Stated,
  taxpayerLast4: string | null,
): Row[] {
  // If no document shows the taxpayer's last four digits, the only borrower of an application is the taxpayer.
  const isAlone = taxpayerLast4 === null && application.borrowers.length === 1
  const nameOf = (last4: string): string => (last4 === taxpayerLast4 || isAlone ? 'self' : last4)
  const borrowers = new Set([...application.borrowers.map(({ last4 }) => nameOf(last4)), ...input.borrowers])
  return [
    ...[...borrowers].flatMap(borrower =>
      rowsOfBorrower(
        input,
        rules,
        income,
        borrower,
        application.borrowers.find(statedBorrower => nameOf(statedBorrower.last4) === borrower),
      ),
    ),
    ...rowsOfMortgages(input, income, application.mortgages),
  ]
}
