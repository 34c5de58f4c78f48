import { lastFour } from '../core/identifier.js'
import { addTo } from '../core/lists.js'
import type { SourceDocument } from '../normalize/source.js'

/** Larger sets go the ordinary way, whose indexes do not look at every pair. */
const MAX_UNRELATED = 24

/**
 * True where no document of one form and year can have to do with another, so that all of them count: all are originals,
 * those of one source differ in an amount, and those of two sources name issuers that cannot be one. Most sets are so;
 * this says of them what the rules would say, and costs less.
 */
export function areUnrelated(all: readonly SourceDocument[], places: readonly number[]): boolean {
  if (places.length > MAX_UNRELATED) return false
  for (let i = 0; i < places.length; i++) {
    const a = all[places[i] as number] as SourceDocument
    if (a.submission !== 'original') return false
    for (let j = 0; j < i; j++) {
      const b = all[places[j] as number] as SourceDocument
      if (a.record !== b.record ? !cannotBeOne(a.issuer.id, b.issuer.id) : !differ(a, b)) return false
    }
  }
  return true
}

/**
 * Documents of one form and year in parts that have nothing to do with each other: by the last four of their issuers, where
 * all have them. Every rule rejects issuers that contradict each other.
 */
export function partsOf(all: readonly SourceDocument[], places: readonly number[]): readonly number[][] {
  const parts = new Map<string, number[]>()
  for (const place of places) {
    const { id } = (all[place] as SourceDocument).issuer
    if (id === null) return []
    addTo(parts, lastFour(id), place)
  }
  return [...parts.values()]
}

/** True for two identifiers that contradict each other by their last four, full or masked. */
export function cannotBeOne(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return false
  for (let i = 5; i < 9; i++) if (a.charCodeAt(i) !== b.charCodeAt(i)) return true
  return false
}

/** One amount that both have differs; of a kind that is listed many times, equal documents are ordinary. */
function differ(a: SourceDocument, b: SourceDocument): boolean {
  const { money, form } = a.plan
  if (form.repeats === true) return true
  for (let i = 0; i < money.length; i++) {
    const x = a.cells[money[i] as number] as number | null
    const y = b.cells[money[i] as number] as number | null
    if (x !== null && y !== null && x !== y) return true
  }
  return false
}
