/** Finished markup. Only `html` makes it from data. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in a template. Null, undefined and false write nothing. */
export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[]

const NAMES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Characters that HTML cannot contain: control characters and unpaired surrogates. */
const UNPRINTABLE = /(?![\t\n\r])\p{Cc}|\p{Cs}/gu

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, character => NAMES[character] as string).replace(UNPRINTABLE, '\ufffd')

function write(part: HtmlPart): string {
  if (part instanceof Html) return part.text
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return part === null || part === undefined || part === false ? '' : part.map(write).join('')
}

/**
 * Writes markup with every text escaped, in elements and in quoted attributes. Only the result of another template counts as
 * markup. Names of elements and attributes, scripts and styles must not contain a part.
 */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  let text = texts[0] as string
  for (let i = 0; i < parts.length; i++) text += write(parts[i]) + (texts[i + 1] as string)
  return new Html(text)
}

/** Isolates a text from the data, so that a change of text direction ends with it. */
export const named = (text: string): Html => html`<bdi>${text}</bdi>`

/** The parts of a table. The first cell of a row names the row. */
interface TableParts {
  readonly caption: HtmlPart
  readonly head: readonly HtmlPart[]
  readonly rows: readonly Html[]
  readonly note?: HtmlPart
}

/** Writes a table of figures. A table wider than its page scrolls sideways by itself. */
export const table = ({ caption, head, rows, note }: TableParts): Html =>
  html`<div class="wide" tabindex="0" role="group"><table><caption><span>${caption}</span></caption><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>${note !== undefined && html`<p class="note">${note}</p>`}
`

/** Writes a row: its name, then right-aligned cells. */
export const row = (name: HtmlPart, cells: readonly HtmlPart[], kind: '' | 'total' | 'part' = ''): Html =>
  html`<tr${kind !== '' && html` class="${kind}"`}><th scope="row">${name}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>
`

export const wordCell = (cell: HtmlPart): Html => html`<span class="w">${cell}</span>`

export const section = (id: string, title: string, content: Html): Html =>
  html`<section id="${id}"><h2>${title}</h2>
${content}</section>
`

/** Writes a block that opens: its title with an amount, and its content. */
export const opening = (title: HtmlPart, value: string, content: HtmlPart): Html =>
  html`<details><summary><span class="line"><span>${title}</span> <span class="v">${value}</span></span></summary>${content}</details>
`

/** Writes a list, or nothing without items. */
export const bulletList = (items: readonly HtmlPart[]): Html =>
  items.length === 0 ? html`` : html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
