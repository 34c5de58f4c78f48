// A process of `--jobs`: gets segments from the one that started it, and writes their tables to a folder of its own.
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { selectTables } from '../../export/select.js'
import { Privacy } from '../../normalize/privacy.js'
import { type ConvertOptions, writeTables } from '../convert.js'
import { type Found, readValues } from '../dossiers.js'
import { WRITERS } from '../formats/index.js'
import { type Input, InputError } from '../input.js'
import { collectSooner } from '../memory.js'
import { OutputError, OutputFolder } from '../output.js'
import { betweenEdges, type Edges, Inseparable } from './edges.js'
import { type Answer, type Order, type Settings, sent } from './messages.js'

let settings: Settings | null = null
let options: ConvertOptions | null = null

const answer = (message: Answer): void => {
  // Where nobody listens any more, `disconnect` says so.
  process.send?.(message, undefined, undefined, () => {})
}

/** Reads a segment, and writes what stands between its edges. */
async function convertSegment(segment: number, inputs: readonly Input[]): Promise<Answer> {
  const { work } = settings as Settings
  const writing = options as NonNullable<typeof options>
  const path = join(work, String(segment))
  mkdirSync(path, { mode: 0o700 })
  const folder = new OutputFolder(path)
  const edges: Edges = { head: [], tail: [] }
  const ids: string[] = []
  const onBytes = (from: string, count: number): void => answer({ kind: 'bytes', path: from, count })
  async function* read(): AsyncGenerator<Found> {
    const values = readValues(inputs, { ...writing, onBytes, onLargeValue: collectSooner })
    for await (const found of betweenEdges(values, writing, edges)) {
      if ('dossier' in found) ids.push(found.dossier.identity)
      yield found
    }
  }
  try {
    const { report, unlisted } = await writeTables(read(), writing, new Privacy(writing), folder, 'part')
    const files = folder.commit(
      () => ({}),
      () => true,
    )
    const done = {
      head: edges.head.map(sent),
      tail: edges.tail.map(sent),
      ids,
      folder: path,
      files,
      report,
      unlisted,
    }
    return { kind: 'done', done }
  } catch (cause) {
    folder.discard()
    rmSync(path, { recursive: true, force: true })
    if (cause instanceof Inseparable) return { kind: 'inseparable' }
    if (cause instanceof InputError)
      return { kind: 'failed', failure: { kind: 'input', text: cause.message } }
    if (cause instanceof OutputError)
      return { kind: 'failed', failure: { kind: 'output', text: cause.message } }
    if (process.env['TAXTALLY_DEBUG'] === '1') process.stderr.write(`${(cause as Error).stack}\n`)
    const text = cause instanceof Error ? cause.name : 'unknown'
    return { kind: 'failed', failure: { kind: 'internal', text } }
  }
}

process.on('message', (order: Order) => {
  if ('settings' in order) {
    settings = order.settings
    const { tables, formats, terms } = settings
    options = {
      ...settings,
      out: settings.work,
      tables: selectTables(tables).tables,
      formats: [...new Set(formats.map(format => WRITERS[format].part))],
      version: '',
      termsOf: () => terms,
    }
  } else void convertSegment(order.segment, order.inputs).then(answer)
})

// Whoever started this process decides what a signal means; where it is gone, nobody wants the parts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
process.on('disconnect', () => {
  if (settings !== null) rmSync(settings.work, { recursive: true, force: true, maxRetries: 20 })
  process.exit(1)
})
