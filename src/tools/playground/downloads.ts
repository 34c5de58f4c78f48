// This file is apart from `engine` and `page`, because the HTML of `shell.ts` lists the same formats.

import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { csv } from '../../files/formats/csv.js'
import { parquet } from '../../files/formats/parquet.js'
import { makeParquetOpener } from '../../files/formats/parquet-sink.js'
import type { FormatWriter } from '../../files/formats/writer.js'

/** The Parquet writer. A page cannot load hyparquet-writer from `node_modules`, so the bundle contains it. */
const bundledParquet: FormatWriter = { ...parquet, load: async () => makeParquetOpener({ ByteWriter, ParquetWriter }) }

/** The writers of the table formats that the page offers. */
export const DOWNLOADS = { csv, parquet: bundledParquet } as const

export type TableFormat = keyof typeof DOWNLOADS
