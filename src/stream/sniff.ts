// What a file is: lines of NDJSON, an array of values, or one value.
import { isBlank, isSpace, LINE_FEED, withoutMark } from './bytes.js'
import { COMMA, isBalanced, OPEN_BRACE, OPEN_BRACKET } from './nesting.js'

/** The first bytes of a file, and what they say that it is. */
export interface Head {
  readonly kind: 'lines' | 'array' | 'one'
  readonly bytes: Buffer
}

const LOOK_AHEAD = 8 << 20

/** Reads as much as is needed to see what the file is; null where it is empty. */
export async function readHead(
  source: AsyncIterator<Buffer>,
  max: number,
  ndjson: boolean,
): Promise<Head | null> {
  const limit = Math.min(LOOK_AHEAD, max)
  let held = Buffer.alloc(0)
  let [used, enough] = [0, 0]
  let ended = false
  for (;;) {
    if (ended || used >= enough) {
      const bytes = held.subarray(0, used)
      const kind = kindOf(bytes, ended, used >= limit, ndjson)
      if (kind !== null) return kind === 'empty' ? null : { kind, bytes: withoutMark(bytes) }
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
function kindOf(all: Buffer, ended: boolean, full: boolean, ndjson: boolean): Head['kind'] | 'empty' | null {
  // A byte order mark may come in pieces.
  if (all.length < 3 && !ended) return null
  const bytes = withoutMark(all)
  let start = 0
  while (start < bytes.length && isSpace(bytes[start] as number)) start++
  if (start === bytes.length) return ended ? 'empty' : full ? 'lines' : null
  if (ndjson) return 'lines'
  const inArray = bytes[start] === OPEN_BRACKET
  const end = bytes.indexOf(LINE_FEED, start)
  if (end === -1 && !ended) return full ? (inArray ? 'array' : 'one') : null
  const first = bytes.subarray(start, end === -1 ? bytes.length : end)
  const after = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
  if (isBalanced(first)) {
    if (!isBlank(after)) return 'lines'
    return ended ? (inArray ? 'array' : 'one') : full ? 'lines' : null
  }
  // A string cannot go on in the next line: the first line is a broken value, the others stand on their own.
  const lines = linesOf(after)
  if (lines.length < 3 && !ended && !full) return null
  const [second, third] = lines
  const ownValue = (line: Buffer | undefined): boolean =>
    line !== undefined &&
    (line[0] === OPEN_BRACE || line[0] === OPEN_BRACKET) &&
    isBalanced(line) &&
    !endsWithComma(line)
  const broken =
    ownValue(second) && (third === undefined || third[0] === OPEN_BRACE || third[0] === OPEN_BRACKET)
  return broken ? 'lines' : inArray ? 'array' : 'one'
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
