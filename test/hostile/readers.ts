// Reads tables back with readers that are not part of this project. A missing or empty cell is null.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC as readWithArrow } from 'apache-arrow'
import { parseString } from 'fast-csv'
import { toArrow } from '../../src/tables/arrow.js'
import { toCsv } from '../../src/tables/csv.js'
import type { TableData } from '../../src/tables/table.js'
import { readWithFlechette, type Texts } from '../support/cells.js'
import { inFolder } from './reading.js'

const orNull = (cell: unknown): string | null =>
  cell === null || cell === undefined || cell === '' ? null : String(cell)

let duckDb: Promise<DuckDBInstance> | null = null

/** Reads CSV with DuckDB, every column as text. */
export const readWithDuckDb = ({ columns }: Pick<TableData, 'columns'>, csv: string): Promise<Texts> =>
  inFolder(async folder => {
    const path = join(folder, 'table.csv')
    writeFileSync(path, csv)
    duckDb ??= DuckDBInstance.create(':memory:')
    const duck = await (await duckDb).connect()
    try {
      const types = columns.map(({ name }) => `'${name}': 'VARCHAR'`).join()
      const read = await duck.runAndReadAll(`SELECT * FROM read_csv('${path}', header=true, delim=',', quote='"',
        escape='"', auto_detect=false, max_line_size=10000000, columns={${types}})`)
      return read.getRowsJson().map(row => row.map(orNull))
    } finally {
      duck.closeSync()
    }
  })

/** Reads CSV with fast-csv. */
export const readWithFastCsv = (csv: string): Promise<Texts> =>
  new Promise((resolve, reject) => {
    const rows: Texts = []
    parseString<string[], string[]>(csv, { headers: false, ignoreEmpty: false })
      .on('error', reject)
      .on('data', (row: string[]) => rows.push(row.map(orNull)))
      .on('end', () => resolve(rows.slice(1)))
  })

/** Writes a table as Arrow and reads it with flechette and with Arrow's JavaScript library. */
export function readArrow(table: TableData): Record<string, Texts> {
  const arrow = readWithArrow(toArrow(table, 'stream'))
  const flechette = readWithFlechette(toArrow(table, 'file')).readTexts(table.columns)
  return {
    flechette: flechette.map(row => row.map(orNull)),
    arrow: table.rows.map((_, i) => table.columns.map(({ name }) => orNull(arrow.getChild(name)?.get(i)))),
  }
}

/** Writes a table of texts, reads it with every reader and returns the cells by reader name. */
export async function readBack(table: TableData): Promise<Record<string, Texts>> {
  const csv = toCsv(table, { rawText: true })
  return { duckdb: await readWithDuckDb(table, csv), fastCsv: await readWithFastCsv(csv), ...readArrow(table) }
}
