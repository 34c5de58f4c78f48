import { lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import { hasOtherAmounts, type SourceDocument } from '../normalize/source.js'
import { FEW } from './layout.js'

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

/**
 * True for originals of one source of which no two can be equal, or may be: one of them, those of a form that repeats, or a
 * few with different amounts. Most sets are so, and no rule says anything of them.
 */
export function isPlain(ordered: readonly SourceDocument[], block: readonly number[]): boolean {
  const { plan, record } = ordered[block[0] as number] as SourceDocument
  const mayRepeat = block.length === 1 || plan.form.repeats === true
  if (!mayRepeat && block.length > FEW) return false
  for (let i = 0; i < block.length; i++) {
    const document = ordered[block[i] as number] as SourceDocument
    if (document.submission !== 'original' || document.record !== record) return false
    for (let j = mayRepeat ? i : 0; j < i; j++)
      if (!hasOtherAmounts(document, ordered[block[j] as number] as SourceDocument)) return false
  }
  return true
}
