import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeShape } from '../../src/core/json-value.js'
import { compareText, hasControl, isAbsent, replaceControls, replaceEach, tidyText } from '../../src/core/text.js'

fc.configureGlobal({ seed: 1040 })

describe('text', () => {
  test.each([
    ['1 Main St\nAustin, TX', '1 Main St Austin, TX'],
    ['  a  b\t\tc ', 'a b c'],
    ['a\r\nb', 'a b'],
    ['a\u00a0b', 'a b'],
    ['already tidy', 'already tidy'],
    ['', ''],
    [' \n ', ''],
  ])('%j is tidied', (text, tidied) => {
    expect(tidyText(text)).toBe(tidied)
  })

  test('tidyText handles a text with millions of words', () => {
    const longText = 'a '.repeat(6_000_000)
    expect(tidyText(longText) === longText.slice(0, -1)).toBe(true)
    expect(tidyText(`${longText}b`) === `${longText}b`).toBe(true)
    expect(tidyText('a  '.repeat(2_000_000)) === 'a '.repeat(2_000_000).trim()).toBe(true)
    // White space is collapsed even at the boundary between chunks of a long text.
    for (const before of [1, 2, 3, 4].map(less => 'a'.repeat(2 ** 20 - less)))
      expect(tidyText(`${before} \t ${before}\n${before}`) === `${before} ${before} ${before}`).toBe(true)
  })

  test('replaceEach replaces a character in text of any length', () => {
    for (const text of ['', '"', 'a"b', '"'.repeat(2 ** 20 + 1), `${'a'.repeat(2 ** 20 - 1)}""b`])
      expect(replaceEach(text, '"', '""') === text.replaceAll('"', '""')).toBe(true)
  })

  // C0 except tab and line breaks, DEL, C1, bidirectional controls. Source: specification of records, section 10.
  test('control and bidirectional characters are replaced one for one, and nothing else changes', () => {
    const isReplaced = (c: number): boolean =>
      (c < 0x20 && c !== 0x09 && c !== 0x0a && c !== 0x0d) ||
      (c >= 0x7f && c <= 0x9f) ||
      (c >= 0x202a && c <= 0x202e) ||
      (c >= 0x2066 && c <= 0x2069) ||
      // Lone surrogates, which UTF-8 cannot encode.
      (c >= 0xd800 && c <= 0xdfff)
    for (let c = 0; c <= 0xffff; c++) {
      const character = String.fromCharCode(c)
      expect([c, replaceControls(`a${character}b`)]).toEqual([c, isReplaced(c) ? 'a\ufffdb' : `a${character}b`])
      expect([c, hasControl(character)]).toEqual([c, isReplaced(c)])
      if (!/\s/.test(character))
        expect([c, tidyText(`a${character}b`)]).toEqual([c, isReplaced(c) ? 'a\ufffdb' : `a${character}b`])
    }
    expect(replaceControls('🐎\u{10ffff}\u200f\u061c\u2060')).toBe('🐎\u{10ffff}\u200f\u061c\u2060')
    expect(tidyText(' \u0000 \n\u009b31m\u202e ')).toBe('\ufffd \ufffd31m\ufffd')
  })

  test('a surrogate pair is not split between chunks of a long text', () => {
    for (const before of [1, 2, 3].map(less => 'a'.repeat(2 ** 20 - less)))
      expect(replaceControls(`${before}🐎🐎\u0000`) === `${before}🐎🐎\ufffd`).toBe(true)
  })

  test('tidyText leaves only single spaces, and tidying a second time changes nothing', () => {
    const any = fc.string({
      unit: fc.constantFrom('a', 'é', '🐎', ' ', '\n', '\t', '\r', '\u00a0', '\u3000', '\u2028'),
    })
    fc.assert(
      fc.property(any, text => {
        const once = tidyText(text)
        expect(tidyText(once)).toBe(once)
        expect(once).not.toMatch(/^\s|\s$|\s\s|[^\S ]/)
        expect(once.replaceAll(' ', '')).toBe(text.replace(/\s/g, ''))
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    ...['', 'Unanswered', 'Not Set', 'Not significant', 'Not checked', 'Nothing checked', 'Box not checked'],
    ...['N/A', 'None', 'No Second Notice'],
  ])('%j means "not answered" in any case and with more white space', phrase => {
    for (const text of [phrase, phrase.toLowerCase(), phrase.toUpperCase(), `  ${phrase}\n`, phrase.replace(' ', '  ')])
      expect(isAbsent(text)).toBe(true)
  })

  test.each(['0', 'No', 'NA', 'null', 'unchecked', 'not', 'nones', 'Not Set.', '-', 'Box checked', 'Unanswered?'])(
    '%j is an answer',
    text => {
      expect(isAbsent(text)).toBe(false)
    },
  )

  test('text is ordered by its UTF-8 bytes', () => {
    const any = fc.string({ unit: 'binary', maxLength: 6 })
    const near = fc.string({
      unit: fc.constantFrom('a', 'b', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '🐎', '\u{10ffff}'),
    })
    // Texts with a long common prefix are compared on a different code path.
    const begin = fc.string({ maxLength: 20 })
    fc.assert(
      fc.property(begin, fc.oneof(any, near), fc.oneof(any, near), (prefix, first, second) => {
        const [a, b] = [prefix + first, prefix + second]
        expect(Math.sign(compareText(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('shapes', () => {
  test.each([
    [undefined, 'missing'],
    [null, 'null'],
    ['123-45-6789', 'text of 11 characters'],
    [[1, 2, 3], 'an array of 3 items'],
    [{ a: 1 }, 'an object with 1 key'],
    [12, 'a whole number'],
    [1.5, 'a number with a fraction'],
    [Number.NaN, 'a number that is not finite'],
    [true, 'a boolean'],
  ])('%j is described by its shape', (value, shape) => {
    expect(describeShape(value)).toBe(shape)
  })

  test('the description of a shape never contains the value', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{9}$/), digits => {
        for (const value of [digits, Number(digits), [digits], { [digits]: digits }])
          expect(describeShape(value)).not.toContain(digits)
      }),
    )
  })
})
