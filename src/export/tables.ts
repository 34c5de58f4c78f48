import { checks } from './checks-table.js'
import { issues } from './issues-table.js'
import { documents, records, taxpayers } from './record-tables.js'
import {
  employment,
  facts,
  income,
  liabilities,
  liabilityYears,
  returnLines,
  withholding,
  years,
} from './sum-tables.js'
import type { TableSpec } from './table.js'
import { indicators, qualifyingIncome } from './underwriting-tables.js'

/** The tables, all but the wide one of each form, in the order in which they are written. */
export const TABLES = [
  taxpayers,
  records,
  documents,
  facts,
  income,
  withholding,
  years,
  employment,
  liabilities,
  liabilityYears,
  returnLines,
  qualifyingIncome,
  indicators,
  checks,
  issues,
] as readonly TableSpec[]
