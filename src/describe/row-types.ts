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

/** The file of each type that rows name, as `src/api/rows.ts` imports it. */
const FILES: Readonly<Record<string, string>> = {
  AnyDocument: './normalized-types',
  Basis: '../model/role',
  Decimal: '../core/money',
  DocumentPlace: './dossier',
  FactFlag: '../model/form',
  Flag: '../underwrite/flag',
  IncomeCategory: '../model/role',
  IndicatorName: '../underwrite/indicator',
  MortgageFlag: '../underwrite/mortgages/loans',
  NeedCode: '../underwrite/needs',
  Reason: '../model/role',
  ReturnLine: '../summarize/return-lines',
  Role: '../model/role',
  Severity: '../core/issue-table',
  Status: '../resolve/entry',
  StreamName: '../underwrite/subject',
  Submission: '../normalize/source',
  TieOutFinding: '../underwrite/tie-out/finding',
  TieOutItem: '../underwrite/tie-out/finding',
  Trend: '../underwrite/averaging',
  WithholdingKind: '../model/role',
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

/** Imports of the types that a text names, as the formatter sorts them: from other folders first. */
function importsOf(text: string): string[] {
  const files = new Map<string, string[]>()
  for (const name of [...new Set(text.match(/\b[A-Z]\w+/g))].sort()) {
    const file = FILES[name]
    if (file !== undefined) files.set(file, [...(files.get(file) ?? []), name])
  }
  return [...files]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, names]) => `import type { ${names.join(', ')} } from '${file}.js'`)
}

function unitsOf(types: readonly (ColumnType | undefined)[]): string {
  const units = [
    ...(types.includes('money') ? ['US dollars'] : []),
    ...(types.includes('ratio') ? ['fractions of 1'] : []),
  ]
  return units.length === 0 ? '' : ` Units: ${units.join('; ')}.`
}

/** The interface of a table's rows. */
function rowType(table: RowTable): string {
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
  return [
    `/** ${table.doc}${unitsOf(own.map(({ column }) => column?.type))}${missing} */`,
    `export interface ${row.type}${row.extends === undefined ? '' : ` extends ${row.extends.type}`} {`,
    `${members.join('')}}`,
  ].join('\n')
}

const NOTHING = { words: undefined, type: 'text', nullable: true, doc: '' } as const

/** The text of `src/api/rows.ts`: an interface for each table that the library also gives as objects. */
export function rowTypes(tables: readonly TableSpec[]): string {
  const types = tables.filter((table): table is RowTable => table.row !== undefined).map(rowType)
  const imports = importsOf(types.join('\n').replace(/\/\*\*.*\*\//g, ''))
  return `${['// Made by `npm run generate` from the tables; edit those.', ...imports].join('\n')}\n\n${types.join('\n\n')}\n`
}
