import { FORMS } from '../forms/index.js'
import type { FormTable } from '../model/form.js'
import { checks } from './finding-tables.js'
import { FIGURE_TABLES, issues } from './issues-table.js'
import { documents, facts, records, taxpayers } from './record-tables.js'
import type { TableSpec } from './table.js'
import { getWideTable } from './wide-tables.js'

/** All tables except the wide table of each form, in output order. */
export const TABLES = [taxpayers, records, documents, facts, ...FIGURE_TABLES, checks, issues] as readonly TableSpec[]

/**
 * Returns the tables with the given names, in output order. If `names` is null, returns all except the wide tables. The
 * name `all` selects every table, including the wide ones. `unmatchedNames` lists the names that match no table.
 */
export function selectTables(
  names: readonly string[] | null,
  forms: readonly FormTable[] = FORMS,
): { tables: readonly TableSpec[]; unmatchedNames: readonly string[] } {
  const wideTables = forms.map(form => getWideTable(form) as TableSpec)
  const allTables = [...TABLES, ...wideTables]
  if (names === null) return { tables: TABLES, unmatchedNames: [] }
  const wantedNames = new Set(names)
  const tables = wantedNames.has('all') ? allTables : allTables.filter(table => wantedNames.has(table.name))
  const knownNames = new Set(['all', ...allTables.map(table => table.name)])
  return { tables, unmatchedNames: names.filter(name => !knownNames.has(name)) }
}
