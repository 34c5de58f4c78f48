import { columns } from './arrow-layout.js'
import { type OpenSink, PeerMissing, type Writer } from './writer.js'

/** hyparquet-writer is optional: without it there is a sentence, not a stack. */
async function load(): Promise<OpenSink> {
  try {
    return (await import('./parquet-sink.js')).parquetSink
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new PeerMissing('Parquet needs hyparquet-writer beside taxtally: npm install hyparquet-writer')
  }
}

/** Parquet, in row groups of about 4 MB of cells. */
export const parquet: Writer = {
  doc: 'Parquet, Snappy: typed, small, for warehouses and engines. Needs `hyparquet-writer`.',
  family: 'Parquet',
  types: {
    text: 'UTF8',
    int: 'INT32',
    bool: 'BOOLEAN',
    money: 'DECIMAL(18,2) on INT64',
    ratio: 'DECIMAL(18,6) on INT64',
    date: 'DATE',
  },
  load,
  layout: columns,
}
