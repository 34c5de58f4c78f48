import { type Cents, ratioMicros, subtractCents } from '../core/money.js'

/** How an amount went from one year to the next. `-` where neither year has one. */
export type Trend = 'new' | 'discontinued' | 'stable' | 'increasing' | 'decreasing' | '-'

/** A share of a policy in millionths, exact. */
export const microsOfShare = (share: number): bigint => BigInt(Math.round(share * 1e6))

/** The change as a share of the year before. Units: millionths. Missing: null without both years, or from 0 or below. */
export const changeOf = (latest: Cents | null, prior: Cents | null): Cents | null =>
  latest === null || prior === null || prior <= 0 ? null : ratioMicros(subtractCents(latest, prior), prior)

/** The trend: stable inside the band, its edges too; from 0 or below, by the sign of the difference. */
export function trendOf(latest: Cents | null, prior: Cents | null, stableBand: number): Trend {
  if (latest === null) return prior === null ? '-' : 'discontinued'
  if (prior === null) return 'new'
  const difference = BigInt(latest) - BigInt(prior)
  const size = difference < 0n ? -difference : difference
  const band = prior > 0 ? microsOfShare(stableBand) * BigInt(prior) : 0n
  if (size * 1_000_000n <= band) return 'stable'
  return difference > 0n ? 'increasing' : 'decreasing'
}

/** True where an amount fell by more than the share; by exactly that much is not more. */
export const fellByMore = (latest: Cents | null, prior: Cents | null, share: number): boolean =>
  latest !== null &&
  prior !== null &&
  prior > 0 &&
  (BigInt(prior) - BigInt(latest)) * 1_000_000n > microsOfShare(share) * BigInt(prior)
