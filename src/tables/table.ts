import type { Finding } from '../checks/run-checks.js'
import type { Issue } from '../core/issues/issue.js'
import type { Severity } from '../core/issues/issue-table.js'
import { toCamelCase } from '../core/text.js'
import type { GapReason } from '../figures/gap-causes.js'
import type { ReturnLine } from '../figures/return-lines.js'
import type { TaxpayerResult } from '../figures/taxpayer-result.js'
import type { Privacy } from '../ingest/privacy.js'
import type { Submission } from '../ingest/source.js'
import type { Status } from '../resolve/resolved-document.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../schema/role.js'
import type { UnderwritingInputs } from '../underwriting/facts/options.js'
import type { IndicatorName } from '../underwriting/indicators/indicator.js'
import type { ConditionCode, ConditionSeverity, StreamCategory } from '../underwriting/policies/policy.js'
import type { Method, Trend } from '../underwriting/streams/formulas.js'
import type { TieOutFinding, TieOutItem } from '../underwriting/tie-out/finding.js'
import type { PolicyResult } from '../underwriting/underwrite.js'

/**
 * The types of columns. Internally, money is in cents and ratios are in millionths. Every output format writes exact
 * decimals. Dates are `YYYY-MM-DD`.
 */
export const COLUMN_TYPES = ['text', 'int', 'bool', 'money', 'ratio', 'date'] as const

/** The type of the cells of a column. */
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** The value of a cell: text, a number, cents, millionths or a flag. It may be null. */
export type CellValue = string | number | bigint | boolean | null

/** Types for columns with few values, by TypeScript name. The compiler checks that such a column returns that type. */
interface ValueTypes {
  readonly Severity: Severity
  readonly Submission: Submission
  readonly Status: Status
  readonly Basis: Basis
  readonly IncomeCategory: IncomeCategory
  readonly Reason: Reason
  readonly Role: Role
  readonly WithholdingKind: WithholdingKind
  readonly GapReason: GapReason
  readonly ReturnLine: ReturnLine
  readonly IndicatorName: IndicatorName
  readonly ConditionCode: ConditionCode
  readonly "Exclude<ConditionSeverity, 'ignore'>": Exclude<ConditionSeverity, 'ignore'>
  readonly StreamCategory: StreamCategory
  readonly Method: Method
  readonly TieOutFinding: TieOutFinding
  readonly TieOutItem: TieOutItem
  readonly Trend: Trend
}

/** A column of a table in every output format. */
export interface ColumnInfo {
  /** The column name, which is the same in every format. */
  readonly name: string
  /** The type of its cells: text, int, bool, money, ratio or date. */
  readonly type: ColumnType
  /** True if a cell may be null. */
  readonly nullable: boolean
  /** The description in one sentence. */
  readonly doc: string
}

/** A column and the function that reads its value from a row. */
export interface TableColumn<Row> extends ColumnInfo {
  /** The type of the public value, if it is narrower than that of the cell. */
  readonly valueType?: keyof ValueTypes
  readonly readCell: (row: Row, context: TaxpayerContext) => CellValue
}

/** The figures of one taxpayer and the settings for writing them. */
export interface TaxpayerContext {
  readonly result: TaxpayerResult
  readonly taxpayerId: string
  readonly privacy: Privacy
  /** The policies, the known facts and the stated income. If absent, the default policy applies. */
  readonly underwritingInputs?: UnderwritingInputs
  /** Results that the tables cache. A `WeakMap` would keep them until V8 runs a full garbage collection. */
  cache?: DerivedResults
}

/** Results that are computed when a table first needs them. */
interface DerivedResults {
  underwritings?: readonly PolicyResult[]
  findings?: readonly Finding[]
  unusedFacts?: readonly Issue[]
}

/**
 * The public row of a table: its columns as properties, without the taxpayer's id. `npm run generate` writes its type
 * into `src/api/rows.ts`. Names are property names in camelCase, except in `extends.columns`.
 */
export interface RowSpec {
  readonly type: string
  /** The properties that the row omits. */
  readonly without?: readonly string[]
  /** The properties that come first. The others follow in the order of the columns. */
  readonly order?: readonly string[]
  /**
   * Properties that are not columns, or whose type differs from that of their column, with type and description.
   * `src/api` reads their values.
   */
  readonly overrides?: Readonly<Record<string, readonly [type: string, doc: string]>>
  /** A shared type that the row extends, and the columns of that type. */
  readonly extends?: { readonly type: string; readonly columns: readonly string[] }
}

