import { compareText } from '../../core/text.js'
import { larger } from '../../export/column-bits.js'
import type { CellValue } from '../../export/table.js'
import type { PageBytes } from './parquet-bytes.js'
import { ParquetCells } from './parquet-cells.js'
import { widthOf, writeHybrid } from './parquet-hybrid.js'

const encoder = new TextEncoder()
/** What a text of a dictionary takes in memory beside its letters, about. */
const ENTRY = 48

/** Text by its place in the dictionary of the row group: what comes again is held once. */
export class TextCells extends ParquetCells {
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
