import { readDate } from '../../../core/date.js'
import { readComparableIdentifier } from '../../../core/identifier.js'
import type { IssueCode } from '../../../core/issues/issue-table.js'
import { getOrCreate, lookUp } from '../../../core/lists.js'
import { addCents, type Cents, centsFromDollars, formatCents, sumCents } from '../../../core/money.js'
import type { StatedBorrower, StatedEmployer, StatedIncome, StatedMortgage } from '../../facts/stated-income.js'
import type { StreamCategory } from '../../policies/policy.js'
import type { Deal, DealBorrower, DealEmployer, IncomeItem } from './read-deal.js'

/**
 * The income types of a loan application by stream category. A type that is not listed is `other`: most of these are on no
 * tax record. Source: MISMO 3.4, IncomeType; the Uniform Loan Application Dataset, section 1e.
 */
const CATEGORIES_BY_TYPE: Readonly<Record<string, readonly StreamCategory[]>> = {
  AccessoryUnitIncome: ['rental'],
  Annuity: ['retirement'],
  BoarderIncome: ['rental'],
  CapitalGains: ['capital_gains'],
  DefinedContributionPlan: ['retirement'],
  DividendsInterest: ['interest', 'dividends', 'tax_exempt_interest'],
  EmploymentRelatedAccount: ['retirement'],
  HousingChoiceVoucherProgram: ['government_payments'],
  InterestAndDividends: ['interest', 'dividends', 'tax_exempt_interest'],
  NetRentalIncome: ['rental'],
  Pension: ['retirement'],
  PublicAssistance: ['government_payments'],
  Retirement: ['retirement'],
  Royalties: ['royalties'],
  RoyaltyPayment: ['royalties'],
  SocialSecurity: ['social_security'],
  SubjectPropertyNetCashFlow: ['rental'],
  Trust: ['estate_trust'],
  Unemployment: ['unemployment'],
}

/** Types that an employer pays. They decide if the file does not say whether income is from employment. */
const EMPLOYMENT_TYPES: ReadonlySet<string> = new Set([
  'Base',
  'Bonus',
  'Commissions',
  'ContractBasis',
  'MilitaryBasePay',
  'MilitaryClothesAllowance',
  'MilitaryCombatPay',
  'MilitaryFlightPay',
  'MilitaryHazardPay',
  'MilitaryOverseasPay',
  'MilitaryPropPay',
  'MilitaryQuartersAllowance',
  'MilitaryRationsAllowance',
  'MilitaryVariableHousingAllowance',
  'Overtime',
])

/** Reports a text that cannot be read by the name of its element. */
type IssueReporter = (code: IssueCode, element: string) => void

const MORTGAGE_TYPES: ReadonlySet<string> = new Set(['MortgageLoan', 'HELOC'])

/** The shares that stand for the two groups of owners that the file can state. */
const OWNERSHIP_SHARES: Readonly<Record<string, number>> = { GreaterThanOrEqualTo25Percent: 0.25, LessThan25Percent: 0 }

/** A year, or a year and a month. */
const PARTIAL_DATE_PATTERN = /^[0-9]{4}(?:-[0-9]{2})?$/

/** Reads amounts and dates, and reports those that cannot be read. */
class TextReader {
  constructor(private readonly reportIssue: IssueReporter) {}

  readAmount(text: string | undefined, element: string): Cents | null {
    const cents = text === undefined ? null : centsFromDollars(text)
    if (text !== undefined && cents === null) this.reportIssue('money_unreadable', element)
    return cents
  }

  /** A year or a month stands for its first day. */
  readDay(text: string | undefined, element: string): string | null {
    if (text === undefined) return null
    const day = readDate(PARTIAL_DATE_PATTERN.test(text) ? `${text}-01-01`.slice(0, 10) : text)
    if (day === null) this.reportIssue('date_unreadable', element)
    return day
  }
}

/** For each label, the labels that links of the file connect with it. */
type LinkedLabels = ReadonlyMap<string, ReadonlySet<string>>

function indexLinks(links: Deal['links']): LinkedLabels {
  const linkedLabels = new Map<string, Set<string>>()
  for (const [from, to] of links) {
    getOrCreate(linkedLabels, from, () => new Set()).add(to)
    getOrCreate(linkedLabels, to, () => new Set()).add(from)
  }
  return linkedLabels
}

/** Makes a function that finds the first of the parts that is linked with a label. */
function makeLinkedPartFinder<T extends { readonly label: string | null }>(
  parts: readonly T[],
  linkedLabels: LinkedLabels,
): (label: string | null) => T | undefined {
  const positions = new Map<string, number>()
  for (const [i, { label }] of parts.entries()) if (label !== null && !positions.has(label)) positions.set(label, i)
  const positionByLabel = new Map<string | null, number>()
  return label => {
    const labels = linkedLabels.get(label as string)
    if (labels === undefined) return undefined
    const position = getOrCreate(positionByLabel, label, () => {
      // Visits the shorter list, because a file may have thousands of parts, and thousands of links of one label.
      const candidates = labels.size < positions.size ? labels : positions.keys()
      let first = parts.length
      for (const candidate of candidates)
        if (labels.has(candidate)) first = Math.min(first, positions.get(candidate) ?? first)
      return first
    })
    return parts[position]
  }
}

export function convertDeal(deal: Deal, taxpayerId: string, reportIssue: IssueReporter): StatedIncome {
  const reader = new TextReader(reportIssue)
  const linkedLabels = indexLinks(deal.links)
  const borrowers = deal.borrowers.map(borrower => convertBorrower(borrower, reader, linkedLabels))
  const mortgages = convertMortgages(deal, reader, linkedLabels)
  return { taxpayerId, borrowers: addRents(borrowers, deal, reader), mortgages }
}

