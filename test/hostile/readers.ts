// Reads tables back with readers that are not part of this project. A missing or empty cell is null.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { tableFromIPC as readWithFlechette } from '@uwdata/flechette'
import { tableFromIPC as readWithArrow } from 'apache-arrow'
import { parseString } from 'fast-csv'
import { toArrow } from '../../src/tables/arrow.js'
import { toCsv } from '../../src/tables/csv.js'
import type { TableData } from '../../src/tables/table.js'
import { inFolder } from './reading.js'

/** The cells of a table as a reader returns them, converted to text. */
export type Cells = (string | null)[][]

const orNull = (cell: unknown): string | null =>
  cell === null || cell === undefined || cell === '' ? null : String(cell)

/** Formats a decimal with `places` decimals from a whole number of its smallest units. */
const decimal = (units: bigint, places: number): string => {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** Reads CSV with DuckDB, every column as text. */
export const readWithDuckDb = ({ columns }: Pick<TableData, 'columns'>, csv: string): Promise<Cells> =>
  inFolder(async folder => {
    const path = join(folder, 'table.csv')
    writeFileSync(path, csv)
    const duck = await (await DuckDBInstance.create(':memory:')).connect()
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
export const readWithFastCsv = (csv: string): Promise<Cells> =>
  new Promise((resolve, reject) => {
    const rows: Cells = []
    parseString<string[], string[]>(csv, { headers: false, ignoreEmpty: false })
      .on('error', reject)
      .on('data', (row: string[]) => rows.push(row.map(orNull)))
      .on('end', () => resolve(rows.slice(1)))
  })

/** Writes a table as Arrow and reads it with flechette and with Arrow's JavaScript library. */
export function readArrow(table: TableData): Record<string, Cells> {
  const flechette = readWithFlechette(toArrow(table, 'file'), { useDecimalInt: true, useBigInt: true })
  const arrow = readWithArrow(toArrow(table, 'stream'))
  const rows = Array.from({ length: table.rows.length }, (_, i) => i)
  const cellOf = (cell: unknown, type: string): string | null =>
    typeof cell === 'bigint' && type !== 'int' ? decimal(cell, type === 'money' ? 2 : 6) : orNull(cell)
  return {
    flechette: rows.map(i => table.columns.map(({ name, type }) => cellOf(flechette.getChild(name).at(i), type))),
    arrow: rows.map(i => table.columns.map(({ name }) => orNull(arrow.getChild(name)?.get(i)))),
  }
}

/** Writes a table of texts, reads it with every reader and returns the cells by reader name. */
export async function readBack(table: TableData): Promise<Record<string, Cells>> {
  const csv = toCsv(table, { rawText: true })
  return { duckdb: await readWithDuckDb(table, csv), fastCsv: await readWithFastCsv(csv), ...readArrow(table) }
}
