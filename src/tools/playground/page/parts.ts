import type { PolicyTotals } from '../../../report/policy-totals.js'
import type { BorrowerLine, BorrowerReport, Borrowers, IssueGroup, IssuePlace } from '../protocol.js'

/** Returns the element with an id. The page must contain it. */
export const byId = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E

/** Creates an element with content. Text is never parsed as markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...content: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const createdElement = Object.assign(document.createElement(name), properties)
  createdElement.append(...content)
  return createdElement
}

export const formatCount = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? singular : plural}`

const SEVERITY_LABELS = { error: 'Error', warning: 'Warning', info: 'Note' } as const

function createPlaceItem({ source, line, taxpayerId, path, detail }: IssuePlace): HTMLElement {
  const location = [source, line === null ? '' : `line ${line}`, taxpayerId ?? ''].filter(text => text !== '')
  const pathElement = element('code', {}, path)
  return element('li', {}, element('bdi', {}, location.join(', ')), ' ', pathElement, detail === '' ? '' : ` ${detail}`)
}

/** Creates the block of an issue code: its sentence, its advice and its first locations. */
export function issueGroup({ severity, count, sentence, advice, places }: IssueGroup): HTMLElement {
  const severityLabel = element('span', { className: `severity ${severity}` }, SEVERITY_LABELS[severity])
  const title = element('span', {}, severityLabel, ` ${sentence}`)
  const times = element('span', { className: 'v' }, formatCount(count, 'time'))
  const group = element(
    'details',
    {},
    element('summary', {}, element('span', { className: 'line' }, title, times)),
    element('p', {}, element('b', {}, 'What to do: '), advice),
    element('ul', {}, ...places.map(createPlaceItem)),
  )
  const hiddenCount = count - places.length
  const note = `and ${formatCount(hiddenCount, 'more place')}, listed in the table issues.`
  if (hiddenCount > 0) group.append(element('p', { className: 'note' }, note))
  return group
}

function createCard({ title, lines, remarks }: PolicyTotals): HTMLElement {
  const rows = lines.map(({ label, text }, i) =>
    element('div', { className: i === 0 ? 'big' : '' }, element('dt', {}, label), element('dd', {}, text)),
  )
  const notes = remarks.map(remark => element('p', { className: 'note' }, remark))
  return element('section', { className: 'card' }, element('h3', {}, title), element('dl', {}, ...rows), ...notes)
}

/** Shows the totals of a borrower directly under the place for files. */
export function showTotals(totals: readonly PolicyTotals[], name: string): void {
  byId('figures-name').replaceChildren('Borrower ', element('bdi', {}, name))
  byId('cards').replaceChildren(...totals.map(createCard))
  byId('figures').hidden = false
}

/** The number of borrowers per page of the list. Laying out all of them would be slow. */
const BORROWERS_PER_PAGE = 25

interface BorrowerListCallbacks {
  readonly fetchLines: (from: number, count: number, search: string) => Promise<Borrowers>
  readonly choose: (borrower: BorrowerLine) => void
}

/** The list of borrowers, one page at a time. */
export class BorrowerList {
  readonly #search = byId<HTMLInputElement>('search')
  readonly #earlier = byId<HTMLButtonElement>('earlier')
  readonly #later = byId<HTMLButtonElement>('later')
  #from = 0
  #chosen = 0
  #lastRequestId = 0

  constructor(private readonly callbacks: BorrowerListCallbacks) {
    this.#search.addEventListener('input', () => this.#showPage(0))
    this.#earlier.addEventListener('click', () => this.#showPage(this.#from - BORROWERS_PER_PAGE))
    this.#later.addEventListener('click', () => this.#showPage(this.#from + BORROWERS_PER_PAGE))
  }

  /** Shows the list's page with the chosen borrower. Hides the list if there is only one borrower. */
  async show(taxpayers: number, policies: readonly string[], chosen: number): Promise<void> {
    for (const id of ['borrowers', 'to-borrowers']) byId(id).hidden = taxpayers < 2
    byId('find').hidden = taxpayers <= BORROWERS_PER_PAGE
    this.clear()
    this.#chosen = chosen
    const titles = ['Borrower', ...policies.flatMap(policy => [policy, 'Supportable']), 'Open conditions', 'Incomplete']
    byId('borrower-head').replaceChildren(...titles.map(title => element('th', { scope: 'col' }, title)))
    await this.#showPage(chosen - (chosen % BORROWERS_PER_PAGE))
  }

