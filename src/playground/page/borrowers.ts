import type { Borrower, Borrowers } from '../protocol.js'
import { byId, element } from './dom.js'

/** So many borrowers stand in the list at a time: a page of all would be slow to lay out. */
const SHOWN = 25

/** What the list asks of others. */
interface Needs {
  readonly linesOf: (from: number, count: number, search: string) => Promise<Borrowers>
  readonly choose: (borrower: Borrower) => void
}

/** The list of borrowers, some at a time. */
export class BorrowerList {
  readonly #search = byId<HTMLInputElement>('search')
  readonly #earlier = byId<HTMLButtonElement>('earlier')
  readonly #later = byId<HTMLButtonElement>('later')
  #from = 0
  #chosen = 0
  #asked = 0

  constructor(private readonly needs: Needs) {
    this.#search.addEventListener('input', () => this.#turn(0))
    this.#earlier.addEventListener('click', () => this.#turn(this.#from - SHOWN))
    this.#later.addEventListener('click', () => this.#turn(this.#from + SHOWN))
  }

  /** Shows the list anew, with the first borrower chosen; none where there is one alone. */
  async show(taxpayers: number, policies: readonly string[], chosen: number): Promise<void> {
    for (const id of ['borrowers', 'to-borrowers']) byId(id).hidden = taxpayers < 2
    byId('find').hidden = taxpayers <= SHOWN
    this.#search.value = ''
    this.#chosen = chosen
    const titles = ['Borrower', ...policies.flatMap(policy => [policy, 'Confirmed']), 'Not whole']
    byId('borrower-head').replaceChildren(...titles.map(title => element('th', { scope: 'col' }, title)))
    await this.#turn(chosen - (chosen % SHOWN))
  }

  async #turn(from: number): Promise<void> {
    const asked = ++this.#asked
    const { lines, count } = await this.needs.linesOf(from, SHOWN, this.#search.value)
    if (asked !== this.#asked) return
    this.#from = from
    byId('borrower-rows').replaceChildren(...lines.map(line => this.#row(line)))
    byId('pager').hidden = count <= SHOWN && this.#search.value === ''
    byId('range').textContent =
      count === 0
        ? 'None has it.'
        : `${from + 1} to ${from + lines.length} of ${count.toLocaleString('en-US')}`
    this.#earlier.disabled = from === 0
    this.#later.disabled = from + SHOWN >= count
  }

  #row(borrower: Borrower): HTMLElement {
    const { name, amounts, notWhole, number } = borrower
    const button = element('button', { type: 'button' }, element('bdi', {}, name))
    if (number === this.#chosen) button.ariaCurrent = 'true'
    button.addEventListener('click', () => {
      this.#chosen = number
      for (const other of byId('borrower-rows').querySelectorAll('button')) other.ariaCurrent = null
      button.ariaCurrent = 'true'
      this.needs.choose(borrower)
    })
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, button),
      ...[...amounts, notWhole].map(text => element('td', {}, text)),
    )
  }
}
