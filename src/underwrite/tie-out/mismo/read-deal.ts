import { readIdentifier } from '../../../core/identifier.js'
import type { Borrower, Deal, Employer, IncomeItem, Liability, OwnedProperty } from './deal.js'
import { type ElementVisitor, visitElements, XmlStopped } from './elements.js'

/** The namespaces of MISMO's versions; some files leave it out. */
const NAMESPACE = /^(?:https?:\/\/(?:www\.)?mismo\.org\/.*)?$/i

const isMessage = (name: string, namespace: string): boolean =>
  name === 'MESSAGE' && NAMESPACE.test(namespace)

const isTrue = (text: string): boolean => text === 'true' || text === '1'

/** What is being read, and what was. */
class DealReader implements ElementVisitor {
  readonly borrowers: Borrower[] = []
  readonly liabilities: Liability[] = []
  readonly properties: OwnedProperty[] = []
  readonly links: [string, string][] = []
  #deals = 0
  #asset: string | null = null
  #identifierType = ''
  #party: Borrower | null = null
  #item: IncomeItem | null = null
  #employer: Employer | null = null
  #liability: Liability | null = null
  #property: OwnedProperty | null = null

  wants(name: string): boolean {
    return Object.hasOwn(LEAVES, name)
  }

  open(path: readonly string[], attributeOf: (name: string) => string | null): void {
    const label = (): string | null => attributeOf('label')
    switch (path.at(-1)) {
      case 'DEAL':
        // Of several it could not be told which is the application.
        if (++this.#deals > 1) throw new XmlStopped('loan_file_unknown')
        return
      case 'PARTY':
        this.#party = { isBorrower: false, last4: null, income: [], employers: [] }
        return
      case 'BORROWER':
        if (this.#party !== null) this.#party.isBorrower = true
        return
      case 'TAXPAYER_IDENTIFIER':
        this.#identifierType = ''
        return
      case 'CURRENT_INCOME_ITEM':
        this.#item = { label: label(), type: null, amount: null, fromEmployment: null }
        this.#party?.income.push(this.#item)
        return
      case 'EMPLOYER':
        this.#employer = {
          label: label(),
          name: null,
          ein: null,
          monthly: null,
          start: null,
          end: null,
          status: null,
          selfEmployed: false,
          ownership: null,
        }
        this.#party?.employers.push(this.#employer)
        return
      case 'LIABILITY':
        this.#liability = { label: label(), type: null, lender: null, payment: null, balance: null }
        this.liabilities.push(this.#liability)
        return
      case 'ASSET':
        this.#asset = label()
        return
      case 'OWNED_PROPERTY':
        this.#property = { label: label() ?? this.#asset, lien: null, rent: null }
        this.properties.push(this.#property)
        return
      case 'RELATIONSHIP': {
        const [from, to] = [attributeOf('from'), attributeOf('to')]
        if (from !== null && to !== null) this.links.push([plain(from), plain(to)])
      }
    }
  }

  close(path: readonly string[], text: string): void {
    const name = path.at(-1) as string
    switch (name) {
      case 'PARTY':
        if (this.#party?.isBorrower === true) this.borrowers.push(this.#party)
        this.#party = null
        return
      case 'CURRENT_INCOME_ITEM':
        this.#item = null
        return
      case 'EMPLOYER':
        this.#employer = null
        return
      case 'LIABILITY':
        this.#liability = null
        return
      case 'ASSET':
        this.#asset = null
        return
      case 'OWNED_PROPERTY':
        this.#property = null
        return
      default:
        if (text !== '') LEAVES[name]?.(this, text, path)
    }
  }

  identifierType(text: string): void {
    this.#identifierType = text
  }

  /** An employer's number whole, and of a person's the last four digits. */
  identifier(text: string): void {
    if (this.#employer !== null) this.#employer.ein = readIdentifier(text)
    else if (this.#party !== null && this.#identifierType !== 'EmployerIdentificationNumber') {
      const digits = /[0-9]{4}$/.exec(text)
      if (digits !== null) this.#party.last4 = digits[0]
    }
  }

  fullName(text: string, path: readonly string[]): void {
    if (this.#employer !== null) {
      const isEntity = path.includes('LEGAL_ENTITY_DETAIL')
      if (isEntity || path.at(-3) === 'INDIVIDUAL') this.#employer.name ??= text
    } else if (this.#liability !== null && path.includes('LIABILITY_HOLDER')) this.#liability.lender ??= text
  }

  onItem(set: (item: IncomeItem) => void): void {
    if (this.#item !== null) set(this.#item)
  }

  onEmployer(set: (employer: Employer) => void): void {
    if (this.#employer !== null) set(this.#employer)
  }

  onLiability(set: (liability: Liability) => void): void {
    if (this.#liability !== null) set(this.#liability)
  }

  onProperty(set: (property: OwnedProperty) => void): void {
    if (this.#property !== null) set(this.#property)
  }
}

const plain = (label: string): string => label.replace(/^#/, '')

type Leaf = (reader: DealReader, text: string, path: readonly string[]) => void

const ofItem =
  (set: (item: IncomeItem, text: string) => void): Leaf =>
  (reader, text) =>
    reader.onItem(item => set(item, text))
const ofEmployer =
  (set: (employer: Employer, text: string) => void): Leaf =>
  (reader, text) =>
    reader.onEmployer(employer => set(employer, text))
const ofLiability =
  (set: (liability: Liability, text: string) => void): Leaf =>
  (reader, text) =>
    reader.onLiability(liability => set(liability, text))
const ofProperty =
  (set: (property: OwnedProperty, text: string) => void): Leaf =>
  (reader, text) =>
    reader.onProperty(property => set(property, text))

/** The elements whose text is read, and what it is. Source: MISMO 3.4; the Uniform Loan Application Dataset. */
const LEAVES: Readonly<Record<string, Leaf>> = {
  TaxpayerIdentifierType: (reader, text) => reader.identifierType(text),
  TaxpayerIdentifierValue: (reader, text) => reader.identifier(text),
  FullName: (reader, text, path) => reader.fullName(text, path),
  CurrentIncomeMonthlyTotalAmount: ofItem((item, text) => {
    item.amount = text
  }),
  IncomeType: ofItem((item, text) => {
    item.type = text
  }),
  EmploymentIncomeIndicator: ofItem((item, text) => {
    item.fromEmployment = isTrue(text)
  }),
  EmploymentMonthlyIncomeAmount: ofEmployer((employer, text) => {
    employer.monthly = text
  }),
  EmploymentStartDate: ofEmployer((employer, text) => {
    employer.start = text
  }),
  EmploymentEndDate: ofEmployer((employer, text) => {
    employer.end = text
  }),
  EmploymentStatusType: ofEmployer((employer, text) => {
    employer.status = text
  }),
  EmploymentBorrowerSelfEmployedIndicator: ofEmployer((employer, text) => {
    employer.selfEmployed = isTrue(text)
  }),
  OwnershipInterestType: ofEmployer((employer, text) => {
    employer.ownership = text
  }),
  LiabilityType: ofLiability((liability, text) => {
    liability.type = text
  }),
  LiabilityMonthlyPaymentAmount: ofLiability((liability, text) => {
    liability.payment = text
  }),
  LiabilityUnpaidBalanceAmount: ofLiability((liability, text) => {
    liability.balance = text
  }),
  OwnedPropertyLienUPBAmount: ofProperty((property, text) => {
    property.lien = text
  }),
  OwnedPropertyRentalIncomeNetAmount: ofProperty((property, text) => {
    property.rent = text
  }),
}

/** Reads the parts of a loan file that a tie-out needs. Throws XmlStopped. */
export function readDeal(text: string): Deal {
  const reader = new DealReader()
  visitElements(text, isMessage, reader)
  const { borrowers, liabilities, properties, links } = reader
  if (borrowers.length === 0) throw new XmlStopped('loan_file_unknown')
  return { borrowers, liabilities, properties, links }
}
