// A *grid* is a table of the report that the page and the workbook share. It contains what the table says: the titles,
// and per cell the text and the number behind the text. The page shows the text. The workbook contains the number.

import type { Cents, Millionths } from '../core/money.js'
import { isOutOfRange } from '../tables/table.js'
import type { FigureTrees } from './figure-tree.js'
import { type Html, html, isolateText, row, table, wordCell } from './html.js'
import { formatMoneyCell, formatShareCell } from './labels.js'

export interface GridColumn {
  readonly title: string | number
  /** True if the column contains sentences or names. Its cells are then broken into lines. */
  readonly isText?: true
  /** The title of the column in which a workbook lists the notes of the cells. */
  readonly noteTitle?: string
}

/** A cell that needs more than plain text or a whole number. */
export interface FigureCell {
  readonly text: string
  /** The amount that the text shows, if it shows one. */
  readonly cents?: Cents
  /** The ratio that the text shows, if it shows one. */
  readonly ratio?: Millionths
  /** The name of the figure that the cell shows. On the page, its tree explains the cell. */
  readonly figure?: string
  /** True if the cell is printed in bold. */
  readonly isMain?: true
  /** A source or a remark that follows the text. */
  readonly note?: string
}

export type GridCell = string | number | FigureCell

/** The parts of a grid. The first cell of each row is the row's heading. */
export interface Grid {
  readonly caption: string
  readonly columns: readonly GridColumn[]
  readonly rows: readonly { readonly cells: readonly GridCell[]; readonly isTotal?: boolean }[]
  readonly note?: string
}

/** Makes the cell of an amount. `missingText` is the text if the amount is null. */
export const moneyCell = (cents: Cents | null, figure?: string, missingText?: string): FigureCell => ({
  text: cents === null && missingText !== undefined ? missingText : formatMoneyCell(cents),
  ...(cents === null || isOutOfRange(cents) ? {} : { cents }),
  ...(cents === null || figure === undefined ? {} : { figure }),
})

/** Makes the cell of a ratio, which is shown as a percentage. */
export const shareCell = (ratio: Millionths | null): FigureCell => ({
  text: formatShareCell(ratio),
  ...(ratio === null || isOutOfRange(ratio) ? {} : { ratio }),
})

export const textColumn = (title: string, noteTitle?: string): GridColumn => ({
  title,
  isText: true,
  ...(noteTitle === undefined ? {} : { noteTitle }),
})

/** Renders a grid as a table. The figures are links to the trees. */
export function renderGrid({ caption, columns, rows, note }: Grid, trees: FigureTrees | null = null): Html {
  const renderCell = (cell: GridCell, i: number): Html | string | number => {
    const isText = i === 0 || columns[i]?.isText === true
    if (typeof cell === 'number' || cell === '') return cell
    if (typeof cell === 'string') return isText ? isolateText(cell) : cell
    const { text, figure, isMain, note: cellNote } = cell
    const linked = figure === undefined || trees === null ? text : trees.link(figure, text)
    const content = isMain ? html`<b>${linked}</b>` : linked
    return cellNote === undefined ? html`${content}` : html`${content} <i>${cellNote}</i>`
  }
  const wrap = (content: Html | string | number, i: number): Html | string | number =>
    columns[i]?.isText && content !== '' ? wordCell(content) : content
  return table({
    caption,
    head: columns.map(({ title }, i) => wrap(title, i)),
    rows: rows.map(({ cells, isTotal = false }) => {
      const [heading = '', ...otherCells] = cells.map(renderCell)
      return row(
        heading,
        otherCells.map((cell, i) => wrap(cell, i + 1)),
        isTotal ? 'total' : '',
      )
    }),
    ...(note === undefined ? {} : { note }),
  })
}
