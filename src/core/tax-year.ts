const TAX_YEAR_PATTERN = /^(?:19[0-9]{2}|20[0-9]{2}|2100)$/

/** True for the text of a year from 1900 to 2100. */
export const isTaxYear = (year: string): boolean => TAX_YEAR_PATTERN.test(year)
