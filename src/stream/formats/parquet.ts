import { loadPeer } from '../../core/load-peer.js'
import { columns } from './arrow-layout.js'
import type { ParquetLibrary } from './parquet-sink.js'
import type { OpenSink, Writer } from './writer.js'

/** Loads hyparquet-writer first, so that a missing package stops the conversion before it creates a folder. */
async function load(): Promise<OpenSink> {
  const library = await loadPeer<ParquetLibrary>('Parquet', 'hyparquet-writer')
  return (await import('./parquet-sink.js')).parquetSink(library)
}

/** Parquet, in row groups of about 2 MB of cells. */
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
