import { expect, test } from 'vitest'
import { Candidates, type Joinable, Offers } from '../../src/resolve/candidates.js'
import type { Entry } from '../../src/resolve/entry.js'
import { seeded } from '../support/mutate.js'

interface Value extends Joinable {
  telling: string | null
  score: number
  held: number
  rejected: boolean
}

const entry = {} as Entry

/** The best, by a look at each: the highest score, the fewest held, the first. */
function bestOfAll(values: Iterable<Value>): Value | null {
  const ranked = [...values].filter(({ rejected }) => !rejected)
  ranked.sort((a, b) => b.score - a.score || a.held - b.held || a.number - b.number)
  return ranked[0] ?? null
}

test('the best is what a look at each finds, while values come, hold more, score higher and reject', () => {
  for (let seed = 1; seed <= 300; seed++) {
    const below = seeded(seed)
    const values: Value[] = []
    const lists = [new Offers<Value>(), new Offers<Value>(), new Offers<Value>()]
    const offered: Offers<Value>[] = []
    const candidates = new Candidates<Value>()
    for (let step = 0; step < 120; step++) {
      const known = values[below(values.length || 1)]
      const list = lists[below(lists.length)] as Offers<Value>
      const kind = below(5)
      if (kind === 0 || known === undefined) {
        const value: Value = {
          number: values.length,
          telling: null,
          score: below(4),
          held: below(3),
          rejected: false,
          rejects: () => value.rejected,
          heldOf: () => value.held,
        }
        values.push(value)
        list.add(value)
      } else if (kind === 1) known.held++
      else if (kind === 2) {
        known.score += below(2)
        list.add(known)
      } else if (kind === 3 && below(4) === 0) known.rejected = true
      // Lists may come to be asked for later than others.
      if (offered.length < lists.length && below(10) === 0)
        offered.push(lists[offered.length] as Offers<Value>)
      const expected = bestOfAll(offered.flatMap(each => each.log))
      const found = candidates.best(entry, offered, value => value.score)
      // Before, a higher score may stand in a list that is not asked for yet.
      if (offered.length === lists.length) {
        expect(found?.value ?? null, `seed ${seed}, step ${step}`).toBe(expected)
        if (found !== null) found.value.held++
      }
    }
  }
})

test.each([
  ['few', 0],
  ['many', 40],
])('what is told apart is offered to those who say the same, or nothing: %s', (_, more) => {
  const offers = new Offers<Value>()
  const make = (number: number, telling: string | null): Value => ({
    number,
    telling,
    score: 0,
    held: 0,
    rejected: false,
    rejects: () => false,
    heldOf: () => 0,
  })
  const others = Array.from({ length: more }, (_, i) => make(100 + i, `other ${i}`))
  const values = [make(0, null), make(1, 'x'), make(2, 'y'), make(3, null)] as [Value, Value, Value, Value]
  for (const value of [...values, ...others]) offers.add(value)
  offers.add(values[1])
  values[3].telling = 'x'
  offers.told(values[3])
  const openTo = (telling: string | null): number[] => {
    const found = new Set<Value>()
    offers.openTo(telling, found)
    return [...found].map(({ number }) => number).toSorted((a, b) => a - b)
  }
  expect(openTo('x')).toEqual([0, 1, 3])
  expect(openTo('y')).toEqual([0, 2])
  expect(openTo('z')).toEqual([0])
  expect(openTo(null)).toEqual([0, 1, 2, 3, ...others.map(({ number }) => number)])
  if (more > 0)
    for (const telling of ['x', 'y', 'z', null]) expect(offers.countOf(telling)).toBe(openTo(telling).length)
})
