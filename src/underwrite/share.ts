import { type Cents, timesCents } from '../core/money.js'
import { divideHalfAway } from './averaging.js'

const MILLION = 1_000_000

/** An amount in 24ths of a cent as cents, or a share of it in millionths, rounded once. */
export const divideShare = (amount: Cents, micros: number | null): Cents =>
  micros === null ? divideHalfAway(amount, 24) : divideHalfAway(timesCents(amount, micros), 24 * MILLION)
