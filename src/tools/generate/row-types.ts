import { listProperties } from '../../tables/objects.js'
import type { ColumnType, RowSpec, TableSpec } from '../../tables/table.js'

const TYPESCRIPT_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  int: 'number',
  bool: 'boolean',
  money: 'Decimal',
  ratio: 'Decimal',
  date: 'string',
}

/** The types that rows use, by the file that `src/api/rows.ts` imports them from, in the formatter's order. */
const TYPES_BY_FILE: Readonly<Record<string, readonly string[]>> = {
  '../core/issues/issue-table': ['Severity'],
  '../core/money': ['Decimal'],
  '../figures/gap-causes': ['GapReason'],
  '../figures/return-lines': ['ReturnLine'],
  '../ingest/source': ['Submission'],
  '../resolve/resolved-document': ['Doubt', 'Status', 'YearDoubt'],
  '../schema/form': ['FactFlag'],
  '../schema/role': ['Basis', 'IncomeCategory', 'Reason', 'Role', 'WithholdingKind'],
  '../underwriting/flags': ['StreamFlag'],
  '../underwriting/indicators/indicator': ['IndicatorName'],
  '../underwriting/mortgages/loans': ['MortgageFlag'],
  '../underwriting/policies/policy': ['ConditionCode', 'ConditionSeverity', 'StreamCategory'],
  '../underwriting/streams/formulas': ['Method', 'Trend'],
  '../underwriting/tie-out/finding': ['TieOutFinding', 'TieOutItem'],
  './normalized-types': ['AnyDocument', 'DocumentPlace'],
}

/** The unit at the end of a property's docstring, by column type. */
const UNIT_SUFFIXES: Partial<Readonly<Record<ColumnType, string>>> = {
  money: ' US dollars.',
  ratio: ' A fraction of 1.',
  date: ' `YYYY-MM-DD`.',
}

interface RowTable extends TableSpec {
  readonly rowSpec: RowSpec
}

/** Writes the imports for the types that a text uses. */
function writeImports(text: string): string[] {
  const usedNames = new Set(text.match(/\b[A-Z]\w+/g))
  return Object.entries(TYPES_BY_FILE)
    .map(([file, names]) => [file, names.filter(name => usedNames.has(name))] as const)
    .filter(([, names]) => names.length > 0)
    .map(([file, names]) => `import type { ${names.join(', ')} } from '${file}.js'`)
}

const describeUnits = (types: readonly (ColumnType | undefined)[]): string =>
  (types.includes('money') ? ' Amounts are in US dollars.' : '') +
  (types.includes('ratio') ? ' Ratios are fractions of 1.' : '')

/** Writes the interface of a table's rows. */
function writeRowType(table: RowTable): string {
  const { rowSpec } = table
  const inherited = new Set(rowSpec.extends?.columns)
  const ownProperties = listProperties(table).filter(({ column }) => !inherited.has(column?.name ?? ''))
  const members = ownProperties.map(({ name, column, override }) => {
    const { valueType, type, nullable, doc } = column ?? NO_COLUMN
    const typeText = override?.[0] ?? `${valueType ?? TYPESCRIPT_TYPES[type]}${nullable ? ' | null' : ''}`
    const text =
      override?.[1] ??
      `${doc}${UNIT_SUFFIXES[type] ?? ''}${nullable && !/\bnull\b/.test(doc) ? ' Null if there is none.' : ''}`
    return `  /** ${text} */\n  readonly ${name}: ${typeText}\n`
  })
  const nullNote = ownProperties.some(({ column }) => column?.nullable) ? ' Unavailable values are null, never 0.' : ''
  return [
    `/** ${table.doc}${describeUnits(ownProperties.map(({ column }) => column?.type))}${nullNote} */`,
    `export interface ${rowSpec.type}${rowSpec.extends === undefined ? '' : ` extends ${rowSpec.extends.type}`} {`,
    `${members.join('')}}`,
  ].join('\n')
}

const NO_COLUMN = { valueType: undefined, type: 'text', nullable: true, doc: '' } as const

/** Writes `src/api/rows.ts`: an interface for each table that the library also returns as objects. */
export function writeRowTypes(tables: readonly TableSpec[]): string {
  const types = tables.filter((table): table is RowTable => table.rowSpec !== undefined).map(writeRowType)
  const imports = writeImports(types.join('\n').replace(/\/\*\*.*\*\//g, ''))
  return `${['// Made by `npm run generate` from the tables; edit those.', ...imports].join('\n')}\n\n${types.join('\n\n')}\n`
}
