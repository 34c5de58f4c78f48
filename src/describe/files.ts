import { selectTables } from '../export/tables.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { jsonSchemas } from './json-schema.js'
import { conformancePage, formPage, formsIndex, issuesPage, printChecks, tablesPage } from './pages.js'
import { rowTypes } from './row-types.js'
import { SQL_DIALECTS, sqlScript } from './sql.js'

/** Folders that contain only generated files. Other folders also contain pages that people write. */
export const GENERATED_FOLDERS = ['schemas', 'docs/forms'] as const

/** Makes every generated file of the repository: its path from the root and its text. Equal tables give equal text. */
export function generatedFiles(forms: readonly FormTable[] = FORMS): ReadonlyMap<string, string> {
  const { tables } = selectTables(['all'], forms)
  return new Map([
    ...jsonSchemas(forms, tables).map(
      ([path, schema]) => [`schemas/${path}`, `${JSON.stringify(schema, null, 2)}\n`] as const,
    ),
    ...SQL_DIALECTS.map(dialect => [`schemas/sql/${dialect}.sql`, sqlScript(dialect, tables)] as const),
    ...forms.map(form => [`docs/forms/${form.key}.md`, formPage(form)] as const),
    ['src/api/rows.ts', rowTypes(tables)],
    ['docs/forms/README.md', formsIndex(forms)],
    ['docs/tables.md', tablesPage(tables)],
    ['docs/checks.md', printChecks()],
    ['docs/issues.md', issuesPage()],
    ['docs/conformance.md', conformancePage()],
  ])
}
