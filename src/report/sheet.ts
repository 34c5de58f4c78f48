import type { Cell, CellStyle, WriteSheet } from 'hucre/xlsx'
import type { Cents } from '../core/money.js'
import type { FigureTraces } from '../underwriting/traces/figure-traces.js'
import type { Grid, GridCell } from './grid.js'
import { replaceUnprintableCharacters } from './html.js'

const MONEY_FORMAT = '#,##0.00'
const SHARE_FORMAT = '0.0%'

/** An amount of this size or more is text, because Excel calculates with 15 digits. */
const EXACT_CENTS_BOUND = 1e15

/** The maximum length of the text of a cell. */
const MAX_CELL_LENGTH = 32_767

/** The width of columns in characters. A sheet without a grid has one column of the last width. */
const MIN_WIDTH = 9
const MAX_WIDTH = 36
const WIDTH_WITHOUT_GRID = 120

/** The height of a line of text, and the maximum height of a row, in points. */
const LINE_HEIGHT = 15
const MAX_ROW_HEIGHT = 409

const BOLD: CellStyle = { font: { name: 'Calibri', size: 11, bold: true } }
const LEFT = { vertical: 'top', horizontal: 'left' } as const
const RIGHT = { vertical: 'top', horizontal: 'right', indent: 1 } as const
const HEAD: CellStyle = {
  ...BOLD,
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EBEF' } },
  border: { bottom: { style: 'thin' } },
}

/** Finds the doubts about a figure. */
type DoubtFinder = Pick<FigureTraces, 'findDoubts'>

interface StyledCell extends Pick<Cell, 'value'> {
  readonly style: CellStyle
  /** The text that the cell shows. */
  readonly text: string
}

/** A row of a sheet: the cells of a grid, or one line of text over the width of the sheet. */
interface SheetRow {
  readonly cells: readonly StyledCell[]
  readonly kind: 'line' | 'titles' | 'cells'
}

/** Builds a sheet from lines of text and from grids, one below the other. */
export class SheetBuilder {
  readonly #rows: SheetRow[] = []

  constructor(private readonly name: string) {}

  get isEmpty(): boolean {
    return this.#rows.length === 0
  }

  addLine(text: string, isBold = false): void {
    this.#rows.push({ cells: [createTextCell(text, isBold ? BOLD : {}, true)], kind: 'line' })
  }

  /** Adds a title and lines under it. Adds nothing if there are no lines. */
  addList(title: string, lines: readonly string[]): void {
    if (lines.length === 0) return
    this.#addGap()
    this.addLine(title, true)
    for (const line of lines) this.addLine(line)
  }

  /** Adds a grid. Adds nothing if it has no rows. The number of a doubtful figure is shown with `?`. */
  addGrid({ caption, columns, rows, note }: Grid, traces: DoubtFinder | null = null): void {
    if (rows.length === 0) return
    this.#addGap()
    this.addLine(caption, true)
    const isText = (i: number): boolean => i === 0 || columns[i]?.isText === true
    this.#rows.push({
      kind: 'titles',
      cells: columns.flatMap(({ title, noteTitle }, i) => [
        typeof title === 'number'
          ? createNumberCell(title, String(title), HEAD)
          : createTextCell(title, HEAD, isText(i)),
        ...(noteTitle === undefined ? [] : [createTextCell(noteTitle, HEAD, true)]),
      ]),
    })
    for (const { cells, isTotal = false } of rows)
      this.#rows.push({
        kind: 'cells',
        cells: cells.flatMap((cell, i) => [
          createCell(cell, isTotal, isText(i), traces),
          ...(columns[i]?.noteTitle === undefined ? [] : [createTextCell(getNote(cell), {}, true)]),
        ]),
      })
    if (note !== undefined) this.addLine(note)
  }

  build(): WriteSheet {
    const widths = this.#measureWidths()
    const lastColumn = widths.length - 1
    const titlesRows = this.#rows.flatMap(({ kind }, i) => (kind === 'titles' ? [i + 1] : []))
    // If there is only one grid, its titles stay on the screen and are printed on every page.
    const titlesRow = titlesRows.length === 1 ? titlesRows[0] : undefined
    return {
      name: this.name,
      columns: widths.map(width => ({ width })),
      rows: this.#rows.map(({ cells }) => cells.map(({ value }) => value)),
      cells: new Map(
        this.#rows.flatMap(({ cells }, i) =>
          cells.map(({ style, value }, k) => [`${i},${k}`, { style, ...keepErrorText(value) }]),
        ),
      ),
      merges: this.#rows.flatMap(({ kind }, i) =>
        kind === 'line' && lastColumn > 0 ? [{ startRow: i, startCol: 0, endRow: i, endCol: lastColumn }] : [],
      ),
      // Some programs do not adapt the height of a row to its text.
      rowDefs: new Map(this.#rows.map((row, i) => [i, { height: measureHeight(row, widths) }])),
      pageSetup: {
        orientation: 'landscape',
        fitToPage: true,
        fitToWidth: 1,
        fitToHeight: 0,
        ...(titlesRow === undefined ? {} : { printTitlesRow: `$${titlesRow}:$${titlesRow}` }),
      },
      headerFooter: { oddFooter: '&RPage &P of &N' },
      ...(titlesRow === undefined ? {} : { freezePane: { rows: titlesRow } }),
    }
  }

  #addGap(): void {
    if (this.#rows.length > 0) this.#rows.push({ cells: [], kind: 'cells' })
  }

  /** Returns the widths of the columns, which fit the longest line of a cell, up to a maximum. */
  #measureWidths(): number[] {
    const widths: number[] = []
    for (const { cells, kind } of this.#rows)
      if (kind !== 'line')
        for (const [i, { text }] of cells.entries())
          for (const line of text.split('\n'))
            widths[i] = Math.min(Math.max(widths[i] ?? MIN_WIDTH, line.length + 2), MAX_WIDTH)
    return widths.length === 0 ? [WIDTH_WITHOUT_GRID] : widths
  }
}

