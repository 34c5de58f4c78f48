import { needs, tieOut } from './finding-tables.js'
import { liabilities, liabilityYears, mortgages } from './liabilities-tables.js'
import { employment, income, returnLines, withholding, years } from './sum-tables.js'
import type { TableSpec } from './table.js'
import { indicators, qualifyingIncome } from './underwriting-tables.js'

/** The tables of figures that are sums, or made of them, in the order in which they are written: these may not fit their columns. */
export const FIGURE_TABLES = [
  income,
  withholding,
  years,
  employment,
  liabilities,
  liabilityYears,
  returnLines,
  qualifyingIncome,
  indicators,
  mortgages,
  needs,
  tieOut,
] as readonly TableSpec[]
