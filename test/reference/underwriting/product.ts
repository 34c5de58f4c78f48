// The product, asked through its public interface alone.
import { normalizeDossier, tablesOf } from '../../../src/index.js'
import { textOf } from './cell-text.js'
import type { Known } from './known.js'

/** Rows of a table of the product under policies, each cell as text. */
export function productRows(
  raw: unknown,
  table: string,
  policies: readonly unknown[],
  known: Known,
): Record<string, string>[] {
  const outcome = normalizeDossier(raw)
  if (outcome.status === 'rejected') throw new Error('the dossier was rejected')
  const { as_of_year: asOfYear, ...facts } = known
  const [data] = tablesOf([outcome.value], [table], {
    policies: policies as never,
    known: facts as never,
    asOfYear,
  })
  return data!.rows.map(row =>
    Object.fromEntries(data!.columns.map(({ name, type }, i) => [name, textOf(row[i] ?? null, type)])),
  )
}
