import type { Finding } from '../check/run-checks.js'
import type { Severity } from '../core/issue-table.js'
import { camelCase } from '../core/text.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../model/role.js'
import type { Privacy } from '../normalize/privacy.js'
import type { Submission } from '../normalize/source.js'
import type { Status } from '../resolve/entry.js'
import type { TaxpayerResult } from '../summarize/result.js'
import type { ReturnLine } from '../summarize/return-lines.js'
import type { Trend } from '../underwrite/averaging.js'
import type { IndicatorName } from '../underwrite/indicator.js'
import type { NeedCode } from '../underwrite/needs.js'
import type { StreamName } from '../underwrite/subject.js'
import type { Terms } from '../underwrite/terms.js'
import type { TieOutFinding, TieOutItem } from '../underwrite/tie-out/finding.js'
import type { Underwriting } from '../underwrite/underwrite.js'

/**
 * Types of columns. Units: money in cents and ratios in millionths inside, exact decimals in every output; dates are
 * `YYYY-MM-DD`.
 */
export const COLUMN_TYPES = ['text', 'int', 'bool', 'money', 'ratio', 'date'] as const

/** A column type. */
export type ColumnType = (typeof COLUMN_TYPES)[number]

/** What a cell holds: text, a number, cents, millionths or a flag. Missing: null. */
export type CellValue = string | number | bigint | boolean | null

/** Types of columns that hold one of a few values, by how they are written. The compiler checks the column against its type. */
interface ValueTypes {
  readonly Severity: Severity
  readonly Submission: Submission
  readonly Status: Status
  readonly Basis: Basis
  readonly IncomeCategory: IncomeCategory
  readonly Reason: Reason
  readonly Role: Role
  readonly WithholdingKind: WithholdingKind
  readonly NeedCode: NeedCode
  readonly ReturnLine: ReturnLine
  readonly IndicatorName: IndicatorName
  readonly "StreamName | 'total'": StreamName | 'total'
  readonly TieOutFinding: TieOutFinding
  readonly TieOutItem: TieOutItem
  readonly Trend: Trend
  readonly '0 | 12 | 24': 0 | 12 | 24
}

/** A column: name, type, and how its value is read from a row. */
export interface Column<Row> {
  readonly name: string
  readonly type: ColumnType
  readonly nullable: boolean
  readonly doc: string
  /** The type of the library's value, where it is narrower than that of the cell. */
  readonly words?: keyof ValueTypes
  readonly of: (row: Row, scope: Scope) => CellValue
  /** Rows of one taxpayer for which this gives the same have the same value, so that a writer may write it once. */
  readonly by?: (row: Row) => unknown
}

/** Columns whose values depend on one object of a row: its document. */
export const sharedBy = <Row>(by: (row: Row) => unknown, columns: readonly Column<Row>[]): Column<Row>[] =>
  columns.map(column => ({ ...column, by }))

/** One taxpayer's result, and how identifiers leave it. */
export interface Scope {
  readonly result: TaxpayerResult
  readonly taxpayerId: string
  readonly privacy: Privacy
  /** Under what it is underwritten; the default policy unless told. */
  readonly terms?: Terms
  /** Filled by the tables; a weak map would keep all of it from the young generation's collector. */
  worked?: Derived
}

/** What was worked out of a taxpayer when a table first asked for it. */
interface Derived {
  underwritings?: readonly Underwriting[]
  findings?: readonly Finding[]
}

/**
 * The library's row of a table: its columns as properties, without the taxpayer's id. `npm run generate` writes its type
 * into `src/api/rows.ts`. Names are those of properties.
 */
export interface RowSpec {
  readonly type: string
  /** Columns that it has not. */
  readonly without?: readonly string[]
  /** What stands first. Missing: the order of the columns. */
  readonly order?: readonly string[]
  /** Properties that are no columns, or of another type than theirs: type and documentation. `src/api` reads them. */
  readonly more?: Readonly<Record<string, readonly [type: string, doc: string]>>
  /** A shared part of it, and the columns of that. */
  readonly extends?: { readonly type: string; readonly columns: readonly string[] }
}

/** A table: its columns, once, and the rows that one taxpayer has in it, in their order. */
export interface TableSpec<Row = unknown> {
  readonly name: string
  readonly doc: string
  /** The columns that tell rows apart. Missing: rows can be equal, or their places null. */
  readonly key?: readonly string[]
  /** How a taxpayer's summary as JSON has it. Missing: it has it not. */
  readonly summary?: 'object' | 'list'
  /** Missing: the library gives it as a table alone. */
  readonly row?: RowSpec
  readonly columns: readonly Column<Row>[]
  readonly rows: (scope: Scope) => readonly Row[]
}

type Value<W> = W extends keyof ValueTypes ? ValueTypes[W] | null : CellValue

/** A name in snake_case as camelCase. */
type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

interface ColumnMaker {
  /** A column whose cells are the property of the same name, in camelCase. */
  <Name extends string>(name: Name, doc: string): Column<{ readonly [Key in CamelCase<Name>]: CellValue }>
  /** A column whose cells are read by a function. */
  <Row, W extends keyof ValueTypes | undefined = undefined>(
    name: string,
    doc: string,
    of: (row: Row, scope: Scope) => Value<W>,
    words?: W,
  ): Column<Row>
}

function make(type: ColumnType, nullable: boolean): ColumnMaker {
  return <Row>(name: string, doc: string, of?: Column<Row>['of'], words?: keyof ValueTypes): Column<Row> => {
    const property = camelCase(name) as keyof Row
    const read = of ?? (row => row[property] as CellValue)
    return { name, type, nullable, doc, of: read, ...(words === undefined ? {} : { words }) }
  }
}

/** Column makers, `maybe` for those that can be null. */
export const text = make('text', false)
export const int = make('int', false)
export const bool = make('bool', false)
export const money = make('money', false)
export const maybe = {
  text: make('text', true),
  int: make('int', true),
  bool: make('bool', true),
  money: make('money', true),
  ratio: make('ratio', true),
  date: make('date', true),
} as const

const LARGEST = 1_000_000_000_000_000_000n

/** True where an amount or a ratio does not fit 18 digits. */
export const isOutOfRange = (value: CellValue): boolean =>
  typeof value === 'bigint' && (value >= LARGEST || value <= -LARGEST)

/** A cell as a table holds it: null where the figure does not fit. */
export function cellAt<Row>(column: Column<Row>, row: Row, scope: Scope): CellValue {
  const value = column.of(row, scope)
  return typeof value === 'bigint' && isOutOfRange(value) ? null : value
}
