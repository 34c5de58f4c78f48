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

/**
 * Returns a sentence that suggests the nearest known name. Empty if no name is close.
 *
 * @param prefix The text before the suggested name, such as `--`.
 * @param simplify Normalizes a name before the comparison.
 */
export function formatSuggestion(
  name: string,
  knownNames: readonly string[],
  prefix = '',
  simplify: (name: string) => string = text => text,
): string {
  const nearestName = findNearestName(simplify(name), knownNames.map(simplify))
  const suggestedName = knownNames.find(candidate => simplify(candidate) === nearestName)
  return suggestedName === undefined ? '' : ` Did you mean ${prefix}${suggestedName}?`
}

/** Returns `intro` with the list of known names, and a suggestion if one of them is similar to the unknown `name`. */
export const formatUnknownName = (
  intro: string,
  knownNames: readonly string[],
  name: string,
  simplify?: (name: string) => string,
): string => `${intro} ${knownNames.join(', ')}.${formatSuggestion(name, knownNames, '', simplify)}`
