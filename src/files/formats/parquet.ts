import { loadPeer } from '../../core/load-peer.js'
import { openColumnEncoder } from './columns.js'
import type { ParquetLibrary } from './parquet-sink.js'
import type { FormatWriter } from './writer.js'

/** The Parquet writer. A row group has about 2 MB of cells. */
export const parquet: FormatWriter = {
  doc: 'Parquet with Snappy compression, for warehouses and engines. Small, with column types. Needs `hyparquet-writer`.',
  family: 'Parquet',
  types: {
    text: 'UTF8',
    int: 'INT32',
    bool: 'BOOLEAN',
    money: 'DECIMAL(18,2) on INT64',
    ratio: 'DECIMAL(18,6) on INT64',
    date: 'DATE',
  },
  // hyparquet-writer is loaded first, so that a missing package stops the conversion before it creates a folder.
  load: async () => {
    const library = await loadPeer<ParquetLibrary>('Parquet', 'hyparquet-writer')
    const { makeParquetOpener } = await import('./parquet-sink.js')
    return makeParquetOpener(library)
  },
  openEncoder: openColumnEncoder,
}
