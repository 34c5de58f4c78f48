// Formats amounts, names and codes for people.
import { cutLines, shortenText } from '../core/cut-list.js'
import { getOrCreate } from '../core/lists.js'
import { type Cents, formatCents, type Millionths } from '../core/money.js'
import { ALL } from '../figures/recipients.js'
import type { ReturnLine } from '../figures/return-lines.js'
import type { FactFlag } from '../schema/form.js'
import type { IncomeCategory, Reason, WithholdingKind } from '../schema/role.js'
import { formatIssuerName, formatStreamName } from '../tables/definitions/columns.js'
import { isOutOfRange, type TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { IndicatorRow } from '../underwriting/indicators/indicator.js'
import type { ConditionSeverity } from '../underwriting/policies/policy.js'
import { findPreset } from '../underwriting/policies/presets.js'
import type { PolicyResult } from '../underwriting/underwrite.js'

/** The text of an amount if none of it could be read. */
export const UNREADABLE_TEXT = 'unreadable*'

/**
 * Formats an amount with thousands separators, exact to the cent: `-1,234.50`. The pattern is slow, so it is not used for
 * amounts below 1,000, which are the most common.
 */
export function formatGroupedCents(cents: Cents): string {
  const text = formatCents(cents)
  return text.length < 7 ? text : text.replace(/[0-9](?=(?:[0-9]{3})+\.)/g, '$&,')
}

/** Formats an amount with a dollar sign, for sentences: `$1,234.50`, `-$1,234.50`. */
export const formatDollarAmount = (cents: Cents): string => formatGroupedCents(cents).replace(/^-?/, '$&$$')

/** Formats a ratio in millionths as a percentage with one decimal, half away from 0: `10.6%`. */
export function formatPercent(micros: Millionths): string {
  const value = BigInt(micros)
  const tenths = ((value < 0n ? -value : value) + 500n) / 1000n
  return `${value < 0n && tenths > 0n ? '-' : ''}${tenths / 10n}.${tenths % 10n}%`
}

/** Formats an amount as a table cell, or `–` if the amount is unknown or has too many digits for the tables. */
export const formatMoneyCell = (cents: Cents | null): string =>
  cents === null || isOutOfRange(cents) ? '–' : formatGroupedCents(cents)

/** Formats an amount with a dollar sign, or `–` under the same conditions as `formatMoneyCell`. */
export const formatHeadline = (cents: Cents | null): string =>
  cents === null || isOutOfRange(cents) ? '–' : formatDollarAmount(cents)

/** Formats a ratio in millionths as a table cell, or `–` under the same conditions as `formatMoneyCell`. */
export const formatShareCell = (micros: Millionths | null): string =>
  micros === null || isOutOfRange(micros) ? '–' : formatPercent(micros)

/** Returns the mark of a doubtful figure, or empty text if there are no doubts. */
export const markDoubt = (doubts: readonly unknown[] = []): string => (doubts.length === 0 ? '' : '?')

/** A row of a table for human readers: a label, its cells, and a remark after them. */
export interface TextRow {
  readonly label: string
  readonly cells: readonly string[]
  readonly remark?: string
  /** The key of the sum that the cells show, such as `income.wages` or `line.1a`. Absent if they show no sum. */
  readonly sumKey?: string
}

export const CATEGORY_WORDS = {
  wages: 'Wages',
  allocated_tips: 'Allocated tips (not in the total)',
  self_employment: 'Self-employment',
  interest: 'Interest',
  tax_exempt_interest: 'Tax-exempt interest',
  dividends: 'Dividends',
  capital_gains: 'Capital gains',
  retirement: 'Retirement',
  social_security: 'Social Security',
  unemployment: 'Unemployment',
  government_payments: 'Government payments',
  gambling: 'Gambling',
  rental: 'Rental',
  royalties: 'Royalties',
  partnership: 'Partnerships',
  s_corporation: 'S corporations',
  estate_trust: 'Estates and trusts',
  other: 'Other',
} as const satisfies Record<IncomeCategory, string>

export const KIND_WORDS = {
  federal: 'Federal income tax',
  social_security: 'Social Security tax',
  medicare: 'Medicare tax',
  state: 'State income tax',
  nonresident: 'Nonresident tax',
  foreign_tax: 'Foreign tax (not included above)',
} as const satisfies Record<WithholdingKind, string>

export const LINE_WORDS = {
  '1a': 'Wages',
  '2a': 'Tax-exempt interest',
  '2b': 'Taxable interest',
  '3a': 'Qualified dividends',
  '3b': 'Ordinary dividends',
  '4a': 'IRA distributions',
  '4b': 'IRA distributions, taxable',
  '5a': 'Pensions and annuities',
  '5b': 'Pensions and annuities, taxable',
  '6a': 'Social Security benefits',
  '7': 'Capital gain distributions',
  '25a': 'Withheld on W-2',
  '25b': 'Withheld on 1099',
  '25c': 'Withheld on other forms',
  'S1-7': 'Unemployment compensation',
  'S1-8b': 'Gambling winnings',
} as const satisfies Record<ReturnLine, string>

/** Why an amount is not income, by reason. Null if no remark is needed or the document's status is the reason. */
export const REASON_WORDS = {
  part_of: null,
  memo: null,
  balance: null,
  deduction: null,
  superseded: null,
  canceled: null,
  void: null,
  duplicate: null,
  conflict: null,
  year_unknown: null,
  rollover_or_exchange: 'a rollover, exchange or conversion: no money was received',
  charitable_gift: 'a gift to charity from an IRA: the taxpayer received no money',
  other_year: 'it belongs to another year',
  not_cash: 'no cash was paid out',
  corrective: 'a corrective distribution',
  basis_unknown: 'proceeds of a sale with an unknown cost basis, so the gain is unknown',
  loss_not_allowed: 'a loss that the form marks as not allowed',
  benefits_unknown: 'a repayment of benefits whose amount is unknown',
  return_of_capital: 'a return of capital',
  same_money_as_nec: "the same money as on this payer's 1099-NEC",
} as const satisfies Record<Reason, string | null>

export const FLAG_WORDS = {
  early_or_one_time: 'an early or one-time distribution, unlikely to continue',
  taxable_upper_bound: 'box 2a is an upper bound: the taxable amount is marked as not determined',
  third_party_sick_pay: 'third-party sick pay, unlikely to continue',
  payer_is_irs: 'interest that the IRS paid, which does not recur',
  ira: 'from an IRA, SEP or SIMPLE plan',
} as const satisfies Record<FactFlag, string>

/** Writes the names of a sentence from the library as words: `schedule_e` becomes "Schedule E". */
export const writeNamesAsWords = (text: string): string =>
  text
    .replaceAll('_', ' ')
    .replace(/\b(?:w2|schedule [cef])\b/g, name =>
      name === 'w2' ? 'W-2' : `S${name.slice(1, -1)}${name.slice(-1).toUpperCase()}`,
    )

/** Converts a name from the library to words: `wages.latest_amount` becomes "wages, latest amount". */
export const toWords = (name: string): string => writeNamesAsWords(name.replaceAll('.', ', '))

export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the name of an income category, or of the total, for a person. */
export const wordsOfCategory = (category: string): string =>
  (CATEGORY_WORDS as Readonly<Record<string, string>>)[category] ?? upperFirst(toWords(category))

const BORROWER_WORDS: ReadonlyMap<string, string> = new Map([
  ['self', 'Borrower'],
  ['all', 'All borrowers'],
  ['unknown', 'Unnamed borrower'],
])

export const wordsOfBorrower = (borrower: string): string =>
  BORROWER_WORDS.get(borrower) ??
  (borrower.startsWith('recipient_') ? upperFirst(toWords(borrower)) : `Borrower ending ${borrower}`)

const wordsOfIndicator = (name: string): string => (name === 'dti' ? 'Debt to income' : upperFirst(toWords(name)))

/** Returns a policy's name for a person. If no preset has the id, returns the id. */
export const labelOfPolicy = (name: string): string => findPreset(name)?.title ?? name

/** The names of severities for people. */
export const SEVERITY_WORDS: Readonly<Record<Exclude<ConditionSeverity, 'ignore'>, string>> = {
  blocking: 'Blocks income',
  review: 'Review',
  standard: 'Standard document',
}

/** Formats a citation for a person: dates in words, and a secondary source by its name. The remark `read` is dropped, because most sources were read directly. */
export function wordsOfCitation(citation: string): string {
  if (citationWords.size > 1000) citationWords.clear()
  return getOrCreate(citationWords, citation, () =>
    citation
      .replace(/[0-9]{4}-[0-9]{2}-[0-9]{2}/g, formatDate)
      .replace(/, read(?=[);]|$)/g, '')
      .replaceAll('second-hand', SECONDARY_SOURCE),
  )
}

