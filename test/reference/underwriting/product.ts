// Calls the library only through its public API.
import { normalizeDossier, tablesOf } from '../../../src/index.js'
import { expectAccepted } from '../../support/run.js'
import { formatDecimal } from '../cells.js'
import type { Known } from './papers.js'
import type { Stated } from './tie-out.js'

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
  application?: Stated,
): Record<string, string>[] {
  const { as_of_year: asOfYear, ...facts } = knownFacts
  const options = { policy: policies, known: facts, asOfYear, ...(application && { stated: application }) }
  const [data] = tablesOf([expectAccepted(normalizeDossier(raw)).value], [table], options as never)
  return data!.rows.map(row =>
    Object.fromEntries(data!.columns.map(({ name, type }, i) => [name, formatCell(row[i] ?? null, type)])),
  )
}

/** Formats a cell of the library according to its column type. Money is decimal text or cents. */
function formatCell(cell: string | number | bigint | boolean | null, type: string): string {
  if (cell === null) return ''
  if (typeof cell === 'bigint' || (typeof cell === 'number' && type !== 'int'))
    return formatDecimal(BigInt(cell), type === 'ratio' ? 6 : 2)
  return String(cell)
}
