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

/** What stands before the types: where the types come from that they name. */
const HEAD = `// Made by \`npm run generate\` from the tables; edit those.
import type { Severity } from '../core/issue-table.js'
import type { Decimal } from '../core/money.js'
import type { FactFlag } from '../model/form.js'
import type { Basis, IncomeCategory, Reason, Role, WithholdingKind } from '../model/role.js'
import type { Submission } from '../normalize/source.js'
import type { Status } from '../resolve/resolved.js'
import type { ReturnLine } from '../summarize/return-lines.js'
import type { Flag } from '../underwrite/flag.js'
import type { IndicatorName } from '../underwrite/indicator-names.js'
import type { MortgageFlag } from '../underwrite/mortgages/loans.js'
import type { NeedCode } from '../underwrite/needs/codes.js'
import type { StreamName } from '../underwrite/subject.js'
import type { TieOutFinding, TieOutItem } from '../underwrite/tie-out/finding.js'
import type { Trend } from '../underwrite/trend.js'
import type { AnyDocument } from './normalized-types.js'
import type { DocumentPlace } from './place.js'
`

/** What a property says of its unit. */
const UNITS: Partial<Readonly<Record<ColumnType, string>>> = {
  money: ' US dollars.',
  ratio: ' A fraction of 1.',
  date: ' `YYYY-MM-DD`.',
}

function unitsOf(types: readonly (ColumnType | undefined)[]): string {
  const units = [
    ...(types.includes('money') ? ['US dollars'] : []),
    ...(types.includes('ratio') ? ['fractions of 1'] : []),
  ]
  return units.length === 0 ? '' : ` Units: ${units.join('; ')}.`
}

function rowType(table: TableSpec, row: RowSpec): string {
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
    `${members.join('')}}\n`,
  ].join('\n')
}

const NOTHING = { words: undefined, type: 'text', nullable: true, doc: '' } as const

/** The types of the library's rows, of each table that has them. */
export const rowTypes = (tables: readonly TableSpec[]): string =>
  [HEAD, ...tables.flatMap(table => (table.row === undefined ? [] : [rowType(table, table.row)]))].join('\n')
