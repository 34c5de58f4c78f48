import { getOrCreate } from '../core/lists.js'
import { DocumentIndex, type Meet } from './document-index.js'
import type { Node } from './document-node.js'
import { bySource, type Entry } from './entry.js'
import { SAME, score } from './identity.js'
import { FEW, type Layout } from './layout.js'
import { contentsText } from './order.js'
import { isBetter, type Joinable, Ranking } from './ranking.js'
import { type Core, contradict, coreOf, type Held, joinCores } from './traits.js'

/** Documents that are the same one, or several of one issuer to one recipient, across sources. */
class DocumentClass implements Joinable {
  readonly number: number
  /** In the order. */
  readonly members: Entry[] = []
  /** What all members say together: what contradicts that is rejected. */
  core: Core
  /** Its members as they stand in the indexes, those that are alike once. */
  held: Held<DocumentClass>[] = []
  /** Null while it has few. */
  #perSource: Map<unknown, number> | null = null

  constructor(number: number, core: Core) {
    this.number = number
    this.core = core
  }

  heldOf(record: unknown): number {
    if (this.#perSource !== null) return this.#perSource.get(record) ?? 0
    let held = 0
    for (const member of this.members) if (member.record === record) held++
    return held
  }

  join(entry: Entry): void {
    this.members.push(entry)
    if (this.#perSource !== null) this.#perSource.set(entry.record, this.heldOf(entry.record) + 1)
    else if (this.members.length > FEW)
      this.#perSource = new Map([...bySource(this.members)].map(([record, held]) => [record, held.length]))
  }
}

/**
 * The classes of rule 6: each entry in the order joins the class whose best score with a member is highest, 6 at least, and
 * that holds no member it rejects; ties go to the class with the fewest documents of its own source, then to the earlier.
 */
export function formClasses(ordered: readonly Entry[], layout: Layout): DocumentClass[] {
  const classes: DocumentClass[] = []
  const open = new OpenClasses(layout, ordered.length)
  for (const entry of ordered) {
    const core = coreOf(entry, true)
    const joined = open.best(entry, core) ?? new DocumentClass(classes.length, core)
    if (joined.members.length === 0) classes.push(joined)
    joined.join(entry)
    open.add(entry, core, joined)
  }
  return classes
}

/** The classes that entries may join. */
class OpenClasses {
  readonly #byParties: DocumentIndex<DocumentClass>
  /** Those that need the same amounts too; where few are looked at one by one, nothing more is needed. */
  readonly #byAmounts: DocumentIndex<DocumentClass> | null
  /** By what their members say, each of which stands in the indexes once. */
  readonly #equal = new Map<string, DocumentClass>()
  readonly #rankings = new Map<Node<DocumentClass>, Ranking<DocumentClass>>()

  constructor(layout: Layout, count: number) {
    const scope = { between: true, parties: 'best' } as const
    this.#byParties = new DocumentIndex(layout, { ...scope, amounts: null })
    this.#byAmounts = count <= layout.few ? null : new DocumentIndex(layout, { ...scope, amounts: 'same' })
  }

  best(entry: Entry, core: Core): DocumentClass | null {
    const { record } = entry
    // Nothing scores as high as an equal entry, and entries equal to it are all in one class.
    const equal = this.#byAmounts === null ? undefined : this.#equal.get(contentsText(entry))
    if (equal !== undefined) return equal
    const best: { value: DocumentClass | null; score: number; held: number } = {
      value: null,
      score: SAME,
      held: 0,
    }
    const consider = (value: DocumentClass, score: number): void => {
      if (score < best.score) return
      const held = value.heldOf(record)
      const isEqual = best.value !== null && score === best.score
      if (isEqual && !isBetter(value, held, best.value as DocumentClass, best.held)) return
      best.value = value
      best.score = score
      best.held = held
    }
    const meet: Meet<DocumentClass> = (items, told, node) => {
      if (told === null) {
        for (const { entry: member, value } of items)
          if (!contradict(core, value.core)) consider(value, score(entry, member, true))
        return
      }
      const first = getOrCreate(this.#rankings, node, () => new Ranking(node)).best(record)
      if (first !== null) consider(first, told)
    }
    this.#byParties.visit(entry, best, meet)
    this.#byAmounts?.visit(entry, best, meet)
    return best.value
  }

  add(entry: Entry, core: Core, value: DocumentClass): void {
    if (this.#byAmounts !== null) {
      if (this.#equal.has(contentsText(entry))) return
      this.#equal.set(contentsText(entry), value)
    }
    const before = value.core
    value.core = joinCores(before, core)
    // More is known of the class than its members have said so far.
    if (this.#byAmounts !== null && value.core !== before)
      for (const each of value.held.splice(0)) {
        each.isOver = true
        this.#put(each.entry, value)
      }
    this.#put(entry, value)
  }

  #put(entry: Entry, value: DocumentClass): void {
    const held = { entry, core: value.core, value, isOver: false }
    value.held.push(held)
    this.#byParties.add(held)
    this.#byAmounts?.add(held)
  }
}
