import type { ArrowFormat } from '../../export/arrow.js'
import { columns } from './arrow-layout.js'
import type { Writer } from './writer.js'

/** apache-arrow is slow to load, so only a conversion to Arrow loads it. */
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
  load: async () => (await import('./arrow-sink.js')).arrowSink(form),
  layout: columns,
})

/** The Arrow IPC file. */
export const arrow = arrowIpc('file', 'Arrow IPC file, uncompressed: read at random.')

/** The Arrow IPC stream. */
export const arrows = arrowIpc('stream', 'Arrow IPC stream, uncompressed: read as it comes.')
