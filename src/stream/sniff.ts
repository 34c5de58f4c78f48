// What a file is: lines of NDJSON, values that stand behind each other, or no JSON at all.
import { COMMA, isBalanced, isOpener } from '../core/nesting.js'
import type { Description } from '../normalize/unrecognized.js'
import { isBlank, isSpace, LINE_FEED, withoutMark } from './bytes.js'
import { FOREIGN_HEAD, foreignByLines, foreignByMagic } from './foreign.js'

/** The first bytes of a file, and what they say that it is. */
export interface Head {
  readonly kind: 'lines' | 'values' | 'foreign'
  readonly bytes: Buffer
  /** What a file is that is no JSON. */
  readonly foreign?: Description
}

const LOOK_AHEAD = 8 << 20

/** Reads as much as is needed to see what the file is; null where it is empty. Its name, or who asks, may say that it is lines. */
export async function readHead(
  source: AsyncIterator<Buffer>,
  max: number,
  ndjson: boolean,
  lines = false,
): Promise<Head | null> {
  const limit = Math.min(LOOK_AHEAD, max)
  let held = Buffer.alloc(0)
  let [used, enough] = [0, 0]
  let ended = false
  for (;;) {
    if (ended || used >= enough) {
      const bytes = held.subarray(0, used)
      const kind = kindOf(bytes, ended, used >= limit, ndjson, lines)
      if (kind !== null) {
        if (kind === 'empty') return null
        const head = { bytes: withoutMark(bytes) }
        return typeof kind === 'object' ? { ...head, kind: 'foreign', ...kind } : { ...head, kind }
      }
      // Twice as much the next time: small chunks are not each looked at together with all that came before.
      enough = Math.min(used * 2, limit)
    }
    const next = await source.next()
    if (next.done === true) ended = true
    else {
      const all = used + next.value.length
      if (all > held.length) held = Buffer.concat([held.subarray(0, used)], Math.max(all, held.length * 2))
      used += next.value.copy(held, used)
    }
  }
}

/** What the bytes so far say that the file is; null where more are needed. */
function kindOf(
  all: Buffer,
  ended: boolean,
  full: boolean,
  ndjson: boolean,
  lines: boolean,
): 'lines' | 'values' | 'empty' | { readonly foreign: Description } | null {
  // A byte order mark may come in pieces.
  if (all.length < 3 && !ended) return null
  const bytes = withoutMark(all)
  let start = 0
  while (start < bytes.length && isSpace(bytes[start] as number)) start++
  if (start === bytes.length) return ended ? 'empty' : full ? 'lines' : null
  // Who asks for lines has them, whatever the first of them looks like.
  if (lines) return 'lines'
  const opens = isOpener(bytes[start])
  // JSON has no byte of zero.
  if (!opens || bytes[start + 1] === 0) {
    const foreign = foreignOf(all, bytes, ended || full)
    if (foreign !== null) return foreign === 'unknown' ? null : { foreign }
  }
  const end = bytes.indexOf(LINE_FEED, start)
  // Whose name says that each line is a value is believed, where the first line does not say otherwise.
  if (ndjson && (!opens || (end === -1 && full))) return 'lines'
  if (end === -1 && !ended) return full ? 'values' : null
  const first = bytes.subarray(start, end === -1 ? bytes.length : end)
  const after = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
  if (isBalanced(first)) {
    if (ndjson || !isBlank(after)) return 'lines'
    return ended ? 'values' : full ? 'lines' : null
  }
  // A string cannot go on in the next line: the first line is a broken value, the others stand on their own.
  const next = linesOf(after)
  if (next.length < 3 && !ended && !full) return null
  const [second, third] = next
  // A line of a value that is printed over several is set in, or closes what a line before it opened.
  if (ndjson && (second === undefined || isOpener(second[0]))) return 'lines'
  const ownValue = (line: Buffer | undefined): boolean =>
    line !== undefined && isOpener(line[0]) && isBalanced(line) && !endsWithComma(line)
  return ownValue(second) && (third === undefined || isOpener(third[0])) ? 'lines' : 'values'
}

/** What a file is that does not begin as JSON does; null where it may be JSON, and unknown where more bytes are needed. */
function foreignOf(all: Buffer, bytes: Buffer, isEnough: boolean): Description | 'unknown' | null {
  if (all.length < FOREIGN_HEAD && !isEnough) return 'unknown'
  const head = all.subarray(0, FOREIGN_HEAD)
  const byMagic = foreignByMagic(head)
  if (byMagic !== null) return byMagic
  const lines = linesOf(bytes)
  if (lines.length < 3 && !isEnough) return 'unknown'
  return lines.some(line => isOpener(line[0])) ? null : foreignByLines(head, lines)
}

/** The first three lines that are not blank; of blank ones there may be millions, and they cost no buffer each. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let at = 0; at < bytes.length && lines.length < 3; at++) {
    const byte = bytes[at] as number
    if (byte === LINE_FEED) start = at + 1
    else if (!isSpace(byte)) {
      const end = bytes.indexOf(LINE_FEED, at)
      at = end === -1 ? bytes.length : end
      lines.push(bytes.subarray(start, at))
      start = at + 1
    }
  }
  return lines
}

function endsWithComma(line: Buffer): boolean {
  let at = line.length - 1
  while (at > 0 && isSpace(line[at] as number)) at--
  return line[at] === COMMA
}
