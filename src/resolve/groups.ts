import { largestOf } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { isEqualAmounts, isZero, sameAmounts } from './amounts.js'
import type { DocumentClass } from './classes.js'
import { DocumentIndex } from './document-index.js'
import { bySource, counts, decide, type Entry, type Warn } from './entry.js'
import type { Layout } from './layout.js'
import { Likest } from './lookups.js'

/** Documents of one class with the same amounts; members in the order. */
interface Group {
  readonly number: number
  readonly members: Entry[]
}

/** Rules 6 and 7: what several sources hold of one class counts once; where they disagree, the best counts. */
export function resolveClass({ members }: DocumentClass, layout: Layout, warn: Warn): void {
  const sources = bySource(members)
  if (sources.size === 1) return
  // Most classes are one document, which each source holds once.
  const isOne =
    sources.size === members.length && members.every(entry => isEqualTo(entry, members[0] as Entry))
  if (!isOne) dropTotals(sources)
  const kept = members.filter(counts)
  const groups = isOne ? [{ number: 0, members: kept }] : groupByAmounts(kept, layout)
  const standsFor = largestHolding(groups)
  const forward: { group: Group; entries: Entry[] }[] = []
  for (const group of groups) {
    const entries = putForward(group)
    const chosen = new Set(entries)
    const verified = group.members.some(entry => entry.record.authority)
    const told = group.members.find(entry => entry.record.authority && entry.recipientHere !== null)
    for (const entry of group.members) {
      entry.verified = verified
      // Software that names no recipients lists both spouses' forms under the filer.
      if (told !== undefined && !entry.record.authority) entry.recipientThere = told.recipientHere
      if (!chosen.has(entry)) decide(entry, 'duplicate', entries[0] as Entry)
    }
    forward.push({ group, entries })
  }
  const offered = forward.reduce((sum, { entries }) => sum + entries.length, 0)
  if (offered <= standsFor) return
  const ranked = rankGroups(groups, kept, layout).flatMap(group => forward[group.number]?.entries ?? [])
  const winner = ranked[0] as Entry
  for (const loser of ranked.slice(standsFor)) {
    decide(loser, 'conflict', winner)
    warn('source_conflict', loser)
  }
}

const isEqualTo = (a: Entry, b: Entry): boolean => isEqualAmounts(a.amounts, b.amounts)

/**
 * How many documents the class stands for: the most that any source holds of it. What a source lists more often than
 * any authority source does is one document listed several times, here as in what a group puts forward. A source of which
 * rule 3 took a document away still knows of that one: it holds the correction, unless it has a document in those amounts.
 */
function largestHolding(groups: readonly Group[]): number {
  const held = new Map<SourceRecord, number>()
  const add = (source: SourceRecord, count: number) => held.set(source, (held.get(source) ?? 0) + count)
  for (const group of groups) {
    const cap = authorityCap(group)
    const sources = bySource(group.members)
    for (const [source, entries] of sources) add(source, Math.min(entries.length, cap))
    for (const { corrects } of group.members)
      for (const source of bySource(corrects ?? []).keys()) if (!sources.has(source)) add(source, 1)
  }
  return largestOf([...held.values()])
}

/** The most documents of a group that any authority source holds; no limit where none does. */
function authorityCap({ members }: Group): number {
  const held = [...bySource(members).values()].filter(([first]) => first?.record.authority)
  return held.length === 0 ? Number.POSITIVE_INFINITY : largestOf(held.map(entries => entries.length))
}

/** A source's only document that is the total of another source's documents is a duplicate of them. */
function dropTotals(sources: ReadonlyMap<unknown, readonly Entry[]>): void {
  const parts = [...sources.values()].filter(held => held.filter(entry => !isZero(entry.amounts)).length >= 2)
  if (parts.length === 0) return
  const totals = parts.map(held => totalOf(held))
  for (const held of sources.values()) {
    const [only] = held
    if (held.length !== 1 || only === undefined) continue
    const found = totals.find(total => isTotal(only, total))
    if (found === undefined) continue
    decide(only, 'duplicate', found.first)
    only.verified = false
    if (!only.record.authority) continue
    for (const part of sources.get(found.first.record) ?? [])
      if (!part.record.authority) part.recipientThere ??= only.recipientHere
  }
}

interface Total {
  readonly first: Entry
  readonly sums: (number | null)[]
  /** The first two documents that are not zero in each box. */
  readonly filled: readonly (readonly Entry[])[]
  readonly count: number
  readonly whole: boolean
}

/** The sum of each box that all of a source's documents have. */
const totalOf = (held: readonly Entry[]): Total => ({
  first: held[0] as Entry,
  sums: (held[0] as Entry).amounts.map((_, i) =>
    held.reduce<number | null>((sum, entry) => {
      const cents = entry.amounts[i] as number | null
      return sum === null || cents === null ? null : sum + cents
    }, 0),
  ),
  filled: (held[0] as Entry).amounts.map((_, i) => firstTwo(held, entry => (entry.amounts[i] ?? 0) !== 0)),
  count: held.length,
  whole: held.every(entry => entry.whole),
})

