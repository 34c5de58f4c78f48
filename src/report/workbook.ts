// Writes the worksheet of the report as a workbook (.xlsx) that an underwriter can attach to a loan file. The sheets
// consist of the lines and grids that the page shows, so the two cannot differ.

import type * as Workbooks from 'hucre/xlsx'
import { loadPeer } from '../core/load-peer.js'
import { getUnderwritings } from '../tables/definitions/cached-underwriting.js'
import type { TaxpayerContext } from '../tables/table.js'
import { getFigureTraces } from '../underwriting/traces/figure-traces.js'
import { getFigurePrefix } from '../underwriting/traces/traces.js'
import type { PolicyResult } from '../underwriting/underwrite.js'
import { describeAgencyForms } from './agency-forms.js'
import { describeCalculations } from './calculations.js'
import { describeConditions, MET_CONDITIONS_TITLE } from './conditions.js'
import { DOCUMENT_TITLES, DOCUMENTS_CAPTION, listDocumentLines } from './documents.js'
import { type Grid, moneyCell, textColumn } from './grid.js'
import { describeHeading, REPORT_KIND, type ReportLabels } from './heading.js'
import { listIncompleteData, MISSING_TITLE, NOTHING_MISSING } from './incomplete-data.js'
import { FOOTER } from './page.js'
import { describeTotals } from './policy-totals.js'
import { describeRecords } from './sections.js'
import { SheetBuilder } from './sheet.js'
import { describeReadings, listSources } from './sources.js'
import { describeWorksheet, joinRemarks, WORKSHEET_NOTE, type Worksheet } from './worksheet.js'

/** The function of the optional package that this module uses. */
export type WorkbookLibrary = Pick<typeof Workbooks, 'writeXlsx'>

/** Loads the optional package. Throws PeerMissing if it is not installed. */
export const loadWorkbookLibrary = (): Promise<WorkbookLibrary> => loadPeer('A workbook', 'hucre/xlsx')

/** Renders the workbook of a taxpayer, under each of its policies. Equal input produces equal bytes. */
export function renderWorkbook(
  taxpayer: TaxpayerContext,
  labels: ReportLabels,
  { writeXlsx }: WorkbookLibrary,
): Promise<Uint8Array> {
  const results = getUnderwritings(taxpayer)
  const sheets = [
    createSummarySheet(taxpayer, results, labels),
    createConditionsSheet(taxpayer),
    createWorksheetSheet(taxpayer, results),
    createFormsSheet(results),
    createDocumentsSheet(taxpayer),
    createCitationsSheet(results),
  ]
  // Without a date of its own, a workbook would contain the time at which it was written.
  const date = new Date(`${labels.date ?? '2000-01-01'}T00:00:00Z`)
  return writeXlsx({
    sheets: sheets.filter(sheet => !sheet.isEmpty).map(sheet => sheet.build()),
    properties: { title: REPORT_KIND, creator: 'taxtally', created: date, modified: date },
  })
}

const DOUBT_NOTE = '? Doubtful: the sheet Documents lists the doubts.'

function createSummarySheet(
  taxpayer: TaxpayerContext,
  results: readonly PolicyResult[],
  labels: ReportLabels,
): SheetBuilder {
  const sheet = new SheetBuilder('Summary')
  const { title, person, summary, statedLabels } = describeHeading(taxpayer, labels)
  sheet.addLine(REPORT_KIND)
  sheet.addLine(title, true)
  if (person.length > 0) sheet.addLine(person.join(', '))
  sheet.addLine(summary)
  for (const [label, value] of statedLabels) sheet.addLine(`${label} ${value}`)
  for (const result of results) {
    const total = result.totals.at(-1)
    if (total === undefined) continue
    const traces = getFigureTraces(result)
    const { title: policyTitle, ruleVersion, lines, remarks } = describeTotals(taxpayer, result, total)
    sheet.addGrid(
      {
        caption: `${policyTitle}, ${ruleVersion}`,
        columns: [textColumn('Item'), { title: 'Amount' }],
        rows: lines.map(({ label, text, cents, figure }) => ({
          cells: [label, cents === null ? text : moneyCell(cents, `${getFigurePrefix(total.borrower)}total.${figure}`)],
        })),
        note: remarks.join(' '),
      },
      traces,
    )
    if (traces.hasDoubts()) sheet.addLine(DOUBT_NOTE)
  }
  const missingLines = listIncompleteData(taxpayer, labels.date)
  sheet.addList(MISSING_TITLE, missingLines.length === 0 ? [NOTHING_MISSING] : missingLines)
  sheet.addGrid(describeRecords(taxpayer))
  for (const line of ['', 'Comments:', '', 'Signature and date:', '', FOOTER]) sheet.addLine(line)
  return sheet
}

function createConditionsSheet(taxpayer: TaxpayerContext): SheetBuilder {
  const sheet = new SheetBuilder('Conditions')
  const { openConditions, metConditions } = describeConditions(taxpayer)
  sheet.addGrid(openConditions)
  sheet.addList(
    MET_CONDITIONS_TITLE,
    metConditions.map(({ title, subject }) => (subject === '' ? title : `${title} (${subject})`)),
  )
  return sheet
}

function createWorksheetSheet(taxpayer: TaxpayerContext, results: readonly PolicyResult[]): SheetBuilder {
  const sheet = new SheetBuilder('Worksheet')
  const worksheets = results.map(result => describeWorksheet(result, taxpayer))
  for (const [i, result] of results.entries()) {
    const traces = getFigureTraces(result)
    sheet.addGrid((worksheets[i] as Worksheet).grid, traces)
    if (traces.hasDoubts()) sheet.addLine(DOUBT_NOTE)
  }
  if (results.some(({ streams }) => streams.length > 0)) {
    sheet.addLine(WORKSHEET_NOTE)
    sheet.addGrid(describeCalculations(results, taxpayer))
  }
  for (const { title, streams, meaning } of joinRemarks(worksheets)) sheet.addLine(`${title} (${streams}): ${meaning}`)
  return sheet
}

function createFormsSheet(results: readonly PolicyResult[]): SheetBuilder {
  const sheet = new SheetBuilder('Form 1084')
  for (const grid of describeAgencyForms(results[0])) sheet.addGrid(grid)
  return sheet
}

function createDocumentsSheet(taxpayer: TaxpayerContext): SheetBuilder {
  const sheet = new SheetBuilder('Documents')
  const { lines, note } = listDocumentLines(taxpayer)
  sheet.addGrid({
    caption: DOCUMENTS_CAPTION,
    columns: DOCUMENT_TITLES.map(title => (title === 'Year' ? { title } : textColumn(title))),
    rows: lines.map(({ cells, details }) => ({
      cells: [
        ...cells,
        details
          .map(({ text, linked, isDoubt = false }) => `${isDoubt ? '? ' : ''}${text}${linked?.text ?? ''}`)
          .join('\n'),
      ],
    })),
    ...(note === undefined ? {} : { note }),
  })
  return sheet
}

function createCitationsSheet(results: readonly PolicyResult[]): SheetBuilder {
  const sheet = new SheetBuilder('Citations')
  const grid: Grid = {
    caption: 'Sources',
    columns: ['Guideline', 'Source', 'Section', 'Date', 'Rule', 'Remark'].map(title => textColumn(title)),
    rows: listSources(results).flatMap(({ title, citations }) =>
      citations.map(({ source, section, date, text, reading }) => ({
        cells: [title, source, section, date, text, reading],
      })),
    ),
    note: describeReadings(listSources(results)),
  }
  sheet.addGrid(grid)
  return sheet
}
