import { dayNumber } from '../../core/date.js'
import { compareText } from '../../core/text.js'
import { Bits, larger } from '../../export/column-bits.js'
import type { CellValue, ColumnType } from '../../export/table.js'
import type { PageBytes } from './parquet-bytes.js'
import { distinctOf } from './parquet-distinct.js'
import { widthOf, writeHybrid, writeLevels } from './parquet-hybrid.js'

/** What a column chunk holds beside its pages. Missing: no smallest and largest value where all are null. */
export interface ChunkValues {
  readonly nulls: number
  /** Values in the page of the dictionary; null where there is none. */
  readonly distinct: number | null
  readonly least?: string | number | bigint | boolean
  readonly most?: string | number | bigint | boolean
}

/** The cells of one column, held small until their row group is written. */
export abstract class ParquetCells {
  /** Bytes that the last cell takes where it comes again. */
  bytes = 0
  /** Values so far, nulls left out. */
  protected count = 0
  readonly #present = new Bits()
  readonly #width: number

  /** Each value takes so many bytes. */
  constructor(width: number) {
    this.#width = width
  }

  /** Adds a cell, and gives how many bytes it takes. */
  add(value: CellValue): number {
    if (value === null) {
      this.#present.add(false)
      this.bytes = 0
      return 0
    }
    this.#present.add(true)
    this.bytes = this.#width
    return this.#width + this.put(value)
  }

  /** Adds the last cell so many times more. */
  repeat(times: number): void {
    const isValue = this.bytes > 0
    for (let i = 0; i < times; i++) this.#present.add(isValue)
    if (isValue) this.putAgain(times)
  }

  /** Writes the pages of the cells so far, and starts anew. */
  write(isNullable: boolean, dictionary: PageBytes, data: PageBytes): ChunkValues {
    const { length: rows, zeros: nulls } = this.#present
    const present = this.#present.take()
    if (isNullable) writeLevels(data, present, rows, nulls)
    else if (nulls > 0) throw new TypeError('A column that has no nulls has one.')
    const values = this.values(dictionary, data)
    this.count = 0
    return { nulls, ...values }
  }

  /** Adds a value, and gives how many bytes it takes beside its width. */
  protected abstract put(value: NonNullable<CellValue>): number
  protected abstract putAgain(times: number): void
  protected abstract values(dictionary: PageBytes, data: PageBytes): Omit<ChunkValues, 'nulls'>
}

const encoder = new TextEncoder()
/** What a text of a dictionary takes in memory beside its letters, about. */
const ENTRY = 48

/** Text by its place in the dictionary of the row group: what comes again is held once. */
class TextCells extends ParquetCells {
  #codes = new Int32Array(256)
  #known = new Map<string, number>()
  #last: CellValue = null
  #code = 0

  constructor() {
    super(4)
  }

