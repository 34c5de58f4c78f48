// A thread that makes lines of tapes, writes files, and makes the sums of their bytes, behind the one that makes the rows.
import { createHash, type Hash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { CsvLines } from '../../export/csv-lines.js'
import { BEGIN, BYTES, MORE, Ring, SUM, TAPE } from './ring.js'

/** A file that is written, what is kept for its lines, and the pieces of a tape that goes on. */
interface File {
  readonly hash: Hash
  readonly lines: CsvLines
  readonly pieces: Buffer[]
}

const files = new Map<number, File>()

function begin(descriptor: number, length: number, bytes: Uint8Array): void {
  const hash = createHash('sha256')
  files.set(descriptor, { hash, lines: new CsvLines(), pieces: [] })
  for (let at = 0; at < length; ) {
    const count = readSync(descriptor, bytes, 0, Math.min(bytes.length, length - at), at)
    if (count === 0) throw Object.assign(new Error(), { code: 'cut meanwhile' })
    hash.update(bytes.subarray(0, count))
    at += count
  }
}

function write(descriptor: number, hash: Hash, bytes: Uint8Array): void {
  hash.update(bytes)
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at)
}

/** The lines of the last piece of a tape, and of those before it. */
function linesOf({ lines, pieces }: File, last: Uint8Array): Uint8Array {
  // A copy of its own begins at a whole word.
  const tape = pieces.length === 0 ? last : new Uint8Array(Buffer.concat([...pieces.splice(0), last]))
  return lines.read(new Int32Array(tape.buffer, tape.byteOffset, tape.byteLength / 4))
}

new Ring(workerData).serve((kind, descriptor, room, length) => {
  if (kind === BEGIN) {
    begin(descriptor, length, room)
    return
  }
  const file = files.get(descriptor) as File
  const bytes = room.subarray(0, length)
  if (kind === BYTES) write(descriptor, file.hash, bytes)
  else if (kind === MORE) file.pieces.push(Buffer.from(bytes))
  else if (kind === TAPE) write(descriptor, file.hash, linesOf(file, bytes))
  else if (kind === SUM) {
    room.set(Buffer.from(file.hash.digest('hex')))
    files.delete(descriptor)
  }
})
