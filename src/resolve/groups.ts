import { addTo, largestOf } from '../core/lists.js'
import { compareText } from '../core/text.js'
import type { SourceRecord } from '../normalize/source.js'
import { isZero } from './compare.js'
import { DocumentIndex } from './document-index.js'
import { bySource, counts, decide, type Entry, isAmended, isOfAuthority, type Warn } from './entry.js'
import type { Layout, Scope } from './layout.js'

const EXACT: Scope = { between: false, parties: false, amounts: 'same' }
const NEAR: Scope = { between: true, parties: false, amounts: 'same' }
const LIKE_AUTHORITY: Scope = { between: true, parties: false, amounts: 'equal' }

/** Documents of one class with the same amounts, in the fixed order. */
interface Group {
  readonly members: readonly Entry[]
  readonly sources: ReadonlyMap<SourceRecord, readonly Entry[]>
  /** The most documents that one authority source has of the group; infinite if no authority source has any. */
  readonly cap: number
}

/**
 * Applies rules 6 and 7 to a class. Documents that several sources have count once. If the sources disagree, the best ones
 * count.
 */
export function resolveClass(members: readonly Entry[], layout: Layout, warn: Warn): void {
  const sources = bySource(members)
  if (sources.size === 1) return
  dropTotals(sources)
  const kept = members.filter(counts)
  const groups = groupByAmounts(kept, layout)
  const standsFor = largestHolding(groups)
  for (const group of groups) putForward(group)
  if (kept.filter(counts).length <= standsFor) return
  const ranked = rankGroups(groups, kept, layout).flatMap(({ members }) => members.filter(counts))
  for (const loser of ranked.slice(standsFor)) {
    decide(loser, 'conflict', ranked[0] as Entry)
    warn('source_conflict', loser)
  }
}

/**
 * Each document joins the first group whose first member has equal amounts to the cent, otherwise the first group with the same
 * amounts.
 */
function groupByAmounts(members: readonly Entry[], layout: Layout): Group[] {
  const groups = new Map<Entry, Entry[]>()
  const exact = new DocumentIndex(layout, EXACT)
  const near = new DocumentIndex(layout, NEAR)
  for (const entry of members) {
    const leader = exact.first(entry) ?? near.first(entry) ?? entry
    addTo(groups, leader, entry)
    if (leader !== entry) continue
    exact.put(entry)
    near.put(entry)
  }
  return [...groups.values()].map((members): Group => {
    const sources = bySource(members)
    const held = [...sources].map(([{ authority }, { length }]) => (authority ? length : 0))
    return { members, sources, cap: largestOf(held) || Number.POSITIVE_INFINITY }
  })
}

/**
 * Returns the number of documents that the class stands for: the most that one source has. If a source lists a document more
 * often than any authority source does, it is one document listed several times. A source from which rule 3 took a document
 * still knows about it: it also has the correction, unless it has a document in the corrected amounts.
 */
function largestHolding(groups: readonly Group[]): number {
  const held = new Map<SourceRecord, number>()
  const add = (source: SourceRecord, count: number) => held.set(source, (held.get(source) ?? 0) + count)
  for (const { members, sources, cap } of groups) {
    for (const [source, { length }] of sources) add(source, Math.min(length, cap))
    for (const { corrects } of members)
      for (const source of new Set(corrects?.map(({ record }) => record)))
        if (!sources.has(source)) add(source, 1)
  }
  return largestOf([...held.values()])
}

/** Keeps only documents of the source with the most documents of the group, and no more than one authority source has. */
function putForward({ members, sources, cap }: Group): void {
  const holds = (held: readonly Entry[]): number => Math.min(held.length, cap)
  const isMainBoxMissing = members.some(lacksMainBox)
  const mainBoxRank = (entries: readonly Entry[]): number => (isMainBoxMissing ? rankByMainBox(entries) : 0)
  const cents = (held: readonly Entry[]): number => Number(held.some(({ whole }) => !whole))
  // The sources are in the order of their first documents, and sorting keeps this order if they rank equally.
  const [best = []] = [...sources.values()].sort(
    (a, b) =>
      holds(b) - holds(a) ||
      mainBoxRank(a) - mainBoxRank(b) ||
      cents(b) - cents(a) ||
      standingOf(a) - standingOf(b),
  )
  const chosen = new Set(best.slice(0, cap))
  const verified = members.some(isOfAuthority)
  const told = members.find(entry => isOfAuthority(entry) && entry.recipientHere !== null)
  for (const entry of members) {
    entry.verified = verified
    // Software that names no recipients lists the forms of both spouses under the filer.
    if (told !== undefined && !isOfAuthority(entry)) entry.recipientThere = told.recipientHere
    if (!chosen.has(entry)) decide(entry, 'duplicate', best[0] as Entry)
  }
}

