/**
 * Inputs from a seed: a dossier as the service might send it, then none to five mutations.
 *
 * Canaries: every text that may be a person's begins with `Zq`, ids of records with `Rq`, those of taxpayers
 * with `Tq`, and identifiers have nine digits; none of these is in the library's own words.
 */
import { canary, Dice } from './dice.js'
import { dossierOf, moneyOf } from './dossier.js'
import { type Json, put } from './json.js'
import { respell, strangeKey, typo } from './odd-keys.js'
import { BAD_MONEY, DATES, encode, GOOD_MONEY, longText, NUMBERS, UNSURE_MONEY } from './odd-values.js'
import { type Mutation, STRUCTURE } from './structure.js'
import { SHAPES } from './vocabulary.js'
import { keyOfEntry, moneyPlace, renamed, Work } from './work.js'

const NUMBER_KINDS: readonly Mutation[] = [
  work => {
    const place = moneyPlace(work, false)
    if (place !== null) work.set(place, work.dice.of(NUMBERS))
  },
  work => {
    const place = moneyPlace(work, false)
    if (place !== null) work.set(place, work.dice.of(GOOD_MONEY))
  },
  work => {
    const place = moneyPlace(work, false)
    if (place !== null) work.set(place, work.dice.of(BAD_MONEY))
  },
  work => {
    const place = moneyPlace(work, false)
    if (place !== null) work.set(place, work.dice.of(UNSURE_MONEY))
  },
  work => {
    const place = moneyPlace(work, false)
    if (place !== null)
      work.set(
        place,
        work.dice.of([
          canary(work.dice),
          `${canary(work.dice)} 12.50`,
          `$${work.dice.digits(16)}`,
          `${work.dice.digits(3)}.${work.dice.digits(30)}`,
        ]),
      )
  },
  work => {
    const place = moneyPlace(work, true)
    if (place !== null)
      work.set(
        place,
        work.dice.chance(50) ? work.dice.of(NUMBERS) : work.dice.of([...GOOD_MONEY, ...BAD_MONEY]),
      )
  },
]

const DATE_KINDS: readonly Mutation[] = [
  work => {
    const places = work
      .places()
      .filter(({ key }) => /date|year|period|created_at|acquired|disposed/.test(String(key)))
    if (places.length > 0) work.set(work.dice.of(places), work.dice.of(DATES))
  },
]

const KEY_KINDS: readonly Mutation[] = [
  work => renamed(work, keyOfEntry(work, true), key => typo(work.dice, key, 1)),
  work => renamed(work, keyOfEntry(work, true), key => typo(work.dice, key, 2)),
  work => renamed(work, keyOfEntry(work, true), key => respell(work.dice, key)),
  work => renamed(work, keyOfEntry(work, false), key => respell(work.dice, key)),
  work => {
    const entry = work.entry()
    if (entry !== null)
      put(
        entry,
        strangeKey(work.dice),
        work.dice.chance(75)
          ? moneyOf(work.dice)
          : work.dice.of<Json>(['$12.00', '1,200', '5000', true, canary(work.dice), { amount: 55.5 }, [7.5]]),
      )
  },
  work => {
    const place = work.somewhere()
    if (place !== null && !Array.isArray(place.holder))
      put(place.holder, strangeKey(work.dice), moneyOf(work.dice))
  },
  work =>
    renamed(work, work.somewhere(), key =>
      work.dice.chance(50) ? typo(work.dice, key === '' ? 'x' : key, 1) : strangeKey(work.dice),
    ),
  work => renamed(work, keyOfEntry(work, true), () => strangeKey(work.dice)),
  work => {
    // A key of another form.
    const entry = work.entry()
    if (entry !== null) put(entry, work.dice.of(work.dice.of(SHAPES).keys), moneyOf(work.dice))
  },
]

const ENCODINGS: readonly Mutation[] = [
  work => {
    const places = work.places().filter(place => typeof work.get(place) === 'string')
    if (places.length === 0) return
    const place = work.dice.of(places)
    work.set(place, encode(work.dice, String(work.get(place))))
  },
  work => {
    const places = work.places().filter(place => typeof work.get(place) === 'string')
    if (places.length > 0) work.set(work.dice.of(places), longText(work.dice))
  },
  work => renamed(work, work.somewhere(), key => encode(work.dice, key)),
]

const KINDS: readonly (readonly Mutation[])[] = [STRUCTURE, NUMBER_KINDS, DATE_KINDS, KEY_KINDS, ENCODINGS]
const WEIGHTS = [0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 3, 4]

/** The input of a seed; the same seed gives the same input. */
export const generate = (seed: number): Json => {
  const dice = new Dice(seed)
  const work = new Work(dice, dossierOf(dice))
  const count = dice.of([0, 1, 1, 1, 2, 2, 3, 4, 5])
  for (let at = 0; at < count; at++) {
    const mutate = dice.of(KINDS[dice.of(WEIGHTS)] as readonly Mutation[])
    try {
      mutate(work)
    } catch (error) {
      // What is nested very deep cannot be copied.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return work.root
}
