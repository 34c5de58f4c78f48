// Runs a script with DuckDB and prints the result of each SELECT as `duckdb -csv` does.
import { readFileSync } from 'node:fs'
import { DuckDBInstance, StatementType } from '@duckdb/node-api'

const duck = await (await DuckDBInstance.create(':memory:')).connect()
const cell = value => (/[",\n]/.test(String(value)) ? `"${value.replaceAll('"', '""')}"` : String(value ?? ''))
const statements = await duck.extractStatements(readFileSync(process.argv[2], 'utf8'))
for (let i = 0; i < statements.count; i++) {
  const result = await (await statements.prepare(i)).runAndReadAll()
  if (result.statementType !== StatementType.SELECT) continue
  console.log(result.columnNames().map(cell).join())
  for (const row of result.getRowsJson()) console.log(row.map(cell).join())
}