function firstTwo<T>(items: readonly T[], is: (item: T) => boolean): T[] {
  const found: T[] = []
  for (let i = 0; i < items.length && found.length < 2; i++) if (is(items[i] as T)) found.push(items[i] as T)
  return found
}

/** What only one document adds to, in the boxes that all have, is a copy of that document and no total. */
function isTotal(entry: Entry, total: Total): boolean {
  const tolerance = entry.whole || total.whole ? total.count * 100 : 0
  let both = 0
  for (let i = 0; i < total.sums.length; i++) {
    const sum = total.sums[i] as number | null
    const cents = entry.amounts[i] as number | null
    if (sum === null || cents === null) continue
    if (Math.abs(sum - cents) > tolerance) return false
    if (sum !== 0 && cents !== 0) both++
  }
  if (both < 2) return false
  const parts = total.filled.filter((_, i) => total.sums[i] !== null && entry.amounts[i] !== null)
  return new Set(parts.flat()).size >= 2
}

/** Each joins the first group whose first member has its amounts to the cent, else the first that has the same ones. */
function groupByAmounts(members: readonly Entry[], layout: Layout): Group[] {
  const groups = new Map<Entry, Group>()
  const exact = new DocumentIndex<null>(layout, { between: false, parties: null, amounts: 'same' })
  const near = new DocumentIndex<null>(layout, { between: true, parties: null, amounts: 'same' })
  for (const entry of members) {
    const leader =
      exact.first(entry, 0, other => sameAmounts(entry, other, false), false) ??
      near.first(entry, 0, other => sameAmounts(entry, other, true), false)
    if (leader !== null) groups.get(leader)?.members.push(entry)
    else {
      groups.set(entry, { number: groups.size, members: [entry] })
      exact.put(entry, null)
      near.put(entry, null)
    }
  }
  return [...groups.values()]
}

/** The documents of the source that holds most of the group, and no more than one authority source holds of it. */
function putForward(group: Group): Entry[] {
  const sources = [...bySource(group.members).values()]
  const cap = authorityCap(group)
  const holds = (held: readonly Entry[]): number => Math.min(held.length, cap)
  const rank = (held: readonly Entry[]): number =>
    !held.some(entry => entry.record.authority)
      ? 2
      : held.some(entry => entry.document.submission === 'amended')
        ? 0
        : 1
  const cents = (held: readonly Entry[]): number => (held.some(entry => !entry.whole) ? 0 : 1)
  // Sources stand by their first document in the order, and sorting keeps that for what is equal.
  const [best = []] = sources.toSorted(
    (a, b) => holds(b) - holds(a) || cents(a) - cents(b) || rank(a) - rank(b),
  )
  return best.slice(0, cap)
}

interface Rank {
  readonly group: Group
  /** 0 with an authority's amended document, 1 with any of the authority's, 2 with none. */
  readonly authority: number
  /** Of a group without one, the most boxes that are equal to one of the authority's. */
  readonly likeness: number
  readonly providers: number
  readonly authorityDate: string
  readonly date: string
}

/** The groups of a class that its sources disagree about, the best first. */
function rankGroups(groups: readonly Group[], members: readonly Entry[], layout: Layout): Group[] {
  const authority = new Likest(layout, true)
  for (const entry of members) if (entry.record.authority) authority.add(entry)
  const latest = (entries: readonly Entry[]): string =>
    entries
      .map(entry => entry.date)
      .sort()
      .at(-1) ?? ''
  const ranks = groups.map((group): Rank => {
    // Whoever has the original of a correction stands behind it.
    const members = group.members.flatMap(entry => [entry, ...(entry.corrects ?? [])])
    const own = members.filter(entry => entry.record.authority)
    const amended = own.some(entry => entry.document.submission === 'amended')
    return {
      group,
      authority: amended ? 0 : own.length > 0 ? 1 : 2,
      likeness: own.length > 0 ? 0 : mostEqual(group.members, authority),
      providers: new Set(members.map(entry => entry.record.providerId)).size,
      authorityDate: latest(own),
      date: latest(members),
    }
  })
  const descending = (a: string, b: string): number => (a === b ? 0 : a > b ? -1 : 1)
  return ranks
    .toSorted(
      (a, b) =>
        a.authority - b.authority ||
        a.likeness - b.likeness ||
        descending(a.authorityDate, b.authorityDate) ||
        b.providers - a.providers ||
        descending(a.date, b.date),
    )
    .map(rank => rank.group)
}

/** The most boxes that any of the documents has equal to one of the authority's. */
const mostEqual = (members: readonly Entry[], authority: Likest): number =>
  members.reduce((most, entry) => Math.max(most, authority.find(entry, false)?.equal ?? 0), 0)
