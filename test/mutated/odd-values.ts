import type { Dice } from './dice.js'
import type { Json } from './json.js'

/** Numbers at the limits of ranges and of rounding. */
export const NUMBERS: readonly number[] = [
  ...[0, -0, 1, -1, 1e308, -1e308, 1e-9, 1.0000001, 0.004, 0.005, 0.015, -0.005, 1.005, 2.675, 1e15, 2 ** 53],
  ...[2 ** 53 + 2, 12345678901234567000, 89999999999999.98, 90000000000000, -90000000000000, 89999999999999, 0.1 + 0.2],
  ...[1234.567, 99999.999, 1e21, 5e-324, 1e13],
]
/** Texts that are valid amounts. */
export const GOOD_MONEY = [
  ...['5000', '1,234.56', '$1,234.56', '(12.34)', '-$600.00', '.50', '5.', '+5', '($7.25)', '$.75', '12,345,678.90'],
  ...['007.10', '+$1,000', '0', '$0.00', '(0.00)', '-0', '1234.567', '0.001', '(.005)', '89999999999999', '2.675'],
  ...['100000000', '-12,345'],
]
/** Texts that are not valid amounts. */
export const BAD_MONEY = [
  ...['$-5', '(-5)', '1,23.45', '12,34', '1.2.3', '5x', '1e5', 'USD 5', '5 USD', '5,', '€5', '--5', '5-', '1 234.56'],
  ...["1'234.56", '$', '.', '()', '(5', '5)', '0x1F', 'Infinity', 'NaN', '-', '+', '−5', '٣٤٥', '１２３', '५००'],
  ...['1,234,56', '1.234,56', '$ 5', '5%', '1_000', 'five', '90000000000000', '1e400', '²'],
]
/** Texts for which the rules do not define whether they are valid amounts. */
export const UNSURE_MONEY = [' 5000 ', '\t5', '5\n', '\u00a05', '0,123', '00,123', '\ufeff5']

/** Dates and years, most of them invalid. */
export const DATES: readonly Json[] = [
  ...['2024-02-30', '2023-02-29', '13-01-2024', '31/12/2024', '24-01-05', '1/5/2024', '20240105', '202413', '202400'],
  ...['2024-12-31T23:59:59', '2024-12-31T23:59:59-12:00', '2024-01-01T00:00:00+14:00', '0000-00-00', '9999-12-31'],
  ...['1899', '2101', 20241231, 1e12, -1, 2024.5, 'Various', '', 'yesterday', '2024-1-1', '٢٠٢٤', '+002024-01-01'],
  ...[true, null, [], {}, '2024', 2024, ' 2024 ', '02-29-2024'],
]

export const longText = (dice: Dice): string => `Zq${dice.letters(3).repeat(dice.pick([50, 700, 4000]))}`

/** Inserts characters that often cause errors in parsers at a random position. */
export const encode = (dice: Dice, text: string): string => {
  const bit = dice.pick([
    ...['\u0000', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\u009b2J', '\u202e', '\u2066', '\u2069', '\ufeff'],
    ...['\ud800', '\udc00', '\u{1f600}', '\u{10ffff}', 'e\u0301', '\u0300'.repeat(20), '\u200b', '\u2028', '\r\n'],
    ...['\t', '"', "'", '\\', '=1+1', ';=1', '\uffff', '\u00a0', '\u061c', 'İ', 'ß'],
  ])
  const spot = dice.rollBelow(text.length + 1)
  return text.slice(0, spot) + bit + text.slice(spot)
}
