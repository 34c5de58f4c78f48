import { closeSync, openSync, readSync } from 'node:fs'
import { type FilePart, isNamedNdjson, readInput } from '../input.js'

const LINE_FEED = 10
const LOOK = 1 << 16
/** A byte order mark may stand before the first value. */
const MARK = 3

/**
 * A file of lines cut into parts of `size` bytes or more, each from the first byte of a value's line on. Null where the
 * file is not to be cut: it is no plain NDJSON by its name and its first bytes, or has too few lines.
 */
export function partsOf(path: string, bytes: number, size: number): (() => Promise<FilePart>)[] | null {
  if (!isNamedNdjson(path) || path.toLowerCase().endsWith('.gz') || bytes < 2 * size) return null
  const starts = [0, ...cutsOf(path, bytes, size)]
  if (starts.length === 1) return null
  const lines = new LineNumbers(path, starts)
  return starts.map((from, i) => async () => ({
    path,
    from,
    to: starts[i + 1] ?? Number.POSITIVE_INFINITY,
    line: await lines.at(i),
  }))
}

/** Where parts begin, behind the first. */
function cutsOf(path: string, bytes: number, size: number): number[] {
  let file: number | null = null
  try {
    const descriptor = openSync(path, 'r')
    file = descriptor
    const buffer = Buffer.alloc(LOOK)
    const look = (at: number): Buffer => buffer.subarray(0, readSync(descriptor, buffer, 0, LOOK, at))
    const head = look(0)
    // Gzip by another name; and a part without a value would make of the next what is not so of the whole file.
    if (head.subarray(MARK).every(isSpace) || (head[0] === 0x1f && head[1] === 0x8b)) return []
    const cuts: number[] = []
    for (let at = size; at < bytes - size; ) {
      const start = startOfLine(look, at)
      if (start === null || start >= bytes) break
      cuts.push(start)
      at = start + size
    }
    return cuts
  } catch {
    // Why it cannot be read is said when it is read.
    return []
  } finally {
    if (file !== null) closeSync(file)
  }
}

const isSpace = (byte: number): boolean => byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9

/** The first place behind another where a line begins that does not begin with white space; null where none does. */
function startOfLine(look: (at: number) => Buffer, from: number): number | null {
  let ended = false
  for (let at = from; ; ) {
    const bytes = look(at)
    if (bytes.length === 0) return null
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      if (ended && !isSpace(byte)) return at + i
      ended = byte === LINE_FEED
    }
    at += bytes.length
  }
}

/** The numbers of the lines that parts begin with, counted when they are asked for. */
class LineNumbers {
  readonly #path: string
  readonly #starts: readonly number[]
  readonly #known: Promise<number>[] = [Promise.resolve(1)]

  constructor(path: string, starts: readonly number[]) {
    this.#path = path
    this.#starts = starts
  }

  at(part: number): Promise<number> {
    for (let i = this.#known.length; i <= part; i++) {
      const number = this.#add(this.#known[i - 1] as Promise<number>, i - 1)
      // Nobody may ask for it any more.
      number.catch(() => {})
      this.#known.push(number)
    }
    return this.#known[part] as Promise<number>
  }

  async #add(before: Promise<number>, part: number): Promise<number> {
    let line = await before
    const [from = 0, to = 0] = this.#starts.slice(part)
    for await (const chunk of readInput({ path: this.#path, from, to, line })) {
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) line++
    }
    return line
  }
}
