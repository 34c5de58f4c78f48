import { INCOME_CATEGORIES } from '../model/role.js'

/** Streams of qualifying income: every category, and the pay of a business that the taxpayer owns a share of. */
export const STREAMS = [...INCOME_CATEGORIES, 'officer_compensation'] as const

/** A stream of qualifying income. */
export type StreamName = (typeof STREAMS)[number]

/**
 * What a citation can be about: a stream, every indicator, or those of debts or of continuance.
 * Missing: a citation about nothing named is about all.
 */
export const SUBJECTS = [...STREAMS, 'indicators', 'debt_indicators', 'continuance_indicators'] as const

/** What a rule is about. */
export type Subject = (typeof SUBJECTS)[number]
