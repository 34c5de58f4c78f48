import type { LaidOutRows, Layout, OpenSink, Outlet, Spend } from './writer.js'

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

/** Adds rows that a thread laid out as bytes. */
export function addHeld(out: Outlet, { count, chunks }: LaidOutRows): void {
  out.rows += count
  for (const chunk of chunks) out.bytes(chunk as Uint8Array)
}

/** How a thread lays out rows of a format that is bytes behind bytes: as its file has them. */
export const layoutOf = (open: OpenSink): Layout => ({
  load: async () => (table, options, spend) => {
    const held = new HeldRows(spend)
    const { rows, issue, end } = open(table, held, options)
    const take = () => {
      end()
      return held.take()
    }
    return { rows, issue, take }
  },
})