/**
 * Ranks the sources of a group in which a document lacks its main amount. The authority comes first, even without that
 * amount, because software must neither fill it in nor take it away. Then a source whose documents all show it comes first.
 */
const rankByMainBox = (entries: readonly Entry[]): number =>
  (entries.some(isOfAuthority) ? 0 : 2) + Number(entries.some(lacksMainBox))

const lacksMainBox = ({ document }: Entry): boolean => document.missingMainBox !== null

/** Returns 0 if the authority has an amended document here, 1 if it has any document, otherwise 2. */
function standingOf(entries: readonly Entry[]): number {
  const own = entries.filter(isOfAuthority)
  return own.length === 0 ? 2 : own.some(isAmended) ? 0 : 1
}

/** Orders the groups of a class that its sources disagree about, the best one first. */
function rankGroups(groups: readonly Group[], kept: readonly Entry[], layout: Layout): Group[] {
  const authority = new DocumentIndex(layout, LIKE_AUTHORITY, kept.filter(isOfAuthority))
  const ranks = groups.map(group => {
    // A correction is ranked together with the originals that rule 3 took away for it.
    const behind = group.members.flatMap(entry => [entry, ...(entry.corrects ?? [])])
    const own = behind.filter(isOfAuthority)
    return {
      group,
      standing: standingOf(behind),
      likeness: own.length > 0 ? 0 : largestOf(group.members.map(entry => authority.likest(entry).score)),
      authorityDate: latestOf(own),
      providers: new Set(behind.map(({ record }) => record.providerId)).size,
      date: latestOf(behind),
    }
  })
  ranks.sort(
    (a, b) =>
      a.standing - b.standing ||
      a.likeness - b.likeness ||
      compareText(b.authorityDate, a.authorityDate) ||
      b.providers - a.providers ||
      compareText(b.date, a.date),
  )
  return ranks.map(({ group }) => group)
}

const latestOf = (entries: readonly Entry[]): string =>
  entries.reduce((latest, { transcript: { date } }) => (date > latest ? date : latest), '')

/** Marks a source's only document as a duplicate if it is the total of another source's documents. */
function dropTotals(sources: ReadonlyMap<unknown, readonly Entry[]>): void {
  const held = [...sources.values()]
  const lone = held.filter(({ length }) => length === 1)
  const parts = lone.length === 0 ? [] : held.filter(all => all.filter(entry => !isZero(entry)).length >= 2)
  if (parts.length === 0) return
  const totals = parts.map(totalOf)
  for (const [only] of lone as [Entry][]) {
    const total = totals.find(each => isTotal(only, each))
    if (total === undefined) continue
    decide(only, 'duplicate', total.parts[0] as Entry)
    only.verified = false
    if (!isOfAuthority(only)) continue
    for (const part of total.parts) if (!isOfAuthority(part)) part.recipientThere ??= only.recipientHere
  }
}

interface Total {
  readonly parts: readonly Entry[]
  /** The sum of each box, or null if a part lacks the box. */
  readonly sums: readonly (number | null)[]
  /** The first two parts that are not zero, for each box. */
  readonly filled: readonly (readonly Entry[])[]
  readonly whole: boolean
}

function totalOf(parts: readonly Entry[]): Total {
  const sums: (number | null)[] = (parts[0] as Entry).amounts.map(() => 0)
  const filled: Entry[][] = sums.map(() => [])
  for (const entry of parts)
    for (const [i, cents] of entry.amounts.entries()) {
      const sum = sums[i] as number | null
      sums[i] = sum === null || cents === null ? null : sum + cents
      if (cents !== null && cents !== 0 && (filled[i] as Entry[]).length < 2) filled[i]?.push(entry)
    }
  return { parts, sums, filled, whole: parts.every(({ whole }) => whole) }
}

/**
 * True if a document is the total of the parts. If only one part adds anything in the shared boxes, the document is a copy of
 * it.
 */
function isTotal(entry: Entry, { parts, sums, filled, whole }: Total): boolean {
  const tolerance = entry.whole || whole ? parts.length * 100 : 0
  const adding = new Set<Entry>()
  let both = 0
  for (const [i, sum] of sums.entries()) {
    const cents = entry.amounts[i] as number | null
    if (sum === null || cents === null) continue
    if (Math.abs(sum - cents) > tolerance) return false
    if (sum !== 0 && cents !== 0) both++
    for (const part of filled[i] as readonly Entry[]) adding.add(part)
  }
  return both >= 2 && adding.size >= 2
}
