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
 * name `all` selects every table, including the wide ones. `unknown` lists the names that match no table.
 */
export function selectTables(
  names: readonly string[] | null,
  forms: readonly FormTable[] = FORMS,
): { tables: readonly TableSpec[]; unknown: readonly string[] } {
  const wide = forms.map(form => getWideTable(form) as TableSpec)
  const allTables = [...TABLES, ...wide]
  if (names === null) return { tables: TABLES, unknown: [] }
  const wanted = new Set(names)
  const tables = wanted.has('all') ? allTables : allTables.filter(table => wanted.has(table.name))
  const knownNames = new Set(['all', ...allTables.map(table => table.name)])
  return { tables, unknown: names.filter(name => !knownNames.has(name)) }
}
