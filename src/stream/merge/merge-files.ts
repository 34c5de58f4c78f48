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

/** What a merging is told. */
export interface MergeOptions extends InputOptions {
  /** The file of the dossiers. */
  readonly out: string
  /** False keeps nothing of what was rejected. */
  readonly keepRejected?: boolean | undefined
  /** If true, writes the outputs even if no input has a record, a taxpayer or a dossier. If false (default), throws InputError. */
  readonly allowEmpty?: boolean | undefined
  readonly sizes?: SorterSizes | undefined
}

/** What a merging did. Missing: `issuesFile` is null where there was nothing to tell. */
export interface MergeReport extends Omit<ConvertReport, 'rows'> {
  readonly issuesFile: string | null
}

/**
 * Puts files in which taxpayers return together: one file of dossiers, a line for each taxpayer, in the order of their
 * ids. It is written beside its place and put there when it is whole. Throws InputError and OutputError.
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
    // A signal that came meanwhile is heard here, before anything is replaced.
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
