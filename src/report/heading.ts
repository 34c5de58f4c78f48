import { shortenText } from '../core/cut-list.js'
import type { TaxpayerContext } from '../tables/table.js'
import { VERSION } from '../version.js'
import { formatDate } from './labels.js'
import { countDocuments } from './remarks.js'

/** What the caller states about a report. The page and the workbook contain it. */
export interface ReportLabels {
  /** The day on which the report is made, as `YYYY-MM-DD`. */
  readonly date?: string | undefined
  /** The number of the loan. */
  readonly loanNumber?: string | undefined
  /** Who prepared the report. */
  readonly preparedBy?: string | undefined
}

export const REPORT_KIND = 'Income report'

/** The first lines of a report. */
export interface ReportHeading {
  /** The id of the taxpayer, or words if there is none. */
  readonly title: string
  /** The name and the address of the taxpayer. Empty if the report must not contain them. */
  readonly person: readonly string[]
  readonly summary: string
  readonly statedLabels: readonly (readonly [label: string, value: string])[]
}

/** Describes the borrower, the number of documents, when the data was pulled, and what the caller states. */
export function describeHeading(taxpayer: TaxpayerContext, labels: ReportLabels): ReportHeading {
  const { result, privacy } = taxpayer
  const firstNamed = result.resolution.documents.find(
    ({ document, isOtherRecipient }) => !isOtherRecipient && document.recipient.name !== null,
  )
  const person = privacy.canShowPersonalData ? firstNamed?.document.recipient : undefined
  const { records, rejected, documents, counted } = countDocuments(taxpayer)
  const { loanNumber, preparedBy } = labels
  return {
    title: nameTaxpayer(taxpayer),
    person: [person?.name, person?.address].flatMap(part => (part == null ? [] : [shortenText(part)])),
    summary: `${records} records${rejected > 0 ? `, and ${rejected} rejected` : ''}; ${documents} documents, of which ${counted} count. ${describeDates(taxpayer, labels.date)}`,
    statedLabels: [
      ...(loanNumber === undefined ? [] : [['Loan number', loanNumber] as const]),
      ...(preparedBy === undefined ? [] : [['Prepared by', preparedBy] as const]),
    ],
  }
}

export const nameTaxpayer = ({ taxpayerId }: TaxpayerContext): string =>
  taxpayerId === '' ? 'A borrower without an id' : shortenText(taxpayerId)

/** Says when the IRS records were pulled, and when and by which version the report was made. */
function describeDates({ result: { dossier } }: TaxpayerContext, date: string | undefined): string {
  const dates = dossier.records.flatMap(record => (record.isFromIrs ? (record.date ?? []) : [])).sort()
  const [oldest, newest] = [dates[0], dates.at(-1)]
  const pulled =
    oldest === undefined || newest === undefined
      ? 'No IRS transcript has a date.'
      : `IRS transcripts pulled ${formatDate(oldest)}${formatDate(newest) === formatDate(oldest) ? '' : ` to ${formatDate(newest)}`}.`
  return `${pulled} Report made${date === undefined ? '' : ` ${formatDate(date)}`} with taxtally ${VERSION}.`
}
