export type Raw = Record<string, unknown>
/** A money box: cents, null if absent, or `lost` if unreadable. */
export type Box = bigint | null | 'lost'

const ABSENT = new Set([
  ...['', 'unanswered', 'not set', 'not significant', 'not checked', 'nothing checked', 'box not checked'],
  ...['n/a', 'none', 'no second notice'],
])
const TRUE = new Set(['true', '1', 'yes', 'y', 'x', 'tax amount not determined', 'total distribution'])
const FALSE = new Set(['false', '0', 'no', 'n', 'not statutory employee'])
const AMOUNT = /^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.[0-9]*)?$|^\.[0-9]+$/
const LIMIT = 9_000_000_000_000_000n

/** Returns true if a value is a JSON object. */
export function isObject(raw: unknown): raw is Raw {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw)
}

/** Returns true for a missing key, null and the phrases for "not answered". */
export function isAbsent(raw: unknown): boolean {
  if (raw === undefined || raw === null) return true
  return typeof raw === 'string' && ABSENT.has(raw.trim().toLowerCase())
}

/** Parses cents from a decimal text with an optional exponent, rounded half-even. */
function cents(text: string): bigint {
  const minus = text.startsWith('-')
  const [mantissa = '', exponent = '0'] = text.replace(/^[-+]/, '').toLowerCase().split('e')
  const [integerDigits = '', fraction = ''] = mantissa.split('.')
  const digits = BigInt(integerDigits + fraction || '0')
  const shift = 2 - fraction.length + Number(exponent)
  if (shift >= 0) return (minus ? -1n : 1n) * digits * 10n ** BigInt(shift)
  const rounded = halfEven(digits, 10n ** BigInt(-shift))
  return minus ? -rounded : rounded
}

/** Divides and rounds half-even. The divisor is above zero. */
export function halfEven(dividend: bigint, divisor: bigint): bigint {
  if (dividend < 0n) return -halfEven(-dividend, divisor)
  const quotient = dividend / divisor
  const twice = (dividend % divisor) * 2n
  if (twice < divisor) return quotient
  if (twice > divisor) return quotient + 1n
  return quotient % 2n === 0n ? quotient : quotient + 1n
}

/** Divides and rounds half away from zero. The divisor is above zero. */
export function halfAway(dividend: bigint, divisor: bigint): bigint {
  const quotient = (magnitude(dividend) * 2n + divisor) / (divisor * 2n)
  return dividend < 0n ? -quotient : quotient
}

export const magnitude = (x: bigint): bigint => (x < 0n ? -x : x)

export function readMoney(raw: unknown): Box {
  if (isAbsent(raw)) return null
  let amount: bigint
  if (typeof raw === 'number' && Number.isFinite(raw)) {
    amount = cents(String(raw))
  } else if (typeof raw === 'string') {
    // Design choice: white space around an amount is trimmed, as it is around a phrase.
    const text = raw.trim()
    let sign = ''
    let rest = text
    if (text.startsWith('(') && text.endsWith(')')) {
      sign = '-'
      rest = text.slice(1, -1)
    } else if (text.startsWith('-') || text.startsWith('+')) {
      sign = text.slice(0, 1)
      rest = text.slice(1)
    }
    if (rest.startsWith('$')) rest = rest.slice(1)
    if (!AMOUNT.test(rest)) return 'lost'
    amount = cents(sign + rest.replaceAll(',', ''))
  } else {
    return 'lost'
  }
  // Design choice: the limit applies to the amount after rounding to the cent.
  return amount >= LIMIT || amount <= -LIMIT ? 'lost' : amount
}

/** Reads a money box like `readMoney`, but an unreadable box counts as absent. */
export function readAmount(raw: unknown): bigint | null {
  const box = readMoney(raw)
  return box === 'lost' ? null : box
}

/** Reads a number as text, or text with runs of white space collapsed. Returns null for anything else. */
export function readText(raw: unknown): string | null {
  if (isAbsent(raw)) return null
  if (typeof raw === 'number') return String(raw)
  return typeof raw === 'string' ? raw.trim().replace(/\s+/g, ' ') : null
}

/** Reads a code. Pads a code of digits with zeros to the given width. */
export function readCode(raw: unknown, width = 1): string | null {
  const text = readText(raw)
  if (text === null) return null
  return /^[0-9]+$/.test(text) ? text.padStart(width, '0') : text
}

/** Reads a flag. Returns null if it is absent or not understood. */
export function readFlag(raw: unknown): boolean | null {
  if (isAbsent(raw)) return null
  const text = typeof raw === 'string' ? raw.trim().toLowerCase() : JSON.stringify(raw)
  if (TRUE.has(text)) return true
  if (FALSE.has(text)) return false
  if (typeof raw !== 'string') return null
  return text.includes('checked') && !text.includes('not') && !text.includes('unchecked') ? true : null
}

/** Reads a year from 1900 to 2100. Returns null if it is absent, 0 or unreadable. */
export function readYear(raw: unknown): number | null {
  const text = typeof raw === 'number' ? String(raw) : typeof raw === 'string' ? raw.trim() : ''
  if (!/^[0-9]{4}$/.test(text)) return null
  const year = Number(text)
  return year >= 1900 && year <= 2100 ? year : null
}

/** Reads the year of a tax period. Returns null if it is absent or unreadable. */
export function readPeriodYear(raw: unknown): number | null {
  if (typeof raw !== 'string' || isAbsent(raw)) return null
  const text = raw.trim()
  const short = /^([0-9]{4})-?([0-9]{2})$/.exec(text)
  if (short) return validDay(short[1], short[2], '01')
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]+)?)?Z?)?$/.exec(text)
  if (iso) return validDay(iso[1], iso[2], iso[3])
  const american = /^([0-9]{2})[-/]([0-9]{2})[-/]([0-9]{4})$/.exec(text)
  return american ? validDay(american[3], american[1], american[2]) : null
}