/** The texts of citations. The pages of all borrowers under a policy have the same few hundred citations. */
const citationWords = new Map<string, string>()

export const SECONDARY_SOURCE = 'cited from a secondary source'

/** Formats a date for a person: `Aug 15, 2025`. Text that is not a date is unchanged. */
export function formatDate(date: string): string {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(date) ?? []
  const name = MONTHS[Number(month) - 1]
  return year === undefined || name === undefined ? date : `${name} ${Number(day)}, ${year}`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Names a figure for a person: `wages:Acme Freight.latest_amount` becomes "wages, Acme Freight, latest amount". */
export function wordsOfFigure(figure: string): string {
  const colonIndex = figure.indexOf(':')
  const dotIndex = figure.lastIndexOf('.')
  if (colonIndex === -1 || dotIndex < colonIndex) return toWords(figure)
  const name = shortenText(figure.slice(colonIndex + 1, dotIndex))
  return `${toWords(figure.slice(0, colonIndex))}, ${name}, ${toWords(figure.slice(dotIndex + 1))}`
}

/** Names a stream: its category, and its employer, business or payer. */
export function nameStream(stream: IncomeStream, taxpayer: TaxpayerContext, showsBorrower: boolean): string {
  const { borrower, category, stream: key } = stream
  const name = formatStreamName(stream, taxpayer) ?? (key === category ? null : key.slice(category.length + 1))
  const label = name === null ? wordsOfCategory(category) : `${wordsOfCategory(category)}: ${shortenText(name)}`
  return showsBorrower ? `${wordsOfBorrower(borrower)}, ${label}` : label
}

/**
 * Names a stream's employer, business or payer, for a document request. If the borrower changed employers, joins all
 * names by first year. Returns null if there is no name or it must not be shown.
 */
export function nameStreamIssuer(stream: IncomeStream, taxpayer: TaxpayerContext): string | null {
  if (!stream.flags.includes('employer_changed')) return formatStreamName(stream, taxpayer)
  const documents = stream.items.map(({ document }) => document.document).sort((a, b) => (a.year ?? 0) - (b.year ?? 0))
  const names = new Set(documents.flatMap(document => formatIssuerName(document, taxpayer) ?? []))
  return names.size > 1
    ? cutLines([...names], 'income_streams', name => shortenText(name)).join(', then ')
    : formatStreamName(stream, taxpayer)
}

/** Names an indicator, and its borrower if there are several. */
export const nameIndicator = ({ indicator, recipient }: IndicatorRow, showsBorrower: boolean): string =>
  showsBorrower ? `${wordsOfIndicator(indicator)} (${wordsOfBorrower(recipient)})` : wordsOfIndicator(indicator)

/** Returns true if the streams of an underwriting belong to more than one borrower. */
export const hasSeveralBorrowers = ({ totals }: PolicyResult): boolean => totals.at(-1)?.borrower === ALL