/** A table with its columns and a function that returns the rows of one taxpayer, in their order. */
export interface TableSpec<Row = unknown> {
  readonly name: string
  readonly doc: string
  /** The columns that identify a row. Absent if rows can be equal or an identifying column can be null. */
  readonly key?: readonly string[]
  /** How the table appears in the JSON summary of a taxpayer. Absent if it does not appear there. */
  readonly summary?: 'object' | 'list'
  /** The public row type. Absent if the library returns this data only as a table. */
  readonly rowSpec?: RowSpec
  readonly columns: readonly TableColumn<Row>[]
  /** Lists the rows. A table that can have many more rows than documents is a generator, to save memory. */
  readonly rows: (context: TaxpayerContext) => Iterable<Row>
}

type ColumnValue<W> = W extends keyof ValueTypes ? ValueTypes[W] | null : CellValue

/** Converts a name from snake_case to camelCase. */
type CamelCaseName<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCaseName<Rest>>}`
  : Name

interface ColumnMaker {
  /** Makes a column that reads the property of the same name in camelCase. */
  <Name extends string>(name: Name, doc: string): TableColumn<{ readonly [Key in CamelCaseName<Name>]: CellValue }>
  /** Makes a column that reads its cells with a function. */
  <Row, W extends keyof ValueTypes | undefined = undefined>(
    name: string,
    doc: string,
    readCell: (row: Row, context: TaxpayerContext) => ColumnValue<W>,
    valueType?: W,
  ): TableColumn<Row>
}

function createColumnMaker(type: ColumnType, nullable: boolean): ColumnMaker {
  return <Row>(
    name: string,
    doc: string,
    readCell?: TableColumn<Row>['readCell'],
    valueType?: keyof ValueTypes,
  ): TableColumn<Row> => {
    const property = toCamelCase(name) as keyof Row
    const read = readCell ?? (row => row[property] as CellValue)
    return { name, type, nullable, doc, readCell: read, ...(valueType === undefined ? {} : { valueType }) }
  }
}

/** Functions that make columns. Only those of `nullableColumn` make columns that can be null. */
export const textColumn = createColumnMaker('text', false)
export const intColumn = createColumnMaker('int', false)
export const boolColumn = createColumnMaker('bool', false)
export const moneyColumn = createColumnMaker('money', false)
export const nullableColumn = {
  text: createColumnMaker('text', true),
  int: createColumnMaker('int', true),
  bool: createColumnMaker('bool', true),
  money: createColumnMaker('money', true),
  ratio: createColumnMaker('ratio', true),
  date: createColumnMaker('date', true),
} as const

const DECIMAL_18_BOUND = 1_000_000_000_000_000_000n

/** Returns true if an amount or a ratio does not fit into 18 digits. */
export const isOutOfRange = (value: CellValue): boolean =>
  typeof value === 'bigint' && (value >= DECIMAL_18_BOUND || value <= -DECIMAL_18_BOUND)

/** Returns the cell of a row, or null if the figure is too large for its column. */
export function readTableCell<Row>(column: TableColumn<Row>, row: Row, context: TaxpayerContext): CellValue {
  const value = column.readCell(row, context)
  return typeof value === 'bigint' && isOutOfRange(value) ? null : value
}

/** The column `tax_year` of a figure. */
export const TAX_YEAR: TableColumn<{ readonly year: number }> = intColumn('tax_year', 'Tax year.', row => row.year)

/**
 * A table in memory. The cells of each row are in the order of the columns. Money cells are in cents, ratio cells in
 * millionths, and dates are `YYYY-MM-DD`. A cell may be null. `toCsv` and `toArrow` read it.
 */
export interface TableData {
  /** The name of the table in SQL and of its file. */
  readonly name: string
  /** The description of one row. */
  readonly doc: string
  /** The columns, in order. */
  readonly columns: readonly ColumnInfo[]
  /** The rows. Their cells are in the order of the columns. */
  readonly rows: readonly (readonly CellValue[])[]
}

/** Calls `onRow` with the cells of every row that a taxpayer has in a table, one row at a time to save memory. */
export function readRows(spec: TableSpec, context: TaxpayerContext, onRow: (cells: CellValue[]) => void): number {
  let count = 0
  for (const row of spec.rows(context)) {
    onRow(spec.columns.map(column => readTableCell(column as TableColumn<unknown>, row, context)))
    count++
  }
  return count
}

/** Returns the cells of every row that a taxpayer has in a table. */
export function listCellRows(spec: TableSpec, context: TaxpayerContext): CellValue[][] {
  const cellRows: CellValue[][] = []
  readRows(spec, context, cells => cellRows.push(cells))
  return cellRows
}

/** Builds a table with the rows of several taxpayers, in their order. */
export const createTable = (spec: TableSpec, contexts: readonly TaxpayerContext[]): TableData => ({
  name: spec.name,
  doc: spec.doc,
  columns: spec.columns.map(({ name, type, nullable, doc }) => ({ name, type, nullable, doc })),
  rows: contexts.flatMap(context => listCellRows(spec, context)),
})
