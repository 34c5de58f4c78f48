// The folder `underwriting/tie-out/mismo` reads the stated income, employers and mortgages from a MISMO loan file.

import { type ElementVisitor, visitElements, XmlStopped } from './elements.js'

/** A part of a loan file: its label, and its texts by name. A text that the file does not have is absent. */
type DealPart<TextName extends string> = { readonly label: string | null } & { [Name in TextName]?: string }

export type IncomeItem = DealPart<'type' | 'amount' | 'fromEmployment'>

export type DealEmployer = DealPart<
  'name' | 'ein' | 'monthly' | 'start' | 'end' | 'status' | 'selfEmployed' | 'ownership'
>

/** A borrower of a deal. Only the last four digits of the identifier are read. */
export interface DealBorrower {
  isBorrower: boolean
  last4: string | null
  readonly income: IncomeItem[]
  readonly employers: DealEmployer[]
}

type Liability = DealPart<'type' | 'lender' | 'payment' | 'balance'>

type OwnedProperty = DealPart<'lien' | 'rent'>

/** The parts of a loan file that are read. Nothing else of it is stored. */
export interface Deal {
  readonly borrowers: readonly DealBorrower[]
  readonly liabilities: readonly Liability[]
  readonly properties: readonly OwnedProperty[]
  /** Pairs of labels that belong together. Their order has no meaning. */
  readonly links: readonly (readonly [from: string, to: string])[]
}

/** The namespaces of MISMO's versions. Some files have no namespace. */
const NAMESPACE_PATTERN = /^(?:https?:\/\/(?:www\.)?mismo\.org\/.*)?$/i

const isMessage = (name: string, namespace: string): boolean => name === 'MESSAGE' && NAMESPACE_PATTERN.test(namespace)

interface Parts {
  item: IncomeItem
  employer: DealEmployer
  liability: Liability
  property: OwnedProperty
}

const PART_ELEMENTS: ReadonlyMap<string, keyof Parts> = new Map([
  ['CURRENT_INCOME_ITEM', 'item'],
  ['EMPLOYER', 'employer'],
  ['LIABILITY', 'liability'],
  ['OWNED_PROPERTY', 'property'],
])

type PartText = { [Kind in keyof Parts]: readonly [Kind, Exclude<keyof Parts[Kind], 'label'>] }[keyof Parts]

/** The elements whose text belongs to a part. Source: MISMO 3.4; the Uniform Loan Application Dataset. */
const TEXT_ELEMENTS: ReadonlyMap<string, PartText> = new Map<string, PartText>([
  ['CurrentIncomeMonthlyTotalAmount', ['item', 'amount']],
  ['IncomeType', ['item', 'type']],
  ['EmploymentIncomeIndicator', ['item', 'fromEmployment']],
  ['EmploymentMonthlyIncomeAmount', ['employer', 'monthly']],
  ['EmploymentStartDate', ['employer', 'start']],
  ['EmploymentEndDate', ['employer', 'end']],
  ['EmploymentStatusType', ['employer', 'status']],
  ['EmploymentBorrowerSelfEmployedIndicator', ['employer', 'selfEmployed']],
  ['OwnershipInterestType', ['employer', 'ownership']],
  ['LiabilityType', ['liability', 'type']],
  ['LiabilityMonthlyPaymentAmount', ['liability', 'payment']],
  ['LiabilityUnpaidBalanceAmount', ['liability', 'balance']],
  ['OwnedPropertyLienUPBAmount', ['property', 'lien']],
  ['OwnedPropertyRentalIncomeNetAmount', ['property', 'rent']],
])

/** The elements whose meaning depends on the element that contains them. */
const CONTEXT_ELEMENTS: ReadonlySet<string> = new Set(['TaxpayerIdentifierType', 'TaxpayerIdentifierValue', 'FullName'])

