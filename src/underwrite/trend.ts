import { ratioMicros } from '../core/micros.js'
import { type Cents, subtractCents } from '../core/money.js'

/** How an amount went from one year to the next; `unknown` where one could not be read. */
export type Trend = 'new' | 'discontinued' | 'stable' | 'increasing' | 'decreasing' | 'unknown'

/** A share of a policy in millionths, exact. */
export const microsOfShare = (share: number): number => Math.round(share * 1e6)

/** True where a part is above a share of a whole, in millionths; none is below 0. */
function isAboveShare(part: Cents, whole: Cents, micros: number): boolean {
  const left = Number(part) * 1e6
  const right = Number(whole) * micros
  // Doubles tell what is not all but equal.
  if (Math.abs(left - right) > 1e-12 * right) return left > right
  return BigInt(part) * 1_000_000n > BigInt(whole) * BigInt(micros)
}

/** The change as a share of the year before. Units: millionths. Missing: null without both years, or from 0 or below. */
export const changeOf = (latest: Cents | null, prior: Cents | null): Cents | null =>
  latest === null || prior === null || prior <= 0 ? null : ratioMicros(subtractCents(latest, prior), prior)

/**
 * The trend: stable inside the band, its edges too; from 0 or below, by the sign of the difference. Missing: null where
 * neither year has an amount.
 */
export function trendOf(latest: Cents | null, prior: Cents | null, stableBand: number): Trend | null {
  if (latest === null) return prior === null ? null : 'discontinued'
  if (prior === null) return 'new'
  const difference = subtractCents(latest, prior)
  const size = difference < 0 ? -difference : difference
  if (!isAboveShare(size, prior > 0 ? prior : 0, microsOfShare(stableBand))) return 'stable'
  return difference > 0 ? 'increasing' : 'decreasing'
}

/** True where an amount fell by more than the share; by exactly that much is not more. */
export const fellByMore = (latest: Cents | null, prior: Cents | null, share: number): boolean =>
  latest !== null &&
  prior !== null &&
  prior > latest &&
  prior > 0 &&
  isAboveShare(subtractCents(prior, latest), prior, microsOfShare(share))
