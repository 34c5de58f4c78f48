import { buildHelpTexts } from '../../cli/output/help.js'
import type { FormTable } from '../../schema/form.js'
import { FORMS } from '../../schema/forms/index.js'
import type { ColumnType, TableSpec } from '../../tables/table.js'
import { selectTables } from '../../tables/tables.js'
import { writeCompletions } from './completion.js'
import { buildJsonSchemas } from './json-schema.js'
import { buildOpenApi } from './open-api.js'
import {
  formatChecksPage,
  formatConformancePage,
  formatFormPage,
  formatFormsIndex,
  formatIssuesPage,
  formatTablesPage,
} from './pages.js'
import { writeRowTypes } from './row-types.js'
import { SQL_DIALECTS, writeSqlScript, writeSqlViews } from './sql.js'

/** The folders that contain only generated files. Other folders also contain handwritten pages. */
export const GENERATED_FOLDERS = ['schemas', 'docs/forms'] as const

/**
 * The pandas type of each column type, for `read_csv`. Money, ratios and dates are read as text, because pandas has no
 * exact decimals. Each of these types accepts an empty cell.
 */
const PANDAS_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'string',
  int: 'Int64',
  bool: 'boolean',
  money: 'string',
  ratio: 'string',
  date: 'string',
}

/** Returns the pandas types of the columns of each table: the argument `dtype` of `read_csv`. */
export const buildPandasTypes = (tables: readonly TableSpec[]) =>
  Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(columns.map(column => [column.name, PANDAS_TYPES[column.type]])),
    ]),
  )

/** Returns the text of every generated file, by its path from the repository root. The text depends only on `forms`. */
export function generateFiles(forms: readonly FormTable[] = FORMS): ReadonlyMap<string, string> {
  const { tables } = selectTables(['all'], forms)
  const files = new Map([
    ...buildJsonSchemas(forms, tables).map(
      ([path, schema]) => [`schemas/${path}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
    ['schemas/pandas.json', `${JSON.stringify(buildPandasTypes(tables), null, 2)}\n`],
    ['schemas/openapi.json', `${JSON.stringify(buildOpenApi(forms), null, 2)}\n`],
    ['schemas/command.json', `${JSON.stringify(buildHelpTexts(), null, 2)}\n`],
    ...SQL_DIALECTS.flatMap(
      dialect =>
        [
          [`schemas/sql/${dialect}/tables.sql`, writeSqlScript(dialect, tables)],
          [`schemas/sql/${dialect}/views.sql`, writeSqlViews(dialect)],
        ] as const,
    ),
    ...forms.map(form => [`docs/forms/${form.key}.md`, formatFormPage(form)] as const),
    ['src/api/rows.ts', writeRowTypes(tables)],
    ['docs/forms/README.md', formatFormsIndex(forms)],
    ['docs/tables.md', formatTablesPage(tables)],
    ['docs/checks.md', formatChecksPage()],
    ['docs/issues.md', formatIssuesPage()],
    ['docs/conformance.md', formatConformancePage()],
  ])
  const schemas = [...files.keys()].flatMap(path => /^schemas\/(.*)\.json$/.exec(path)?.[1] ?? []).sort()
  for (const [shell, text] of Object.entries(writeCompletions(forms, tables, schemas)))
    files.set(`schemas/completion/taxtally.${shell}`, text)
  return files
}
