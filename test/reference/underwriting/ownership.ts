import { isAbsent, type Raw } from '../values.js'
import { type Fraction, fractionFromNumber, isLess } from './fraction.js'
import { byIssuer, isOneIssuer } from './issuers.js'
import type { DocumentWithFacts } from './papers.js'
import type { Rules } from './policies.js'

const numberOf = (text: string): Fraction | null => {
  const match = /^\+?([0-9]*)\.?([0-9]*)$/.exec(text)
  if (match === null || `${match[1]}${match[2]}` === '') return null
  return { top: BigInt(`${match[1]}${match[2]}`), bottom: 10n ** BigInt(match[2]!.length) }
}
const ONE: Fraction = { top: 1n, bottom: 1n }
const HUNDRED: Fraction = { top: 100n, bottom: 1n }
const percent = ({ top, bottom }: Fraction): Fraction => ({ top, bottom: bottom * 100n })

// Reads a share: 0 to 1 is a ratio, and above 1 up to 100 is a percentage. `Various` counts as absent.
function readRatio(raw: unknown): Fraction | null {
  if (isAbsent(raw)) return null
  const number = numberOf(String(raw).trim())
  if (number === null || isLess(HUNDRED, number)) return null
  return isLess(ONE, number) ? percent(number) : number
}

// Reads a percentage (with % or above 1) or a fraction (below 1). Exactly 1 and long digit runs count as absent.
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

/** Reads the borrower's share of a business from a K-1. Returns null if it is unknown. */
function shareOf({ entry: { form, raw } }: { readonly entry: { form: string; raw: Raw } }): Fraction | null {
  if (form === 'schedule_k1_1120s') return readPercentage(raw['shareholder_percentage_of_stock'])
  const end = readRatio(raw['partner_share_of_capital_end'])
  return end ?? readRatio(raw['partner_share_of_capital_beginning'])
}

/** Returns true if one of an entity's latest K-1s has a share of at least `minimumShare`, or an unknown share. */
export function isOwned(k1s: readonly DocumentWithFacts[], minimumShare: number): boolean {
  const latest = Math.max(...k1s.map(({ year }) => year ?? 0))
  return k1s
    .filter(({ year }) => (year ?? 0) === latest)
    .some(k1 => {
      const share = shareOf(k1)
      return share === null || !isLess(share, fractionFromNumber(minimumShare))
    })
}

const OWNED_FORMS = ['schedule_k1_1065', 'schedule_k1_1120s']

/**
 * Returns the category of a document, which is `officer_compensation` instead of `wages` for a W-2 from the borrower's
 * own business: `isOwned` is true for the business's latest K-1s. Estates and trusts have no owners.
 */
export function separateOfficerPay(
  category: string,
  { entry: { form, issuer } }: DocumentWithFacts,
  documents: readonly DocumentWithFacts[],
  rules: Rules,
  year: number,
): string {
  if (category !== 'wages' || form !== 'form_w2') return category
  const k1s = documents.filter(
    k1 => k1.counted && OWNED_FORMS.includes(k1.entry.form) && k1.year !== null && k1.year <= year,
  )
  const isOwner = byIssuer(k1s, ({ entry }) => entry.issuer).some(
    group =>
      group.some(({ entry }) => isOneIssuer(entry.issuer, issuer)) && isOwned(group, rules.selfEmployedOwnership),
  )
  return isOwner ? 'officer_compensation' : category
}
