import { cutLines, shortenText } from '../core/cut-list.js'
import { formatIssuerName, formatStreamName } from '../tables/definitions/columns.js'
import type { TaxpayerContext } from '../tables/table.js'
import type { IncomeStream } from '../underwriting/income-stream.js'
import type { IndicatorRow } from '../underwriting/indicators/indicator.js'
import { wordsOfBorrower, wordsOfCategory, wordsOfIndicator } from './labels.js'

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
