// A thread that writes files, and makes the sums of their bytes, behind the one that makes the bytes.
import { createHash, type Hash } from 'node:crypto'
import { readSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { BEGIN, BYTES, Ring } from './ring.js'

const hashes = new Map<number, Hash>()

new Ring(workerData).serve((kind, descriptor, bytes, length) => {
  if (kind === BEGIN) {
    const hash = createHash('sha256')
    hashes.set(descriptor, hash)
    for (let at = 0; at < length; ) {
      const count = readSync(descriptor, bytes, 0, Math.min(bytes.length, length - at), at)
      if (count === 0) throw Object.assign(new Error(), { code: 'cut meanwhile' })
      hash.update(bytes.subarray(0, count))
      at += count
    }
    return
  }
  const hash = hashes.get(descriptor) as Hash
  if (kind === BYTES) {
    hash.update(bytes.subarray(0, length))
    for (let at = 0; at < length; ) at += writeSync(descriptor, bytes, at, length - at)
  } else bytes.set(Buffer.from(hash.digest('hex')))
})
