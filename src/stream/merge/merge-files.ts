// Merges files in which a taxpayer's values are not next to each other. Other commands require that they are, because then
// memory does not grow with the input. The problem is to bring them together without keeping the input in memory.
//
// Each value is split into *entries*: a taxpayer object or a record, with the id of its taxpayer. An external merge sort
// orders the entries by id. It sorts as many as fit in memory and writes them to a temporary file, a *run*. It merges 64 runs
// into a longer run of the next *level*, and finally merges all runs into the output.
//
// For example, records of taxpayers B A B with room for two entries give the runs [A B] and [B]. The output has two lines: the
// dossier of A, and the dossier of B with both records in input order.
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { makeIssue } from '../../core/issue.js'
import { withoutControls } from '../../core/text.js'
import { type IssueRow, issueCells, issues } from '../../export/issues-table.js'
import type { TableSpec } from '../../export/table.js'
import type { ConvertReport } from '../convert.js'
import { InputWatch, makeReport } from '../describe-input.js'
import { keepInputs } from '../existing-files.js'
import { WRITERS } from '../formats/index.js'
import type { TableSink } from '../formats/writer.js'
import { IssueListing } from '../issue-listing.js'
import { OutputFolder } from '../output.js'
import { type InputOptions, parsePiece } from '../parse-piece.js'
import { readPieces } from '../read-files.js'
import { Tally } from '../tally.js'
import { DossierLines } from './dossier-lines.js'
import { entriesOf } from './entries-of.js'
import { RunFile } from './run-file.js'
import { Sorter, type SorterSizes } from './sorter.js'

/** Options of `mergeFiles`. */
export interface MergeOptions extends InputOptions {
  /** The file of the dossiers. */
  readonly out: string
  /** If false, does not write the file of rejected values. */
  readonly keepRejected?: boolean | undefined
  /** If true, writes the outputs even if no input has a record, a taxpayer or a dossier. By default this throws InputError. */
  readonly allowEmpty?: boolean | undefined
  readonly sizes?: SorterSizes | undefined
}

/** The result of a merge. `issuesFile` is null if no issue occurred. */
export interface MergeReport extends Omit<ConvertReport, 'rows'> {
  readonly issuesFile: string | null
}

/**
 * Merges files into one file of dossiers, with one line per taxpayer in the order of their ids. The file is written to a
 * temporary file and renamed when it is complete.
 *
 * @throws InputError if a file cannot be read, and OutputError if a file cannot be written.
 */
export async function mergeFiles(paths: readonly string[], options: MergeOptions): Promise<MergeReport> {
  const [place, name] = [dirname(options.out), basename(options.out)]
  const stem = name.replace(/(?<=.)\.(?:ndjson|jsonl|json)$/i, '')
  const [issuesName, rejectedName] = [`${stem}.issues.ndjson`, `${stem}.rejected.ndjson`]
  keepInputs(paths, place, [name, issuesName, rejectedName])
  const openSink = await WRITERS.ndjson.load()
  const folder = new OutputFolder(place)
  try {
    const file = folder.open(name)
    let sink: TableSink | null = null
    const tally = new Tally()
    const listing = new IssueListing(options)
    const write = (row: IssueRow): void => {
      sink ??= openSink(issues as TableSpec, folder.open(issuesName), {})
      sink.issue(issueCells(row))
    }
    const list = (row: IssueRow): void => {
      if (listing.take(row)) write(row)
    }
    const note = (row: IssueRow): void => {
      tally.issues([row])
      list(row)
    }
    const reject = (text: string): void => {
      if (options.keepRejected !== false) folder.openOnce(rejectedName).line(text)
    }
    const sorter = new Sorter(() => folder.holding(new RunFile(place, name)), options.sizes)
    const watch = new InputWatch()
    for await (const several of readPieces(paths, options))
      for (const piece of several) {
        for (const each of entriesOf(parsePiece(piece, { ...options, watch }), options)) {
          if ('entry' in each) await sorter.add(each.entry)
          else if ('note' in each) note({ ...each.note, taxpayerId: each.taxpayerId })
          else {
            const { issue, text, taxpayerId } = each.broken
            if (text !== null) reject(text)
            tally.broken(each.broken)
            list({ ...issue, taxpayerId })
          }
        }
      }
    const messages = watch.finish(paths, options.allowEmpty)
    const lines = new DossierLines(file, ({ id, source, line }) =>
      note({
        ...makeIssue('taxpayer_other_used', null, { origin: { source, line } }),
        taxpayerId: withoutControls(id),
      }),
    )
    await sorter.each((head, reader) => lines.take(head, reader))
    lines.end()
    for (const issue of listing.rest()) write({ ...issue, taxpayerId: null })
    ;(sink as TableSink | null)?.end()
    // Lets a signal that came in the meantime be handled before any file is replaced.
    await turn()
    await turn()
    const written = folder.names
    const stale = [issuesName, rejectedName].filter(
      each => !written.includes(each) && existsSync(join(place, each)),
    )
    folder.commitAlone(each => each !== issuesName, stale)
    const named = (each: string): string | null => (written.includes(each) ? each : null)
    return {
      ...makeReport(tally.counts(), messages, options.allowEmpty),
      taxpayers: file.rows,
      rejectedFile: named(rejectedName),
      issuesFile: named(issuesName),
    }
  } catch (cause) {
    folder.discard()
    throw cause
  }
}
