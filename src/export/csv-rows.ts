import { type Cents, formatCents, formatMicros, type Millionths } from '../core/money.js'
import { type CsvOptions, formatCsvText } from './csv-text.js'
import type { CellValue, ColumnType, TableSpec, TaxpayerContext } from './table.js'
import { RowReader } from './table-data.js'

/** The number of bytes after which complete lines are passed on. */
const BLOCK_BYTES = 1 << 16
/** The maximum number of bytes of a 32-bit number with its sign, decimal point and comma. */
const MAX_NUMBER_BYTES = 16
const [COMMA, LINE_FEED, MINUS, POINT, ZERO] = [44, 10, 45, 46, 48]

const createAsciiTable = (test: (character: string) => boolean): Uint8Array =>
  Uint8Array.from({ length: 128 }, (_, code) => Number(test(String.fromCharCode(code))))
/** The first characters of texts that cannot be formulas. */
const SAFE_FIRST_CHARACTERS = createAsciiTable(character => /[0-9A-Za-z$[]/.test(character))
/** ASCII characters that need no quotes and cannot precede a formula. */
const SAFE_CHARACTERS = createAsciiTable(character => !'",\n\r;'.includes(character))

const encoder = new TextEncoder()

/** Adjacent columns of one group, whose cells are written and copied together. */
interface Segment {
  readonly first: number
  end: number
  /** The index of the group of columns that depend on the same object of a row, or -1 if they belong to no group. */
  readonly groupIndex: number
  /** The byte offsets of these cells in the previous row. */
  startByte: number
  endByte: number
}

/**
 * Writes table rows as CSV bytes directly from the cells. Building strings and encoding them afterwards would take 1.2
 * to 1.4 times the processor time of a conversion. Cells that a row shares with the previous row are copied.
 */
export class CsvRows {
  readonly #types: readonly ColumnType[]
  readonly #reader: RowReader
  readonly #segments: readonly Segment[]
  readonly #options: CsvOptions
  readonly #passBytes: (bytes: Uint8Array) => void
  #bytes = new Uint8Array(BLOCK_BYTES + 4096)
  #length = 0
  /** False if the previous row was passed on, so that its cells can no longer be copied. */
  #hasLastRow = false

  /**
   * @param options - The CSV options. The lines begin with a header unless `hasHeader` is false.
   * @param passBytes - Receives complete lines in order, and must use or copy the bytes before it returns.
   */
  constructor(
    spec: TableSpec,
    options: CsvOptions & { readonly hasHeader?: boolean },
    passBytes: (bytes: Uint8Array) => void,
  ) {
    this.#types = spec.columns.map(({ type }) => type)
    this.#reader = new RowReader(spec)
    this.#options = options
    this.#passBytes = passBytes
    const segments: Segment[] = []
    for (const [index, groupIndex] of this.#reader.groupIndexes.entries()) {
      const lastSegment = segments.at(-1)
      if (lastSegment?.groupIndex === groupIndex) lastSegment.end = index + 1
      else segments.push({ first: index, end: index + 1, groupIndex, startByte: 0, endByte: 0 })
    }
    this.#segments = segments
    if (options.hasHeader !== false) {
      for (const { name } of spec.columns) this.#appendText(name)
      this.#endRow()
    }
  }

  /** Writes the rows of one taxpayer. @returns The number of rows. */
  writeRows(context: TaxpayerContext): number {
    return this.#reader.readRows(context, cells => this.#appendRow(cells, this.#reader.isRepeated))
  }

  /** Writes a row of these cells. */
  writeRow(cells: readonly CellValue[]): void {
    this.#appendRow(cells, null)
  }

  /** Passes on the remaining lines. */
  finish(): void {
    if (this.#length > 0) this.#passBytes(this.#bytes.subarray(0, this.#length))
    this.#length = 0
    this.#hasLastRow = false
  }

  #appendRow(cells: readonly CellValue[], isRepeated: readonly boolean[] | null): void {
    const segments = this.#segments
    const canCopy = isRepeated !== null && this.#hasLastRow
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i] as Segment
      const start = this.#length
      if (canCopy && isRepeated[segment.groupIndex] === true) this.#copy(segment.startByte, segment.endByte)
      else
        for (let c = segment.first; c < segment.end; c++)
          this.#appendCell(this.#types[c] as ColumnType, cells[c] as CellValue)
      segment.startByte = start
      segment.endByte = this.#length
    }
    this.#endRow()
  }

  #endRow(): void {
    this.#bytes[this.#length - 1] = LINE_FEED
    this.#hasLastRow = true
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

  #copy(start: number, end: number): void {
    this.#reserve(end - start)
    this.#bytes.copyWithin(this.#length, start, end)
    this.#length += end - start
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
    this.#reserve(count + 1)
    const bytes = this.#bytes
    const start = this.#length
    const first = text.charCodeAt(0)
    let i = 0
    if (first < 128 && SAFE_FIRST_CHARACTERS[first] === 1)
      for (; i < count; i++) {
        const code = text.charCodeAt(i)
        if (code > 127 || SAFE_CHARACTERS[code] !== 1) break
        bytes[start + i] = code
      }
    if (i < count) this.#encode(formatCsvText(text, this.#options))
    else {
      bytes[start + count] = COMMA
      this.#length = start + count + 1
    }
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