class DealReader implements ElementVisitor {
  readonly borrowers: DealBorrower[] = []
  readonly liabilities: Liability[] = []
  readonly properties: OwnedProperty[] = []
  readonly links: [string, string][] = []
  #dealCount = 0
  #assetLabel: string | null = null
  #identifierType = ''
  #party: DealBorrower | null = null
  /** The open part of each kind. */
  readonly #openParts: { [Kind in keyof Parts]?: Parts[Kind] | undefined } = {}

  wantsText(name: string): boolean {
    return TEXT_ELEMENTS.has(name) || CONTEXT_ELEMENTS.has(name)
  }

  open(path: readonly string[], getAttribute: (name: string) => string | null): void {
    const name = path.at(-1) as string
    const kind = PART_ELEMENTS.get(name)
    if (kind !== undefined) this.#openPart(kind, getAttribute('label'))
    else if (name === 'DEAL') {
      // With several deals, it is unclear which one is the application.
      if (++this.#dealCount > 1) throw new XmlStopped('loan_file_unknown')
    } else if (name === 'PARTY') this.#party = { isBorrower: false, last4: null, income: [], employers: [] }
    else if (name === 'BORROWER') {
      if (this.#party !== null) this.#party.isBorrower = true
    } else if (name === 'TAXPAYER_IDENTIFIER') this.#identifierType = ''
    else if (name === 'ASSET') this.#assetLabel = getAttribute('label')
    else if (name === 'RELATIONSHIP') {
      const [from, to] = [getAttribute('from'), getAttribute('to')]
      if (from !== null && to !== null) this.links.push([removeHash(from), removeHash(to)])
    }
  }

  #openPart(kind: keyof Parts, label: string | null): void {
    const part = { label: kind === 'property' ? (label ?? this.#assetLabel) : label }
    this.#openParts[kind] = part
    const lists = {
      item: this.#party?.income,
      employer: this.#party?.employers,
      liability: this.liabilities,
      property: this.properties,
    }
    lists[kind]?.push(part)
  }

  close(path: readonly string[], text: string): void {
    const name = path.at(-1) as string
    const kind = PART_ELEMENTS.get(name)
    if (kind !== undefined) this.#openParts[kind] = undefined
    else if (name === 'PARTY') {
      if (this.#party?.isBorrower === true) this.borrowers.push(this.#party)
      this.#party = null
    } else if (name === 'ASSET') this.#assetLabel = null
    else if (text !== '') this.#assignText(name, text, path)
  }

  /** Assigns the text of an element to the open part that it belongs to. */
  #assignText(name: string, text: string, path: readonly string[]): void {
    const { employer, liability } = this.#openParts
    const [kind, key] = TEXT_ELEMENTS.get(name) ?? []
    if (kind !== undefined) Object.assign(this.#openParts[kind] ?? {}, { [key as string]: text })
    else if (name === 'TaxpayerIdentifierType') this.#identifierType = text
    else if (name === 'FullName') {
      const isEmployerName = path.includes('LEGAL_ENTITY_DETAIL') || path.at(-3) === 'INDIVIDUAL'
      if (employer !== undefined) {
        if (isEmployerName) employer.name ??= text
      } else if (liability !== undefined && path.includes('LIABILITY_HOLDER')) liability.lender ??= text
    } else if (employer !== undefined) employer.ein = text
    else if (this.#party !== null && this.#identifierType !== 'EmployerIdentificationNumber') {
      const digits = /[0-9]{4}$/.exec(text)
      if (digits !== null) this.#party.last4 = digits[0]
    }
  }
}

const removeHash = (label: string): string => label.replace(/^#/, '')

/**
 * Reads the parts of a loan file that a tie-out needs.
 *
 * @throws XmlStopped
 */
export function readDeal(text: string): Deal {
  const reader = new DealReader()
  visitElements(text, isMessage, reader)
  const { borrowers, liabilities, properties, links } = reader
  if (borrowers.length === 0) throw new XmlStopped('loan_file_unknown')
  return { borrowers, liabilities, properties, links }
}
