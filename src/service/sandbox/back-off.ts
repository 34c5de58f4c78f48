/** Attempts at one delivery. Source: interface, Events, Delivery rule 3. */
export const ATTEMPTS = 12

const SPAN = 3 * 24 * 60 * 60 * 1000

/**
 * The wait before each retry: every one twice as long as the one before, the last attempt three days after the first.
 * Units: milliseconds.
 */
export const BACK_OFF: readonly number[] = Array.from({ length: ATTEMPTS - 1 }, (_, retry) =>
  Math.round((SPAN * 2 ** retry) / (2 ** (ATTEMPTS - 1) - 1)),
)
