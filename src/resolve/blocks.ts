import { lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import type { SourceDocument } from '../normalize/source.js'

/** The last four of no issuer. */
const UNNAMED = 10_000

/**
 * Documents in sets that have nothing to do with each other, as their places: of one form and year and, where all of these
 * name issuers, of one last four of those. Whatever is compared, issuers that end differently are rejected.
 */
export function blocksOf(ordered: readonly SourceDocument[]): Iterable<readonly number[]> {
  // Small numbers are the fastest keys.
  const formAndYear = ({ plan, year }: SourceDocument): number => plan.number * 300 + (year ?? 1899) - 1899
  const unnamed = new Set<number>()
  for (const document of ordered) if (document.issuer.id === null) unnamed.add(formAndYear(document))
  const blocks = new Map<number, number[]>()
  for (let place = 0; place < ordered.length; place++) {
    const document = ordered[place] as SourceDocument
    const key = formAndYear(document)
    const { id } = document.issuer
    const ending = id === null || unnamed.has(key) ? UNNAMED : Number(lastFour(id))
    addTo(blocks, key * (UNNAMED + 1) + ending, place)
  }
  return blocks.values()
}

/** True for one original, or those of one source that may be equal: most sets are so, and no rule says anything of them. */
export function isPlain(ordered: readonly SourceDocument[], block: readonly number[]): boolean {
  const { plan, record } = ordered[block[0] as number] as SourceDocument
  if (block.length > 1 && plan.form.repeats !== true) return false
  return block.every(place => {
    const document = ordered[place] as SourceDocument
    return document.submission === 'original' && document.record === record
  })
}
