// Words of a tape of cells, by which `Tape` tells `CsvLines` or `ArrowRows` what to write; apart, for a thread that only reads.

/** A cell: empty, a kept text, text for a slot, what that slot got last, or a number. */
export const [EMPTY, WORD, TEXT, SAME, INT, MONEY, RATIO, BOOL] = [0, 1, 2, 3, 4, 5, 6, 7] as const
/** Cells that stand in a slot, from where they begin to where they end, as they were again, or that were kept. */
export const [BEGIN, END, AGAIN, PIECE] = [8, 9, 10, 11] as const
/** To keep what a slot got last, or the bytes that follow, under the next number. */
export const [KEEP, KEPT] = [12, 13] as const
/** A cell: a number of more than 32 bits, in digits. */
export const LONG = 14

/** The number is the next word. */
export const WIDE = 16
/** The row ends behind the cell. */
export const LAST = 32
/** The bits that say what a word is, and how many stand below its number. */
export const [WHAT, NUMBER] = [15, 6] as const
