import type { IssueCode } from '../../core/issues/issue-table.js'
import { readCents } from '../../core/money.js'
import type { FieldType } from '../field.js'

/** For each field type: the issue code of an unreadable value, and a description of the accepted values. */
export const EXPECTATIONS: Readonly<Record<FieldType, readonly [code: IssueCode, expected: string]>> = {
  money: ['money_unreadable', 'an amount'],
  rate: ['rate_unreadable', 'a rate from 0 to 10,000'],
  ratio: ['ratio_unreadable', 'a ratio from 0 to 1'],
  percentage: ['percentage_unreadable', 'a percentage from 0 to 100'],
  count: ['count_unreadable', 'a whole number from 0'],
  year: ['year_unreadable', 'a year from 1900 to 2100'],
  flag: ['flag_unreadable', 'yes or no'],
  text: ['text_unreadable', 'text'],
  code: ['code_unreadable', 'a code'],
  enum: ['enum_unreadable', 'text'],
  date: ['date_unreadable', 'a date such as 2024-12-31 or 12-31-2024'],
  period: ['period_unreadable', 'a period such as 202412'],
  timestamp: ['timestamp_unreadable', 'an ISO 8601 timestamp'],
  identifier: ['identifier_unreadable', 'nine digits, or a mask and four digits'],
  account: ['account_unreadable', 'an account number'],
  list: ['list_unreadable', 'an array'],
}

/** Lowercase phrases that are read as a true flag. */
export const TRUE_WORDS: ReadonlySet<string> = new Set([
  'true',
  '1',
  'yes',
  'y',
  'x',
  'tax amount not determined',
  'total distribution',
])
/** Lowercase phrases that are read as a false flag. */
export const FALSE_WORDS: ReadonlySet<string> = new Set(['false', '0', 'no', 'n', 'not statutory employee'])

/** Returns the issue code and the accepted values for an unreadable value. An amount that is too large has its own. */
export function explainUnreadable(type: FieldType, raw: unknown): readonly [code: IssueCode, expected: string] {
  const isTooLarge = type === 'money' && readCents(raw)[1] === 'out_of_range'
  return isTooLarge ? ['money_out_of_range', 'an amount below 90,000,000,000,000'] : EXPECTATIONS[type]
}
