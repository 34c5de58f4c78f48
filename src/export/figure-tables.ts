import * as employmentTable from './employment-table.js'
import * as liabilitiesTables from './liabilities-tables.js'
import { mortgages } from './mortgages-table.js'
import { needs } from './needs-table.js'
import * as sums from './sum-tables.js'
import type { TableSpec } from './table.js'
import { tieOut } from './tie-out-table.js'
import { indicators, qualifyingIncome } from './underwriting-tables.js'

/** The tables of figures that are sums, or made of them, in the order in which they are written: these may not fit their columns. */
export const FIGURE_TABLES = [
  sums.income,
  sums.withholding,
  sums.years,
  employmentTable.employment,
  liabilitiesTables.liabilities,
  liabilitiesTables.liabilityYears,
  sums.returnLines,
  qualifyingIncome,
  indicators,
  mortgages,
  needs,
  tieOut,
] as readonly TableSpec[]
