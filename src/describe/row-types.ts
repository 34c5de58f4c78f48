import { propertiesOf } from '../export/objects.js'
import type { ColumnType, RowSpec, TableSpec } from '../export/table.js'

const TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  int: 'number',
  bool: 'boolean',
  money: 'Decimal',
  ratio: 'Decimal',
  date: 'string',
}

/** The file of each type that rows name, from the folder of the rows; those of rows are known by their tables. */
const FILES: Readonly<Record<string, string>> = {
  AnyDocument: '../normalized-types',
  Basis: '../../model/role',
  Decimal: '../../core/money',
  DocumentPlace: '../place',
  FactFlag: '../../model/form',
  Flag: '../../underwrite/flag',
  IncomeCategory: '../../model/role',
  IndicatorName: '../../underwrite/indicator-names',
  MortgageFlag: '../../underwrite/mortgages/loans',
  NeedCode: '../../underwrite/needs/codes',
  Reason: '../../model/role',
  ReturnLine: '../../summarize/return-lines',
  Role: '../../model/role',
  Severity: '../../core/issue-table',
  Status: '../../resolve/resolved',
  StreamName: '../../underwrite/subject',
  Submission: '../../normalize/source',
  TieOutFinding: '../../underwrite/tie-out/finding',
  TieOutItem: '../../underwrite/tie-out/finding',
  Trend: '../../underwrite/trend',
  WithholdingKind: '../../model/role',
}

/** What a property says of its unit. */
const UNITS: Partial<Readonly<Record<ColumnType, string>>> = {
  money: ' US dollars.',
  ratio: ' A fraction of 1.',
  date: ' `YYYY-MM-DD`.',
}

interface RowTable extends TableSpec {
  readonly row: RowSpec
}

const fileOf = ({ name }: TableSpec): string => name.replaceAll('_', '-')

const statement = (verb: string, names: string, file: string): string =>
  [verb, 'type {', names, '} from', `'${file}.js'`].join(' ')

/** Imports of the types that a text names, as the formatter sorts them: from afar first. */
function importsOf(text: string, tables: readonly RowTable[]): string[] {
  const files = new Map<string, string[]>()
  for (const name of [...new Set(text.match(/\b[A-Z]\w+/g))].sort()) {
    const table = tables.find(({ row }) => row.type === name)
    const file = table === undefined ? FILES[name] : `./${fileOf(table)}`
    if (file !== undefined) files.set(file, [...(files.get(file) ?? []), name])
  }
  const far = (file: string) => file.split('../').length
  return [...files]
    .sort(([a], [b]) => far(b) - far(a) || (a < b ? -1 : 1))
    .map(([file, names]) => statement('import', names.join(', '), file))
}

function unitsOf(types: readonly (ColumnType | undefined)[]): string {
  const units = [
    ...(types.includes('money') ? ['US dollars'] : []),
    ...(types.includes('ratio') ? ['fractions of 1'] : []),
  ]
  return units.length === 0 ? '' : ` Units: ${units.join('; ')}.`
}

function rowType(table: RowTable, tables: readonly RowTable[]): string {
  const { row } = table
  const inherited = new Set(row.extends?.columns)
  const own = propertiesOf(table).filter(({ column }) => !inherited.has(column?.name ?? ''))
  const members = own.map(({ name, column, more }) => {
    const { words, type, nullable, doc } = column ?? NOTHING
    const written = more?.[0] ?? `${words ?? TYPES[type]}${nullable ? ' | null' : ''}`
    const text =
      more?.[1] ?? `${doc}${UNITS[type] ?? ''}${nullable && !/\bnull\b/.test(doc) ? ' Missing: null.' : ''}`
    return `  /** ${text} */\n  readonly ${name}: ${written}\n`
  })
  const missing = own.some(({ column }) => column?.nullable) ? ' Missing: null, never 0.' : ''
  const text = [
    `/** ${table.doc}${unitsOf(own.map(({ column }) => column?.type))}${missing} */`,
    `export interface ${row.type}${row.extends === undefined ? '' : ` extends ${row.extends.type}`} {`,
    `${members.join('')}}`,
  ].join('\n')
  const code = text.replace(/\/\*\*.*\*\//g, '').replace(`interface ${row.type}`, 'interface')
  const imports = importsOf(code, tables)
  return [MADE, ...imports, ...(imports.length === 0 ? [] : ['']), `${text}\n`].join('\n')
}

const NOTHING = { words: undefined, type: 'text', nullable: true, doc: '' } as const
const MADE = '// Made by `npm run generate` from the tables; edit those.'

/** The files of the library's rows, by path: the type of each table that has one, and all of them. */
export function rowTypes(tables: readonly TableSpec[]): [path: string, text: string][] {
  const rows = tables.filter((table): table is RowTable => table.row !== undefined)
  const index = rows
    .toSorted((a, b) => (fileOf(a) < fileOf(b) ? -1 : 1))
    .map(table => statement('export', table.row.type, `./${fileOf(table)}`))
  return [
    ...rows.map((table): [string, string] => [`src/api/rows/${fileOf(table)}.ts`, rowType(table, rows)]),
    ['src/api/rows/index.ts', `${[MADE, ...index].join('\n')}\n`],
  ]
}