function convertBorrower(
  { last4, income, employers }: DealBorrower,
  reader: TextReader,
  linkedLabels: LinkedLabels,
): StatedBorrower {
  const findLinkedEmployer = makeLinkedPartFinder(employers, linkedLabels)
  const payByEmployer = new Map<DealEmployer, Cents>()
  const amountsByCategories = new Map<string, Cents>()
  const currentEmployers = employers.filter(employer => !isFormer(employer))
  for (const item of income) {
    const cents = reader.readAmount(item.amount, 'CurrentIncomeMonthlyTotalAmount')
    if (cents === null) continue
    const linkedEmployer = findLinkedEmployer(item.label)
    const onlyEmployer = currentEmployers.length === 1 ? currentEmployers[0] : undefined
    const employer = linkedEmployer ?? (isFromEmployment(item) ? onlyEmployer : undefined)
    if (employer !== undefined) payByEmployer.set(employer, addCents(payByEmployer.get(employer) ?? 0, cents))
    else {
      const key = isFromEmployment(item) ? 'wages' : (lookUp(CATEGORIES_BY_TYPE, item.type ?? '') ?? ['other']).join()
      amountsByCategories.set(key, addCents(amountsByCategories.get(key) ?? 0, cents))
    }
  }
  return {
    ...(last4 === null ? {} : { last4 }),
    employers: employers.map(employer => convertEmployer(employer, payByEmployer.get(employer) ?? null, reader)),
    income: [...amountsByCategories].map(([key, cents]) => {
      const [category, ...also] = key.split(',') as [StreamCategory, ...StreamCategory[]]
      const amount = { category, monthly: formatCents(cents) }
      return also.length === 0 ? amount : { ...amount, also }
    }),
  }
}

function convertEmployer(employer: DealEmployer, pay: Cents | null, reader: TextReader): StatedEmployer {
  const { name, ein, monthly, start, end, selfEmployed, ownership } = employer
  const id = ein === undefined ? null : readComparableIdentifier(ein)
  const cents = pay ?? reader.readAmount(monthly, 'EmploymentMonthlyIncomeAmount')
  const startDay = reader.readDay(start, 'EmploymentStartDate')
  const endDay = reader.readDay(end, 'EmploymentEndDate')
  const share = lookUp(OWNERSHIP_SHARES, ownership ?? '')
  return {
    name: name ?? 'an unnamed employer',
    monthly: cents === null ? null : formatCents(cents),
    ...(id === null ? {} : { ein: id }),
    ...(startDay === null ? {} : { start: startDay }),
    ...(endDay === null ? {} : { end: endDay }),
    ...(isFormer(employer) ? { former: true } : {}),
    ...(isTrue(selfEmployed) ? { selfEmployed: true } : {}),
    ...(share === undefined ? {} : { ownership: share }),
  }
}

/** Converts the listed mortgages, and liens of properties that no listed mortgage explains. */
function convertMortgages(
  { liabilities, properties }: Deal,
  reader: TextReader,
  linkedLabels: LinkedLabels,
): StatedMortgage[] {
  const listed = liabilities.filter(({ type }) => MORTGAGE_TYPES.has(type ?? ''))
  const mortgages = listed.map(({ lender, payment, balance }) =>
    createMortgage(
      lender,
      reader.readAmount(payment, 'LiabilityMonthlyPaymentAmount'),
      reader.readAmount(balance, 'LiabilityUnpaidBalanceAmount'),
    ),
  )
  const findLinkedMortgage = makeLinkedPartFinder(listed, linkedLabels)
  const listedBalances = new Set(
    listed.map(({ balance }) => (balance === undefined ? null : centsFromDollars(balance))),
  )
  for (const { label, lien } of properties) {
    const cents = reader.readAmount(lien, 'OwnedPropertyLienUPBAmount')
    const isListed = findLinkedMortgage(label) !== undefined || listedBalances.has(cents)
    if (cents !== null && cents > 0 && !isListed) mortgages.push(createMortgage(undefined, null, cents))
  }
  return mortgages
}

/** Adds the rents of properties to the first borrower, unless a borrower lists rental income. */
function addRents(
  statedBorrowers: readonly StatedBorrower[],
  { properties, borrowers }: Deal,
  reader: TextReader,
): readonly StatedBorrower[] {
  const rents = properties.flatMap(({ rent }) => reader.readAmount(rent, 'OwnedPropertyRentalIncomeNetAmount') ?? [])
  const isListed = borrowers.some(({ income }) =>
    income.some(({ type }) => lookUp(CATEGORIES_BY_TYPE, type ?? '')?.[0] === 'rental'),
  )
  const [first, ...others] = statedBorrowers
  if (first === undefined || rents.length === 0 || isListed) return statedBorrowers
  const rental = { category: 'rental', monthly: formatCents(sumCents(rents)) } as const
  return [{ ...first, income: [...(first.income ?? []), rental] }, ...others]
}

const createMortgage = (lender: string | undefined, payment: Cents | null, balance: Cents | null): StatedMortgage => ({
  ...(lender === undefined ? {} : { lender }),
  ...(payment === null ? {} : { monthly: formatCents(payment) }),
  ...(balance === null ? {} : { balance: formatCents(balance) }),
})

const isFormer = ({ status }: DealEmployer): boolean => status === 'Previous'

const isFromEmployment = ({ fromEmployment, type }: IncomeItem): boolean =>
  fromEmployment === undefined ? EMPLOYMENT_TYPES.has(type ?? '') : isTrue(fromEmployment)

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'
