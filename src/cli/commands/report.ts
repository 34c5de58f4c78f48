import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { checkInputsNotOverwritten } from '../../files/output/existing-files.js'
import { handlePendingSignals, OutputFolder } from '../../files/output/output.js'
import { indexRow, renderIndexFrame, renderReport } from '../../report/scope-report.js'
import { loadWorkbookLibrary, renderWorkbook } from '../../report/workbook.js'
import { REPORT_FORMATS, type ReportFormat } from '../options/option-table.js'
import type { Call } from '../options/options.js'
import { requireInputs, requireOutFolder } from '../options/out-option.js'
import { readUnderwritingInputs } from '../options/underwriting.js'
import { onSignals } from '../output/signals.js'
import { say } from '../output/text.js'
import { visitTaxpayerContexts } from '../read-inputs.js'

const INDEX = 'index.html'

/** Returns the file name of a taxpayer's report. It has a number instead of the id, which could be a person's name. */
const nameReportFile = (number: number, format: ReportFormat): string =>
  `borrower-${String(number).padStart(4, '0')}.${format}`

/**
 * Runs `taxtally report`, which writes a file per taxpayer and format, and an index. All files are moved into place at
 * the end, and the index last. A folder that has an index is therefore the complete result of one run.
 */
export async function reportCommand(call: Call): Promise<number> {
  requireInputs(call)
  const out = requireOutFolder(call)
  const underwriting = await readUnderwritingInputs(call)
  const { inputs, reportFormats, loanNumber, preparedBy } = call
  const labels = { date: new Date().toISOString().slice(0, 10), loanNumber, preparedBy }
  // A missing package stops the command before it creates a folder.
  const library = reportFormats.includes('xlsx') ? await loadWorkbookLibrary() : null
  checkInputsNotOverwritten(inputs, out, [INDEX])
  const tellLateSignals = onSignals()
  const folder = new OutputFolder(out)
  try {
    const index = folder.open(INDEX)
    const [before, after] = renderIndexFrame(underwriting.underwritingInputs.policies.map(({ title }) => title))
    index.writeText(before)
    let number = 0
    const code = await visitTaxpayerContexts(call, underwriting, async taxpayer => {
      number++
      const names = reportFormats.map(format => nameReportFile(number, format))
      checkInputsNotOverwritten(inputs, out, names)
      // Rendered before any file is opened, because a page can be too long to write.
      const page = reportFormats.includes('html') ? renderReport(taxpayer, labels) : ''
      const workbook = library === null ? null : await renderWorkbook(taxpayer, labels, library)
      for (const [i, format] of reportFormats.entries()) {
        const file = folder.open(names[i] as string)
        if (format === 'html') file.writeText(page)
        else if (workbook !== null) file.writeBytes(workbook)
        file.finish()
      }
      index.writeText(indexRow(taxpayer, names))
    })
    index.writeText(after)
    await handlePendingSignals()
    folder.commitWithLast(index)
    sayOlderFiles(call, number)
    await tellLateSignals()
    return code
  } finally {
    folder.discard()
  }
}

/** Mentions the files of earlier runs that the new index does not list: further taxpayers, or another format. */
function sayOlderFiles({ out = '', reportFormats }: Call, number: number): void {
  for (const format of REPORT_FORMATS) {
    const start = (reportFormats.includes(format) ? number : 0) + 1
    let count = 0
    while (existsSync(join(out, nameReportFile(start + count, format)))) count++
    if (count > 0)
      say(`${INDEX} does not list ${count} pages of an earlier run, from ${nameReportFile(start, format)} on`)
  }
}
