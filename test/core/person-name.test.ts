import { expect, test } from 'vitest'
import {
  areCompatiblePersonNames,
  type NameCount,
  type PersonName,
  sumCompatibleCounts,
} from '../../src/core/person-name.js'
import { expectNearLinear } from '../support/cpu-time.js'
import { Dice } from '../support/random-copies.js'

/** Words of which many are equal, or the initial or the first four characters of others. */
const WORDS = ['R', 'RO', 'ROBI', 'ROBIN', 'ROBIE', 'ROB', 'RA', 'RALPH', 'RALP', 'E', 'EXAM', 'EXAMPLE', 'EXAMINE']

test('the index gives the same counts as comparing every pair of names', () => {
  const dice = new Dice(7)
  const pairs = WORDS.flatMap(first => WORDS.map((last): PersonName => [first, last]))
  for (let run = 0; run < 200; run++) {
    const names = pairs
      .filter(() => dice.pick(run % 2 === 0 ? [true, false] : [true, ...Array(9).fill(false)]))
      .map((name, i): NameCount => ({ name, count: 1 + (i % 5) }))
    const expected = names.map(({ name }) => ({
      name,
      count: names.reduce(
        (sum, candidate) => sum + (areCompatiblePersonNames(name, candidate.name) ? candidate.count : 0),
        0,
      ),
    }))
    expect(sumCompatibleCounts(names)).toEqual(expected)
  }
})

const FAMILIES: Readonly<Record<string, (i: number) => PersonName>> = {
  'no names are compatible': i => [`FIRST${i}`, `LAST${i}`],
  'half of the names are compatible with the other half': i => (i % 2 === 0 ? ['R', `EX${i}`] : [`RO${i}`, 'E']),
}

test.each(Object.entries(FAMILIES))('the time is nearly proportional to the number of names: %s', (_, makeName) =>
  expectNearLinear(
    size => {
      const names = Array.from({ length: size }, (_, i): NameCount => ({ name: makeName(i), count: 1 }))
      return () => sumCompatibleCounts(names)
    },
    [5_000, 20_000],
  ),
)
