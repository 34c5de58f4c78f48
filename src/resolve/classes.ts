import { getOrCreate, insert } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { joinCores, SAME } from './compare.js'
import { DocumentIndex } from './document-index.js'
import { DocumentClass, isOver, type Node } from './document-node.js'
import type { Core, Entry } from './entry.js'
import type { Layout, Scope } from './layout.js'

const BEST: Scope = { between: true, parties: true, amounts: 'speak' }

/**
 * The classes of rule 6: each entry in the order joins the class whose best score with a member is highest, 6 at least, and
 * that holds no member it rejects; ties go to the class with the fewest documents of its own source, then to the earlier.
 */
export function formClasses(ordered: readonly Entry[], layout: Layout): DocumentClass[] {
  const index = new DocumentIndex(layout, BEST)
  const rankings = new Map<Node, Ranking>()
  const known = new Map<string, DocumentClass>()
  const classes: DocumentClass[] = []
  for (const entry of ordered) {
    // Nothing scores as high as an equal entry; those equal to it are all in one class, and stand in the index once.
    const equal = layout.isFew ? undefined : known.get(entry.contents)
    const joined = equal ?? bestFor(entry, index, rankings) ?? new DocumentClass(classes.length, entry.core)
    if (joined.members.length === 0) classes.push(joined)
    joined.add(entry)
    if (equal !== undefined) continue
    if (!layout.isFew) known.set(entry.contents, joined)
    joined.different.push(entry)
    const before = joined.core
    joined.core = joinCores(before, entry.core)
    // Where more is known of the class than its members have said so far, they stand elsewhere.
    for (const member of joined.core === before ? [entry] : joined.different) index.put(member, joined)
  }
  return classes
}

/** The class that an entry joins; null where none scores 6. */
function bestFor(entry: Entry, index: DocumentIndex, rankings: Map<Node, Ranking>): DocumentClass | null {
  const { record } = entry
  const best: { of: DocumentClass | null; score: number } = { of: null, score: SAME }
  index.visit(entry, best, (held, score, alike) => {
    const of = alike === null ? held.of : getOrCreate(rankings, alike, () => new Ranking(alike)).best(record)
    if (of === null) return
    if (score === best.score && best.of !== null && compareFor(record, of, best.of) >= 0) return
    best.of = of
    best.score = score
  })
  return best.of
}

/** The fewest documents of the source first, then the earlier. */
const compareFor = (record: SourceRecord, a: DocumentClass, b: DocumentClass): number =>
  a.heldOf(record) - b.heldOf(record) || a.number - b.number

/** A class as it came here, and how many documents it held of a source when that asked last. */
interface Candidate {
  readonly of: DocumentClass
  readonly core: Core
  readonly count: number
}

/** How far one source has come in what stands here; what it passed, the best last. */
interface SourceState {
  from: number
  readonly passed: Candidate[]
}

/**
 * Of classes that are alike to all who ask, the best for each source. What it holds nothing of is best, by an order that is
 * the same for all sources; so each has a list only of those that it has come to.
 */
export class Ranking {
  #read = 0
  /** Each core is of one class, which is here once with it. */
  readonly #seen = new Set<Core>()
  readonly #sorted: Omit<Candidate, 'count'>[] = []
  readonly #states = new Map<SourceRecord, SourceState>()

  constructor(private readonly node: Node) {}

  best(record: SourceRecord): DocumentClass | null {
    this.#catchUp()
    const state = getOrCreate(this.#states, record, (): SourceState => ({ from: 0, passed: [] }))
    const { passed } = state
    for (;;) {
      const top = passed.at(-1)
      const next = top?.count === 0 ? undefined : this.#sorted[state.from]
      if (next === undefined && top === undefined) return null
      if (next !== undefined) state.from++
      else if (top !== undefined && !isOver(top) && top.of.heldOf(record) === top.count) return top.of
      else passed.pop()
      const { of, core } = next ?? (top as Candidate)
      if (isOver({ of, core })) continue
      const count = of.heldOf(record)
      insert(passed, { of, core, count }, other => (count - other.count || of.number - other.of.number) < 0)
    }
  }

  /** Each source begins anew where one comes behind higher numbers. */
  #catchUp(): void {
    const { items } = this.node
    for (let held = items[this.#read]; held !== undefined; held = items[++this.#read]) {
      const { core } = held
      if (this.#seen.has(core)) continue
      this.#seen.add(core)
      const of = held.of as DocumentClass
      if (of.number < (this.#sorted.at(-1)?.of.number ?? 0)) this.#states.clear()
      insert(this.#sorted, { of, core }, other => other.of.number <= of.number)
    }
  }
}
