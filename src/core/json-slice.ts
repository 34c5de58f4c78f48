import { getOrCreate } from './lists.js'
import { isOpener, Nesting, QUOTE } from './nesting.js'
import { replaceEach } from './text.js'

/**
 * An index of one JSON text: the positions at which its members and elements begin. It grows with each look-up, so no part
 * of the text is searched twice.
 */
export class JsonPlaces {
  /** Maps the position of an object to the positions of its values by key. */
  readonly members = new Map<number, ReadonlyMap<string, number>>()
  /** Maps the position of an array to those of the elements found so far. The last one may be the end of the array. */
  readonly elements = new Map<number, number[]>()
}

/**
 * Returns the text of a value inside a JSON text, exactly as it was written. Null if nothing is at the path.
 * The text must be valid JSON. If an object has a key twice, the last one counts, as in `JSON.parse`.
 * @param textIndex The index of this text, to reuse the positions that earlier calls found.
 */
export function sliceJson(
  text: string,
  way: readonly (string | number)[],
  places: JsonPlaces = new JsonPlaces(),
): string | null {
  let at = skipSpace(text, 0)
  for (const key of way) {
    const next = typeof key === 'number' ? elementAt(text, at, key, places) : memberOf(text, at, key, places)
    if (next === null) return null
    at = next
  }
  return text.slice(at, valueEnd(text, at))
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && ' \t\n\r'.includes(text[at] as string)) at++
  return at
}

function stringEnd(text: string, from: number): number {
  let at = from + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function valueEnd(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === QUOTE) return stringEnd(text, from)
  if (!isOpener(first)) {
    let at = from
    while (at < text.length && !',]} \t\n\r'.includes(text[at] as string)) at++
    return at
  }
  const nesting = new Nesting()
  for (let at = from; at < text.length; at++) if (nesting.step(text.charCodeAt(at))) return at + 1
  return text.length
}

function elementAt(text: string, from: number, index: number, { elements }: JsonPlaces): number | null {
  if (text[from] !== '[') return null
  const starts = getOrCreate(elements, from, () => [skipSpace(text, from + 1)])
  while (starts.length <= index) {
    const last = starts.at(-1) as number
    if (text[last] === ']') return null
    const end = skipSpace(text, valueEnd(text, last))
    starts.push(text[end] === ',' ? skipSpace(text, end + 1) : end)
  }
  const start = starts[index]
  return start === undefined || text[start] === ']' ? null : start
}

function memberOf(text: string, from: number, key: string, { members }: JsonPlaces): number | null {
  return getOrCreate(members, from, () => membersAt(text, from)).get(key) ?? null
}

function membersAt(text: string, from: number): Map<string, number> {
  const found = new Map<string, number>()
  if (text[from] !== '{') return found
  let at = skipSpace(text, from + 1)
  while (text[at] === '"') {
    const end = stringEnd(text, at)
    const name = JSON.parse(text.slice(at, end)) as string
    at = skipSpace(text, skipSpace(text, end) + 1)
    found.set(name, at)
    at = skipSpace(text, valueEnd(text, at))
    if (text[at] === ',') at = skipSpace(text, at + 1)
  }
  return found
}

/** Puts a JSON text on one line. Line breaks become spaces. JSON strings cannot contain raw line breaks. */
export const oneLine = (text: string): string => replaceEach(text, /[\r\n]+/g, ' ').trim()
