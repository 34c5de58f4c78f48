import { heldOr } from '../core/lists.js'
import { DocumentIndex } from './document-index.js'
import type { Entry } from './entry.js'
import { SAME, scoreBetween } from './identity.js'
import type { Layout } from './layout.js'
import { contentsText } from './order.js'
import { isBetter, type Joinable, Ranking } from './ranking.js'
import { type Core, contradict, coreOf, type Held, joinCores } from './traits.js'
import type { Meet, Node } from './tree.js'

/** Documents that are the same one, or several of one issuer to one recipient, across sources; members in the order. */
export interface DocumentClass {
  readonly members: readonly Entry[]
}

/** A class while it grows. */
class Growing implements DocumentClass, Joinable {
  readonly number: number
  readonly members: Entry[] = []
  /** What all members say together: what contradicts that is rejected. */
  core: Core
  /** Its members as they stand in the indexes, those that are alike once. */
  held: Held<Growing>[] = []
  readonly seen = new Set<string>()
  readonly #perSource = new Map<unknown, number>()

  constructor(number: number, core: Core) {
    this.number = number
    this.core = core
  }

  heldOf(record: unknown): number {
    return this.#perSource.get(record) ?? 0
  }

  join(entry: Entry): void {
    this.members.push(entry)
    this.#perSource.set(entry.record, this.heldOf(entry.record) + 1)
  }
}

/**
 * The classes of rule 6: each entry in the order joins the class whose best score with a member is highest, 6 at least, and
 * that holds no member it rejects; ties go to the class with the fewest documents of its own source, then to the earlier.
 */
export function formClasses(ordered: readonly Entry[], layout: Layout): readonly DocumentClass[] {
  const classes: Growing[] = []
  const open = new OpenClasses(layout, ordered.length > layout.few)
  for (const entry of ordered) {
    const core = coreOf(entry, true)
    const joined = open.best(entry, core) ?? new Growing(classes.length, core)
    if (joined.members.length === 0) classes.push(joined)
    joined.join(entry)
    open.add(entry, core, joined)
  }
  return classes
}

/** The classes that entries may join. */
class OpenClasses {
  readonly #isLarge: boolean
  // Classes that the parties alone are enough for, and those that need the same amounts too.
  readonly #byParties: DocumentIndex<Growing>
  readonly #byAmounts: DocumentIndex<Growing>
  readonly #equal = new Map<string, Growing>()
  readonly #rankings = new Map<Node<Growing>, Ranking<Growing>>()

  constructor(layout: Layout, isLarge: boolean) {
    this.#isLarge = isLarge
    this.#byParties = new DocumentIndex(layout, { between: true, parties: 'best', amounts: false })
    this.#byAmounts = new DocumentIndex(layout, { between: true, parties: 'best', amounts: true })
  }

  best(entry: Entry, core: Core): Growing | null {
    // Nothing scores as high as an equal entry, and entries equal to it are all in one class.
    const equal = this.#isLarge ? this.#equal.get(contentsText(entry)) : undefined
    if (equal !== undefined) return equal
    const { record } = entry
    const best: { value: Growing | null; score: number; held: number } = { value: null, score: SAME, held: 0 }
    const consider = (value: Growing, score: number): void => {
      const held = value.heldOf(record)
      if (
        score < best.score ||
        (best.value !== null && score === best.score && !isBetter(value, held, best.value, best.held))
      )
        return
      best.value = value
      best.score = score
      best.held = held
    }
    const meet: Meet<Growing> = (node, told) => {
      if (told === null) {
        for (const { entry: member, value, isOver } of node.items)
          if (!isOver && !contradict(core, value.core)) consider(value, scoreBetween(entry, member))
        return
      }
      const first = heldOr(this.#rankings, node, () => new Ranking(node)).best(record)
      if (first !== null) consider(first, told)
    }
    this.#byParties.visit(entry, best, meet)
    if (this.#isLarge) this.#byAmounts.visit(entry, best, meet)
    return best.value
  }

  add(entry: Entry, core: Core, value: Growing): void {
    const joint = joinCores(value.core, core)
    const isMore = joint !== value.core
    value.core = joint
    if (isMore && this.#isLarge) {
      const before = value.held
      value.held = []
      for (const each of before) {
        each.isOver = true
        this.#post(each.entry, value)
      }
    }
    if (this.#isLarge) {
      this.#equal.set(contentsText(entry), value)
      const { issuer, recipient } = entry.document
      const alike = [
        issuer.id,
        recipient.id,
        entry.name,
        entry.address,
        entry.account,
        entry.uniqueId,
        entry.amounts,
      ].join('\n')
      if (value.seen.has(alike)) return
      value.seen.add(alike)
    }
    this.#post(entry, value)
  }

  #post(entry: Entry, value: Growing): void {
    const held = { entry, core: value.core, value, isOver: false }
    value.held.push(held)
    this.#byParties.add(held)
    if (this.#isLarge) this.#byAmounts.add(held)
  }
}
