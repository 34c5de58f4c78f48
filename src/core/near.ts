/** A key without case and separators: `Wages, Tips` and `wages_tips` are one. Letters beyond ASCII stand as they are. */
export const plainKey = (key: string): string => key.toLowerCase().replace(SEPARATORS, '')

/** Every character of ASCII that is neither a letter nor a digit. */
const SEPARATORS = /[^a-z0-9\u0080-\uffff]+/g

/** How many letters must be put in, taken out or exchanged to make one text of another; one more than `most` beyond it. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let above = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    // Cells further from the diagonal cannot be on a way that is short enough.
    const row = new Array<number>(b.length + 1).fill(most + 1)
    if (i <= most) row[0] = i
    for (let j = Math.max(1, i - most); j <= Math.min(b.length, i + most); j++) {
      const exchanged = (above[j - 1] as number) + Number(a[i - 1] !== b[j - 1])
      row[j] = Math.min(exchanged, (above[j] as number) + 1, (row[j - 1] as number) + 1)
    }
    above = row
  }
  return Math.min(above[b.length] as number, most + 1)
}

/** Of known words the one that was most likely meant, whatever their case and separators; null where none is near. */
export function nearestOf(word: string, words: readonly string[]): string | null {
  const asked = plainKey(word.slice(0, 100))
  // One letter in three may be wrong; and who writes a part of a word means the first that has it.
  const most = Math.ceil(asked.length / 3)
  let found = asked.length > 2 ? words.find(each => plainKey(each).includes(asked)) : undefined
  let least = most + 1
  for (const each of words) {
    const distance = editDistance(asked, plainKey(each), most)
    if (distance < least) [found, least] = [each, distance]
  }
  return found ?? null
}

/** The same as a sentence to hang on, with a prefix before the word; empty where none is near. */
export function didYouMean(word: string, words: readonly string[], prefix = ''): string {
  const near = nearestOf(word, words)
  return near === null ? '' : ` Did you mean ${prefix}${near}?`
}
