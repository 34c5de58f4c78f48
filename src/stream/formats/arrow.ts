import type { ArrowFormat } from '../../export/arrow.js'
import { mayWriteBehind } from '../behind/writing.js'
import { columns } from './arrow-layout.js'
import { arrowTapes } from './arrow-tapes.js'
import type { Writer } from './writer.js'

/** apache-arrow is slow to load, and only who asks for it pays: the thread that writes files, if there is one. */
const arrowIpc = (form: ArrowFormat, doc: string): Writer => ({
  doc,
  family: 'Arrow',
  types: {
    text: 'Utf8',
    int: 'Int32',
    bool: 'Bool',
    money: 'Decimal128, precision 18, scale 2',
    ratio: 'Decimal128, precision 18, scale 6',
    date: 'Date32',
  },
  load: async (isAlone = false) =>
    isAlone && (await mayWriteBehind())
      ? arrowTapes(form)
      : (await import('./arrow-sink.js')).arrowSink(form),
  layout: columns,
})

/** The Arrow IPC file. */
export const arrow = arrowIpc('file', 'Arrow IPC file, uncompressed: read at random.')

/** The Arrow IPC stream. */
export const arrows = arrowIpc('stream', 'Arrow IPC stream, uncompressed: read as it comes.')
