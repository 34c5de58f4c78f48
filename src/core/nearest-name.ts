import leven from 'leven'
import { normalizeKey } from './text.js'

/** Finds the known name that is most likely meant by `name`, ignoring case and separators. Null if none is close. */
export function findNearestName(name: string, knownNames: readonly string[]): string | null {
  const normalizedName = normalizeKey(name.slice(0, 100))
  // Prefer a known name within an edit distance of about one wrong letter in three. If there is none, use the first one
  // that contains `name`, unless `name` has only one or two letters, which many names contain.
  let nearestName =
    normalizedName.length > 2
      ? knownNames.find(candidate => normalizeKey(candidate).includes(normalizedName))
      : undefined
  let maxDistance = Math.ceil(normalizedName.length / 3) + 1
  for (const candidate of knownNames) {
    const distance = leven(normalizedName, normalizeKey(candidate), { maxDistance })
    if (distance < maxDistance) [nearestName, maxDistance] = [candidate, distance]
  }
  return nearestName ?? null
}

/** Returns a sentence that suggests the nearest known name, preceded by `prefix`. Empty if no name is close. */
export function formatSuggestion(name: string, knownNames: readonly string[], prefix = ''): string {
  const nearestName = findNearestName(name, knownNames)
  return nearestName === null ? '' : ` Did you mean ${prefix}${nearestName}?`
}

/**
 * Lists the known names after a sentence, and then suggests the one that `name` most likely means.
 *
 * @param simplify Removes what does not matter when names are compared.
 */
export function formatKnownNames(
  sentence: string,
  knownNames: readonly string[],
  name: string,
  simplify: (name: string) => string = simplified => simplified,
): string {
  const nearestName = findNearestName(simplify(name), knownNames.map(simplify))
  const suggestedName = knownNames.find(candidate => simplify(candidate) === nearestName)
  const suggestion = suggestedName === undefined ? '' : ` Did you mean ${suggestedName}?`
  return `${sentence} ${knownNames.join(', ')}.${suggestion}`
}
