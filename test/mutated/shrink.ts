import { type Library, tryOne } from './harness.js'
import { isObject, type Json, type JsonObject } from './json.js'

type Path = readonly (string | number)[]

const without = (holder: Json, key: string | number): Json => {
  if (Array.isArray(holder)) return holder.filter((_, at) => at !== key)
  return Object.fromEntries(Object.entries(holder as JsonObject).filter(([each]) => each !== key))
}

const replaced = (root: Json, path: Path, change: (value: Json) => Json): Json => {
  const [head, ...rest] = path
  if (head === undefined) return change(root)
  if (Array.isArray(root)) return root.map((item, at) => (at === head ? replaced(item, rest, change) : item))
  return Object.fromEntries(
    Object.entries(root as JsonObject).map(([key, value]) => [
      key,
      key === head ? replaced(value, rest, change) : value,
    ]),
  )
}

/** The ways to all parts of a value, the outer ones first. */
const pathsOf = (root: Json): Path[] => {
  const paths: Path[] = []
  const walk = (value: Json, path: Path): void => {
    if (path.length > 40 || paths.length > 3000) return
    const keys = Array.isArray(value) ? value.map((_, at) => at) : isObject(value) ? Object.keys(value) : []
    for (const key of keys) {
      paths.push([...path, key])
      walk((value as JsonObject)[key as string] as Json, [...path, key])
    }
  }
  walk(root, [])
  return paths
}

/** An input that breaks a rule, without whatever it does not need for that. */
export const shrink = (library: Library, input: Json, rule: string): Json => {
  const breaks = (each: Json): boolean => tryOne(library, each, 'full').some(found => found.rule === rule)
  const smaller = (root: Json): Json | undefined => {
    for (const path of pathsOf(root)) {
      const key = path.at(-1) as string | number
      const next = replaced(root, path.slice(0, -1), holder => without(holder, key))
      if (breaks(next)) return next
    }
    return undefined
  }
  let small = input
  for (let next = smaller(small); next !== undefined; next = smaller(small)) small = next
  return small
}
