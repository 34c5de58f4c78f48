import { cutLines } from '../core/cut-list.js'
import { appendToGroup } from '../core/lists.js'
import { addCents, type Cents } from '../core/money.js'
import { type FactRow, isCountedFact } from '../figures/facts.js'
import type { SourceDocument } from '../ingest/source.js'
import { findWithholdingKind } from '../schema/role.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { DocumentAnchors } from './documents.js'
import { treeLine } from './figure-tree.js'
import { bulletList, type Html, type HtmlPart, html, isolateText, renderCollapsible, row, table } from './html.js'
import { formatMoneyCell, type TextRow } from './labels.js'
import { listDoubtful } from './remarks.js'
import { lineRows, yearRows } from './text-rows.js'

interface SourceBox {
  readonly year: number
  readonly document: SourceDocument
  readonly field: string
  readonly cents: Cents
}

const INCOMPLETE_NOTE = '* Incomplete: some of the underlying data is missing or unreadable.'
const DOUBTFUL_NOTE = '? Doubtful: the doubts are listed under the tables.'

/** Renders tables of income, withheld tax and documents, with a column per year, and the source boxes of each sum. */
export function yearTables(taxpayer: TaxpayerContext, places: DocumentAnchors): Html[] {
  const { years, ledger } = taxpayer.result
  if (years.length === 0) return []
  const boxesBySum = new Map<string, SourceBox[]>()
  for (const fact of ledger.facts) {
    const sumKey = findSumKey(fact)
    const { document } = fact.resolvedDocument
    if (sumKey === null || document.year === null) continue
    appendToGroup(boxesBySum, sumKey, { year: document.year, document, field: fact.meaning.field, cents: fact.cents })
  }
  const blocks: TextRow[][] = [[]]
  for (const textRow of yearRows(taxpayer.result)) {
    if (textRow.cells.length === 0) blocks.push([])
    else blocks.at(-1)?.push(textRow)
  }
  const rows = blocks.flat()
  const doubtful = listDoubtful(taxpayer)
  const isIncomplete = rows.some(({ cells }) => cells.some(cell => cell.includes('*')))
  const notes = [...(isIncomplete ? [INCOMPLETE_NOTE] : []), ...(doubtful.length > 0 ? [DOUBTFUL_NOTE] : [])]
  return [
    ...blocks.map(([head, ...rest], i) =>
      createGrid(
        (head as TextRow).label,
        'Kind',
        head as TextRow,
        rest,
        i === 0 && notes.length > 0 ? notes.join(' ') : undefined,
      ),
    ),
    ...(doubtful.length === 0
      ? []
      : [
          html`<h3>Doubts</h3>`,
          bulletList(cutLines(doubtful, 'documents', ({ document, why }) => html`${isolateText(document)}: ${why}`)),
        ]),
    renderCollapsibleRows(rows, boxesBySum, places),
  ]
}

/** Returns the key of the sum that includes a fact, as in `TextRow.sumKey`. Null if no sum includes it. */
function findSumKey(fact: FactRow): string | null {
  if (!isCountedFact(fact)) return null
  const { category, role } = fact.meaning
  if (category !== null) return `income.${category}`
  const kind = findWithholdingKind(role)
  return kind === null ? null : `withheld.${kind}`
}

/** Renders the table of the implied Form 1040 lines, exact and rounded, and the source boxes of each line. */
export function lineTables(taxpayer: TaxpayerContext, places: DocumentAnchors): Html[] {
  const [head, ...rows] = lineRows(taxpayer.result)
  if (head === undefined) return []
  const boxesByLine = new Map<string, SourceBox[]>()
  for (const { year, line, parts } of taxpayer.result.lines) {
    for (const { resolvedDocument: resolved, field, cents } of parts)
      appendToGroup(boxesByLine, `line.${line}`, { year, document: resolved.document, field, cents })
  }
  return [
    createGrid(
      'Lines of Form 1040, exact and rounded',
      'Line',
      head,
      rows,
      'For each year: the exact sum, and the sum of boxes rounded to dollars first.',
    ),
    renderCollapsibleRows(rows, boxesByLine, places),
  ]
}

const createGrid = (caption: string, about: string, head: TextRow, rows: readonly TextRow[], note?: string): Html =>
  table({
    caption,
    head: [about, ...head.cells.map(cell => cell.trim())],
    rows: rows.map(({ label, cells, sumKey }) =>
      row(
        sumKey === undefined ? label.trim() : html`<a href="#${sumKey}">${label.trim()}</a>`,
        cells.map(cell => writeCell(cell)),
        label.startsWith('  Total') ? 'total' : label.startsWith('    ') ? 'part' : '',
      ),
    ),
    ...(note === undefined ? {} : { note }),
  })

/** Renders a cell. The mark after an amount has no width, so the digits of a column stay aligned. */
function writeCell(cell: string): HtmlPart {
  const text = cell.trim()
  if (text === '-') return '–'
  const digits = text.replace(/[*?]+$/, '')
  return digits === text ? text : html`${digits}<span class="m">${text.slice(digits.length)}</span>`
}

function renderCollapsibleRows(
  rows: readonly TextRow[],
  boxesBySum: ReadonlyMap<string, SourceBox[]>,
  anchors: DocumentAnchors,
): Html {
  const collapsibles = rows.flatMap(({ label, sumKey }) => {
    const boxes = sumKey === undefined ? undefined : boxesBySum.get(sumKey)
    if (sumKey === undefined || boxes === undefined || boxes.length === 0) return []
    const years = [...new Set(boxes.map(({ year }) => year))].sort((a, b) => a - b)
    const parts = years.map(year => {
      const yearBoxes = boxes.filter(box => box.year === year)
      const sum = yearBoxes.reduce<Cents>((all, { cents }) => addCents(all, cents), 0)
      const lines = cutLines(yearBoxes, 'facts', ({ document, field, cents }) =>
        treeLine(anchors.renderBox(document, field), formatMoneyCell(cents)),
      )
      return html`<li>${treeLine(html`<b>${year}</b>`, formatMoneyCell(sum))}<ul>${lines.map(line => html`<li>${line}</li>`)}</ul></li>`
    })
    return [renderCollapsible(label.trim(), '', html`<ul class="tree" id="${sumKey}">${parts}</ul>`)]
  })
  return collapsibles.length === 0 ? html`` : html`<div class="how"><h3>Source boxes</h3>${collapsibles}</div>`
}
