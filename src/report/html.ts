import { shortenTo } from '../core/cut-list.js'

/** Complete HTML markup. Templates insert it without escaping. Only the `html` template may build it from data. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value that a template can insert. Null, undefined and false insert nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Matches characters that HTML cannot contain: control characters and unpaired surrogates. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu

export const replaceUnprintableCharacters = (text: string): string => text.replace(UNPRINTABLE, '\ufffd')

/** Most texts of a page need no change. One test with a simple pattern is much cheaper than two replacements. */
const escapeHtml = (text: string): string =>
  /[^ !#-%(-;=?-~\u00a0-\ud7ff]/.test(text)
    ? replaceUnprintableCharacters(text).replace(/[&<>"']/g, character => ENTITIES[character] as string)
    : text

function write(part: HtmlPart): string {
  if (typeof part === 'string') return escapeHtml(part)
  if (part instanceof Html) return part.text
  if (typeof part === 'number') return String(part)
  return part === null || part === undefined || part === false ? '' : part.map(write).join('')
}

/**
 * Builds markup and escapes every inserted value, which must be in an element or a quoted attribute. Never insert
 * values into tag names, attribute names, scripts or styles. Only results of other templates are inserted as markup.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = texts[0] as string
  for (let i = 0; i < parts.length; i++) text += write(parts[i]) + (texts[i + 1] as string)
  return new Html(text)
}

/** The maximum length of a text from the data, such as a list of names in a remark. */
const MAX_TEXT_LENGTH = 2000

/** Puts a string from the data into a `bdi` element, so that its direction does not affect the text around it. */
export const isolateText = (text: string): Html => html`<bdi>${shortenTo(text, MAX_TEXT_LENGTH)}</bdi>`

/** The parts of a table. The first cell of each row is the row's heading. */
interface TableParts {
  readonly caption: HtmlPart
  readonly head: readonly HtmlPart[]
  readonly rows: readonly Html[]
  readonly note?: HtmlPart
}

/** Renders a table of figures. A table that is wider than the page gets a horizontal scroll bar. */
export const table = ({ caption, head, rows, note }: TableParts): Html =>
  html`<div class="wide" tabindex="0" role="group"><table><caption><span>${caption}</span></caption><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>${note !== undefined && note !== false && html`<p class="note">${note}</p>`}
`

/** Renders a table row: its heading, followed by right-aligned cells. */
export const row = (name: HtmlPart, cells: readonly HtmlPart[], kind: '' | 'total' | 'part' = ''): Html =>
  html`<tr${kind !== '' && html` class="${kind}"`}><th scope="row">${name}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>
`

export const wordCell = (cell: HtmlPart): Html => html`<span class="w">${cell}</span>`

export const section = (id: string, title: string, content: Html): Html =>
  html`<section id="${id}"><h2>${title}</h2>
${content}</section>
`

/** Renders a section that is closed at first. Paper shows it open. */
export const closedSection = (id: string, title: string, content: Html): Html =>
  html`<details class="section" id="${id}"><summary><h2>${title}</h2></summary>
${content}</details>
`

/** Renders a collapsible block: a title with an amount, and the content that it reveals. */
export const renderCollapsible = (title: HtmlPart, value: string, content: HtmlPart): Html =>
  html`<details><summary><span class="line"><span>${title}</span> <span class="v">${value}</span></span></summary>${content}</details>
`

/** Renders a list. Renders nothing if it has no items. */
export const bulletList = (items: readonly HtmlPart[]): Html =>
  items.length === 0 ? html`` : html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
