import type { StreamName } from '../../subject.js'

/**
 * Types of income of a loan application, as streams. One that is not here is `other`: most of these are on no tax record.
 * Source: MISMO 3.4, IncomeType; the Uniform Loan Application Dataset, section 1e.
 */
export const INCOME_TYPES: Readonly<Record<string, readonly StreamName[]>> = {
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
export const EMPLOYMENT_TYPES: ReadonlySet<string> = new Set([
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
