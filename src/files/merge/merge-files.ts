// The folder `files/merge` merges files in which a taxpayer's values are scattered. Other commands require consecutive
// values, so that memory does not grow with the input. The problem is to collect scattered values without keeping the
// input in memory.
//
// Each value is split into *entries*: a taxpayer object or a record, with the id of its taxpayer. An external merge
// sort orders the entries by id. It sorts as many as fit in memory, and writes these to a temporary file, a *run*. It
// merges 64 runs of a *level* into a run of the next level, and finally merges all runs into the output.
//
// For example, if two entries fit in memory, records of the taxpayers B, A, B become the runs [A B] and [B]. The output
// has two lines: the dossier of A, and the dossier of B with both records in input order.
import { basename, dirname } from 'node:path'
import { makeIssue } from '../../core/issues/issue.js'
import { tidyText } from '../../core/text.js'
import { type IssueTableRow, issues, listIssueCells } from '../../tables/definitions/issues-table.js'
import type { TableSpec } from '../../tables/table.js'
import type { ConvertReport } from '../convert/convert.js'
import type { ConvertOptions } from '../convert/convert-options.js'
import { IssueListing } from '../convert/issue-listing.js'
import { WRITERS } from '../formats/index.js'
import type { TableSink } from '../formats/writer.js'
import { checkInputsNotOverwritten } from '../output/existing-files.js'
import { handlePendingSignals, OutputFolder } from '../output/output.js'
import { InputWatch, makeReport } from '../read/describe-input.js'
import { Tally } from '../read/input-result.js'
import { type InputOptions, parsePiece } from '../read/parse-piece.js'
import { readPieces } from '../read/read-files.js'
import { DossierLineWriter } from './dossier-lines.js'
import { EntrySorter, type SorterSizes } from './entry-sorter.js'
import { RunFile } from './run-file.js'
import { splitIntoEntries } from './split-entries.js'

/** Options of `mergeFiles`. */
export interface MergeOptions extends InputOptions, Pick<ConvertOptions, 'keepRejected' | 'allowEmpty'> {
  /** The path of the dossier file to write. */
  readonly out: string
  readonly sizes?: SorterSizes | undefined
}

/** The result of a merge. `issuesFile` is the name of the issues file, or null if no issue occurred. */
export interface MergeReport extends Omit<ConvertReport, 'rows'> {
  readonly issuesFile: string | null
}

/**
 * Merges files into one file of dossiers, with one line per taxpayer in the order of their ids. Writes to a temporary
 * file, which is renamed when it is complete.
 *
 * @throws InputError if a file cannot be read, and OutputError if a file cannot be written.
 */
export async function mergeFiles(paths: readonly string[], options: MergeOptions): Promise<MergeReport> {
  const [outputFolder, name] = [dirname(options.out), basename(options.out)]
  const stem = name.replace(/(?<=.)\.(?:ndjson|jsonl|json)$/i, '')
  const [issuesName, rejectedName] = [`${stem}.issues.ndjson`, `${stem}.rejected.ndjson`]
  checkInputsNotOverwritten(paths, outputFolder, [name, issuesName, rejectedName])
  const openSink = await WRITERS.ndjson.load()
  const folder = new OutputFolder(outputFolder)
  try {
    const file = folder.open(name)
    let sink: TableSink | null = null
    const tally = new Tally()
    const listing = new IssueListing(options)
    const write = (row: IssueTableRow): void => {
      sink ??= openSink(issues as TableSpec, folder.open(issuesName), {})
      sink.writeIssue(listIssueCells(row))
    }
    const listIssue = (row: IssueTableRow): void => {
      if (listing.tryList(row)) write(row)
    }
    const addIssue = (row: IssueTableRow): void => {
      tally.addIssues([row])
      listIssue(row)
    }
    const sorter = new EntrySorter(() => folder.attach(new RunFile(outputFolder, name)), options.sizes)
    const watch = new InputWatch()
    for await (const pieceBatch of readPieces(paths, options))
      for (const sourcePiece of pieceBatch)
        for (const value of parsePiece(sourcePiece, { ...options, watch }))
          for (const mergeItem of splitIntoEntries(value, options)) {
            if ('entry' in mergeItem) await sorter.add(mergeItem.entry)
            else if ('note' in mergeItem) addIssue({ ...mergeItem.note, taxpayerId: mergeItem.taxpayerId })
            else {
              const { issue, text, taxpayerId } = mergeItem.broken
              if (text !== null && options.keepRejected !== false) folder.getOrOpen(rejectedName).writeLine(text)
              tally.addBroken(mergeItem.broken)
              listIssue({ ...issue, taxpayerId })
            }
          }
    const messages = watch.finish(paths, options.allowEmpty)
    const lines = new DossierLineWriter(file, ({ id, source, line }) =>
      addIssue({ ...makeIssue('taxpayer_other_used', null, { origin: { source, line } }), taxpayerId: tidyText(id) }),
    )
    await sorter.visitSorted((head, reader) => lines.writeEntry(head, reader))
    lines.end()
    for (const issue of listing.summarizeUnlisted()) write({ ...issue, taxpayerId: null })
    ;(sink as TableSink | null)?.end()
    // No file is replaced yet.
    await handlePendingSignals()
    const writtenNames = folder.names
    const staleNames = [issuesName, rejectedName].filter(fileName => !writtenNames.includes(fileName))
    folder.commitWithoutManifest(fileName => fileName !== issuesName, staleNames)
    const findWritten = (fileName: string): string | null => (writtenNames.includes(fileName) ? fileName : null)
    return {
      ...makeReport(tally.toCounts(), messages, options.allowEmpty),
      taxpayers: file.rowCount,
      rejectedFile: findWritten(rejectedName),
      issuesFile: findWritten(issuesName),
    }
  } catch (cause) {
    folder.discard()
    throw cause
  }
}
