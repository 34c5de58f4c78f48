import { type Html, html, type Part } from './html.js'

/** A table: a caption, a head, and rows whose first cell names them. */
interface TableParts {
  readonly caption: Part
  readonly head: readonly Part[]
  readonly rows: readonly Html[]
  /** What stands under it. */
  readonly note?: Part
}

/** A table of figures; one that is wider than its page is moved sideways by itself. */
export const table = ({ caption, head, rows, note }: TableParts): Html =>
  html`<div class="wide" tabindex="0" role="group"><table><caption><span>${caption}</span></caption><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>${note !== undefined && html`<p class="note">${note}</p>`}
`

/** A row: its name, then cells; figures to the right. */
export const row = (name: Part, cells: readonly Part[], kind: '' | 'total' | 'part' = ''): Html =>
  html`<tr${kind !== '' && html` class="${kind}"`}><th scope="row">${name}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>
`

/** A cell of words among figures. */
export const words = (cell: Part): Html => html`<span class="w">${cell}</span>`

/** A part of the page with a heading. Missing: one without content is left out. */
export const section = (id: string, title: string, content: readonly Html[]): Html =>
  content.length === 0
    ? html``
    : html`<section id="${id}"><h2>${title}</h2>
${content}</section>
`

/** Something that opens: its title, an amount at the end of it, and what is in it. */
export const opening = (title: Part, value: string, content: Part): Html =>
  html`<details><summary><span class="line"><span>${title}</span> <span class="v">${value}</span></span></summary>${content}</details>
`

/** A list, where it holds anything. */
export const list = (items: readonly Part[]): Html =>
  items.length === 0 ? html`` : html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
