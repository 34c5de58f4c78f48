/**
 * Generates inputs from seeds. An input is a dossier as the service might send it, with up to five mutations.
 *
 * Canaries make leaks visible. Every text that represents personal data begins with `Zq`, record ids begin with `Rq`,
 * taxpayer ids begin with `Tq`, and identifiers have nine digits. The library's own texts contain none of these.
 */
import { canary, Dice } from './dice.js'
import { makeDossier, makeMoney } from './dossier.js'
import { type Json, put } from './json.js'
import { makeUnknownKey, respell, typo } from './odd-keys.js'
import { BAD_MONEY, DATES, encode, GOOD_MONEY, longText, NUMBERS, UNSURE_MONEY } from './odd-values.js'
import { type Mutation, STRUCTURE } from './structure.js'
import { SHAPES } from './vocabulary.js'
import { MutableInput, pickEntryKey, pickMoneySlot, renameKey } from './work.js'

const NUMBER_KINDS: readonly Mutation[] = [
  input => {
    const slot = pickMoneySlot(input, false)
    if (slot !== null) input.set(slot, input.dice.pick(NUMBERS))
  },
  input => {
    const slot = pickMoneySlot(input, false)
    if (slot !== null) input.set(slot, input.dice.pick(GOOD_MONEY))
  },
  input => {
    const slot = pickMoneySlot(input, false)
    if (slot !== null) input.set(slot, input.dice.pick(BAD_MONEY))
  },
  input => {
    const slot = pickMoneySlot(input, false)
    if (slot !== null) input.set(slot, input.dice.pick(UNSURE_MONEY))
  },
  input => {
    const slot = pickMoneySlot(input, false)
    if (slot !== null)
      input.set(
        slot,
        input.dice.pick([
          canary(input.dice),
          `${canary(input.dice)} 12.50`,
          `$${input.dice.digits(16)}`,
          `${input.dice.digits(3)}.${input.dice.digits(30)}`,
        ]),
      )
  },
  input => {
    const slot = pickMoneySlot(input, true)
    if (slot !== null)
      input.set(slot, input.dice.chance(50) ? input.dice.pick(NUMBERS) : input.dice.pick([...GOOD_MONEY, ...BAD_MONEY]))
  },
]

const DATE_KINDS: readonly Mutation[] = [
  input => {
    const places = input.slots().filter(({ key }) => /date|year|period|created_at|acquired|disposed/.test(String(key)))
    if (places.length > 0) input.set(input.dice.pick(places), input.dice.pick(DATES))
  },
]

const KEY_KINDS: readonly Mutation[] = [
  input => renameKey(input, pickEntryKey(input, true), key => typo(input.dice, key, 1)),
  input => renameKey(input, pickEntryKey(input, true), key => typo(input.dice, key, 2)),
  input => renameKey(input, pickEntryKey(input, true), key => respell(input.dice, key)),
  input => renameKey(input, pickEntryKey(input, false), key => respell(input.dice, key)),
  input => {
    const entry = input.pickEntry()
    if (entry !== null)
      put(
        entry,
        makeUnknownKey(input.dice),
        input.dice.chance(75)
          ? makeMoney(input.dice)
          : input.dice.pick<Json>(['$12.00', '1,200', '5000', true, canary(input.dice), { amount: 55.5 }, [7.5]]),
      )
  },
  input => {
    const slot = input.pickSlot()
    if (slot !== null && !Array.isArray(slot.holder))
      put(slot.holder, makeUnknownKey(input.dice), makeMoney(input.dice))
  },
  input =>
    renameKey(input, input.pickSlot(), key =>
      input.dice.chance(50) ? typo(input.dice, key === '' ? 'x' : key, 1) : makeUnknownKey(input.dice),
    ),
  input => renameKey(input, pickEntryKey(input, true), () => makeUnknownKey(input.dice)),
  input => {
    // Adds a key that belongs to another form.
    const entry = input.pickEntry()
    if (entry !== null) put(entry, input.dice.pick(input.dice.pick(SHAPES).keys), makeMoney(input.dice))
  },
]

const ENCODINGS: readonly Mutation[] = [
  input => {
    const places = input.slots().filter(slot => typeof input.get(slot) === 'string')
    if (places.length === 0) return
    const slot = input.dice.pick(places)
    input.set(slot, encode(input.dice, String(input.get(slot))))
  },
  input => {
    const places = input.slots().filter(slot => typeof input.get(slot) === 'string')
    if (places.length > 0) input.set(input.dice.pick(places), longText(input.dice))
  },
  input => renameKey(input, input.pickSlot(), key => encode(input.dice, key)),
]

const KINDS: readonly (readonly Mutation[])[] = [STRUCTURE, NUMBER_KINDS, DATE_KINDS, KEY_KINDS, ENCODINGS]
const WEIGHTS = [0, 0, 0, 1, 1, 1, 2, 3, 3, 3, 3, 4]

/** Generates an input. The same seed gives the same input. */
export const generate = (seed: number): Json => {
  const dice = new Dice(seed)
  const input = new MutableInput(dice, makeDossier(dice))
  const count = dice.pick([0, 1, 1, 1, 2, 2, 3, 4, 5])
  for (let at = 0; at < count; at++) {
    const mutate = dice.pick(KINDS[dice.pick(WEIGHTS)] as readonly Mutation[])
    try {
      mutate(input)
    } catch (error) {
      // Skip a mutation that overflows the stack because a value is nested very deeply.
      if (!(error instanceof RangeError)) throw error
    }
  }
  return input.root
}
