import { getOrCreate, insert } from '../core/lists.js'
import type { SourceRecord } from '../normalize/source.js'
import { DocumentIndex } from './document-index.js'
import type { Held, Node } from './document-node.js'
import type { Core, Entry } from './entry.js'
import { joinCores, REJECT, SAME, score, scoreCores } from './identity.js'
import type { Layout, Scope } from './layout.js'

const BY_PARTIES: Scope = { between: true, parties: 'best', amounts: null }
const BY_AMOUNTS: Scope = { between: true, parties: 'best', amounts: 'same' }

/**
 * The classes of rule 6: each entry in the order joins the class whose best score with a member is highest, 6 at least, and
 * that holds no member it rejects; ties go to the class with the fewest documents of its own source, then to the earlier.
 */
export function formClasses(ordered: readonly Entry[], layout: Layout): DocumentClass[] {
  // Few are looked at one by one, and need one index, in which nothing moves.
  const isFew = ordered.length <= layout.few
  const scopes = isFew ? [BY_PARTIES] : [BY_PARTIES, BY_AMOUNTS]
  const indexes = scopes.map(scope => new DocumentIndex<DocumentClass>(layout, scope))
  const rankings = new Map<Node<DocumentClass>, Ranking>()
  const known = new Map<string, DocumentClass>()
  const classes: DocumentClass[] = []
  for (const entry of ordered) {
    // Nothing scores as high as an equal entry; those equal to it are all in one class, and stand in the indexes once.
    const equal = isFew ? undefined : known.get(entry.contents)
    const joined = equal ?? bestFor(entry, indexes, rankings) ?? new DocumentClass(classes.length, entry.core)
    if (joined.members.length === 0) classes.push(joined)
    joined.members.push(entry)
    if (equal !== undefined) continue
    if (!isFew) known.set(entry.contents, joined)
    const core = joinCores(joined.core, entry.core)
    // Where more is known of the class than its members have said so far, they stand elsewhere.
    const again = isFew || core === joined.core ? [] : joined.held.splice(0)
    joined.core = core
    for (const each of again) each.isOver = true
    for (const member of [entry, ...again.map(each => each.entry)]) {
      const held = { entry: member, core, value: joined, isOver: false }
      joined.held.push(held)
      for (const index of indexes) index.add(held)
    }
  }
  return classes
}

/** The class that an entry joins; null where none scores 6. */
function bestFor(
  entry: Entry,
  indexes: readonly DocumentIndex<DocumentClass>[],
  rankings: Map<Node<DocumentClass>, Ranking>,
): DocumentClass | null {
  const { record } = entry
  const best: { value: DocumentClass | null; score: number } = { value: null, score: SAME }
  const consider = (value: DocumentClass, score: number): void => {
    if (score < best.score) return
    if (score === best.score && best.value !== null && compareFor(record, value, best.value) >= 0) return
    best.value = value
    best.score = score
  }
  for (const index of indexes)
    index.visit(entry, best, (items, told, node) => {
      if (told === null) {
        for (const { entry: member, value } of items)
          if (scoreCores(entry.core, value.core) !== REJECT) consider(value, score(entry, member, true))
      } else {
        const first = getOrCreate(rankings, node, () => new Ranking(node)).best(record)
        if (first !== null) consider(first, told)
      }
    })
  return best.value
}

/** Documents that are the same one, or several of one issuer to one recipient, across sources. */
export class DocumentClass {
  readonly number: number
  /** In the order. */
  readonly members: Entry[] = []
  /** What its members say together; another one where more is known. */
  core: Core
  /** Its members as they stand in the indexes, those that are alike once. */
  held: Held<DocumentClass>[] = []
  #perSource: Map<SourceRecord, number> | null = null
  #counted = 0

  constructor(number: number, core: Core) {
    this.number = number
    this.core = core
  }

  /** How many documents it holds of a source. */
  heldOf(record: SourceRecord): number {
    this.#perSource ??= new Map()
    for (; this.#counted < this.members.length; this.#counted++) {
      const { record: source } = this.members[this.#counted] as Entry
      this.#perSource.set(source, (this.#perSource.get(source) ?? 0) + 1)
    }
    return this.#perSource.get(record) ?? 0
  }
}

/** The fewest documents of the source first, then the earlier. */
const compareFor = (record: SourceRecord, a: DocumentClass, b: DocumentClass): number =>
  a.heldOf(record) - b.heldOf(record) || a.number - b.number

type Holding = readonly [value: DocumentClass, held: number]

/** How far one source has come: it holds some of all before, which stand here, the best last, with how many it held then. */
interface SourceState {
  from: number
  readonly holding: Holding[]
}

/**
 * Of classes that are alike to all who ask, the best for each source: the first that it holds nothing of, in an order that
 * is the same for all sources, else the best of those that it does, of which each source has a list.
 */
export class Ranking {
  readonly #node: Node<DocumentClass>
  #read = 0
  /** What each said when it was put here last: where it says more by now, it stands elsewhere. */
  readonly #cores = new Map<DocumentClass, Core>()
  readonly #sorted: DocumentClass[] = []
  readonly #states = new Map<SourceRecord, SourceState>()

  constructor(node: Node<DocumentClass>) {
    this.#node = node
  }

  best(record: SourceRecord): DocumentClass | null {
    this.#catchUp()
    const state = getOrCreate(this.#states, record, (): SourceState => ({ from: 0, holding: [] }))
    const hold = (value: DocumentClass): void => {
      const held = value.heldOf(record)
      insert<Holding>(
        state.holding,
        [value, held],
        ([other, n]) => (held - n || value.number - other.number) < 0,
      )
    }
    for (let value = this.#sorted[state.from]; value !== undefined; value = this.#sorted[++state.from]) {
      if (!this.#isHere(value)) continue
      if (value.heldOf(record) === 0) return value
      hold(value)
    }
    for (let top = state.holding.at(-1); top !== undefined; top = state.holding.at(-1)) {
      const [value, held] = top
      if (this.#isHere(value) && value.heldOf(record) === held) return value
      state.holding.pop()
      if (this.#isHere(value)) hold(value)
    }
    return null
  }

  #isHere(value: DocumentClass): boolean {
    return this.#cores.get(value) === value.core
  }

  /** Each source begins anew where one comes behind higher numbers, or again. */
  #catchUp(): void {
    const { items } = this.#node
    for (let held = items[this.#read]; held !== undefined; held = items[++this.#read]) {
      const { value, core } = held
      const before = this.#cores.get(value)
      if (before === core) continue
      this.#cores.set(value, core)
      const last = this.#sorted.at(-1)
      if (before !== undefined || (last !== undefined && value.number < last.number)) this.#states.clear()
      if (before === undefined) insert(this.#sorted, value, other => other.number < value.number)
    }
  }
}
