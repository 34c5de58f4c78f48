import { type Cents, textOfCents } from '../core/money.js'
import { absCents, atRate, maxCents, type Rate } from './amount.js'

/**
 * By how much two amounts may miss each other: the larger of an amount and a share of the row's base.
 * Units: cents; the share in hundred-thousandths.
 */
export interface Tolerance {
  /** As the docs page prints it. */
  readonly text: string
  readonly cents: number
  readonly rate: Rate
}

/** No tolerance: amounts are compared as they are, or none are compared. */
export const NONE: Tolerance = { text: 'none', cents: 0, rate: 0 }

/** One truncated amount against another: transcripts cut the cents. */
export const T1: Tolerance = { text: '1.00', cents: 100, rate: 0 }

/** A tax against its rate: both the tax and its base are cut. */
export const TW: Tolerance = { text: '2.00', cents: 200, rate: 0 }

/** A sum of three truncated amounts. */
export const T3: Tolerance = { text: '3.00', cents: 300, rate: 0 }

/** A sum of as many truncated amounts as the document has rows. */
export const EACH_ROW: Tolerance = { text: '1.00 a row', cents: 100, rate: 0 }

/** The larger of an amount and one percent of a base; the amount may be 0. */
export const onePercent = (cents: number, base: string): Tolerance => ({
  text: cents === 0 ? `1% of ${base}` : `the larger of ${textOfCents(cents)} and 1% of ${base}`,
  cents,
  rate: 1000,
})

/** The billionth of a ratio; its own check knows it, no amount is compared. */
export const BILLIONTH: Tolerance = { text: '0.000000001', cents: 0, rate: 0 }

/** What a tolerance allows, given the base that its share is of. */
export const allowed = ({ cents, rate }: Tolerance, base: Cents = 0): Cents =>
  rate === 0 ? cents : maxCents(cents, absCents(atRate(base, rate)))

/** True where a difference, either way, is within what is allowed. */
export const isWithin = (difference: Cents, tolerance: Tolerance, base: Cents = 0): boolean =>
  absCents(difference) <= allowed(tolerance, base)
