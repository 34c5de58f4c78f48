import type { Decimal } from '../core/money.js'

/**
 * A value inside the library: money in cents, rates, ratios and percentages as decimals, dates as text.
 * Missing: null.
 */
export type Cell = number | string | boolean | Decimal | readonly ListItem[] | null

/** An item of a list: a text, or cells by normalized name. */
export type ListItem = string | Readonly<Record<string, Cell>>
