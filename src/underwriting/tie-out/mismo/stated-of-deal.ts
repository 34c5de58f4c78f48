import { readDate } from '../../../core/date.js'
import { readComparableIdentifier } from '../../../core/identifier.js'
import type { IssueCode } from '../../../core/issues/issue-table.js'
import { addCents, type Cents, centsFromDollars, formatCents, sumCents } from '../../../core/money.js'
import type { StreamName } from '../../policies/setting.js'
import type { StatedBorrower, StatedEmployer, StatedIncome, StatedMortgage } from '../stated.js'
import type { Deal, DealBorrower, DealEmployer, IncomeItem } from './read-deal.js'

/**
 * Types of income of a loan application, as streams. One that is not here is `other`: most of these are on no tax record.
 * Source: MISMO 3.4, IncomeType; the Uniform Loan Application Dataset, section 1e.
 */
const INCOME_TYPES: Readonly<Record<string, readonly StreamName[]>> = {
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

/** Types that an employer pays, where the file does not say whether one does. */
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

/** Notes a text that cannot be read, by the name of its element. */
type Note = (code: IssueCode, element: string) => void

const MORTGAGES: ReadonlySet<string> = new Set(['MortgageLoan', 'HELOC'])

/** Of an employer that the borrower owns a quarter of or more: as much as the file says. */
const OWNERSHIP: Readonly<Record<string, number>> = { GreaterThanOrEqualTo25Percent: 0.25, LessThan25Percent: 0 }

type CentsOf = (text: string | undefined, element: string) => Cents | null

/** What a loan file states, as any application does. */
export function statedOfDeal(deal: Deal, taxpayerId: string, note: Note): StatedIncome {
  const centsOf: CentsOf = (text, element) => {
    const cents = text === undefined ? null : centsFromDollars(text)
    if (text !== undefined && cents === null) note('money_unreadable', element)
    return cents
  }
  const dayOf = (text: string | undefined, element: string): string | null => {
    if (text === undefined) return null
    // A year or a month stands for its first day.
    const isPartial = /^[0-9]{4}(?:-[0-9]{2})?$/.test(text)
    const day = readDate(isPartial ? `${text}-01-01`.slice(0, 10) : text)
    if (day === null) note('date_unreadable', element)
    return day
  }
  const links = new Set(deal.links.map(link => JSON.stringify(link)))
  const isLinked = (a: string | null, b: string | null): boolean =>
    links.has(JSON.stringify([a, b])) || links.has(JSON.stringify([b, a]))

  const borrowerOf = ({ last4, income, employers }: DealBorrower): StatedBorrower => {
    const paid = new Map<DealEmployer, Cents>()
    const categories = new Map<string, Cents>()
    const current = employers.filter(each => !isFormer(each))
    for (const item of income) {
      const cents = centsOf(item.amount, 'CurrentIncomeMonthlyTotalAmount')
      if (cents === null) continue
      const linked = employers.find(({ label }) => isLinked(item.label, label))
      const employer = linked ?? (isFromEmployment(item) && current.length === 1 ? current[0] : undefined)
      if (employer !== undefined) paid.set(employer, addCents(paid.get(employer) ?? 0, cents))
      else {
        const key = isFromEmployment(item) ? 'wages' : (INCOME_TYPES[item.type ?? ''] ?? ['other']).join()
        categories.set(key, addCents(categories.get(key) ?? 0, cents))
      }
    }
    return {
      ...(last4 === null ? {} : { last4 }),
      employers: employers.map((employer): StatedEmployer => {
        const { name, ein, start, end, selfEmployed, ownership } = employer
        const id = ein === undefined ? null : readComparableIdentifier(ein)
        const cents = paid.get(employer) ?? centsOf(employer.monthly, 'EmploymentMonthlyIncomeAmount')
        const [from, to] = [dayOf(start, 'EmploymentStartDate'), dayOf(end, 'EmploymentEndDate')]
        const share = OWNERSHIP[ownership ?? '']
        return {
          name: name ?? 'an unnamed employer',
          monthly: cents === null ? null : formatCents(cents),
          ...(id === null ? {} : { ein: id }),
          ...(from === null ? {} : { start: from }),
          ...(to === null ? {} : { end: to }),
          ...(isFormer(employer) ? { former: true } : {}),
          ...(isTrue(selfEmployed) ? { selfEmployed: true } : {}),
          ...(share === undefined ? {} : { ownership: share }),
        }
      }),
      income: [...categories].map(([key, cents]) => {
        const [category, ...also] = key.split(',') as [StreamName, ...StreamName[]]
        const amount = { category, monthly: formatCents(cents) }
        return also.length === 0 ? amount : { ...amount, also }
      }),
    }
  }

  const borrowers = deal.borrowers.map(borrowerOf)
  const owed = deal.liabilities.filter(({ type }) => MORTGAGES.has(type ?? ''))
  const mortgages = owed.map(({ lender, payment, balance }) =>
    mortgageOf(
      lender,
      centsOf(payment, 'LiabilityMonthlyPaymentAmount'),
      centsOf(balance, 'LiabilityUnpaidBalanceAmount'),
    ),
  )
  for (const { label, lien } of deal.properties) {
    const cents = centsOf(lien, 'OwnedPropertyLienUPBAmount')
    const isListed = owed.some(
      each => isLinked(label, each.label) || (each.balance !== undefined && centsFromDollars(each.balance) === cents),
    )
    if (cents !== null && cents > 0 && !isListed) mortgages.push(mortgageOf(undefined, null, cents))
  }
  return { taxpayerId, borrowers: withRents(borrowers, deal, centsOf), mortgages }
}

/** Rents of properties, where no borrower lists them as income: the first borrower's. */
function withRents(
  stated: readonly StatedBorrower[],
  { properties, borrowers }: Deal,
  centsOf: CentsOf,
): readonly StatedBorrower[] {
  const rents = properties.flatMap(({ rent }) => centsOf(rent, 'OwnedPropertyRentalIncomeNetAmount') ?? [])
  const isListed = borrowers.some(({ income }) => income.some(({ type }) => INCOME_TYPES[type ?? '']?.[0] === 'rental'))
  const [first, ...others] = stated
  if (first === undefined || rents.length === 0 || isListed) return stated
  const rental = { category: 'rental', monthly: formatCents(sumCents(rents)) } as const
  return [{ ...first, income: [...(first.income ?? []), rental] }, ...others]
}

const mortgageOf = (lender: string | undefined, payment: Cents | null, balance: Cents | null): StatedMortgage => ({
  ...(lender === undefined ? {} : { lender }),
  ...(payment === null ? {} : { monthly: formatCents(payment) }),
  ...(balance === null ? {} : { balance: formatCents(balance) }),
})

const isFormer = ({ status }: DealEmployer): boolean => status === 'Previous'

const isFromEmployment = ({ fromEmployment, type }: IncomeItem): boolean =>
  fromEmployment === undefined ? EMPLOYMENT_TYPES.has(type ?? '') : isTrue(fromEmployment)

const isTrue = (text: string | undefined): boolean => text === 'true' || text === '1'
