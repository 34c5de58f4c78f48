import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isBlank, isGzip, isSpace, LINE_FEED, withoutMark } from '../bytes.js'
import { type FilePart, identityOf, isNamedNdjson, readInput } from '../input.js'

const LOOK = 1 << 16

/**
 * A file of lines cut into parts of `size` bytes or more, each from the first byte of a value's line on. Null where the
 * file is not to be cut: it is no plain NDJSON by its name and its first bytes, or has too few lines.
 */
export function partsOf(path: string, size: number): (() => Promise<FilePart>)[] | null {
  if (!isNamedNdjson(path) || path.toLowerCase().endsWith('.gz')) return null
  const { file, cuts } = cutsOf(path, size)
  if (cuts.length === 0) return null
  const starts = [0, ...cuts]
  const partAt = (i: number, line: number): FilePart => ({
    path,
    from: starts[i] as number,
    to: starts[i + 1] ?? Number.POSITIVE_INFINITY,
    line,
    file,
  })
  const lines = new LineNumbers(partAt)
  return starts.map((_, i) => async () => partAt(i, await lines.at(i)))
}

/** Which file it is, and where parts begin in it, behind the first. */
function cutsOf(path: string, size: number): { readonly file: string; readonly cuts: readonly number[] } {
  const none = { file: '', cuts: [] }
  let opened: number | null = null
  try {
    const descriptor = openSync(path, 'r')
    opened = descriptor
    const stat = fstatSync(descriptor, { bigint: true })
    const bytes = Number(stat.size)
    if (bytes < 2 * size) return none
    const buffer = Buffer.alloc(LOOK)
    const look = (at: number): Buffer => buffer.subarray(0, readSync(descriptor, buffer, 0, LOOK, at))
    const head = look(0)
    // Gzip by another name; and a part without a value would make of the next what is not so of the whole file.
    if (isBlank(withoutMark(head)) || isGzip(head)) return none
    const cuts: number[] = []
    for (let at = size; at < bytes - size; ) {
      const start = startOfLine(look, at)
      if (start === null || start >= bytes) break
      cuts.push(start)
      at = start + size
    }
    return { file: identityOf(stat), cuts }
  } catch {
    // Why it cannot be read is said when it is read.
    return none
  } finally {
    if (opened !== null) closeSync(opened)
  }
}

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
  readonly #partAt: (part: number, line: number) => FilePart
  readonly #known: Promise<number>[] = [Promise.resolve(1)]

  constructor(partAt: (part: number, line: number) => FilePart) {
    this.#partAt = partAt
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
    for await (const chunk of readInput(this.#partAt(part, line))) {
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) line++
    }
    return line
  }
}
