import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { csv } from '../stream/formats/csv.js'
import { parquet, parquetSink } from '../stream/formats/parquet.js'
import type { Writer } from '../stream/formats/writer.js'

/** A page cannot load hyparquet-writer from `node_modules`, so the bundle of the playground contains it. */
const bundledParquet: Writer = {
  ...parquet,
  load: async () => parquetSink({ ByteWriter, ParquetWriter }),
}

/** The writers of the table formats that the page offers. */
export const DOWNLOADS = { csv, parquet: bundledParquet } as const

export type TableFormat = keyof typeof DOWNLOADS
