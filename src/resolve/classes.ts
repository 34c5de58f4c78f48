import { getOrCreate, insert } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { joinCores, SAME } from './compare.js'
import { DocumentIndex } from './document-index.js'
import { DocumentClass, isOver, type Node } from './document-node.js'
import type { Core, Entry } from './entry.js'
import type { Layout, Scope } from './layout.js'

const BEST: Scope = { between: true, parties: true, amounts: 'speak' }

/**
 * Puts documents into the classes of rule 6. In the fixed order, each joins the class in which its best score with a member is
 * highest and at least 6, unless it rejects a member of that class. If scores are equal, the class with the fewest documents of
 * the same source is taken, then the earlier one.
 */
export function formClasses(ordered: readonly Entry[], layout: Layout): DocumentClass[] {
  const index = new DocumentIndex(layout, BEST)
  const rankings = new Map<Node, Ranking>()
  const known = new Map<string, DocumentClass>()
  const classes: DocumentClass[] = []
  for (const entry of ordered) {
    // Nothing scores as high as an equal entry. All equal entries are in one class, and only the first of them is in the index.
    const equal = layout.isFew ? undefined : known.get(entry.contents)
    const joined = equal ?? bestFor(entry, index, rankings) ?? new DocumentClass(classes.length, entry.core)
    if (joined.members.length === 0) classes.push(joined)
    joined.add(entry)
    if (equal !== undefined) continue
    if (!layout.isFew) known.set(entry.contents, joined)
    joined.different.push(entry)
    const before = joined.core
    joined.core = joinCores(before, entry.core)
    // If the class knows more than before, its members are filed again under the new keys.
    for (const member of joined.core === before ? [entry] : joined.different) index.put(member, joined)
  }
  return classes
}

/** Returns the class that a document joins, or null if no class scores 6. */
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

/** Orders classes by the number of documents of a source, then by age. */
const compareFor = (record: SourceRecord, a: DocumentClass, b: DocumentClass): number =>
  a.heldOf(record) - b.heldOf(record) || a.number - b.number

/** A class as it was filed, and the number of documents that it had of a source when that source last searched. */
interface Candidate {
  readonly of: DocumentClass
  readonly core: Core
  readonly count: number
}

/** The position of one source in the sorted classes, and the classes that it passed, the best one last. */
interface SourceState {
  from: number
  readonly passed: Candidate[]
}

/**
 * Finds the best class for each source among the classes of one node, which all searches score alike. A class without documents
 * of the source is best, and these classes have the same order for all sources. So each source keeps a list only of the classes
 * that it has passed.
 */
export class Ranking {
  #read = 0
  /** The identities that were read. Each array belongs to exactly one class. */
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

  /** Reads the new items of the node. If a class comes after one with a higher number, all sources start again. */
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
