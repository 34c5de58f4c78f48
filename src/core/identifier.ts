import { compareText } from './text.js'

/**
 * A taxpayer identifier in normalized form: nine digits, or `XXXXX` and the last four digits. All kinds of identifiers
 * share this format, so equal identifiers are equal text.
 */
export type Identifier = string

const EIN_PATTERN = /^\s*[0-9]{2}-[0-9]{7}\s*$/
/** Matches nine digits as a business may write them: `NN-NNNNNNN`, also with words around it, or without separators. */
const BUSINESS_PATTERN = /^(?:[^0-9]*[0-9]{2}-[0-9]{7}[^0-9]*|\s*[0-9]{9}\s*)$/
/**
 * A character that may separate digits: not a letter, and not a dollar sign, which separates amounts. Letters that look like
 * a hyphen, an accent or a blank (modifiers, ordinal signs and Hangul fillers) may.
 */
const SEPARATOR = String.raw`(?:[^\p{L}\p{N}$]|[\p{Lm}ªº\u115f\u1160\u3164\uffa0])`
/**
 * Matches nine digits in a text: in a row, in groups of 3, 2 and 4, or one by one, with up to three separators. The digits
 * may be in any script or style. Neither a ZIP code (`NNNNN-NNNN`) nor thousands (`NNN,NNN,NNN`) match.
 */
const NINE_DIGITS_PATTERN = new RegExp(
  String.raw`(?<!\p{Nd})(?:\p{N}{9}|\p{N}{3}${SEPARATOR}{1,3}\p{N}{2}${SEPARATOR}{0,3}\p{N}{4}|\p{N}(?:${SEPARATOR}{1,3}\p{N}){8})(?!\p{Nd})`,
  'gu',
)
/**
 * Matches what a reader does not see between digits: combining marks, also those of keycaps, and zero-width characters. A
 * longer run is several matches, because V8 cannot match a run of millions at once.
 */
const INVISIBLE_PATTERN = /[\p{M}\p{Cf}]{1,1000}/gu

const isDigit = (c: number): boolean => c >= 48 && c <= 57

/** Reads an identifier with any punctuation. Null unless it has nine digits, or a mask (X or *) and four digits. */
export function readIdentifier(text: string): Identifier | null {
  let digits = ''
  let isMasked = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (isDigit(c)) {
      const digitsStart = i
      while (i + 1 < text.length && isDigit(text.charCodeAt(i + 1))) i++
      digits += text.slice(digitsStart, i + 1)
      if (digits.length > 9) return null
    } else if (c === 88 || c === 120 || c === 42) {
      if (digits.length > 0) return null
      isMasked = true
    }
  }
  if (digits.length !== (isMasked ? 4 : 9)) return null
  return isMasked ? `XXXXX${digits}` : digits
}

/** Matches nine equal digits, and 123456789. */
const PLACEHOLDER_PATTERN = /^(?:([0-9])\1{8}|123456789)$/

/** True if an identifier stands for no number, such as 000000000. It identifies nobody. */
export const isPlaceholder = (id: Identifier): boolean => isFullIdentifier(id) && PLACEHOLDER_PATTERN.test(id)

/** Reads an identifier that will be compared with others. Null also for a placeholder. */
export function readComparableIdentifier(text: string): Identifier | null {
  const id = readIdentifier(text)
  return id === null || isPlaceholder(id) ? null : id
}

/** Returns the last four digits of an identifier. */
export const getLastFour = (id: Identifier): string => id.slice(5)

/** True if the identifier has all nine digits. */
export const isFullIdentifier = (id: Identifier): boolean => id.charCodeAt(0) !== 88

/** True if two identifiers differ. If one of them is masked, compares only the last four digits. */
export const areDifferentIdentifiers = (a: Identifier, b: Identifier): boolean =>
  isFullIdentifier(a) && isFullIdentifier(b) ? a !== b : getLastFour(a) !== getLastFour(b)

/** Compares two identifiers for sorting: full before masked before absent, then by value. */
export const compareIds = (a: Identifier | null, b: Identifier | null): number =>
  a === b ? 0 : rankIdentifier(a) - rankIdentifier(b) || compareText(getKnownDigits(a), getKnownDigits(b))

const rankIdentifier = (id: Identifier | null): number => (id === null ? 2 : isFullIdentifier(id) ? 0 : 1)
const getKnownDigits = (id: Identifier | null): string =>
  id === null ? '' : isFullIdentifier(id) ? id : getLastFour(id)

/** Masks an identifier: only its last four digits remain. */
export const maskIdentifier = (id: Identifier): Identifier => `XXXXX${getLastFour(id)}`

/**
 * Masks each number of nine digits in a text, unless it is written like the number of a business (NN-NNNNNNN). `XXXXX` and
 * the last four digits, in their script, replace the number with its separators. The text around it stays.
 */
export function maskNineDigits(text: string): string {
  if (!mayHaveNineDigits(text)) return text
  // Almost every text is printable ASCII. This test costs less than a search for invisible characters.
  return /[^ -~]/.test(text) ? maskWithInvisible(text) : text.replace(NINE_DIGITS_PATTERN, maskNumber)
}

const maskNumber = (number: string): string => `XXXXX${number.match(/\p{N}/gu)?.slice(-4).join('')}`

/** Masks numbers in a text with invisible characters. Finds them in the visible text and replaces them in the original. */
function maskWithInvisible(text: string): string {
  const invisibleMatches = [...text.matchAll(INVISIBLE_PATTERN)].reverse()
  let invisibleLength = 0
  /** Converts an index in the visible text to an index in the original text. Call it with ascending indexes only. */
  const toTextIndex = (visibleIndex: number): number => {
    while ((invisibleMatches.at(-1)?.index ?? text.length) <= visibleIndex + invisibleLength)
      invisibleLength += invisibleMatches.pop()?.[0].length ?? 0
    return visibleIndex + invisibleLength
  }
  let maskedText = ''
  let end = 0
  for (const { 0: number, index } of text.replace(INVISIBLE_PATTERN, '').matchAll(NINE_DIGITS_PATTERN)) {
    maskedText += text.slice(end, toTextIndex(index)) + maskNumber(number)
    end = toTextIndex(index + number.length - 1) + 1
  }
  return maskedText + text.slice(end)
}

/** False if a text has fewer than nine digits. This check avoids a pattern match for almost every text. */
function mayHaveNineDigits(text: string): boolean {
  if (text.length < 9) return false
  let digits = 0
  for (let i = 0; i < text.length && digits < 9; i++) {
    const c = text.charCodeAt(i)
    // The superscript two is the first digit that is not ASCII.
    if (isDigit(c) || c >= 0xb2) digits++
  }
  return digits === 9
}

/** True if the text has nine digits and is written neither `NN-NNNNNNN` nor `NNNNNNNNN`. */
export function hasSsnFormat(text: unknown): boolean {
  if (!isUnmasked(text) || BUSINESS_PATTERN.test(text)) return false
  const id = readIdentifier(text)
  return id !== null && isFullIdentifier(id)
}

/** True if the text is written like an employer identification number (NN-NNNNNNN). */
export const hasEinFormat = (text: unknown): boolean => isUnmasked(text) && EIN_PATTERN.test(text)

/** True for text that does not begin with X. Most identifiers are masked, so this check saves most pattern matches. */
const isUnmasked = (text: unknown): text is string => typeof text === 'string' && text.charCodeAt(0) !== 88
