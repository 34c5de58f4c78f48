import type { JsonWindow } from './json-window.js'

/** What is left of a word of which only the first bytes count. */
const MASKS = Int32Array.of(-1, 0xff, 0xffff, 0xffffff)

/**
 * What values mean, by what they are read as and by their bytes: taxpayers work for few employers, and live in few
 * states. A value has two places that it may stand in, so that two which come again and again need not drive each other out.
 */
export class ValueCache<T> {
  /** The most bytes of a value that is kept. */
  readonly most: number
  /** Words of a place. */
  readonly #room: number
  readonly #places: number
  readonly #marks: Int32Array
  readonly #words: Int32Array
  readonly #values: (T | null)[]
  #turn = 0

  /** So many places, a power of 2, for values of so many words, 63 at most. */
  constructor(places: number, room: number) {
    this.most = 4 * room
    this.#room = room
    this.#places = places
    this.#marks = new Int32Array(places)
    this.#words = new Int32Array(places * room)
    this.#values = new Array<T | null>(places).fill(null)
  }

  /** Where a value stands; the complement of where it would stand. `kind` says what it is read as, and is above 0. */
  placeOf(window: JsonWindow, kind: number, from: number, to: number): number {
    const { view } = window
    const tail = (to - from) & 3
    const last = to - tail
    let hash = Math.imul(kind, -1640531527)
    for (let at = from; at < last; at += 4) {
      hash = Math.imul(hash ^ view.getInt32(at, true), -1640531535)
      hash ^= hash >>> 15
    }
    if (tail !== 0)
      hash = Math.imul(hash ^ (view.getInt32(last, true) & (MASKS[tail] as number)), -1640531535)
    hash ^= hash >>> 13
    const place = (hash ^ (hash >>> 18)) & (this.#places - 1)
    if (this.#has(place, window, kind, from, to)) return place
    if (this.#has(place ^ 1, window, kind, from, to)) return place ^ 1
    this.#turn ^= 1
    return ~(place ^ this.#turn)
  }

  /** The length of the value that stands at a place, where these bytes begin with it; else 0. */
  lengthAt(place: number, window: JsonWindow, kind: number, from: number): number {
    const mark = this.#marks[place] as number
    return mark >>> 8 === kind && this.#begins(place, window, from, mark & 255) ? mark & 255 : 0
  }

  /** What stands at a place. */
  at(place: number): T {
    return this.#values[place] as T
  }

  keep(place: number, window: JsonWindow, kind: number, from: number, to: number, value: T): void {
    const { view } = window
    const tail = (to - from) & 3
    const last = to - tail
    let word = place * this.#room
    for (let at = from; at < last; at += 4) this.#words[word++] = view.getInt32(at, true)
    if (tail !== 0) this.#words[word] = view.getInt32(last, true) & (MASKS[tail] as number)
    this.#marks[place] = (kind << 8) | (to - from)
    this.#values[place] = value
  }

  /** True where just this value stands at a place. */
  #has(place: number, window: JsonWindow, kind: number, from: number, to: number): boolean {
    return this.#marks[place] === ((kind << 8) | (to - from)) && this.#begins(place, window, from, to - from)
  }

  #begins(place: number, { view }: JsonWindow, from: number, length: number): boolean {
    const words = this.#words
    const tail = length & 3
    const last = from + length - tail
    let word = place * this.#room
    for (let at = from; at < last; at += 4) if (words[word++] !== view.getInt32(at, true)) return false
    return tail === 0 || words[word] === (view.getInt32(last, true) & (MASKS[tail] as number))
  }
}
