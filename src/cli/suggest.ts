import { editDistance } from '../core/near.js'

/** The word that was most likely meant, as a sentence to hang on, with a prefix before it; empty where none is near. */
export function nearest(word: string, words: readonly string[], prefix = ''): string {
  const asked = word.slice(0, 100).toLowerCase()
  // One letter in three may be wrong, and two may have changed places; and who writes a part of a word means the first that has it.
  const most = Math.max(asked.length > 3 ? 2 : 1, Math.floor(asked.length / 3))
  let [found, least] = [words.find(each => asked.length > 2 && each.includes(asked)), most + 1]
  for (const each of words) {
    const distance = editDistance(asked, each, most)
    if (distance < least) [found, least] = [each, distance]
  }
  return found === undefined ? '' : ` Did you mean ${prefix}${found}?`
}
