import { expect, test } from 'vitest'
import { Node } from '../../src/resolve/document-node.js'
import type { Entry } from '../../src/resolve/entry.js'
import { type Joinable, Ranking } from '../../src/resolve/ranking.js'
import type { Held } from '../../src/resolve/traits.js'
import { seeded } from '../support/mutate.js'

interface Value extends Joinable {
  readonly held: number[]
}

/** The best, by a look at each: the fewest held, the first. */
function bestOfAll(node: Node<Value>, record: number): Value | null {
  const values = node.items.flatMap(({ value, isOver }) => (isOver ? [] : [value]))
  values.sort((a, b) => a.heldOf(record) - b.heldOf(record) || a.number - b.number)
  return values[0] ?? null
}

test('the best is what a look at each finds, while values come in any order, hold more, and go', () => {
  for (let seed = 1; seed <= 400; seed++) {
    const below = seeded(seed)
    const values: Value[] = []
    const node = new Node<Value>()
    const ranking = new Ranking(node)
    const sources = 1 + below(4)
    const put = (value: Value): void => {
      const held: Held<Value> = { entry: {} as Entry, core: [], value, isOver: false }
      node.add(held)
    }
    for (let step = 0; step < 150; step++) {
      const known = values[below(values.length || 1)]
      const kind = below(8)
      if (kind < 3 || known === undefined) {
        const held = Array.from({ length: sources }, () => (below(3) === 0 ? below(3) : 0))
        const value = {
          number: values.length,
          held,
          heldOf: (record: unknown) => held[record as number] ?? 0,
        }
        values.push(value)
        // Some come behind later ones.
        if (below(3) > 0) put(value)
      } else if (kind === 3) put(known)
      else if (kind === 4 && below(3) === 0)
        for (const each of node.items) if (each.value === known) each.isOver = true
      const record = below(sources)
      const found = ranking.best(record)
      expect(found, `seed ${seed}, step ${step}`).toBe(bestOfAll(node, record))
      const held = found?.held
      if (held !== undefined) held[record] = (held[record] as number) + 1
    }
  }
})