  protected put(value: NonNullable<CellValue>): number {
    let bytes = 0
    if (value !== this.#last) {
      this.#last = value
      const code = this.#known.get(value as string)
      if (code === undefined) {
        this.#code = this.#known.size
        this.#known.set(value as string, this.#code)
        bytes = ENTRY + (value as string).length
      } else this.#code = code
    }
    const at = this.count++
    if (at === this.#codes.length) this.#codes = larger(this.#codes, at, at + 1)
    this.#codes[at] = this.#code
    return bytes
  }

  protected putAgain(times: number): void {
    const at = this.count
    this.count += times
    if (this.count > this.#codes.length) this.#codes = larger(this.#codes, at, this.count)
    this.#codes.fill(this.#code, at, this.count)
  }

  protected values(dictionary: PageBytes, data: PageBytes) {
    const texts = [...this.#known.keys()]
    let [least, most] = [texts[0] as string, texts[0] as string]
    for (const text of texts) {
      if (compareText(text, least) < 0) least = text
      else if (compareText(text, most) > 0) most = text
      writeText(dictionary, text)
    }
    const width = widthOf(texts.length)
    data.byte(width)
    writeHybrid(data, this.#codes, this.count, width)
    this.#known = new Map()
    this.#last = null
    return { distinct: texts.length, ...(texts.length === 0 ? {} : { least, most }) }
  }
}

/** UTF-8 behind its length. */
function writeText(to: PageBytes, text: string): void {
  const { length } = text
  to.reserve(4 + length * 3)
  const { bytes } = to
  const from = to.length + 4
  let i = 0
  if (length < 100)
    for (; i < length; i++) {
      const c = text.charCodeAt(i)
      if (c > 127) break
      bytes[from + i] = c
    }
  const written = i === length ? i : encoder.encodeInto(text, bytes.subarray(from)).written
  to.uint32(written)
  to.length += written
}

/** Numbers of one word of 32 bits or two, the lower first. */
abstract class WordCells extends ParquetCells {
  protected words = new Int32Array(256)
  readonly #width: 1 | 2

  constructor(width: 1 | 2) {
    super(4 * width)
    this.#width = width
  }

  /** Makes room for so many more values, and gives where their words begin. */
  protected place(values: number): number {
    const width = this.#width
    const at = this.count * width
    this.count += values
    if (this.count * width > this.words.length) this.words = larger(this.words, at, this.count * width)
    return at
  }

  protected putAgain(times: number): void {
    const width = this.#width
    const at = this.place(times)
    const { words } = this
    for (let to = at; to < at + times * width; to++) words[to] = words[to - width] as number
  }

  protected values(dictionary: PageBytes, data: PageBytes) {
    const { words, count } = this
    const width = this.#width
    const some = distinctOf(words, count, width)
    if (some === null) data.copy(bytesOf(words, count * width))
    else {
      dictionary.copy(bytesOf(some.words, some.size * width))
      const bits = widthOf(some.size)
      data.byte(bits)
      writeHybrid(data, some.codes, count, bits)
    }
    const ends = count === 0 ? {} : this.ends(some?.words ?? words, some?.size ?? count)
    return { distinct: some?.size ?? null, ...ends }
  }

  protected abstract ends(words: Int32Array, count: number): Pick<ChunkValues, 'least' | 'most'>
}

const bytesOf = (words: Int32Array, count: number): Uint8Array =>
  new Uint8Array(words.buffer, words.byteOffset, count * 4)

/** Whole numbers; a date is its text, or its days since 1970. */
class IntCells extends WordCells {
  constructor() {
    super(1)
  }
  protected put(value: NonNullable<CellValue>): number {
    const at = this.place(1)
    this.words[at] = typeof value === 'string' ? (dayNumber(value) ?? 0) : (value as number)
    return 0
  }
  protected ends(words: Int32Array, count: number) {
    let [least, most] = [words[0] as number, words[0] as number]
    for (let i = 1; i < count; i++) {
      const value = words[i] as number
      if (value < least) least = value
      else if (value > most) most = value
    }
    return { least, most }
  }
}

class DecimalCells extends WordCells {
  constructor() {
    super(2)
  }
  protected put(value: NonNullable<CellValue>): number {
    const at = this.place(1)
    const { words } = this
    if (typeof value === 'bigint') {
      words[at] = Number(BigInt.asIntN(32, value))
      words[at + 1] = Number(value >> 32n)
    } else {
      words[at] = value as number
      words[at + 1] = Math.floor((value as number) / 0x100000000)
    }
    return 0
  }
  protected ends(words: Int32Array, count: number) {
    let [least, most] = [0, 0]
    for (let i = 1; i < count; i++) {
      if (compareAt(words, i, least) < 0) least = i
      else if (compareAt(words, i, most) > 0) most = i
    }
    return { least: decimalAt(words, least), most: decimalAt(words, most) }
  }
}

const compareAt = (words: Int32Array, a: number, b: number): number =>
  (words[a * 2 + 1] as number) - (words[b * 2 + 1] as number) ||
  ((words[a * 2] as number) >>> 0) - ((words[b * 2] as number) >>> 0)

const decimalAt = (words: Int32Array, at: number): bigint =>
  (BigInt(words[at * 2 + 1] as number) << 32n) | BigInt((words[at * 2] as number) >>> 0)

class BoolCells extends ParquetCells {
  readonly #bits = new Bits()
  #last = false
  constructor() {
    super(1)
  }
  protected put(value: NonNullable<CellValue>): number {
    this.#last = value === true
    this.#bits.add(this.#last)
    return 0
  }
  protected putAgain(times: number): void {
    for (let i = 0; i < times; i++) this.#bits.add(this.#last)
  }
  protected values(_: PageBytes, data: PageBytes) {
    const { length, zeros } = this.#bits
    data.copy(this.#bits.take())
    return { distinct: null, ...(length === 0 ? {} : { least: zeros === 0, most: zeros < length }) }
  }
}

/** What holds the cells of a column of each type. */
export const PARQUET_CELLS: Readonly<Record<ColumnType, new () => ParquetCells>> = {
  text: TextCells,
  int: IntCells,
  bool: BoolCells,
  money: DecimalCells,
  ratio: DecimalCells,
  date: IntCells,
}
