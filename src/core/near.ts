import leven from 'leven'

/** A key without case and separators: `Wages, Tips` and `wages_tips` are one. Letters beyond ASCII stand as they are. */
export const plainKey = (key: string): string => key.toLowerCase().replace(SEPARATORS, '')

/** Every character of ASCII that is neither a letter nor a digit. */
const SEPARATORS = /[^a-z0-9\u0080-\uffff]+/g

/** The known name that was most likely meant, whatever its case and separators; null if none is close. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  const wanted = plainKey(name.slice(0, 100))
  // If `name` is part of known names, suggest the first of them, unless another is within the edit distance: one wrong letter
  // in three. Fewer than three letters are part of too many names.
  let nearest = wanted.length > 2 ? known.find(candidate => plainKey(candidate).includes(wanted)) : undefined
  let maxDistance = Math.ceil(wanted.length / 3) + 1
  for (const candidate of known) {
    const distance = leven(wanted, plainKey(candidate), { maxDistance })
    if (distance < maxDistance) [nearest, maxDistance] = [candidate, distance]
  }
  return nearest ?? null
}

/** The same as a sentence to append, with a prefix before the name; empty if none is close. */
export function didYouMean(name: string, known: readonly string[], prefix = ''): string {
  const nearest = nearestOf(name, known)
  return nearest === null ? '' : ` Did you mean ${prefix}${nearest}?`
}
