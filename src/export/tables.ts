import { checks } from './checks-table.js'
import { facts } from './facts-table.js'
import { FIGURE_TABLES } from './figure-tables.js'
import { issues } from './issues-table.js'
import { documents, records, taxpayers } from './record-tables.js'
import type { TableSpec } from './table.js'

/** The tables, all but the wide one of each form, in the order in which they are written. */
export const TABLES = [
  taxpayers,
  records,
  documents,
  facts,
  ...FIGURE_TABLES,
  checks,
  issues,
] as readonly TableSpec[]
