import { findViolations, type Library } from './harness.js'
import { isObject, type Json, type JsonObject } from './json.js'

type Path = readonly (string | number)[]

const removeKey = (holder: Json, key: string | number): Json => {
  if (Array.isArray(holder)) return holder.filter((_, index) => index !== key)
  return Object.fromEntries(Object.entries(holder as JsonObject).filter(([otherKey]) => otherKey !== key))
}

const replaceAt = (root: Json, path: Path, change: (value: Json) => Json): Json => {
  const [head, ...rest] = path
  if (head === undefined) return change(root)
  if (Array.isArray(root)) return root.map((item, index) => (index === head ? replaceAt(item, rest, change) : item))
  return Object.fromEntries(
    Object.entries(root as JsonObject).map(([key, value]) => [
      key,
      key === head ? replaceAt(value, rest, change) : value,
    ]),
  )
}

/** Lists the paths of the values inside a value, outer values first. */
const listPaths = (root: Json): Path[] => {
  const paths: Path[] = []
  const walk = (value: Json, path: Path): void => {
    if (path.length > 40 || paths.length > 3000) return
    const keys = Array.isArray(value) ? value.map((_, index) => index) : isObject(value) ? Object.keys(value) : []
    for (const key of keys) {
      paths.push([...path, key])
      walk((value as JsonObject)[key as string] as Json, [...path, key])
    }
  }
  walk(root, [])
  return paths
}

/** Removes keys and elements from an input as long as the input still violates the rule. */
export const shrink = (library: Library, input: Json, rule: string): Json => {
  const breaks = (candidate: Json): boolean =>
    findViolations(library, candidate, 'full').some(violation => violation.rule === rule)
  const smaller = (root: Json): Json | undefined => {
    for (const path of listPaths(root)) {
      const key = path.at(-1) as string | number
      const next = replaceAt(root, path.slice(0, -1), holder => removeKey(holder, key))
      if (breaks(next)) return next
    }
    return undefined
  }
  let small = input
  for (let next = smaller(small); next !== undefined; next = smaller(small)) small = next
  return small
}
