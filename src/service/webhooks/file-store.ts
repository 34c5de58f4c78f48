import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises'
import { parseJson } from '../../core/json-value.js'
import { lockFile } from '../../files/output/file-lock.js'
import type { EventStore } from './event-store.js'
import { createSavedStore, type MemoryStoreOptions, type StoredEntry } from './memory-store.js'

/** A store in a file. */
export interface FileStore extends EventStore {
  /** Closes the file after the last write, so that another process can open it. Call it when the receiver has stopped. */
  close(): Promise<void>
}

/** The number of lines that the file may have in addition to twice the current entries. */
const MAX_EXTRA_LINES = 1_000

const formatLine = ({ kind, id, value, time }: StoredEntry): string => `${JSON.stringify([kind, id, value, time])}\n`

/** Parses a line. Returns null if the process ended while it wrote the line. */
function parseLine(line: string): StoredEntry | null {
  const [kind, id, value, time] = [parseJson(line)].flat() as Partial<[string, string, string, number]>
  if ((kind !== 'event' && kind !== 'subject') || id === undefined || value === undefined || time === undefined)
    return null
  return { kind, id, value, time }
}

/**
 * Creates a store in a file for the receivers of one process. A value is on disk before `end` returns. The file has a
 * line per value, and is rewritten when most of its lines are outdated. Only its owner can read it. Throws an error if
 * another process uses the file, or if it cannot be read or written.
 */
export async function createFileStore(path: string, options: MemoryStoreOptions = {}): Promise<FileStore> {
  const unlock = await lockFile(path, 'the event store')
  let file: FileHandle | null = null
  let lineCount = 0
  let lastWrite: Promise<void> = Promise.resolve()
  const { store, listEntries, restore } = createSavedStore(options, entry => {
    const write = lastWrite.then(() => writeEntry(entry))
    lastWrite = write.catch(() => {})
    return write
  })

  /** Replaces the file with one that has only the current entries. Until the new file is complete, the old one stays. */
  async function rewrite(): Promise<FileHandle> {
    const entries = listEntries()
    await rm(`${path}.new`, { force: true })
    const newFile = await open(`${path}.new`, 'wx', 0o600)
    try {
      await newFile.writeFile(entries.map(formatLine).join(''))
      await newFile.sync()
      await rename(`${path}.new`, path)
    } catch (cause) {
      await newFile.close()
      throw cause
    }
    await file?.close()
    lineCount = entries.length
    return newFile
  }

  async function writeEntry(entry: StoredEntry): Promise<void> {
    if (file === null || lineCount > 2 * listEntries().length + MAX_EXTRA_LINES) file = await rewrite()
    try {
      await file.appendFile(formatLine(entry))
      await file.datasync()
      lineCount++
    } catch (cause) {
      // The line may be incomplete, so the next value rewrites the file.
      lineCount = Number.POSITIVE_INFINITY
      throw cause
    }
  }

  try {
    const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') return ''
      throw cause
    })
    for (const line of text.split('\n')) {
      const entry = parseLine(line)
      if (entry !== null) restore(entry)
    }
    file = await rewrite()
  } catch (cause) {
    await unlock()
    throw cause
  }
  return {
    ...store,
    async close() {
      await lastWrite
      await file?.close()
      await unlock()
    },
  }
}
