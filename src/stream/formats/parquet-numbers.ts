import { dayNumber } from '../../core/date.js'
import { larger } from '../../export/column-bits.js'
import type { CellValue } from '../../export/table.js'
import type { PageBytes } from './parquet-bytes.js'
import { type ChunkValues, ParquetCells } from './parquet-cells.js'
import { distinctOf } from './parquet-distinct.js'
import { widthOf, writeHybrid } from './parquet-hybrid.js'

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
export class IntCells extends WordCells {
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

/** Decimals of 18 digits as 64-bit integers. */
export class DecimalCells extends WordCells {
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
