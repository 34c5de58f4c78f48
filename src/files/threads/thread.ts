// The program of a `--jobs` thread. It receives batches of pieces and posts a result for each.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Privacy } from '../../ingest/privacy.js'
import { issues as issuesTable } from '../../tables/definitions/issues-table.js'
import type { CellValue, TableSpec } from '../../tables/table.js'
import { selectTables } from '../../tables/tables.js'
import { ISSUES_TABLE_NAME, ResultWriter } from '../convert/result-writer.js'
import { listEncoderOpeners } from '../formats/index.js'
import { BufferedRows, makeRowSink, type TableEncoder } from '../formats/writer.js'
import { InputWatch } from '../read/describe-input.js'
import { DossierAssembler } from '../read/dossier-assembler.js'
import type { InputResult } from '../read/input-result.js'
import type { SourcePiece } from '../split/split.js'
import type { BatchResult, ThreadSettings } from './thread-pool.js'

/** The maximum total size of a batch's rows. */
const MAX_BATCH_RESULT_BYTES = 1 << 26

/** Thrown if a batch's rows exceed MAX_BATCH_RESULT_BYTES. */
class BatchTooLargeError extends Error {}

const { underwritingInputs, ...options }: ThreadSettings = workerData
const privacy = new Privacy(options)
const { tables } = selectTables(options.tables)
// The encoders are kept between batches so that their buffers are reused.
let encoders = openEncoders()
const rejectedRows = new BufferedRows(spendBytes)
let bytesLeft = MAX_BATCH_RESULT_BYTES

function spendBytes(bytes: number): void {
  bytesLeft -= bytes
  if (bytesLeft < 0) throw new BatchTooLargeError()
}

function openEncoders(): TableEncoder[][] {
  const openers = listEncoderOpeners(options.formats)
  return tables.map(table => openers.map(open => open(table, options, spendBytes)))
}

/** Computes the result of a batch. Throws BatchTooLargeError if its rows are too large. */
function convertBatch(pieces: readonly SourcePiece[]): BatchResult {
  bytesLeft = MAX_BATCH_RESULT_BYTES
  const issues: CellValue[][] = []
  const issueSink = makeRowSink(issuesTable as TableSpec, cells => issues.push([...cells]))
  const outputs = tables.map((table, i) => ({
    table,
    sinks: table.name === ISSUES_TABLE_NAME ? [issueSink] : (encoders[i] as readonly TableEncoder[]),
  }))
  const writer = new ResultWriter(
    { ...options, getUnderwritingInputs: () => underwritingInputs },
    privacy,
    outputs,
    text => {
      if (options.keepRejected !== false) rejectedRows.writeLine(text)
    },
  )
  const assembler = new DossierAssembler(options)
  // Informs the assembler that other batches exist, so that it does not treat this batch as the entire input.
  assembler.endTaxpayer()
  const watch = new InputWatch()
  const ids: string[] = []
  const write = (results: readonly InputResult[]): void => {
    for (const inputResult of results) if ('dossier' in inputResult) ids.push(inputResult.dossier.identity)
    writer.writeResults(results)
  }
  for (const sourcePiece of pieces)
    for (const results of assembler.addPiece(sourcePiece, { ...options, watch })) write(results)
  write(assembler.end())
  return {
    ids,
    rows: encoders.map(tableEncoders => tableEncoders.map(encoder => encoder.take())),
    issues,
    unlisted: writer.listing.unlisted,
    rejected: rejectedRows.take(),
    counts: writer.tally.toCounts(),
    findings: watch.findings,
  }
}

/** Computes the result of a batch. Returns null if its rows are too large. */
function tryConvertBatch(pieces: readonly SourcePiece[]): BatchResult | null {
  try {
    return convertBatch(pieces)
  } catch (cause) {
    if (!(cause instanceof BatchTooLargeError)) throw cause
    encoders = openEncoders()
    bytesLeft = MAX_BATCH_RESULT_BYTES
    rejectedRows.take()
    return null
  }
}

const port = parentPort as MessagePort

port.on('message', (pieces: readonly SourcePiece[]) => {
  const batchResult = tryConvertBatch(pieces)
  const rows = batchResult === null ? [] : [batchResult.rejected, ...batchResult.rows.flat()]
  // Transfers the buffers instead of copying them.
  port.postMessage(
    batchResult,
    rows.flatMap(({ chunks }) => chunks.map(({ buffer }) => buffer as ArrayBuffer)),
  )
})
