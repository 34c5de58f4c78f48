import type * as HyparquetWriter from 'hyparquet-writer'
import type * as DataPage from 'hyparquet-writer/src/datapage.js'
import type * as Metadata from 'hyparquet-writer/src/metadata.js'
import { loadPeer } from '../../core/load-peer.js'

/** The functions of hyparquet-writer that write headers and the footer of a Parquet file. */
export interface ParquetLibrary {
  readonly ByteWriter: typeof HyparquetWriter.ByteWriter
  readonly writePageHeader: typeof DataPage.writePageHeader
  readonly writeMetadata: typeof Metadata.writeMetadata
}

/** Loads hyparquet-writer, which is an optional package. @throws PeerMissing if it is not installed. */
export async function loadParquetLibrary(): Promise<ParquetLibrary> {
  const [{ ByteWriter }, { writePageHeader }, { writeMetadata }] = await Promise.all([
    loadPeer<typeof HyparquetWriter>('Parquet', 'hyparquet-writer'),
    loadPeer<typeof DataPage>('Parquet', 'hyparquet-writer/src/datapage.js'),
    loadPeer<typeof Metadata>('Parquet', 'hyparquet-writer/src/metadata.js'),
  ])
  return { ByteWriter, writePageHeader, writeMetadata }
}