/** Reads a date as `YYYY-MM-DD`. Returns null if it is absent or unreadable. */
export function readDay(raw: unknown): string | null {
  if (typeof raw !== 'string' || isAbsent(raw)) return null
  const text = raw.trim()
  const iso = /^([0-9]{4})-([0-9]{2})-([0-9]{2})(?:T.*)?$/.exec(text)
  const american = /^([0-9]{2})[-/]([0-9]{2})[-/]([0-9]{4})$/.exec(text)
  const [year, month, day] = iso ? iso.slice(1) : american ? [american[3], american[1], american[2]] : []
  return year !== undefined && validDay(year, month, day) !== null ? `${year}-${month}-${day}` : null
}

/** Reads a rate as the decimal text of a fraction. Returns null if it is absent, ambiguous or unreadable. */
export function readRate(raw: unknown): string | null {
  if (isAbsent(raw) || (typeof raw !== 'number' && typeof raw !== 'string')) return null
  const rate = Number(raw)
  if (!(rate >= 0 && rate <= 10_000) || rate === 1) return null
  return (rate < 1 ? rate : rate <= 100 ? rate / 100 : rate / 10_000).toFixed(8)
}

function validDay(year = '', month = '', day = ''): number | null {
  const y = Number(year)
  const m = Number(month)
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][m - 1] ?? 0
  return y > 0 && Number(day) >= 1 && Number(day) <= days ? y : null
}

/** Reads nine digits, or `XXXXX1234` if masked. Ignores all characters except digits, X and `*`. Null otherwise. */
export function readIdentifier(raw: unknown): string | null {
  const characters = (readText(raw) ?? '')
    .toUpperCase()
    .replaceAll('*', 'X')
    .replace(/[^0-9X]/g, '')
  if (/^[0-9]{9}$/.test(characters)) return characters
  return /^X+[0-9]{4}$/.test(characters) ? `XXXXX${lastFour(characters)}` : null
}

/** Returns true for nine equal digits and for 123456789. Such an identifier identifies nobody. */
export const isPlaceholder = (id: string | null): boolean =>
  id !== null && isFull(id) && (/^(.)\1{8}$/.test(id) || id === '123456789')

/** Returns true for text in place of an identifier, such as `APPLIED FOR`. Only X is not such a text. */
export function isIdentifierText(raw: unknown): boolean {
  const text = readText(raw) ?? ''
  return !/[0-9]/.test(text) && /[A-WYZ]/i.test(text)
}

export const isFull = (id: string): boolean => !id.startsWith('X')

export const lastFour = (id: string): string => id.slice(-4)

/** Reads the last four letters or digits of an account number. Returns null if there are none besides X. */
export function readAccount(raw: unknown): string | null {
  const characters = (readText(raw) ?? '').replace(/[^0-9A-Za-z]/g, '')
  return /^X*$/i.test(characters) ? null : characters.slice(-4)
}

/** Reads a timestamp as UTC text with milliseconds. The default offset is UTC. Empty if absent or unreadable. */
export function readTimestamp(raw: unknown): string {
  const text = readText(raw)
  if (text === null) return ''
  const zoned = /T.*(?:Z|[+-][0-9]{2}:?[0-9]{2})$/i.test(text)
  const time = new Date(text.includes('T') && !zoned ? `${text}Z` : text)
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

const isNumeric = (raw: unknown): boolean =>
  typeof raw === 'number' || (typeof raw === 'string' && /^[0-9]*\.?[0-9]+$|^[0-9]+\.$/.test(raw.trim()))

/** The rules by which a value that is not absent is unreadable, by field type. */
const UNREADABLE_BY_TYPE: Readonly<Record<string, (raw: unknown) => boolean>> = {
  money: raw => readMoney(raw) === 'lost',
  text: raw => typeof raw === 'object',
  account: raw => typeof raw !== 'string' && typeof raw !== 'number',
  code: raw => typeof raw !== 'string' && !(typeof raw === 'number' && Number.isInteger(raw) && raw >= 0),
  date: raw => readDay(raw) === null && !/^various$/i.test(String(raw).trim()),
  period: raw => readPeriodYear(raw) === null && raw !== '000000' && raw !== 0,
  year: raw => readYear(raw) === null && Number(raw) !== 0,
  count: raw => !/^[0-9]{1,9}$/.test(String(raw).trim()),
  rate: raw => !isNumeric(raw) || !(Number(raw) >= 0 && Number(raw) <= 10_000),
  ratio: raw =>
    !/^various$/i.test(String(raw).trim()) && (!isNumeric(raw) || !(Number(raw) >= 0 && Number(raw) <= 100)),
  percentage: raw => !isReadablePercentage(raw),
  list: raw => !Array.isArray(raw),
  flag: raw => readFlag(raw) === null,
}

// Design choice: ambiguous percentages are not unreadable: exactly 1, and more than three digits without a point.
function isReadablePercentage(raw: unknown): boolean {
  const text = String(raw).trim().replace(/ ?%$/, '')
  if (/^[0-9]{4,}$/.test(text)) return true
  return isNumeric(text) && Number(text) >= 0 && Number(text) <= 100
}

/** Returns true if a box is present and could not be read. */
export const isUnreadable = (type: string, raw: unknown): boolean =>
  !isAbsent(raw) && UNREADABLE_BY_TYPE[type]?.(raw) === true
