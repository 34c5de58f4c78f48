import leven from 'leven'

/** Removes case and separators from a key: `Wages, Tips` and `wages_tips` become equal. Non-ASCII letters stay. */
export const normalizeKey = (key: string): string => key.toLowerCase().replace(SEPARATORS, '')

/** Runs of ASCII characters that are neither letters nor digits. */
const SEPARATORS = /[^a-z0-9\u0080-\uffff]+/g

/** Finds the known name that was most likely meant. Case and separators do not matter. Null if none is close. */
export function findNearestName(name: string, knownNames: readonly string[]): string | null {
  const wanted = normalizeKey(name.slice(0, 100))
  // If known names contain `name`, suggest the first of them, unless another name is within the edit distance of about
  // one wrong letter in three. Too many names contain a text of fewer than three letters.
  let nearest = wanted.length > 2 ? knownNames.find(candidate => normalizeKey(candidate).includes(wanted)) : undefined
  let maxDistance = Math.ceil(wanted.length / 3) + 1
  for (const candidate of knownNames) {
    const distance = leven(wanted, normalizeKey(candidate), { maxDistance })
    if (distance < maxDistance) [nearest, maxDistance] = [candidate, distance]
  }
  return nearest ?? null
}

/** Returns a sentence that suggests the nearest known name, with a prefix before it. Empty if none is close. */
export function formatSuggestion(name: string, knownNames: readonly string[], prefix = ''): string {
  const nearest = findNearestName(name, knownNames)
  return nearest === null ? '' : ` Did you mean ${prefix}${nearest}?`
}
