import { checkList, checkOptions } from '../core/options.js'
import { FORMS } from '../schema/forms/index.js'
import { createTable, type TableData } from '../tables/table.js'
import { selectTables } from '../tables/tables.js'
import { parseUnderwritingOptions, type UnderwritingComparisonOptions } from '../underwriting/facts/options.js'
import { getDossierInternals, type NormalizedDossier, toTaxpayerContext } from './dossier.js'
import { CORE_OPTIONS } from './options.js'

/**
 * Returns the tables of taxpayers, as `taxtally convert` writes them. Known facts apply to the taxpayer that they name.
 *
 * @param names The tables to return. The default is all tables except `figure_flags`, `traces` and the wide ones. `all` adds them,
 *   with a wide table for each form kind that the dossiers were normalized with.
 * @throws RangeError if a table name, a policy or the known facts are invalid.
 */
export function tablesOf(
  dossiers: readonly NormalizedDossier[],
  names: readonly string[] | null = null,
  underwrite: UnderwritingComparisonOptions = {},
): readonly TableData[] {
  checkList('tablesOf', dossiers, 'dossiers')
  if (names !== null) checkList('tablesOf', names, 'the names of tables')
  checkOptions('tablesOf', underwrite, CORE_OPTIONS)
  const forms = new Set(dossiers.flatMap(normalizedDossier => getDossierInternals(normalizedDossier).forms ?? FORMS))
  const { tables, unmatchedNames } = selectTables(names, dossiers.length === 0 ? FORMS : [...forms])
  if (unmatchedNames.length > 0) throw new RangeError(`Unknown table: ${unmatchedNames[0]}`)
  const underwritingInputs = parseUnderwritingOptions(underwrite)
  const contexts = dossiers.map(dossier => toTaxpayerContext(dossier, underwritingInputs))
  return tables.map(table => createTable(table, contexts))
}
