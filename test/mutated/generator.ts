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
import { MutableInput, pickEntryKey, pickMoneySlot, renameKey, type Slot } from './work.js'

/** Makes a mutation that replaces an amount, or with `any` any value, of a random entry. */
const replaceAmount =
  (makeValue: (dice: Dice) => Json, any = false): Mutation =>
  input => {
    const slot = pickMoneySlot(input, any)
    if (slot !== null) input.set(slot, makeValue(input.dice))
  }

const NUMBER_KINDS: readonly Mutation[] = [
  replaceAmount(dice => dice.pick(NUMBERS)),
  replaceAmount(dice => dice.pick(GOOD_MONEY)),
  replaceAmount(dice => dice.pick(BAD_MONEY)),
  replaceAmount(dice => dice.pick(UNSURE_MONEY)),
  replaceAmount(dice =>
    dice.pick([canary(dice), `${canary(dice)} 12.50`, `$${dice.digits(16)}`, `${dice.digits(3)}.${dice.digits(30)}`]),
  ),
  replaceAmount(dice => (dice.chance(50) ? dice.pick(NUMBERS) : dice.pick([...GOOD_MONEY, ...BAD_MONEY])), true),
]

/** Makes a mutation that replaces one of the values that match. */
const replaceValue =
  (
    matches: (input: MutableInput, slot: Slot) => boolean,
    makeValue: (input: MutableInput, slot: Slot) => Json,
  ): Mutation =>
  input => {
    const slots = input.slots().filter(slot => matches(input, slot))
    if (slots.length === 0) return
    const slot = input.dice.pick(slots)
    input.set(slot, makeValue(input, slot))
  }

const isText = (input: MutableInput, slot: Slot): boolean => typeof input.get(slot) === 'string'

const DATE_KINDS: readonly Mutation[] = [
  replaceValue(
    (_, { key }) => /date|year|period|created_at|acquired|disposed/.test(String(key)),
    ({ dice }) => dice.pick(DATES),
  ),
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
  replaceValue(isText, (input, slot) => encode(input.dice, String(input.get(slot)))),
  replaceValue(isText, input => longText(input.dice)),
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
