import type { ArrowFormat } from '../../export/arrow.js'
import type { Writer } from './writer.js'

/** Both forms hand on rows as a stream; apache-arrow is slow to load, and only who asks for it pays. */
const arrowIpc = (form: ArrowFormat, doc: string): Writer<'arrows'> => ({
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
  part: 'arrows',
  load: async role => {
    const { arrowSink, joinedArrowSink } = await import('./arrow-sinks.js')
    return role === 'joined' ? joinedArrowSink(form) : arrowSink(form)
  },
})

/** The Arrow IPC file. */
export const arrow = arrowIpc('file', 'Arrow IPC file, uncompressed: read at random.')

/** The Arrow IPC stream. */
export const arrows = arrowIpc('stream', 'Arrow IPC stream, uncompressed: read as it comes.')
