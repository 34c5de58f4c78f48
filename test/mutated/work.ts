import type { Dice } from './dice.js'
import { isObject, type Json, type JsonObject, put } from './json.js'

/** A place: the container that holds it, and its key or index there. */
interface Place {
  readonly holder: JsonObject | Json[]
  readonly key: string | number
  readonly depth: number
}

/** An input that is being changed. */
export class Work {
  constructor(
    readonly dice: Dice,
    public root: Json,
  ) {}

  /** All places, down to a depth and a number that keep the walk short. */
  places(): Place[] {
    const found: Place[] = []
    const walk = (value: Json, depth: number): void => {
      if (depth > 12 || found.length > 600) return
      if (Array.isArray(value)) {
        value.slice(0, 20).forEach((item, key) => {
          found.push({ holder: value, key, depth })
          walk(item, depth + 1)
        })
      } else if (isObject(value)) {
        for (const key of Object.keys(value)) {
          found.push({ holder: value, key, depth })
          walk(value[key] as Json, depth + 1)
        }
      }
    }
    walk(this.root, 0)
    return found
  }

  get(place: Place): Json {
    return (place.holder as JsonObject)[place.key as string] as Json
  }

  set(place: Place, value: Json): void {
    if (Array.isArray(place.holder)) place.holder[place.key as number] = value
    else put(place.holder, String(place.key), value)
  }

  remove(place: Place): void {
    if (Array.isArray(place.holder)) place.holder.splice(place.key as number, 1)
    else delete place.holder[String(place.key)]
  }

  /** Gives a key another name at its old position. */
  rename(place: Place, name: string): void {
    if (Array.isArray(place.holder)) return
    const holder = place.holder
    const pairs = Object.keys(holder).map(key => [key, holder[key] as Json] as const)
    for (const [key] of pairs) delete holder[key]
    for (const [key, value] of pairs) put(holder, key === place.key ? name : key, value)
  }

  somewhere(): Place | null {
    const places = this.places()
    return places.length === 0 ? null : this.dice.of(places)
  }

  private entries(): JsonObject[] {
    const found: JsonObject[] = []
    for (const place of this.places()) {
      if (!Array.isArray(place.holder) || place.depth < 3) continue
      const value = this.get(place)
      if (isObject(value)) found.push(value)
    }
    return found
  }

  entry(): JsonObject | null {
    const found = this.entries()
    return found.length === 0 ? null : this.dice.of(found)
  }

  /** The objects that hold form arrays. */
  formObject(): JsonObject | null {
    const found: JsonObject[] = []
    for (const place of this.places()) {
      const value = this.get(place)
      if (Array.isArray(place.holder) && isObject(value) && !('forms' in value) && place.depth < 5) {
        if (Object.keys(value).some(key => key.includes('_') && Array.isArray(value[key]))) found.push(value)
      }
    }
    return found.length === 0 ? null : this.dice.of(found)
  }
}

/** A value nested deep. */
export const deep = (dice: Dice, value: Json): Json => {
  let inner = value
  const depth = dice.chance(3) ? 3000 : dice.of([3, 8, 55, 62, 70, 120])
  const inArrays = dice.chance(50)
  for (let at = 0; at < depth; at++) inner = inArrays ? [inner] : { records: inner }
  return inner
}

/** How many values there are in a value, up to 101. */
export const sizeOf = (value: Json): number => {
  const open: Json[] = [value]
  let count = 0
  while (open.length > 0 && count <= 100) {
    const each = open.pop() as Json
    count += 1
    if (Array.isArray(each) || isObject(each)) open.push(...Object.values(each))
  }
  return count
}

/** A copy of a value. */
export const clone = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(clone)
  if (!isObject(value)) return value
  const copy: JsonObject = {}
  for (const key of Object.keys(value)) put(copy, key, clone(value[key] as Json))
  return copy
}

/** A place in an entry that holds an amount, or any value. */
export const moneyPlace = (work: Work, any: boolean): Place | null => {
  const places = work.places().filter(({ holder, key, depth }) => {
    if (depth < 5 || Array.isArray(holder)) return false
    const value = holder[key as string]
    return any || typeof value === 'number' || (typeof value === 'string' && /^[$(-]?[\d,.]+\)?$/.test(value))
  })
  return places.length === 0 ? null : work.dice.of(places)
}

/** A key of an entry. */
export const keyOfEntry = (work: Work, moneyOnly: boolean): Place | null => {
  const entry = work.entry()
  if (entry === null) return null
  const keys = Object.keys(entry).filter(key => !moneyOnly || typeof entry[key] === 'number')
  return keys.length === 0 ? null : { holder: entry, key: work.dice.of(keys), depth: 0 }
}

/** Gives a key another name, where its object has none of that name. */
export const renamed = (work: Work, place: Place | null, name: (key: string) => string): void => {
  if (place === null || Array.isArray(place.holder)) return
  const next = name(String(place.key))
  if (!Object.hasOwn(place.holder, next)) work.rename(place, next)
}
