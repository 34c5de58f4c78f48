import type { Borrower, Deal, Liability, OwnedProperty } from './deal.js'
import { type ElementVisitor, visitElements, XmlStopped } from './elements.js'
import { LEAVES, type Open } from './leaves.js'

/** The namespaces of MISMO's versions; some files leave it out. */
const NAMESPACE = /^(?:https?:\/\/(?:www\.)?mismo\.org\/.*)?$/i

const isMessage = (name: string, namespace: string): boolean =>
  name === 'MESSAGE' && NAMESPACE.test(namespace)

/** What is being read, and what was. */
class DealReader implements ElementVisitor {
  readonly borrowers: Borrower[] = []
  readonly liabilities: Liability[] = []
  readonly properties: OwnedProperty[] = []
  readonly links: [string, string][] = []
  #deals = 0
  #asset: string | null = null
  readonly #open: Open = {
    identifierType: '',
    party: null,
    item: null,
    employer: null,
    liability: null,
    property: null,
  }

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
        this.#open.party = { isBorrower: false, last4: null, income: [], employers: [] }
        return
      case 'BORROWER':
        if (this.#open.party !== null) this.#open.party.isBorrower = true
        return
      case 'TAXPAYER_IDENTIFIER':
        this.#open.identifierType = ''
        return
      case 'CURRENT_INCOME_ITEM':
        this.#open.item = { label: label(), type: null, amount: null, fromEmployment: null }
        this.#open.party?.income.push(this.#open.item)
        return
      case 'EMPLOYER':
        this.#open.employer = {
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
        this.#open.party?.employers.push(this.#open.employer)
        return
      case 'LIABILITY':
        this.#open.liability = { label: label(), type: null, lender: null, payment: null, balance: null }
        this.liabilities.push(this.#open.liability)
        return
      case 'ASSET':
        this.#asset = label()
        return
      case 'OWNED_PROPERTY':
        this.#open.property = { label: label() ?? this.#asset, lien: null, rent: null }
        this.properties.push(this.#open.property)
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
        if (this.#open.party?.isBorrower === true) this.borrowers.push(this.#open.party)
        this.#open.party = null
        return
      case 'CURRENT_INCOME_ITEM':
        this.#open.item = null
        return
      case 'EMPLOYER':
        this.#open.employer = null
        return
      case 'LIABILITY':
        this.#open.liability = null
        return
      case 'ASSET':
        this.#asset = null
        return
      case 'OWNED_PROPERTY':
        this.#open.property = null
        return
      default:
        if (text !== '') LEAVES[name]?.(this.#open, text, path)
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
