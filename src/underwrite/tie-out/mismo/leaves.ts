import { readIdentifier } from '../../../core/identifier.js'
import type { Borrower, Employer, IncomeItem, Liability, OwnedProperty } from './deal.js'

/** What a place of the file stands in: the part of each kind that has begun and not ended. */
export interface Open {
  identifierType: string
  party: Borrower | null
  item: IncomeItem | null
  employer: Employer | null
  liability: Liability | null
  property: OwnedProperty | null
}

/** Puts the text of an element where it belongs. */
type Leaf = (open: Open, text: string, path: readonly string[]) => void

const isTrue = (text: string): boolean => text === 'true' || text === '1'

const asItIs = (text: string): string => text

const item = (open: Open): IncomeItem | null => open.item
const employer = (open: Open): Employer | null => open.employer
const liability = (open: Open): Liability | null => open.liability
const property = (open: Open): OwnedProperty | null => open.property

/** What the text says of a part that is open. */
const of =
  <T extends object, K extends keyof T>(
    part: (open: Open) => T | null,
    key: K,
    read: (text: string) => T[K],
  ): Leaf =>
  (open, text) => {
    const whole = part(open)
    if (whole !== null) whole[key] = read(text)
  }

/** An employer's number whole, and of a person's the last four digits. */
const identifier: Leaf = ({ employer, party, identifierType }, text) => {
  if (employer !== null) employer.ein = readIdentifier(text)
  else if (party !== null && identifierType !== 'EmployerIdentificationNumber') {
    const digits = /[0-9]{4}$/.exec(text)
    if (digits !== null) party.last4 = digits[0]
  }
}

const fullName: Leaf = ({ employer, liability }, text, path) => {
  if (employer !== null) {
    const isEntity = path.includes('LEGAL_ENTITY_DETAIL')
    if (isEntity || path.at(-3) === 'INDIVIDUAL') employer.name ??= text
  } else if (liability !== null && path.includes('LIABILITY_HOLDER')) liability.lender ??= text
}

/** The elements whose text is read, and what it is. Source: MISMO 3.4; the Uniform Loan Application Dataset. */
export const LEAVES: Readonly<Record<string, Leaf>> = {
  TaxpayerIdentifierType: (open, text) => {
    open.identifierType = text
  },
  TaxpayerIdentifierValue: identifier,
  FullName: fullName,
  CurrentIncomeMonthlyTotalAmount: of(item, 'amount', asItIs),
  IncomeType: of(item, 'type', asItIs),
  EmploymentIncomeIndicator: of(item, 'fromEmployment', isTrue),
  EmploymentMonthlyIncomeAmount: of(employer, 'monthly', asItIs),
  EmploymentStartDate: of(employer, 'start', asItIs),
  EmploymentEndDate: of(employer, 'end', asItIs),
  EmploymentStatusType: of(employer, 'status', asItIs),
  EmploymentBorrowerSelfEmployedIndicator: of(employer, 'selfEmployed', isTrue),
  OwnershipInterestType: of(employer, 'ownership', asItIs),
  LiabilityType: of(liability, 'type', asItIs),
  LiabilityMonthlyPaymentAmount: of(liability, 'payment', asItIs),
  LiabilityUnpaidBalanceAmount: of(liability, 'balance', asItIs),
  OwnedPropertyLienUPBAmount: of(property, 'lien', asItIs),
  OwnedPropertyRentalIncomeNetAmount: of(property, 'rent', asItIs),
}
