// The folder `underwriting/tie-out/mismo` reads the stated income, employers and mortgages from a MISMO loan file.

import { type ElementVisitor, visitElements, XmlStopped } from './elements.js'

/** A part of a loan file: its label, and its texts by what they are. Missing: what the file does not say. */
type DealPart<Text extends string> = { readonly label: string | null } & { [Each in Text]?: string }

/** An item of income of a borrower. */
export type IncomeItem = DealPart<'type' | 'amount' | 'fromEmployment'>

/** An employer of a borrower. */
export type DealEmployer = DealPart<
  'name' | 'ein' | 'monthly' | 'start' | 'end' | 'status' | 'selfEmployed' | 'ownership'
>

/** A borrower of a deal; of the identifier only the last four digits are kept. */
export interface DealBorrower {
  isBorrower: boolean
  last4: string | null
  readonly income: IncomeItem[]
  readonly employers: DealEmployer[]
}

/** A debt of a deal. */
type Liability = DealPart<'type' | 'lender' | 'payment' | 'balance'>

/** A property that a borrower owns. */
type OwnedProperty = DealPart<'lien' | 'rent'>

/** The parts of a loan file that are read; nothing else of it is kept. */
export interface Deal {
  readonly borrowers: readonly DealBorrower[]
  readonly liabilities: readonly Liability[]
  readonly properties: readonly OwnedProperty[]
  /** Labels that belong together, either way. */
  readonly links: readonly (readonly [from: string, to: string])[]
}

/** The namespaces of MISMO's versions; some files leave it out. */
const NAMESPACE = /^(?:https?:\/\/(?:www\.)?mismo\.org\/.*)?$/i

const isMessage = (name: string, namespace: string): boolean => name === 'MESSAGE' && NAMESPACE.test(namespace)

interface Parts {
  item: IncomeItem
  employer: DealEmployer
  liability: Liability
  property: OwnedProperty
}

/** The elements that are parts. */
const PARTS: ReadonlyMap<string, keyof Parts> = new Map([
  ['CURRENT_INCOME_ITEM', 'item'],
  ['EMPLOYER', 'employer'],
  ['LIABILITY', 'liability'],
  ['OWNED_PROPERTY', 'property'],
])

type Leaf = { [Kind in keyof Parts]: readonly [Kind, Exclude<keyof Parts[Kind], 'label'>] }[keyof Parts]

/** The elements whose text is a part's, and what it is. Source: MISMO 3.4; the Uniform Loan Application Dataset. */
const LEAVES: ReadonlyMap<string, Leaf> = new Map<string, Leaf>([
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

/** The elements whose text is another's by where they stand. */
const PLACED: ReadonlySet<string> = new Set(['TaxpayerIdentifierType', 'TaxpayerIdentifierValue', 'FullName'])

/** What is being read, and what was. */
class DealReader implements ElementVisitor {
  readonly borrowers: DealBorrower[] = []
  readonly liabilities: Liability[] = []
  readonly properties: OwnedProperty[] = []
  readonly links: [string, string][] = []
  #deals = 0
  #asset: string | null = null
  #identifierType = ''
  #party: DealBorrower | null = null
  /** The part of each kind that has begun and not ended. */
  readonly #open: { [Kind in keyof Parts]?: Parts[Kind] | undefined } = {}

  wants(name: string): boolean {
    return LEAVES.has(name) || PLACED.has(name)
  }

  open(path: readonly string[], attributeOf: (name: string) => string | null): void {
    const name = path.at(-1) as string
    const kind = PARTS.get(name)
    if (kind !== undefined) this.#begin(kind, attributeOf('label'))
    else if (name === 'DEAL') {
      // Of several it could not be told which is the application.
      if (++this.#deals > 1) throw new XmlStopped('loan_file_unknown')
    } else if (name === 'PARTY') this.#party = { isBorrower: false, last4: null, income: [], employers: [] }
    else if (name === 'BORROWER') {
      if (this.#party !== null) this.#party.isBorrower = true
    } else if (name === 'TAXPAYER_IDENTIFIER') this.#identifierType = ''
    else if (name === 'ASSET') this.#asset = attributeOf('label')
    else if (name === 'RELATIONSHIP') {
      const [from, to] = [attributeOf('from'), attributeOf('to')]
      if (from !== null && to !== null) this.links.push([plain(from), plain(to)])
    }
  }

  #begin(kind: keyof Parts, label: string | null): void {
    const part = { label: kind === 'property' ? (label ?? this.#asset) : label }
    this.#open[kind] = part
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
    const kind = PARTS.get(name)
    if (kind !== undefined) this.#open[kind] = undefined
    else if (name === 'PARTY') {
      if (this.#party?.isBorrower === true) this.borrowers.push(this.#party)
      this.#party = null
    } else if (name === 'ASSET') this.#asset = null
    else if (text !== '') this.#read(name, text, path)
  }

  /** Puts the text of an element where it belongs. */
  #read(name: string, text: string, path: readonly string[]): void {
    const { employer, liability } = this.#open
    const [kind, key] = LEAVES.get(name) ?? []
    if (kind !== undefined) Object.assign(this.#open[kind] ?? {}, { [key as string]: text })
    else if (name === 'TaxpayerIdentifierType') this.#identifierType = text
    else if (name === 'FullName') {
      const isEmployers = path.includes('LEGAL_ENTITY_DETAIL') || path.at(-3) === 'INDIVIDUAL'
      if (employer !== undefined) {
        if (isEmployers) employer.name ??= text
      } else if (liability !== undefined && path.includes('LIABILITY_HOLDER')) liability.lender ??= text
    } else if (employer !== undefined) employer.ein = text
    else if (this.#party !== null && this.#identifierType !== 'EmployerIdentificationNumber') {
      // Of a person's number the last four digits.
      const digits = /[0-9]{4}$/.exec(text)
      if (digits !== null) this.#party.last4 = digits[0]
    }
  }
}

const plain = (label: string): string => label.replace(/^#/, '')

/** Reads the parts of a loan file that a tie-out needs. Throws XmlStopped. */
export function readDeal(text: string): Deal {
  const reader = new DealReader()
  visitElements(text, isMessage, reader)
  const { borrowers, liabilities, properties, links } = reader
  if (borrowers.length === 0) throw new XmlStopped('loan_file_unknown')
  return { borrowers, liabilities, properties, links }
}
