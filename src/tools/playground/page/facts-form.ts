import type { FactsFieldName } from '../facts-form.js'
import type { ClosableCondition, EnteredFacts, FactsChoices } from '../protocol.js'
import { byId, element } from './parts.js'

/** The time to wait for the next key before the figures are computed, in milliseconds. */
const INPUT_DELAY_MS = 200

type Control = HTMLInputElement | HTMLSelectElement

/** Returns the entered value of a field. Undefined if nothing is entered. */
type EntryReader = (name: FactsFieldName) => string | undefined

const toNumber = (text: string | undefined): number | undefined => (text === undefined ? undefined : Number(text))

/**
 * Converts the fields about a job to known facts. Ignores pay until both amount and period are entered, and year-to-date
 * pay until both amount and date are entered.
 */
function readJobFacts(read: EntryReader, employers: readonly string[]): EnteredFacts['borrowers'] {
  const [amount, per, base, through] = [read('pay'), read('payPeriod'), read('yearToDate'), read('paidThrough')]
  const job = {
    endDate: read('endDate'),
    pay:
      amount === undefined || per === undefined
        ? undefined
        : { amount, per: per as 'month', hoursPerWeek: toNumber(read('hoursPerWeek')) },
    yearToDate: base === undefined || through === undefined ? undefined : { base, through },
  }
  if (Object.values(job).every(value => value === undefined)) return undefined
  return [{ id: 'self', jobs: [{ ...job, employer: employers[Number(read('employer'))] }] }]
}

function readHousehold(read: EntryReader): EnteredFacts['household'] {
  const [size, region] = [toNumber(read('people')), read('region') as 'west' | undefined]
  return size === undefined && region === undefined ? undefined : { size, region }
}

/** The name of the checkboxes. The value of each is the position of its condition. */
const CHECKBOX_NAME = 'closed'

/**
 * The form of known facts. It keeps what is entered for each borrower until another file is read. Names, values and ids
 * of its controls contain no data, because browsers can save them.
 */
export class FactsForm {
  readonly #form = byId<HTMLFormElement>('facts')
  readonly #note = byId('facts-note')
  #valuesByBorrower = new Map<number, ReadonlyMap<string, string>>()
  #employers: readonly string[] = []
  #conditions: readonly ClosableCondition[] = []
  #borrowerNumber = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param useFacts - Computes the figures of the borrower whom the form shows, and then calls `show`. */
  constructor(private readonly useFacts: (facts: EnteredFacts) => void) {
    for (const type of ['input', 'reset'])
      this.#form.addEventListener(type, () => {
        // `show` can be called before the delay has passed, and must show what is entered by then.
        this.#valuesByBorrower.set(this.#borrowerNumber, type === 'input' ? this.#readValues() : new Map())
        clearTimeout(this.#timer)
        this.#timer = setTimeout(() => this.#update(), INPUT_DELAY_MS)
      })
    this.#form.addEventListener('submit', event => event.preventDefault())
  }

  /** Forgets the facts of all borrowers. */
  clear(): void {
    this.#form.reset()
    clearTimeout(this.#timer)
    this.#employers = []
    this.#conditions = []
    byId('employer').replaceChildren()
    this.#valuesByBorrower = new Map()
  }

  /** Shows what is entered for a borrower, what can be chosen, and sentences about facts that match nothing. */
  show(borrowerNumber: number, { employers, conditions, unusedFacts }: FactsChoices): void {
    if (borrowerNumber !== this.#borrowerNumber) clearTimeout(this.#timer)
    this.#borrowerNumber = borrowerNumber
    this.#conditions = conditions
    byId('job').hidden = employers.length === 0
    this.#employers = employers
    byId('employer').replaceChildren(...employers.map((name, i) => element('option', { value: String(i) }, name)))
    byId('closing').hidden = conditions.length === 0
    const focusedId = document.activeElement?.id
    const boxes = conditions.map(({ title }, i) => {
      const box = element('input', { type: 'checkbox', id: `close-${i}`, name: CHECKBOX_NAME, value: String(i) })
      return element('li', {}, element('label', {}, box, ' ', element('bdi', {}, title)))
    })
    byId('closable').replaceChildren(...boxes)
    this.#fill(this.#valuesByBorrower.get(borrowerNumber))
    if (focusedId?.startsWith('close-')) document.getElementById(focusedId)?.focus()
    this.#note.textContent = unusedFacts.join(' ')
  }

  #listControls(): Control[] {
    return [...this.#form.querySelectorAll<Control>('[name]')]
  }

  /** Returns the key of a control in the entered values. A condition keeps its title when its position changes. */
  #getKey(name: string, value: string): string {
    return name === CHECKBOX_NAME ? (this.#conditions[Number(value)]?.title ?? '') : name
  }

  #readValues(): ReadonlyMap<string, string> {
    const entries = [...new FormData(this.#form)].map(([name, value]) => [name, String(value)] as const)
    return new Map(entries.map(([name, value]) => [this.#getKey(name, value), value]))
  }

  #fill(values: ReadonlyMap<string, string> | undefined): void {
    for (const control of this.#listControls()) {
      const value = values?.get(this.#getKey(control.name, control.value))
      if (control.type === 'checkbox') (control as HTMLInputElement).checked = value !== undefined
      else if (value !== undefined) control.value = value
      else if (control instanceof HTMLSelectElement) control.selectedIndex = 0
      else control.value = control.defaultValue
    }
  }

  #update(): void {
    const invalid = this.#listControls().find(control => !control.checkValidity())
    this.#note.textContent =
      invalid === undefined ? '' : `${invalid.labels?.[0]?.textContent}: ${invalid.validationMessage}`
    if (invalid !== undefined) return
    const values = this.#readValues()
    this.#valuesByBorrower.set(this.#borrowerNumber, values)
    this.useFacts(this.#toFacts(values))
  }

  #toFacts(values: ReadonlyMap<string, string>): EnteredFacts {
    const read: EntryReader = name => values.get(name) || undefined
    const [by, on] = [values.get('by') ?? '', new Date().toISOString().slice(0, 10)]
    return {
      applicationDate: read('applicationDate'),
      obligationsMonthly: read('obligations'),
      household: readHousehold(read),
      borrowers: readJobFacts(read, this.#employers),
      conditionsMet: this.#conditions.flatMap(({ title, ...condition }) =>
        values.has(title) ? [{ ...condition, by, on }] : [],
      ),
    }
  }
}
