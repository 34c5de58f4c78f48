import {
  type CellValue,
  nullableColumn,
  type TableColumn,
  type TableSpec,
  type TaxpayerContext,
  textColumn,
} from '../table.js'
import { defineTaxpayerId } from './columns.js'
import { mortgages } from './liabilities-tables.js'
import { employment, income, returnLines, withholding, years, yearTotals } from './sum-tables.js'
import { incomeStreams, qualifyingIncome } from './underwriting-tables.js'

/** One code of a list column, such as `flags`, of one row of a table of figures. */
interface FigureFlag {
  readonly table: TableSpec
  readonly row: unknown
  readonly codeType: string
  readonly code: string
}

/** The columns that contain lists, and the type of their codes. */
const CODE_TYPES: Readonly<Record<string, string>> = { flags: 'flag', doubts: 'doubt', conditions: 'condition' }

/** The tables of figures that have such a column, by name. */
const LISTED_TABLES = [
  employment,
  income,
  incomeStreams,
  mortgages,
  qualifyingIncome,
  returnLines,
  withholding,
  yearTotals,
  years,
] as readonly TableSpec[]

const KEY_DOC = 'As in that table; null if its key has no such column.'

/** Returns the key cell of the figure, or null if the key of its table has no such column. */
const readKeyCell =
  (name: string) =>
  ({ table, row }: FigureFlag, context: TaxpayerContext): CellValue =>
    table.key?.includes(name) ? (findColumn(table, name)?.readCell(row, context) ?? null) : null

const findColumn = (table: TableSpec, name: string): TableColumn<unknown> | undefined =>
  table.columns.find(column => column.name === name)

const keyText = (name: string): TableColumn<FigureFlag> => nullableColumn.text(name, KEY_DOC, readKeyCell(name))
const keyNumber = (name: string): TableColumn<FigureFlag> => nullableColumn.int(name, KEY_DOC, readKeyCell(name))

function listCodes(table: TableSpec, context: TaxpayerContext): FigureFlag[] {
  const listColumns = table.columns.filter(({ name }) => name in CODE_TYPES)
  return Array.from(table.rows(context)).flatMap(row =>
    listColumns.flatMap(column => {
      const codes = column.readCell(row, context) as string
      const codeType = CODE_TYPES[column.name] as string
      return codes === '' ? [] : codes.split(';').map((code): FigureFlag => ({ table, row, codeType, code }))
    }),
  )
}

/**
 * The flags, doubts and conditions of the figures as rows. To join a figure, select its table and use the columns of its
 * key. It is not a default table, because it reads the rows of nine tables again. Only codes of `mortgages` have a loan.
 */
export const figureFlags: TableSpec<FigureFlag> = {
  name: 'figure_flags',
  doc: 'One row per flag, doubt and open condition of a figure, with the key of the figure. Not a default table: name it, or use all.',
  columns: [
    defineTaxpayerId(),
    textColumn('table_name', 'Table of the figure.', ({ table }) => table.name),
    textColumn('code_type', 'flag, doubt or condition.'),
    textColumn('code', 'The flag, doubt or condition.'),
    keyNumber('tax_year'),
    keyText('recipient'),
    keyText('category'),
    keyText('kind'),
    keyNumber('employer_key'),
    keyText('line'),
    keyText('policy'),
    keyText('borrower'),
    keyText('stream'),
    keyNumber('loan'),
  ],
  rows: context => LISTED_TABLES.flatMap(table => listCodes(table, context)),
}
