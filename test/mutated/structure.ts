import { canary } from './dice.js'
import { isObject, type Json, type JsonObject, put } from './json.js'
import { respell, typo } from './odd-keys.js'
import { UNREAD_FORM_KEYS } from './vocabulary.js'
import { clone, countValues, type MutableInput, nestDeeply } from './work.js'

/** A function that changes an input in place. */
export type Mutation = (input: MutableInput) => void

/** Mutations that change the structure of an input. */
export const STRUCTURE: readonly Mutation[] = [
  input => {
    const slot = input.pickSlot()
    if (slot !== null) input.remove(slot)
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null) return
    const copy = clone(input.get(slot))
    if (Array.isArray(slot.holder)) slot.holder.splice(input.dice.rollBelow(slot.holder.length + 1), 0, copy)
    else put(slot.holder, respell(input.dice, String(slot.key)), copy)
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null) return
    const value = input.get(slot)
    const key = input.dice.chance(50)
      ? String(slot.key)
      : input.dice.pick(['data', 'items', 'value', 'forms', 'records'])
    input.set(slot, input.dice.chance(50) ? [value] : { [key]: value })
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null) return
    input.set(
      slot,
      input.dice.pick<Json>([
        null,
        true,
        false,
        0,
        1,
        12345.67,
        '',
        canary(input.dice),
        'N/A',
        [],
        {},
        [null],
        [[]],
        [{}],
        { length: 3 },
      ]),
    )
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null) return
    const value = input.get(slot)
    if (Array.isArray(value)) {
      const converted: JsonObject = {}
      value.forEach((item, index) => {
        put(converted, String(index), item)
      })
      input.set(slot, converted)
    } else if (isObject(value)) input.set(slot, Object.values(value))
    else if (typeof value === 'number') input.set(slot, String(value))
    else if (typeof value === 'string' && value !== '' && Number.isFinite(Number(value))) input.set(slot, Number(value))
    else input.set(slot, [])
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null) return
    const value = input.get(slot)
    input.set(slot, Array.isArray(value) ? [] : isObject(value) ? {} : '')
  },
  input => {
    const from = input.pickSlot()
    if (from === null || Array.isArray(from.holder)) return
    const value = input.get(from)
    input.remove(from)
    const targets = input.slots().filter(slot => isObject(input.get(slot)))
    const target = targets.length === 0 ? null : input.get(input.dice.pick(targets))
    if (isObject(target)) put(target, String(from.key), value)
  },
  input => {
    const slot = input.pickSlot()
    if (slot !== null) input.set(slot, nestDeeply(input.dice, input.get(slot)))
  },
  input => {
    const slot = input.pickSlot()
    if (slot === null || !Array.isArray(slot.holder)) return
    const length = input.dice.chance(1) ? 1500 : input.dice.pick([2, 3, 5, 12])
    const value = input.get(slot)
    const fill = length > 100 || countValues(value) > 100 ? input.dice.pick<Json>([null, {}, 7, '', []]) : value
    for (let at = 0; at < length; at++) slot.holder.push(clone(fill))
  },
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
