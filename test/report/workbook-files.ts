import { strFromU8, unzipSync } from 'fflate'
import * as library from 'hucre/xlsx'
import type { ReportLabels } from '../../src/report/heading.js'
import { renderWorkbook } from '../../src/report/workbook.js'
import type { TaxpayerContext } from '../../src/tables/table.js'
import { analyzeEverything } from '../support/everything.js'

export const LABELS: ReportLabels = { date: '2026-11-20', loanNumber: '77', preparedBy: 'Desk 4' }

/** Returns the context of an input that has only one taxpayer. */
export function getSingleContext(...args: Parameters<typeof analyzeEverything>): TaxpayerContext {
  const { taxpayerContexts } = analyzeEverything(...args)
  const [context] = taxpayerContexts
  if (context === undefined || taxpayerContexts.length > 1) throw new Error('not one taxpayer')
  return context
}

export const writeWorkbook = (taxpayer: TaxpayerContext, labels = LABELS): Promise<Uint8Array> =>
  renderWorkbook(taxpayer, labels, library)

/** Reads the files in a workbook, which is a zip archive, as text. */
export const readParts = (workbook: Uint8Array): ReadonlyMap<string, string> =>
  new Map(Object.entries(unzipSync(workbook)).map(([name, bytes]) => [name, strFromU8(bytes)]))
