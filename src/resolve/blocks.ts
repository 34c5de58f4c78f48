import { addAll, addTo } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceDocument, SourceRecord } from '../normalize/source.js'
import { compareDocuments } from './order.js'

/** Up to so many are compared with each other, which costs less than anything else. */
const FEW_DOCUMENTS = 24

/** The documents of all records, by record id, form and position. */
export function inOrder(records: readonly SourceRecord[]): SourceDocument[] {
  const all: SourceDocument[] = []
  for (const { documents } of records.toSorted((a, b) => compareText(a.id, b.id)))
    if (documents.length > FEW_DOCUMENTS) addAll(all, documents.toSorted(compareDocuments))
    else {
      // They come nearly in order.
      const from = all.length
      for (const document of documents) {
        let at = all.push(document) - 1
        for (; at > from && compareDocuments(all[at - 1] as SourceDocument, document) > 0; at--)
          all[at] = all[at - 1] as SourceDocument
        all[at] = document
      }
    }
  return all
}

/** The last four of no issuer. */
const UNNAMED = 10_000

/** The last four digits as a number. */
function endingOf({ issuer: { id } }: SourceDocument): number {
  if (id === null) return UNNAMED
  let ending = 0
  for (let i = 5; i < 9; i++) ending = ending * 10 + id.charCodeAt(i) - 48
  return ending
}

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
    const ending = unnamed.has(key) ? UNNAMED : endingOf(document)
    addTo(blocks, key * (UNNAMED + 1) + ending, place)
  }
  return blocks.values()
}

/**
 * True for originals of one source, each with an amount of its own, or ordinarily equal: nothing speaks against them. Most
 * sets are so; this says of them what the rules would say, and costs less.
 */
export function isPlain(ordered: readonly SourceDocument[], block: readonly number[]): boolean {
  const first = ordered[block[0] as number] as SourceDocument
  // Those that are ordinarily equal need no look at each other, and there may be a million of them.
  if (block.length > FEW_DOCUMENTS && first.plan.form.repeats !== true) return false
  for (let i = 0; i < block.length; i++) {
    const document = ordered[block[i] as number] as SourceDocument
    if (document.submission !== 'original' || document.record !== first.record) return false
    if (first.plan.form.repeats === true) continue
    for (let j = 0; j < i; j++)
      if (!differ(document, ordered[block[j] as number] as SourceDocument)) return false
  }
  return true
}

/** One amount that both have differs. */
const differ = ({ plan, cells }: SourceDocument, other: SourceDocument): boolean =>
  plan.money.some(at => cells[at] !== null && other.cells[at] !== null && cells[at] !== other.cells[at])
