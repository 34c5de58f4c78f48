// The causes of missing data for people, each once with the figures that it affects.

import { type NormalizedDossier, toTaxpayerContext } from '../api/dossier.js'
import { describeHidden, MAX_LISTED_ITEMS } from '../core/cut-list.js'
import { findLargest, getOrCreate, memoize } from '../core/lists.js'
import type { TaxpayerContext } from '../tables/table.js'
import { compareYears, findMissing, type MissingItem } from './missing.js'

export const MISSING_TITLE = 'Incomplete data'
export const NOTHING_MISSING = 'All records were read.'

/** Lists recent years without a record (after the newest record, before the year of the report), and then each cause of missing data. */
export function listIncompleteData(taxpayer: TaxpayerContext, date: string | undefined): readonly string[] {
  const years = taxpayer.result.dossier.records.flatMap(({ taxYear }) => taxYear ?? [])
  const [firstYear, lastYear] = [findLargest(years) + 1, Number(date?.slice(0, 4)) - 1]
  const missingYears = firstYear === lastYear ? `${lastYear}` : `${firstYear} to ${lastYear}`
  return [
    ...(years.length > 0 && firstYear <= lastYear
      ? [`No records of ${missingYears}. The newest record is of ${firstYear - 1}, so ask for newer documents.`]
      : []),
    ...listMissingLines(taxpayer),
  ]
}

/** A cause of missing data, and how often each figure needs it. */
interface MissingCause extends Pick<MissingItem, 'year'> {
  readonly figures: Map<string, number>
}

const formatCause = ({ year, why }: Pick<MissingItem, 'year' | 'why'>): string =>
  `${year === null ? '' : `${year}: `}${why}`

/** Collects the causes of missing data up to a number of them, and counts the figures that need further causes. */
function collectCauses(taxpayer: TaxpayerContext, maxCauses: number) {
  const causes = new Map<string, MissingCause>()
  let hiddenCount = 0
  for (const item of findMissing(taxpayer)) {
    const key = formatCause(item)
    const earlierCause = causes.get(key)
    if (earlierCause === undefined && causes.size >= maxCauses) {
      hiddenCount++
      continue
    }
    const { figures } = earlierCause ?? getOrCreate(causes, key, () => ({ year: item.year, figures: new Map() }))
    figures.set(item.figure, (figures.get(item.figure) ?? 0) + 1)
  }
  const lines = [...causes]
    .sort(([, a], [, b]) => compareYears(a, b))
    .map(([cause, { figures }]) => {
      const times = Math.max(...figures.values())
      return `${cause}${times === 1 ? '' : `, ${times} times`} (${[...figures.keys()].join(', ')})`
    })
  return { lines, hiddenCount }
}

/** Lists the causes of missing data for people, each once with the figures that it affects. */
export const listMissingLines = (taxpayer: TaxpayerContext): readonly string[] => findCauses(taxpayer).lines

const findCauses = memoize((taxpayer: TaxpayerContext) => {
  const { lines, hiddenCount } = collectCauses(taxpayer, MAX_LISTED_ITEMS)
  return { lines: hiddenCount === 0 ? lines : [...lines, describeHidden(hiddenCount, 'issues')], hiddenCount }
})

/** Counts the causes of missing data. Counts further ones once for each figure that needs them. */
export function countMissing(taxpayer: TaxpayerContext): number {
  const { lines, hiddenCount } = findCauses(taxpayer)
  return hiddenCount === 0 ? lines.length : lines.length - 1 + hiddenCount
}

/**
 * Explains to a person why figures of a dossier are incomplete. Returns one line for each cause, with its year and the
 * figures that it affects, or an empty string if every figure is complete. `taxtally summarize` prints the same lines
 * under "Incomplete because". The text names documents by issuer and record, and contains no value of a box.
 *
 * @throws TypeError if the library did not make the dossier.
 */
export const gapText = (dossier: NormalizedDossier): string =>
  collectCauses(toTaxpayerContext(dossier), Number.POSITIVE_INFINITY)
    .lines.map(line => `${line}\n`)
    .join('')
