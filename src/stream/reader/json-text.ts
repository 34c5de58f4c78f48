import { parseJson } from '../../core/parse-json.js'

/** The bytes of one JSON value, kept for as long as anything may be cut out of them. */
export class JsonText {
  /** A character for each byte. */
  readonly bytes: string
  readonly isAscii: boolean
  #text: string | null = null

  constructor(bytes: string, isPlain: boolean) {
    this.bytes = bytes
    this.isAscii = isPlain
  }

  /** The bytes as text. */
  get text(): string {
    this.#text ??= this.#read(this.bytes)
    return this.#text
  }

  /** The value from one byte up to another; undefined where it is no JSON. */
  parse(from: number, to: number): unknown {
    return parseJson(this.#read(this.bytes.slice(from, to)))
  }

  #read(bytes: string): string {
    return this.isAscii ? bytes : Buffer.from(bytes, 'latin1').toString('utf8')
  }
}
