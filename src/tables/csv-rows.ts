import { type Cents, formatCents, formatMicros, type Millionths } from '../core/money.js'
import { type CsvOptions, formatCsvText } from './csv-text.js'
import {
  type CellValue,
  type ColumnType,
  readTableCell,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
} from './table.js'

/** The number of bytes after which complete lines are passed on. */
const BLOCK_BYTES = 1 << 16
/** The maximum number of bytes of a 32-bit number with its sign, decimal point and comma. */
const MAX_NUMBER_BYTES = 16
const [COMMA, LINE_FEED, MINUS, POINT, QUOTE, ZERO, NINE] = [44, 10, 45, 46, 34, 48, 57]

const createAsciiTable = (test: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => Number(test(String.fromCharCode(code))))
/** The first characters of texts that cannot be formulas. */
const SAFE_FIRST_CHARACTERS = createAsciiTable(character => /[0-9A-Za-z$[]/.test(character))
/** ASCII characters that cannot precede a formula and are not doubled in quotes. A comma needs quotes around the text. */
const SAFE_CHARACTERS = createAsciiTable(character => !'"\n\r;'.includes(character))

const encoder = new TextEncoder()

/**
 * Writes table rows as CSV bytes directly from the cells. Building strings and encoding them afterwards would take 1.2
 * to 1.4 times the processor time of a conversion.
 */
export class CsvRows {
  readonly #spec: TableSpec
  readonly #types: readonly ColumnType[]
  readonly #options: CsvOptions
  readonly #passBytes: (bytes: Uint8Array) => void
  #bytes = new Uint8Array(BLOCK_BYTES + 4096)
  #length = 0

  /**
   * @param options - The CSV options. The lines begin with a header unless `hasHeader` is false.
   * @param passBytes - Receives complete lines in order, and must use or copy the bytes before it returns.
   */
  constructor(
    spec: TableSpec,
    options: CsvOptions & { readonly hasHeader?: boolean },
    passBytes: (bytes: Uint8Array) => void,
  ) {
    this.#spec = spec
    this.#types = spec.columns.map(({ type }) => type)
    this.#options = options
    this.#passBytes = passBytes
    if (options.hasHeader !== false) {
      for (const { name } of spec.columns) this.#appendText(name)
      this.#endRow()
    }
  }

  /** Writes the rows of one taxpayer. @returns The number of rows. */
  writeRows(context: TaxpayerContext): number {
    const { columns } = this.#spec
    let count = 0
    for (const row of this.#spec.rows(context)) {
      for (let i = 0; i < columns.length; i++)
        this.#appendCell(this.#types[i] as ColumnType, readTableCell(columns[i] as TableColumn<unknown>, row, context))
      this.#endRow()
      count++
    }
    return count
  }

  /** Writes a row of these cells. */
  writeRow(cells: readonly CellValue[]): void {
    for (let i = 0; i < cells.length; i++) this.#appendCell(this.#types[i] as ColumnType, cells[i] as CellValue)
    this.#endRow()
  }

  /** Passes on the remaining lines. */
  finish(): void {
    if (this.#length > 0) this.#passBytes(this.#bytes.subarray(0, this.#length))
    this.#length = 0
  }

  #endRow(): void {
    this.#bytes[this.#length - 1] = LINE_FEED
    if (this.#length > BLOCK_BYTES) this.finish()
  }

  /** Reserves space for this number of additional bytes. */
  #reserve(count: number): void {
    const needed = this.#length + count
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(this.#bytes.length * 2, needed))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }

  /** Writes a cell and a comma. */
  #appendCell(type: ColumnType, value: CellValue): void {
    if (typeof value === 'string') this.#appendText(value)
    else if (typeof value === 'number' && (value | 0) === value) this.#appendNumber(type, value)
    else if (value === null) this.#ascii('')
    else if (type === 'money') this.#ascii(formatCents(value as Cents))
    else if (type === 'ratio') this.#ascii(formatMicros(value as Millionths))
    else this.#ascii(String(value))
  }

  #ascii(text: string): void {
    this.#reserve(text.length + 1)
    for (let i = 0; i < text.length; i++) this.#bytes[this.#length++] = text.charCodeAt(i)
    this.#bytes[this.#length++] = COMMA
  }

  /** Writes a text with guard and quotes. For short ASCII texts, a loop is faster than the encoder. */
  #appendText(text: string): void {
    const count = text.length
    this.#reserve(count + 3)
    const bytes = this.#bytes
    const start = this.#length
    // Reading a character beyond the end makes V8 discard the compiled function, and many texts are empty.
    const firstCode = count === 0 ? 0 : text.charCodeAt(0)
    let i = 0
    let digitCount = 0
    let hasComma = false
    if (firstCode < 128 && SAFE_FIRST_CHARACTERS[firstCode] === 1)
      for (; i < count; i++) {
        const code = text.charCodeAt(i)
        if (code > 127 || SAFE_CHARACTERS[code] !== 1) break
        bytes[start + i] = code
        if (code === COMMA) hasComma = true
        else if (code <= NINE && code >= ZERO) digitCount++
      }
    if (i < count) {
      this.#encode(formatCsvText(text, this.#options))
      return
    }
    let end = start + count
    if (hasComma || digitCount === count) {
      // Quotes also show that digits and empty text are text, as in `formatCsvText`.
      bytes.copyWithin(start + 1, start, end)
      bytes[start] = QUOTE
      bytes[end + 1] = QUOTE
      end += 2
    }
    bytes[end] = COMMA
    this.#length = end + 1
  }

  /** Writes a text unchanged. */
  #encode(text: string): void {
    this.#reserve(text.length * 3 + 1)
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#length))
    this.#length += written
    this.#bytes[this.#length++] = COMMA
  }

  /** Writes a 32-bit number: cents with two decimals, millionths with six. */
  #appendNumber(type: ColumnType, value: number): void {
    this.#reserve(MAX_NUMBER_BYTES)
    if (value < 0) this.#bytes[this.#length++] = MINUS
    const size = value < 0 ? -value : value
    const decimals = type === 'money' ? 2 : type === 'ratio' ? 6 : 0
    if (decimals === 0) this.#appendDigits(size, 1)
    else {
      const unit = decimals === 2 ? 100 : 1_000_000
      const wholeUnits = Math.floor(size / unit)
      this.#appendDigits(wholeUnits, 1)
      this.#bytes[this.#length++] = POINT
      this.#appendDigits(size - wholeUnits * unit, decimals)
    }
    this.#bytes[this.#length++] = COMMA
  }

  /** Writes digits, padded with zeros to a width. */
  #appendDigits(value: number, width: number): void {
    let count = width
    for (let limit = 10 ** width; value >= limit; limit *= 10) count++
    const end = this.#length + count
    for (let at = end - 1, remainingValue = value; at >= this.#length; at--) {
      const quotient = Math.floor(remainingValue / 10)
      this.#bytes[at] = ZERO + remainingValue - quotient * 10
      remainingValue = quotient
    }
    this.#length = end
  }
}
