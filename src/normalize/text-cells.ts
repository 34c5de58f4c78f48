import { readDate, readPeriod, readTimestamp } from '../core/date.js'
import { readIdentifier } from '../core/identifier.js'
import { centsOfText } from '../core/money.js'
import { type Site, step } from '../core/path.js'
import { hasControl, replaceEach, tidy, withoutControls } from '../core/text.js'
import type { Field } from '../model/field.js'
import { EXPECTED, FALSE_WORDS, TRUE_WORDS } from '../wire/expected.js'
import { type CellReader, LOST, trimmed } from './cell-reader.js'
import type { Reading } from './reading.js'

/** A text as it is put out; that it held control characters is noted where it stands. */
export function tidied(raw: string, reading: Reading, at: Site | null, key: string | null): string {
  const text = tidy(raw)
  if (text !== raw && hasControl(raw)) reading.noteControl(key === null ? at : step(at, key))
  return text
}

const CODE_DIGITS = /^[0-9]+$/
const ALPHANUMERIC = /[0-9A-Za-z]/

/** What is neither a mask nor punctuation. */
const UNMASKED = /[0-9A-WYZa-wyz]/

const fold = (text: string): string => replaceEach(text.trim().toLowerCase(), /[- ]/g, '_')

function flag(raw: unknown, field: Field, reading: Reading, at: Site | null): boolean | null {
  if (typeof raw === 'boolean') return raw
  if (raw === 1 || raw === 0) return raw === 1
  if (typeof raw === 'string') {
    const words = tidy(raw).toLowerCase()
    if (FALSE_WORDS.has(words)) return false
    if (TRUE_WORDS.has(words)) return true
    if (words.includes('checked') && !words.includes('not') && !words.includes('unchecked')) return true
  }
  reading.note('flag_unreadable', step(at, field.key), { value: raw, expected: EXPECTED.flag[1] })
  return null
}

/** The readers of what is written in words, digits or dates. Units: dates and periods are ISO text, timestamps are UTC. */
export const TEXT_CELLS: Readonly<
  Record<
    'flag' | 'text' | 'code' | 'enum' | 'date' | 'period' | 'timestamp' | 'identifier' | 'account',
    CellReader
  >
> = {
  flag,
  text(raw, field, reading, at) {
    const text = typeof raw === 'boolean' ? String(raw) : trimmed(raw)
    if (text === null) return LOST
    if (field.moneyLike && centsOfText(text)[0] !== null)
      reading.note('text_holds_money', step(at, field.key))
    return tidied(text, reading, at, field.key)
  },
  code(raw, field, reading, at) {
    const text = trimmed(raw)
    if (text === null || (typeof raw === 'number' && !CODE_DIGITS.test(text))) return LOST
    return field.width !== null && CODE_DIGITS.test(text)
      ? text.padStart(field.width, '0')
      : tidied(text, reading, at, field.key)
  },
  enum(raw, field, reading, at) {
    if (typeof raw !== 'string') return LOST
    const values = field.values ?? []
    if (values.includes(raw)) return raw
    const word = fold(raw)
    const known = values.find(value => fold(value) === word)
    if (known !== undefined) return known
    reading.note('enum_unknown', step(at, field.key), { value: raw, expected: 'a known value' })
    if (hasControl(word)) reading.noteControl(step(at, field.key))
    return withoutControls(values[0] === values[0]?.toUpperCase() ? word.toUpperCase() : word)
  },
  date(raw) {
    if (typeof raw !== 'string') return LOST
    const text = raw.trim()
    return text.toLowerCase() === 'various' ? null : (readDate(text) ?? LOST)
  },
  period(raw) {
    const text = trimmed(raw)
    if (text === null) return LOST
    return text === '000000' || raw === 0 ? null : (readPeriod(text) ?? LOST)
  },
  timestamp(raw, field, reading, at) {
    const moment = typeof raw === 'string' ? readTimestamp(raw.trim()) : null
    if (moment === null) return LOST
    if (!moment.offset) reading.note('timestamp_without_offset', step(at, field.key))
    return moment.utc
  },
  identifier(raw, field, reading, at) {
    const text = trimmed(raw)
    const id = text === null ? null : readIdentifier(text)
    if (id === null)
      reading.note('identifier_unreadable', step(at, field.key), {
        value: raw,
        expected: EXPECTED.identifier[1],
      })
    return id
  },
  account(raw) {
    const text = trimmed(raw)
    if (text === null) return LOST
    if (CODE_DIGITS.test(text)) return text.slice(-4)
    if (!UNMASKED.test(text)) return null
    let four = ''
    for (let i = text.length - 1; i >= 0 && four.length < 4; i--)
      if (ALPHANUMERIC.test(text[i] as string)) four = text[i] + four
    return four
  },
}
