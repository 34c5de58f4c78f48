import { canary, type Dice } from './dice.js'
import { isObject, type Json, type JsonObject, put } from './json.js'
import { respell, typo } from './odd-keys.js'
import { UNREAD_FORM_KEYS } from './vocabulary.js'
import { clone, countValues, type MutableInput, nestDeeply, type Slot } from './work.js'

/** A function that changes an input in place. */
export type Mutation = (input: MutableInput) => void

/** Makes a mutation of a random position. */
const atSlot =
  (change: (input: MutableInput, slot: Slot) => void): Mutation =>
  input => {
    const slot = input.pickSlot()
    if (slot !== null) change(input, slot)
  }

/** Makes a mutation that replaces a random value. */
const replaceValue = (makeValue: (dice: Dice, value: Json, key: string) => Json): Mutation =>
  atSlot((input, slot) => input.set(slot, makeValue(input.dice, input.get(slot), String(slot.key))))

/** Converts a value to another type that contains the same data. */
const convert = (value: Json): Json => {
  if (Array.isArray(value)) return { ...value } as unknown as JsonObject
  if (isObject(value)) return Object.values(value)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && Number.isFinite(Number(value)) ? Number(value) : []
}

/** Mutations that change the structure of an input. */
export const STRUCTURE: readonly Mutation[] = [
  atSlot((input, slot) => input.remove(slot)),
  atSlot((input, slot) => {
    const copy = clone(input.get(slot))
    if (Array.isArray(slot.holder)) slot.holder.splice(input.dice.rollBelow(slot.holder.length + 1), 0, copy)
    else put(slot.holder, respell(input.dice, String(slot.key)), copy)
  }),
  replaceValue((dice, value, oldKey) => {
    const key = dice.chance(50) ? oldKey : dice.pick(['data', 'items', 'value', 'forms', 'records'])
    return dice.chance(50) ? [value] : { [key]: value }
  }),
  replaceValue(dice =>
    dice.pick<Json>([
      ...[null, true, false, 0, 1, 12345.67, '', canary(dice), 'N/A'],
      ...[[], {}, [null], [[]], [{}], { length: 3 }],
    ]),
  ),
  replaceValue((_, value) => convert(value)),
  replaceValue((_, value) => (Array.isArray(value) ? [] : isObject(value) ? {} : '')),
  atSlot((input, from) => {
    if (Array.isArray(from.holder)) return
    const value = input.get(from)
    input.remove(from)
    const targets = input.slots().filter(slot => isObject(input.get(slot)))
    const target = targets.length === 0 ? null : input.get(input.dice.pick(targets))
    if (isObject(target)) put(target, String(from.key), value)
  }),
  replaceValue(nestDeeply),
  atSlot((input, slot) => {
    if (!Array.isArray(slot.holder)) return
    const length = input.dice.chance(1) ? 1500 : input.dice.pick([2, 3, 5, 12])
    const value = input.get(slot)
    const fill = length > 100 || countValues(value) > 100 ? input.dice.pick<Json>([null, {}, 7, '', []]) : value
    for (let at = 0; at < length; at++) slot.holder.push(clone(fill))
  }),
  input => {
    const form = input.pickFormObject()
    const entry = input.pickEntry()
    if (form === null) return
    const key = input.dice.chance(70)
      ? input.dice.pick(UNREAD_FORM_KEYS)[0]
      : input.dice.pick([
          `form_Zq${input.dice.letters(3)}_${input.dice.digits(4)}`,
          'form_W-2_X',
          'forms',
          'Form',
          'schedule_',
          `form_${'x'.repeat(30)}`,
        ])
    put(
      form,
      key,
      input.dice.chance(80) ? [clone(entry ?? {})] : input.dice.pick<Json>([[], {}, 5, null, [5], { a: 1 }]),
    )
  },
  input => {
    const form = input.pickFormObject()
    if (form === null) return
    const keys = Object.keys(form).filter(key => Array.isArray(form[key]))
    if (keys.length === 0) return
    const key = input.dice.pick(keys)
    const slot = { holder: form, key, depth: 0 }
    const name = input.dice.chance(80) ? respell(input.dice, key) : typo(input.dice, key, 1)
    if (!Object.hasOwn(form, name)) input.rename(slot, name)
  },
  input => {
    input.root = input.dice.pick<Json>([
      [input.root],
      { taxpayer: input.root },
      { records: input.root },
      { data: input.root },
      { records: [input.root] },
      null,
      7,
      'Zqtext',
      [],
      {},
    ])
  },
]
