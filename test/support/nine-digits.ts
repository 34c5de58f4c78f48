// Spells nine digits in many ways, and finds them in an output however they are spelled.
import fc from 'fast-check'

/** The ten digits in several scripts and styles. */
const SCRIPTS: readonly (readonly string[])[] = [
  '0123456789',
  '０１２３４５６７８９',
  '٠١٢٣٤٥٦٧٨٩',
  '۰۱۲۳۴۵۶۷۸۹',
  '०१२३४५६७८९',
  '𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗',
  '𝟘𝟙𝟚𝟛𝟜𝟝𝟞𝟟𝟠𝟡',
  '⓪①②③④⑤⑥⑦⑧⑨',
  '⓿❶❷❸❹❺❻❼❽❾',
  '⁰¹²³⁴⁵⁶⁷⁸⁹',
  '₀₁₂₃₄₅₆₇₈₉',
].map(digits => [...digits])

/** What can follow a digit without separating it from the next one: marks, a keycap, zero-width characters. */
const INVISIBLE = ['', '\u0301', '\u0323\u0301', '\ufe0f\u20e3', '\u200b', '\u200d', '\u2060', '\u00ad']

/** Characters between digits. None is a letter, a dollar sign, or changed by HTML, XML, JSON or CSV. */
const SEPARATORS = [...' -.,/_:;()*+#|~=\u00a0\u2009\u2010\u2011\u2013\u2014\u2212\u00b7\uff0d\u3000\u060c']

const separator = fc.array(fc.constantFrom(...SEPARATORS), { minLength: 1, maxLength: 3 }).map(parts => parts.join(''))

/** The positions before which a separator stands: in groups, with or without the second one, or between all digits. */
const GROUPINGS: readonly (readonly number[])[] = [[], [3, 5], [3], [1, 2, 3, 4, 5, 6, 7, 8]]

/** Generates spellings of nine digits. */
export const arbitrarySpelling = (nine: string): fc.Arbitrary<string> =>
  fc
    .record({
      script: fc.constantFrom(...SCRIPTS),
      invisible: fc.array(fc.constantFrom(...INVISIBLE), { minLength: 9, maxLength: 9 }),
      hasInvisible: fc.boolean(),
      grouping: fc.constantFrom(...GROUPINGS),
      separators: fc.array(separator, { minLength: 9, maxLength: 9 }),
    })
    .map(({ script, invisible, hasInvisible, grouping, separators }) =>
      [...nine]
        .map((digit, i) => {
          const between = grouping.includes(i) ? separators[i] : ''
          return `${between}${script[Number(digit)]}${hasInvisible && i < 8 ? invisible[i] : ''}`
        })
        .join(''),
    )

const DIGIT_BY_CHARACTER = new Map(SCRIPTS.flatMap(script => script.map((digit, i) => [digit, String(i)])))
const HIDDEN = new Set(INVISIBLE.join(''))

/** Returns a part of the text that has the nine digits in any spelling. Null if it has none. */
export function findNineDigits(text: string, nine: string): string | null {
  let ascii = ''
  for (const character of text) if (!HIDDEN.has(character)) ascii += DIGIT_BY_CHARACTER.get(character) ?? character
  const index = ascii.search(new RegExp([...nine].join('[^0-9A-Za-z]{0,4}')))
  return index === -1 ? null : ascii.slice(Math.max(0, index - 60), index + 40)
}
