// How much of a business a borrower owns, from the Schedules K-1.
import { isAbsent } from '../values.js'
import { type Amount, divide, exact, exactNumber, isAbove, isBelow } from './amounts.js'
import type { Item } from './input.js'
import { OWNERSHIP_SHARE } from './policies.js'

const ONE = exact(1n)
const HUNDRED = exact(100n)

function readNumber(text: string): Amount | null {
  const match = /^\+?([0-9]*)\.?([0-9]*)$/.exec(text)
  if (match === null || `${match[1]}${match[2]}` === '') return null
  return exact(BigInt(`${match[1]}${match[2]}`), 10n ** BigInt(match[2]!.length))
}

/** Reads a share: 0 to 1 is a ratio, and above 1 up to 100 is a percentage. */
export function readRatio(raw: unknown): Amount | null {
  if (isAbsent(raw)) return null
  const number = readNumber(String(raw).trim())
  if (number === null || isAbove(number, HUNDRED)) return null
  return isAbove(number, ONE) ? divide(number, HUNDRED) : number
}

/** Reads a percentage (with % or above 1) or a fraction (below 1). Exactly 1 and long digit runs are ambiguous. */
export function readPercentage(raw: unknown): Amount | null {
  if (isAbsent(raw)) return null
  const text = String(raw).trim()
  const isPercent = text.endsWith('%')
  const bare = isPercent ? text.slice(0, -1).trim() : text
  const number = readNumber(bare)
  if (number === null || isAbove(number, HUNDRED)) return null
  if (isPercent) return divide(number, HUNDRED)
  if (/^[0-9]{4,}$/.test(bare) || number.top === number.bottom) return null
  return isBelow(number, ONE) ? number : divide(number, HUNDRED)
}

function shareOf({ entry: { form, raw } }: Item): Amount | null {
  if (form === 'schedule_k1_1120s') return readPercentage(raw['shareholder_percentage_of_stock'])
  return readRatio(raw['partner_share_of_capital_end']) ?? readRatio(raw['partner_share_of_capital_beginning'])
}

/** Returns true if one of the latest K-1s of a business shows 25 % or more, or an unknown share. */
export function isOwner(k1s: readonly Item[]): boolean {
  const latest = Math.max(...k1s.map(({ year }) => year))
  return k1s
    .filter(({ year }) => year === latest)
    .some(k1 => {
      const share = shareOf(k1)
      return share === null || !isBelow(share, exactNumber(OWNERSHIP_SHARE))
    })
}