/** Estimates the height of a row from the number of lines of its texts. Breaks between words need some of the width. */
function measureHeight({ cells, kind }: SheetRow, widths: readonly number[]): number {
  const totalWidth = widths.reduce((sum, width) => sum + width, 0)
  const lineCounts = cells.map(({ text }, i) => {
    const width = kind === 'line' ? totalWidth : (widths[i] ?? MIN_WIDTH)
    return text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil((line.length * 1.1) / width)), 0)
  })
  return Math.min(LINE_HEIGHT * Math.max(1, ...lineCounts), MAX_ROW_HEIGHT)
}

const getNote = (cell: GridCell): string => (typeof cell === 'object' ? (cell.note ?? '') : '')

function createCell(cell: GridCell, isTotal: boolean, isText: boolean, traces: DoubtFinder | null): StyledCell {
  if (typeof cell === 'number') return createNumberCell(cell, String(cell), {})
  const { text, cents, ratio, figure, isMain = false } = typeof cell === 'string' ? { text: cell } : cell
  const style = isTotal || isMain ? BOLD : {}
  const doubtMark = figure !== undefined && traces !== null && traces.findDoubts(figure).length > 0 ? '?' : ''
  const formatNumber = (numFmt: string): CellStyle => ({
    ...style,
    numFmt: doubtMark === '' ? numFmt : `${numFmt}"${doubtMark}"`,
  })
  // Dividing two exact numbers gives the number that is nearest to the amount, as reading its decimal text would.
  if (cents !== undefined && isExact(cents))
    return createNumberCell(Number(cents) / 100, text, formatNumber(MONEY_FORMAT))
  if (ratio !== undefined) return createNumberCell(Number(ratio) / 1_000_000, text, formatNumber(SHARE_FORMAT))
  return createTextCell(`${text}${doubtMark}`, style, isText)
}

const isExact = (cents: Cents): boolean => cents < EXACT_CENTS_BOUND && cents > -EXACT_CENTS_BOUND

const createNumberCell = (value: number, text: string, style: CellStyle): StyledCell => ({
  value,
  text,
  style: { ...style, alignment: RIGHT },
})

/**
 * Makes a cell of text. It is never a formula. If the text begins like a formula, the format keeps it text even if
 * somebody edits the cell.
 */
const createTextCell = (text: string, style: CellStyle, isText: boolean): StyledCell => ({
  value: text === '' ? null : encodeText(text),
  text,
  style: {
    ...style,
    ...(/^[=+\-@\t\r]/.test(text) ? { numFmt: '@' } : {}),
    alignment: { ...(isText ? LEFT : RIGHT), wrapText: true },
  },
})

/** Makes a text such as `#N/A` rich text, because the library writes it as an error of a formula otherwise. */
const keepErrorText = (value: Cell['value']): Pick<Cell, 'richText'> =>
  typeof value === 'string' && value.startsWith('#') ? { richText: [{ text: value }] } : {}

/** Replaces characters that a workbook cannot contain, and encodes text that a program would take for a character code. */
const encodeText = (text: string): string =>
  replaceUnprintableCharacters(text.length > MAX_CELL_LENGTH ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…` : text)
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
