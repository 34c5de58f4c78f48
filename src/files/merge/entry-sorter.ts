import { setImmediate as yieldToEvents } from 'node:timers/promises'
import {
  compareMergeEntries,
  type EntryHead,
  formatEntryHead,
  type MergeEntry,
  type RunFile,
  RunReader,
} from './run-file.js'

/** Entries are written as a run when they exceed `maxBufferedBytes`. `runsPerMerge` runs are merged at a time. */
export interface SorterSizes {
  readonly maxBufferedBytes: number
  readonly runsPerMerge: number
}

const DEFAULT_SORTER_SIZES: SorterSizes = { maxBufferedBytes: 1 << 24, runsPerMerge: 64 }

/** The estimated memory of an entry in bytes, in addition to its head and text. */
const ENTRY_BYTES = 128
/** The number of merged bytes after which the sorter yields to the event loop, so that signals are handled. */
const MAX_BYTES_BEFORE_YIELD = 1 << 22

/** An entry in memory, with its formatted head and its text as UTF-8. */
interface BufferedEntry extends Pick<EntryHead, 'id' | 'kind'> {
  readonly head: Buffer
  readonly text: Buffer
}

/** Sorts entries with an external merge sort. Entries with the same taxpayer and kind stay in input order. */
export class EntrySorter {
  readonly #createFile: () => RunFile
  readonly #sizes: SorterSizes
  #entries: BufferedEntry[] = []
  #bytes = 0
  /** The runs by level, oldest first. Above level 0, a run was merged from `runsPerMerge` runs of the level below. */
  readonly #levels: RunFile[][] = []

  constructor(createFile: () => RunFile, sizes: SorterSizes = DEFAULT_SORTER_SIZES) {
    this.#createFile = createFile
    this.#sizes = sizes
  }

  /** Adds an entry. Returns a promise if the caller must wait until entries are written to disk. */
  add({ text: json, ...entry }: MergeEntry): Promise<void> | undefined {
    const text = Buffer.from(json, 'utf8')
    const head = Buffer.from(formatEntryHead({ ...entry, length: text.length }), 'utf8')
    this.#entries.push({ id: entry.id, kind: entry.kind, head, text })
    this.#bytes += head.length + text.length + ENTRY_BYTES
    return this.#bytes > this.#sizes.maxBufferedBytes ? this.#spill() : undefined
  }

  /** Calls `visit` with each entry in sorted order. `visit` must call `take` on the reader to get the entry's text. */
  async visitSorted(visit: (head: EntryHead, reader: RunReader) => void): Promise<void> {
    if (this.#entries.length > 0) await this.#spill()
    // Runs of higher levels contain earlier entries, so they come first.
    await mergeRuns(this.#levels.toReversed().flat(), visit)
  }

  async #spill(): Promise<void> {
    const file = this.#createFile()
    for (const { head, text } of this.#entries.sort(compareMergeEntries)) {
      file.writeBytes(head)
      file.writeBytes(text)
    }
    this.#entries = []
    this.#bytes = 0
    await this.#addRun(file, 0)
  }

  async #addRun(run: RunFile, level: number): Promise<void> {
    run.end()
    this.#levels[level] ??= []
    const files = this.#levels[level]
    files.push(run)
    if (files.length < this.#sizes.runsPerMerge) return
    const mergedRun = this.#createFile()
    await mergeRuns(files, (head, reader) => {
      mergedRun.writeBytes(Buffer.from(formatEntryHead(head), 'utf8'))
      reader.take(chunk => mergedRun.writeBytes(chunk))
    })
    for (const file of files) file.discard()
    files.length = 0
    await this.#addRun(mergedRun, level + 1)
  }
}

/** Calls `visit` with the entries of sorted files in order. For equal entries, earlier files come first. */
async function mergeRuns(
  files: readonly RunFile[],
  visit: (head: EntryHead, reader: RunReader) => void,
): Promise<void> {
  let readers = files.map(file => new RunReader(file))
  let bytes = 0
  for (;;) {
    let nextReader: RunReader | null = null
    let hasEnded = false
    for (const reader of readers) {
      if (reader.head === null) hasEnded = true
      else if (nextReader?.head == null || compareMergeEntries(reader.head, nextReader.head) < 0) nextReader = reader
    }
    if (nextReader?.head == null) return
    bytes += nextReader.head.length
    visit(nextReader.head, nextReader)
    if (hasEnded) readers = readers.filter(({ head }) => head !== null)
    if (bytes > MAX_BYTES_BEFORE_YIELD) {
      bytes = 0
      await yieldToEvents()
    }
  }
}
