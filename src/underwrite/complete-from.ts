/**
 * The day from which an authority's record of a year is complete: 1 August of the next year.
 * Source: the IRS says that wage and income data may be incomplete until July.
 */
export const completeFrom = (year: number): string => `${String(year + 1).padStart(4, '0')}-08-01`
