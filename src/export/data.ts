import { type CellValue, type Column, type ColumnType, cellAt, type Scope, type TableSpec } from './table.js'

/** A column of a table, as its readers see it. */
export interface ColumnInfo {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
  readonly doc: string
}

/**
 * A table in memory: columns, and rows of cells in their order. Units: money cells are cents, ratio cells millionths,
 * dates `YYYY-MM-DD`. Missing: null. `toCsv` and `toArrow` read it.
 */
export interface TableData {
  readonly name: string
  readonly doc: string
  readonly columns: readonly ColumnInfo[]
  readonly rows: readonly (readonly CellValue[])[]
}

/** The cells of every row that a taxpayer has in a table. */
export const rowsOf = (spec: TableSpec, scope: Scope): CellValue[][] =>
  spec.rows(scope).map(row => spec.columns.map(column => cellAt(column as Column<unknown>, row, scope)))

/** A table of several taxpayers, in their order. */
export const tableOf = (spec: TableSpec, scopes: readonly Scope[]): TableData => ({
  name: spec.name,
  doc: spec.doc,
  columns: spec.columns.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc })),
  rows: scopes.flatMap(scope => rowsOf(spec, scope)),
})
