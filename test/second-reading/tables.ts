import type { SecondReading } from './read.js'

/** The tables that are read a second time, and what the second reading calls them; less columns that it does not work out. */
export const TABLES: readonly (readonly [
  table: string,
  key: keyof SecondReading,
  without?: readonly string[],
])[] = [
  ['facts', 'facts'],
  ['income', 'income'],
  ['withholding', 'withholding'],
  ['years', 'years', ['largest_payer_share']],
  ['liabilities', 'liabilities'],
  ['liability_years', 'liabilityYears'],
  ['return_lines', 'returnLines'],
]
