import type { RowQuery, ShownRows } from '../protocol.js'
import { byId, element, formatCount } from './parts.js'

/** The time to wait for the next key before the rows are filtered, in milliseconds. */
const FILTER_DELAY_MS = 150

/** With more borrowers, no table is computed until the user chooses one. */
const MAX_BORROWERS_FOR_DEFAULT = 1000
const DEFAULT_TABLE = 'income_streams'

/** The table that the user sorts and filters. */
export class TableViewer {
  readonly #table = byId<HTMLSelectElement>('shown-table')
  readonly #filter = byId<HTMLInputElement>('filter')
  #sortColumn: number | null = null
  #isDescending = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param showRows - Fetches the rows, and calls `show` with them. */
  constructor(private readonly showRows: (query: RowQuery) => void) {
    this.#table.addEventListener('change', () => {
      this.#sortColumn = null
      this.#isDescending = false
      this.#filter.value = ''
      this.refresh()
    })
    this.#filter.addEventListener('input', () => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => this.refresh(), FILTER_DELAY_MS)
    })
  }

  /** Starts over with another input. */
  reset(taxpayers: number): void {
    this.clear()
    this.#table.value = taxpayers > MAX_BORROWERS_FOR_DEFAULT ? '' : DEFAULT_TABLE
    this.#sortColumn = null
    this.refresh()
  }

  /** Forgets the filter of the earlier input. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#filter.value = ''
  }

  refresh(): void {
    const table = this.#table.value
    for (const id of ['row-box', 'row-note']) byId(id).hidden = table === ''
    this.#filter.disabled = table === ''
    if (table === '') return
    const [sortColumn, isDescending] = [this.#sortColumn, this.#isDescending]
    this.showRows({ table, filter: this.#filter.value, sortColumn, isDescending })
  }

  show({ columns, rows, matchCount, keptCount, rowCount }: ShownRows): void {
    const [focused] = byId('row-head').querySelectorAll<HTMLElement>('button:focus')
    byId('row-head').replaceChildren(...columns.map((column, i) => this.#createHead(column, i)))
    if (focused !== undefined) byId('row-head').querySelectorAll('button')[Number(focused.dataset['column'])]?.focus()
    const cells = (row: readonly string[]) =>
      row.map((text, i) => element('td', { className: columns[i]?.isText ? 'w' : '' }, element('bdi', {}, text)))
    byId('rows').replaceChildren(...rows.map(row => element('tr', {}, ...cells(row))))
    const limitNote =
      keptCount < rowCount ? ` The first ${keptCount.toLocaleString('en-US')} rows can be filtered here.` : ''
    const total = formatCount(rowCount, 'row')
    const countText = matchCount === rowCount ? total : `${matchCount.toLocaleString('en-US')} of ${total} match`
    const ending = matchCount > rows.length ? `; the first ${rows.length} are shown.` : '.'
    byId('row-note').textContent = `${countText}${ending}${limitNote}`
  }

  #createHead({ name, doc, isText }: ShownRows['columns'][number], column: number): HTMLElement {
    const button = element('button', { type: 'button', title: doc }, name)
    button.dataset['column'] = String(column)
    button.addEventListener('click', () => {
      this.#isDescending = this.#sortColumn === column && !this.#isDescending
      this.#sortColumn = column
      this.refresh()
    })
    const head = element('th', { scope: 'col', className: isText ? 'w' : '' }, button)
    if (column === this.#sortColumn) head.ariaSort = this.#isDescending ? 'descending' : 'ascending'
    return head
  }
}
