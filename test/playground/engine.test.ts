// Runs the playground's worker, bundled for browsers, in a Node thread without `Buffer` and `process`. The results must
// be the same as those of the unbundled code in Node.
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectTables } from '../../src/tables/tables.js'
import { bundleEngine } from '../../src/tools/playground/bundle-engine.mjs'
import { DOWNLOADS, type TableFormat } from '../../src/tools/playground/downloads.js'
import { toInputs } from '../../src/tools/playground/engine/file-bytes.js'
import { Session } from '../../src/tools/playground/engine/session.js'
import type {
  NumberedRequest,
  WorkerMessage,
  WorkerRequest,
  WorkerResults,
} from '../../src/tools/playground/protocol.js'
import { EXAMPLES } from '../../src/tools/playground/shell.js'
import { DEFAULT_PRESET } from '../../src/underwriting/policies/presets.js'
import { fixture } from '../cli/command.js'

const FILES = EXAMPLES.map(([file]) => file)
const POLICIES = [DEFAULT_PRESET]

/** Code that gives a Node thread the messaging functions of a browser worker and removes `Buffer` and `process`. */
const BROWSER_WORKER = `
const { parentPort } = require('node:worker_threads')
globalThis.postMessage = message => parentPort.postMessage(message)
parentPort.on('message', data => globalThis.onmessage({ data }))
delete globalThis.Buffer
delete globalThis.process
`

describe('the bundled worker of the playground', () => {
  let worker: Worker
  beforeAll(async () => {
    const { code } = await bundleEngine(FILES)
    worker = new Worker(BROWSER_WORKER + code, { eval: true })
  })
  afterAll(() => worker.terminate())

  let lastId = 0
  /** Sends a request to the worker and returns its reply. Rejects with the worker's message if the request fails. */
  function sendRequest<Question extends WorkerRequest>(question: Question): Promise<WorkerResults[Question['kind']]> {
    const id = ++lastId
    return new Promise((resolve, reject) => {
      const listen = (message: WorkerMessage): void => {
        if (message.id !== id || message.kind === 'progress') return
        worker.off('message', listen)
        if (message.kind === 'done') resolve(message.result as WorkerResults[Question['kind']])
        else reject(new Error(message.message))
      }
      worker.on('message', listen)
      worker.once('error', reject)
      worker.postMessage({ ...question, id } satisfies NumberedRequest)
    })
  }

  async function readOnNode(file: string): Promise<Session> {
    const session = new Session(() => {})
    const name = file.slice(file.lastIndexOf('/') + 1)
    await session.read(
      toInputs([new File([readFileSync(fixture(file))], name)], () => {}),
      POLICIES,
      () => 0,
    )
    return session
  }

  test.each(FILES)('reads the example %s with the same results as in Node', async file => {
    const session = await readOnNode(file)
    expect(await sendRequest({ kind: 'example', name: file, policies: POLICIES })).toEqual(
      await session.usePolicies(POLICIES),
    )
    const borrowers = session.borrowers(0, 100, '')
    expect(await sendRequest({ kind: 'borrowers', from: 0, count: 100, search: '' })).toEqual(borrowers)
    for (const { rowNumber: number } of borrowers.lines) {
      const report = await sendRequest({ kind: 'report', number })
      expect(await report.blob.text()).toBe(await session.report(number).blob.text())
    }
  })

  test('reads eight borrowers in the example dossiers.ndjson', async () => {
    const summary = await sendRequest({ kind: 'example', name: 'dossiers.ndjson', policies: POLICIES })
    expect(summary).toMatchObject({ taxpayers: 8, rejected: 0 })
  })

  test('writes each table with the same bytes as in Node', async () => {
    const session = await readOnNode('dossiers.ndjson')
    await sendRequest({ kind: 'example', name: 'dossiers.ndjson', policies: POLICIES })
    for (const { name } of selectTables(['all']).tables)
      for (const format of Object.keys(DOWNLOADS) as TableFormat[]) {
        const written = await sendRequest({ kind: 'table', name, format })
        const expected = await session.table(name, format)
        const [bytes, expectedBytes] = await Promise.all([written.blob.arrayBuffer(), expected.blob.arrayBuffer()])
        expect(Buffer.from(bytes).equals(Buffer.from(expectedBytes)), `${name}.${format}`).toBe(true)
      }
  })
})
