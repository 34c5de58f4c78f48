import { isAbsent, type Raw } from '../values.js'
import { type Fraction, fractionFromNumber, isLess } from './fraction.js'
import { byIssuer, isOneIssuer } from './issuers.js'
import type { Paper } from './papers.js'

const numberOf = (text: string): Fraction | null => {
  const match = /^\+?([0-9]*)\.?([0-9]*)$/.exec(text)
  if (match === null || `${match[1]}${match[2]}` === '') return null
  return { top: BigInt(`${match[1]}${match[2]}`), bottom: 10n ** BigInt(match[2]!.length) }
}
const ONE: Fraction = { top: 1n, bottom: 1n }
const HUNDRED: Fraction = { top: 100n, bottom: 1n }
const percent = ({ top, bottom }: Fraction): Fraction => ({ top, bottom: bottom * 100n })

// 0 to 1 is a ratio, above 1 up to 100 is a percentage. `Various` counts as absent.
function readRatio(raw: unknown): Fraction | null {
  if (isAbsent(raw)) return null
  const number = numberOf(String(raw).trim())
  if (number === null || isLess(HUNDRED, number)) return null
  return isLess(ONE, number) ? percent(number) : number
}

// A percentage with % or above 1, a fraction below 1. Exactly 1 and long digit runs are ambiguous and count as absent.
function readPercentage(raw: unknown): Fraction | null {
  if (isAbsent(raw)) return null
  const text = String(raw).trim()
  const isPercent = text.endsWith('%')
  const bare = isPercent ? text.slice(0, -1).trim() : text
  const number = numberOf(bare)
  if (number === null || isLess(HUNDRED, number)) return null
  if (isPercent) return percent(number)
  if (/^[0-9]{4,}$/.test(bare) || number.top === number.bottom) return null
  return isLess(number, ONE) ? number : percent(number)
}

/** Reads the share of a business from a K-1. Null if unknown. */
function shareOf({ entry: { form, raw } }: { readonly entry: { form: string; raw: Raw } }): Fraction | null {
  if (form === 'schedule_k1_1120s') return readPercentage(raw['shareholder_percentage_of_stock'])
  const end = readRatio(raw['partner_share_of_capital_end'])
  return end ?? readRatio(raw['partner_share_of_capital_beginning'])
}

/** True if the latest K-1 of an entity shows an owner, or does not show the share. */
export function isOwned(k1s: readonly Paper[], least: number): boolean {
  const latest = Math.max(...k1s.map(({ year }) => year ?? 0))
  return k1s
    .filter(({ year }) => (year ?? 0) === latest)
    .some(k1 => {
      const share = shareOf(k1)
      return share === null || !isLess(share, fractionFromNumber(least))
    })
}

const OWNED_FORMS = ['schedule_k1_1065', 'schedule_k1_1120s']

/** True if the issuer is the borrower's own business by its latest K-1. Nobody owns an estate or trust. */
export function isOwnBusiness(paper: Paper, k1s: readonly Paper[], least: number): boolean {
  const theirs = k1s.filter(({ entry }) => OWNED_FORMS.includes(entry.form))
  return byIssuer(theirs, ({ entry }) => entry.issuer).some(
    group => group.some(({ entry }) => isOneIssuer(entry.issuer, paper.entry.issuer)) && isOwned(group, least),
  )
}
