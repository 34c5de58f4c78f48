import {
  account,
  choice,
  code,
  count,
  date,
  flag,
  identifier,
  list,
  money,
  percentage,
  period,
  rate,
  ratio,
  text,
  timestamp,
  year,
} from '../model/field.js'

/** The rows of a form kind of the caller's own, one function for each type of field: `field.money(…)`. See README. */
export const field: {
  readonly money: typeof money
  readonly rate: typeof rate
  readonly ratio: typeof ratio
  readonly percentage: typeof percentage
  readonly count: typeof count
  readonly year: typeof year
  readonly flag: typeof flag
  readonly text: typeof text
  readonly code: typeof code
  readonly date: typeof date
  readonly period: typeof period
  readonly timestamp: typeof timestamp
  readonly identifier: typeof identifier
  readonly account: typeof account
  readonly choice: typeof choice
  readonly list: typeof list
} = {
  money,
  rate,
  ratio,
  percentage,
  count,
  year,
  flag,
  text,
  code,
  date,
  period,
  timestamp,
  identifier,
  account,
  choice,
  list,
}
