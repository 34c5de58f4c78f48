import { canonicalJson } from '../core/json.js'
import { AmountIndex, amountsSpeak, sameAmounts } from './amounts.js'
import type { Entry } from './entry.js'
import { isEqualJson, REJECT, SAME, type Scorer } from './identity.js'

/** Documents that are the same one, or several of one issuer to one recipient, across sources; members in the order. */
export interface DocumentClass {
  readonly members: Entry[]
}

/** Members of one class with the same party values and the same amounts: the first speaks for all but equal entries. */
class Bucket {
  readonly owner: Growing
  readonly entries: Entry[] = []
  #texts: Set<string> | null = null
  constructor(owner: Growing) {
    this.owner = owner
  }
  add(entry: Entry): void {
    this.entries.push(entry)
    this.#texts?.add(canonicalJson(entry.document.raw))
  }
  /** True where a member equals the entry as a whole. */
  holds(entry: Entry): boolean {
    const { raw } = entry.document
    if (this.entries.length <= FEW) return this.entries.some(other => isEqualJson(other.document.raw, raw))
    this.#texts ??= new Set(this.entries.map(other => canonicalJson(other.document.raw)))
    return this.#texts.has(canonicalJson(raw))
  }
}

/** A class while it grows. */
class Growing implements DocumentClass {
  readonly members: Entry[] = []
  /** A member for each distinct set of party values, and how many of the class each source holds. */
  readonly profiles = new Map<number, Entry>()
  readonly perSource = new Map<unknown, number>()
  readonly buckets = new Map<string, Bucket>()
  readonly number: number
  constructor(number: number) {
    this.number = number
  }
}

const FEW = 16

/**
 * Forms the classes of rule 6 of entries that stand in the order: each joins the class whose best score with a member
 * is highest, 6 at least, and that holds no member it rejects; ties go to the class with the fewest documents of its own
 * source, then to the earlier. Indexes skip only classes of which no member can score 6.
 */
export function formClasses(ordered: readonly Entry[], scorer: Scorer): DocumentClass[] {
  const classes: Growing[] = []
  const byKey = new Map<string, Set<Growing>>()
  const index = new AmountIndex()
  const buckets: Bucket[] = []
  for (const entry of ordered) {
    const keys = keysOf(entry, scorer)
    const near = new Set<Growing>(classes.length <= FEW ? classes : [])
    if (classes.length > FEW) for (const key of keys) for (const each of byKey.get(key) ?? []) near.add(each)
    const open = [...near].filter(each => !rejects(each, entry, scorer))
    const alone = classes.length <= FEW && open.length <= 1
    const best =
      alone && (open[0] === undefined || bestParties(entry, open[0], scorer) >= SAME)
        ? (open[0] ?? null)
        : bestClass(entry, open, near, index, buckets, scorer)
    const joined = best ?? new Growing(classes.length)
    if (best === null) classes.push(joined)
    const profile = scorer.profileOf(entry)
    joined.members.push(entry)
    joined.profiles.set(profile, entry)
    joined.perSource.set(entry.record, (joined.perSource.get(entry.record) ?? 0) + 1)
    const key = `${profile} ${entry.amounts.join()}`
    let bucket = joined.buckets.get(key)
    if (bucket === undefined) {
      bucket = new Bucket(joined)
      joined.buckets.set(key, bucket)
      index.add(entry)
      buckets.push(bucket)
    }
    bucket.add(entry)
    for (const key of keys) {
      const set = byKey.get(key)
      if (set === undefined) byKey.set(key, new Set([joined]))
      else set.add(joined)
    }
  }
  return classes
}

const rejects = (each: Growing, entry: Entry, scorer: Scorer): boolean => {
  for (const member of each.profiles.values()) if (scorer.parties(entry, member, true) === REJECT) return true
  return false
}

/** The class with the best score, where equal amounts and equal entries have to be looked at. */
function bestClass(
  entry: Entry,
  open: readonly Growing[],
  near: ReadonlySet<Growing>,
  index: AmountIndex,
  buckets: readonly Bucket[],
  scorer: Scorer,
): Growing | null {
  const scores = new Map<Growing, number>(open.map(each => [each, bestParties(entry, each, scorer)]))
  for (const position of index.candidates(entry)) {
    const member = index.at(position)
    if (!sameAmounts(entry, member, true)) continue
    const bucket = buckets[position] as Bucket
    const { owner } = bucket
    if (!scores.has(owner) && (near.has(owner) || rejects(owner, entry, scorer))) continue
    const whole = scorer.profileOf(entry) === scorer.profileOf(member) && bucket.holds(entry) ? 10 : 0
    const score = scorer.parties(entry, member, true) + (amountsSpeak(entry, member) ? 4 : 0) + whole
    scores.set(owner, Math.max(score, scores.get(owner) ?? REJECT))
  }
  let best: Growing | null = null
  let bestScore = SAME
  for (const [each, score] of scores) {
    if (score < bestScore) continue
    if (best === null || score > bestScore || isBefore(each, best, entry)) {
      best = each
      bestScore = score
    }
  }
  return best
}

function isBefore(a: Growing, b: Growing, entry: Entry): boolean {
  const held = (each: Growing): number => each.perSource.get(entry.record) ?? 0
  return held(a) < held(b) || (held(a) === held(b) && a.number < b.number)
}

function bestParties(entry: Entry, each: Growing, scorer: Scorer): number {
  let best = REJECT
  for (const member of each.profiles.values()) best = Math.max(best, scorer.parties(entry, member, true))
  return best
}

/** Without equal amounts, 6 needs one of these in common: the recipient and an address alone give 5. */
function keysOf(entry: Entry, scorer: Scorer): string[] {
  const { issuer } = entry.document
  return [
    `profile ${scorer.profileOf(entry)}`,
    ...(issuer.id === null ? [] : [`issuer ${issuer.id.slice(5)}`]),
    ...(entry.name === null ? [] : [`name ${entry.name.slice(0, 4).trimEnd()}`]),
    ...(entry.account === null ? [] : [`account ${entry.account}`]),
    ...(entry.uniqueId === null ? [] : [`unique ${entry.uniqueId}`]),
  ]
}
