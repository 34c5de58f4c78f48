import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortInPlace } from '../../src/core/lists.js'

fc.configureGlobal({ seed: 1040 })

interface Item {
  readonly key: number
  readonly position: number
}

const byKey = (a: Item, b: Item): number => a.key - b.key

test('short and long lists are sorted like the built-in sort, and equal items keep their order', () => {
  // Seven keys make many items equal. Lists of more than 16 items use the built-in sort.
  const keys = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40, size: 'max' })
  fc.assert(
    fc.property(keys, keysInOrder => {
      const items = keysInOrder.map((key, position) => ({ key, position }))
      const sorted = items.toSorted(byKey)
      expect(sortInPlace(items, byKey)).toBe(items)
      expect(items).toEqual(sorted)
    }),
    { numRuns: 500 },
  )
})
