// A thread that reads tapes, writes files, and makes the sums of their bytes, behind the one that makes the rows.
import { createHash, type Hash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import type { TapeReader } from '../../export/tape/reader.js'
import { openReader, type ReaderOfTapes } from '../formats/tape-readers.js'
import { BEGIN, BYTES, MORE, OPEN, Ring, SUM, TAPE } from './ring.js'

/** A file that is written, who reads its tapes, and the pieces of what goes on. */
interface File {
  readonly hash: Hash
  reader: TapeReader | null
  readonly pieces: Buffer[]
}

const files = new Map<number, File>()

function begin(descriptor: number, length: number, room: Uint8Array): void {
  const hash = createHash('sha256')
  files.set(descriptor, { hash, reader: null, pieces: [] })
  for (let at = 0; at < length; ) {
    const count = readSync(descriptor, room, 0, Math.min(room.length, length - at), at)
    if (count === 0) throw Object.assign(new Error(), { code: 'cut meanwhile' })
    hash.update(room.subarray(0, count))
    at += count
  }
}

function write(descriptor: number, hash: Hash, bytes: Uint8Array): void {
  hash.update(bytes)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/** What was given, in one piece; a copy of its own begins at a whole word. */
const wholeOf = ({ pieces }: File, last: Uint8Array): Uint8Array =>
  pieces.length === 0 ? last : new Uint8Array(Buffer.concat([...pieces.splice(0), last]))

async function open(descriptor: number, file: File, text: string): Promise<void> {
  file.reader = await openReader(JSON.parse(text) as ReaderOfTapes, bytes =>
    write(descriptor, file.hash, bytes),
  )
}

await new Ring(workerData).serve((kind, descriptor, room, length) => {
  if (kind === BEGIN) return begin(descriptor, length, room)
  const file = files.get(descriptor) as File
  const bytes = room.subarray(0, length)
  if ((kind & ~MORE) === BYTES) return write(descriptor, file.hash, bytes)
  if (kind === SUM) {
    file.reader?.end()
    files.delete(descriptor)
    room.set(Buffer.from(file.hash.digest('hex')))
    return
  }
  if ((kind & MORE) !== 0) {
    file.pieces.push(Buffer.from(bytes))
    return
  }
  const whole = wholeOf(file, bytes)
  if (kind === OPEN) return open(descriptor, file, Buffer.from(whole).toString())
  if (kind === TAPE) file.reader?.read(new Int32Array(whole.buffer, whole.byteOffset, whole.length / 4))
})
