import type { LaidOutRows, Outlet, Spend } from './writer.js'

const encoder = new TextEncoder()

/** Rows as bytes in memory, until they are taken. */
export class HeldRows implements Outlet {
  rows = 0
  #chunks: Uint8Array[] = []
  readonly #spend: Spend

  constructor(spend: Spend) {
    this.#spend = spend
  }

  bytes(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    this.#spend(bytes.length)
    this.#chunks.push(new Uint8Array(bytes))
  }

  /** Adds a row that is a line of text. */
  line(text: string): void {
    this.rows++
    this.bytes(encoder.encode(`${text}\n`))
  }

  /** What was added so far; starts anew. */
  take(): LaidOutRows {
    const rows = { count: this.rows, chunks: this.#chunks }
    this.rows = 0
    this.#chunks = []
    return rows
  }
}
