// A thread of `--jobs`: makes a part of each batch that it is given.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { SourcePiece } from '../source-pieces.js'
import { PartMaker } from './part-maker.js'

const port = parentPort as MessagePort
const maker = await PartMaker.load(workerData)

port.on('message', (pieces: readonly SourcePiece[]) => {
  const part = maker.make(pieces)
  const rows = part === null ? [] : [part.rejected, ...part.rows.flat()]
  // Handed on, not copied.
  port.postMessage(
    part,
    rows.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer as ArrayBuffer)),
  )
})
