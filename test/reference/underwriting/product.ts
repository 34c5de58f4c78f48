// Calls the library only through its public API.
import { normalizeDossier, tablesOf } from '../../../src/index.js'
import { textOf } from './cell-text.js'
import type { Known } from './known.js'

/** Returns the keys of documents with a failed check of severity `error`, from the library's table `checks`. */
export const failedDocuments = (raw: unknown, knownFacts: Known): Set<string> =>
  new Set(
    productRows(raw, 'checks', ['va'], knownFacts)
      .filter(({ severity }) => severity === 'error')
      .map(
        ({ record_id = '', form, form_index, entry_index }) =>
          `${record_id.replaceAll('/', '%2F')}/${form}/${form_index}/${entry_index}`,
      ),
  )

/** Returns the rows of one of the library's tables under the given policies, with each cell as text. */
export function productRows(
  raw: unknown,
  table: string,
  policies: readonly unknown[],
  knownFacts: Known,
): Record<string, string>[] {
  const outcome = normalizeDossier(raw)
  if (outcome.status === 'rejected') throw new Error('the dossier was rejected')
  const { as_of_year: asOfYear, ...facts } = knownFacts
  const [data] = tablesOf([outcome.value], [table], { policy: policies as never, known: facts as never, asOfYear })
  return data!.rows.map(row =>
    Object.fromEntries(data!.columns.map(({ name, type }, i) => [name, textOf(row[i] ?? null, type)])),
  )
}
