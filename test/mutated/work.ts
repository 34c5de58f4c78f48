import type { Dice } from './dice.js'
import { isObject, type Json, type JsonObject, put } from './json.js'

/** The position of a value: its container, its key or index there, and its depth in the input. */
export interface Slot {
  readonly holder: JsonObject | Json[]
  readonly key: string | number
  readonly depth: number
}

/** An input that mutations change in place. */
export class MutableInput {
  constructor(
    readonly dice: Dice,
    public root: Json,
  ) {}

  /** Lists the positions of at most about 600 values, up to 12 levels deep. */
  slots(): Slot[] {
    const slots: Slot[] = []
    const walk = (value: Json, depth: number): void => {
      if (depth > 12 || slots.length > 600) return
      if (Array.isArray(value)) {
        value.slice(0, 20).forEach((item, key) => {
          slots.push({ holder: value, key, depth })
          walk(item, depth + 1)
        })
      } else if (isObject(value)) {
        for (const key of Object.keys(value)) {
          slots.push({ holder: value, key, depth })
          walk(value[key] as Json, depth + 1)
        }
      }
    }
    walk(this.root, 0)
    return slots
  }

  get(slot: Slot): Json {
    return (slot.holder as JsonObject)[slot.key as string] as Json
  }

  set(slot: Slot, value: Json): void {
    if (Array.isArray(slot.holder)) slot.holder[slot.key as number] = value
    else put(slot.holder, String(slot.key), value)
  }

  remove(slot: Slot): void {
    if (Array.isArray(slot.holder)) slot.holder.splice(slot.key as number, 1)
    else delete slot.holder[String(slot.key)]
  }

  /** Renames a key without changing its position. */
  rename(slot: Slot, name: string): void {
    if (Array.isArray(slot.holder)) return
    const holder = slot.holder
    const pairs = Object.keys(holder).map(key => [key, holder[key] as Json] as const)
    for (const [key] of pairs) delete holder[key]
    for (const [key, value] of pairs) put(holder, key === slot.key ? name : key, value)
  }

  pickSlot(): Slot | null {
    const places = this.slots()
    return places.length === 0 ? null : this.dice.pick(places)
  }

  private listEntries(): JsonObject[] {
    const entries: JsonObject[] = []
    for (const slot of this.slots()) {
      if (!Array.isArray(slot.holder) || slot.depth < 3) continue
      const value = this.get(slot)
      if (isObject(value)) entries.push(value)
    }
    return entries
  }

  pickEntry(): JsonObject | null {
    const entries = this.listEntries()
    return entries.length === 0 ? null : this.dice.pick(entries)
  }

  /** Picks an object that contains form arrays. */
  pickFormObject(): JsonObject | null {
    const formObjects: JsonObject[] = []
    for (const slot of this.slots()) {
      const value = this.get(slot)
      if (Array.isArray(slot.holder) && isObject(value) && !('forms' in value) && slot.depth < 5) {
        if (Object.keys(value).some(key => key.includes('_') && Array.isArray(value[key]))) formObjects.push(value)
      }
    }
    return formObjects.length === 0 ? null : this.dice.pick(formObjects)
  }
}

/** Wraps a value in many levels of arrays or objects. */
export const nestDeeply = (dice: Dice, value: Json): Json => {
  let inner = value
  const depth = dice.chance(3) ? 3000 : dice.pick([3, 8, 55, 62, 70, 120])
  const inArrays = dice.chance(50)
  for (let at = 0; at < depth; at++) inner = inArrays ? [inner] : { records: inner }
  return inner
}

/** Counts a value and all values inside it. Stops at 101. */
export const countValues = (value: Json): number => {
  const open: Json[] = [value]
  let count = 0
  while (open.length > 0 && count <= 100) {
    const value = open.pop() as Json
    count += 1
    if (Array.isArray(value) || isObject(value)) open.push(...Object.values(value))
  }
  return count
}

export const clone = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(clone)
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const key of Object.keys(value)) put(copy, key, clone(value[key] as Json))
  return copy
}

/** Picks the position of an amount at least five levels deep, or of any value there if `any` is true. */
export const pickMoneySlot = (input: MutableInput, any: boolean): Slot | null => {
  const places = input.slots().filter(({ holder, key, depth }) => {
    if (depth < 5 || Array.isArray(holder)) return false
    const value = holder[key as string]
    return any || typeof value === 'number' || (typeof value === 'string' && /^[$(-]?[\d,.]+\)?$/.test(value))
  })
  return places.length === 0 ? null : input.dice.pick(places)
}

/** Picks a key of a random entry. If `moneyOnly` is true, the value of the key is a number. */
export const pickEntryKey = (input: MutableInput, moneyOnly: boolean): Slot | null => {
  const entry = input.pickEntry()
  if (entry === null) return null
  const keys = Object.keys(entry).filter(key => !moneyOnly || typeof entry[key] === 'number')
  return keys.length === 0 ? null : { holder: entry, key: input.dice.pick(keys), depth: 0 }
}

/** Renames a key unless its object already has the new name. */
export const renameKey = (input: MutableInput, slot: Slot | null, name: (key: string) => string): void => {
  if (slot === null || Array.isArray(slot.holder)) return
  const next = name(String(slot.key))
  if (!Object.hasOwn(slot.holder, next)) input.rename(slot, next)
}