  /** Forgets the search in the earlier input. */
  clear(): void {
    this.#search.value = ''
  }

  /** Shows the same page with the borrowers' current figures. */
  refresh(): Promise<void> {
    return this.#showPage(this.#from)
  }

  async #showPage(from: number): Promise<void> {
    const requestId = ++this.#lastRequestId
    const { lines, count } = await this.callbacks.fetchLines(from, BORROWERS_PER_PAGE, this.#search.value)
    if (requestId !== this.#lastRequestId) return
    this.#from = from
    byId('borrower-rows').replaceChildren(...lines.map(line => this.#row(line)))
    byId('pager').hidden = count <= BORROWERS_PER_PAGE && this.#search.value === ''
    byId('range').textContent =
      count === 0 ? 'No match.' : `${from + 1} to ${from + lines.length} of ${count.toLocaleString('en-US')}`
    this.#earlier.disabled = from === 0
    this.#later.disabled = from + BORROWERS_PER_PAGE >= count
  }

  #row(borrower: BorrowerLine): HTMLElement {
    const { name, amounts, openConditions, incompleteParts, rowNumber: number } = borrower
    const button = element('button', { type: 'button' }, element('bdi', {}, name))
    if (number === this.#chosen) button.ariaCurrent = 'true'
    button.addEventListener('click', () => {
      this.#chosen = number
      for (const otherButton of byId('borrower-rows').querySelectorAll('button')) otherButton.ariaCurrent = null
      button.ariaCurrent = 'true'
      this.callbacks.choose(borrower)
    })
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, button),
      ...[...amounts, openConditions, incompleteParts].map(text => element('td', {}, text)),
    )
  }
}

/** The maximum size of a report that the page shows, in bytes. Laying out a longer one would block the page. */
const MAX_SHOWN_REPORT_BYTES = 1 << 20

/**
 * Shows the report in a frame without scripts. The frame is as high as its content, and links in it open their figures.
 * If scripts were allowed, the frame could not have an origin, and its links would not work.
 */
export class ReportFrame {
  readonly #frame = byId<HTMLIFrameElement>('frame')
  readonly #observer = new ResizeObserver(() => this.#fit())
  readonly #open = byId<HTMLAnchorElement>('open')
  readonly #save = byId<HTMLAnchorElement>('save')
  #urls: readonly string[] = []

  constructor() {
    this.#frame.addEventListener('load', () => {
      this.#observer.disconnect()
      const root = this.#frame.contentDocument?.documentElement
      // A page that is opened as a file cannot read the report, and the style sheet sets the height of the frame.
      if (root) this.#observer.observe(root)
      else this.#frame.style.height = ''
      this.#frame.classList.toggle('stranger', root === undefined)
    })
  }

  show({ blob, untitledBlob, file }: BorrowerReport, name: string): void {
    this.#revokeUrls()
    this.#urls = [untitledBlob, blob].map(part => URL.createObjectURL(part))
    const [untitledUrl = '', url = ''] = this.#urls
    const isLong = blob.size > MAX_SHOWN_REPORT_BYTES
    byId('long').hidden = !isLong
    if (isLong) this.#empty()
    else this.#frame.src = untitledUrl
    this.#frame.hidden = isLong
    this.#frame.title = `Report of ${name}`
    this.#open.href = untitledUrl
    this.#save.href = url
    this.#save.download = file
  }

  /** Removes the report from the page. */
  clear(): void {
    this.#revokeUrls()
    this.#empty()
    for (const link of [this.#open, this.#save]) link.removeAttribute('href')
  }

  #revokeUrls(): void {
    for (const url of this.#urls) URL.revokeObjectURL(url)
    this.#urls = []
  }

  /** Inserts the frame again, which gives it an empty document at once. */
  #empty(): void {
    this.#frame.title = 'Report'
    this.#frame.removeAttribute('src')
    this.#frame.parentElement?.append(this.#frame)
  }

  #fit(): void {
    const height = this.#frame.contentDocument?.documentElement.offsetHeight ?? 0
    this.#frame.style.height = `${height + 2}px`
  }
}
