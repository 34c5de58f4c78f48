import { selectTables } from '../export/select.js'
import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { printChecks } from './checks-page.js'
import { conformancePage } from './conformance-page.js'
import { formPage, formsIndex } from './form-page.js'
import { issuesPage } from './issues-page.js'
import { printJson } from './json.js'
import { jsonSchemas } from './json-schema.js'
import { rowTypes } from './row-types.js'
import { SQL_DIALECTS, sqlScript } from './sql.js'
import { tablesPage } from './tables-page.js'

/** Folders in which every file is generated; others hold written pages too. */
export const GENERATED_FOLDERS = ['schemas', 'docs/forms', 'src/api/rows'] as const

/** Every generated file of the repository: its path from the root, and its text. Pure: equal tables, equal text. */
export function generatedFiles(forms: readonly FormTable[] = FORMS): ReadonlyMap<string, string> {
  const { tables } = selectTables(['all'], forms)
  return new Map([
    ...jsonSchemas(forms, tables).map(([path, schema]) => [`schemas/${path}`, printJson(schema)] as const),
    ...SQL_DIALECTS.map(dialect => [`schemas/sql/${dialect}.sql`, sqlScript(dialect, tables)] as const),
    ...forms.map(form => [`docs/forms/${form.key}.md`, formPage(form)] as const),
    ...rowTypes(tables),
    ['docs/forms/README.md', formsIndex(forms)],
    ['docs/tables.md', tablesPage(tables)],
    ['docs/checks.md', printChecks()],
    ['docs/issues.md', issuesPage()],
    ['docs/conformance.md', conformancePage()],
  ])
}
