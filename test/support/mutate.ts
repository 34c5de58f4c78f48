import { readdirSync, readFileSync } from 'node:fs'
import { mulberry32 } from './random.js'

/** Makes a generator from a seed. It returns random integers from 0 up to, but not including, `limit`. */
export function makeRandom(seed: number): (limit: number) => number {
  const random = mulberry32(seed)
  return limit => Math.floor(random() * limit)
}

/** Values for boxes of every type, readable and unreadable. */
const REPLACEMENT_VALUES: readonly unknown[] = [
  ...(JSON.parse(readFileSync(new URL('values.json', import.meta.url), 'utf8')) as unknown[]),
  undefined,
  Number.NaN,
]

type Json = Record<string, unknown> | unknown[]

/** Lists every object and array in a value, including the value itself. */
function listContainers(value: unknown, result: Json[] = []): Json[] {
  if (typeof value === 'object' && value !== null) {
    result.push(value as Json)
    for (const child of Object.values(value)) listContainers(child, result)
  }
  return result
}

/** Copies a value with up to four random changes: deleted keys, added keys, and values of other types or formats. */
export function mutate(value: unknown, seed: number): unknown {
  const rollBelow = makeRandom(seed)
  const copy: unknown = structuredClone(value)
  for (let times = 1 + rollBelow(4); times > 0; times--) {
    const all = listContainers(copy)
    const container = all[rollBelow(all.length)] as Record<string, unknown>
    const keys = Object.keys(container)
    const key = keys[rollBelow(keys.length)]
    const kind = rollBelow(8)
    if (kind === 0 && key !== undefined && !Array.isArray(container)) delete container[key]
    else if (kind === 1 && !Array.isArray(container))
      container[`extra_${rollBelow(3)}`] = structuredClone(REPLACEMENT_VALUES[rollBelow(REPLACEMENT_VALUES.length)])
    else if (key !== undefined)
      container[key] = structuredClone(REPLACEMENT_VALUES[rollBelow(REPLACEMENT_VALUES.length)])
  }
  return copy
}

/** Returns one record of every form kind, from the fixtures. */
export const readSampleRecords = (): Record<string, unknown>[] =>
  readdirSync('fixtures/forms').map(
    name => JSON.parse(readFileSync(`fixtures/forms/${name}`, 'utf8')) as Record<string, unknown>,
  )
