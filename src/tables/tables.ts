// The folder `tables` has the output tables: `definitions` says which columns and rows each has, and the other files
// write rows as CSV, Arrow and objects. `api` and `files` use them.

import type { FormTable } from '../schema/form.js'
import { FORMS } from '../schema/forms/index.js'
import { figureFlags } from './definitions/figure-flags-table.js'
import { checks } from './definitions/finding-tables.js'
import { gaps } from './definitions/gaps-table.js'
import { FIGURE_TABLES, issues } from './definitions/issues-table.js'
import { documents, facts, records, taxpayers } from './definitions/record-tables.js'
import { traces } from './definitions/traces-table.js'
import { getWideTable } from './definitions/wide-tables.js'
import type { TableSpec } from './table.js'

/** The default tables in output order: all except `figure_flags`, `traces` and the wide table of each form. */
export const TABLES = [
  taxpayers,
  records,
  documents,
  facts,
  ...FIGURE_TABLES,
  gaps,
  checks,
  issues,
] as readonly TableSpec[]

/** The tables that are written only if they are named, except the wide tables. */
const EXTRA_TABLES = [figureFlags, traces] as readonly TableSpec[]

/**
 * Returns the tables with the given names, in output order. If `names` is null, returns the default tables. The name `all`
 * selects every table, including `figure_flags`, `traces` and the wide ones. `unmatchedNames` lists the names that match no table.
 */
export function selectTables(
  names: readonly string[] | null,
  forms: readonly FormTable[] = FORMS,
): { tables: readonly TableSpec[]; unmatchedNames: readonly string[] } {
  if (names === null) return { tables: TABLES, unmatchedNames: [] }
  const wantedNames = new Set(names)
  const namedTables = [...TABLES, ...EXTRA_TABLES]
  const needsWideTables = names.some(name => !namedTables.some(table => table.name === name))
  const wideTables = needsWideTables ? forms.map(form => getWideTable(form) as TableSpec) : []
  const allTables = [...namedTables, ...wideTables]
  const tables = wantedNames.has('all') ? allTables : allTables.filter(table => wantedNames.has(table.name))
  const knownNames = new Set(['all', ...allTables.map(table => table.name)])
  return { tables, unmatchedNames: names.filter(name => !knownNames.has(name)) }
}
