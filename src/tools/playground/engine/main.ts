// The folder `tools/playground/engine` is the page's worker. It reads files, computes figures, and writes reports and
// tables. It communicates only with the page.
import type { NumberedRequest, WorkerMessage, WorkerRequest, WorkerResults } from '../protocol.js'
import { toInputs, UnreadableFileError } from './file-bytes.js'
import { Session } from './session.js'

/** The text of each example by its path in `fixtures`, which the bundle contains. */
declare const EXAMPLE_TEXTS: Readonly<Record<string, string>>

interface Port {
  postMessage(message: WorkerMessage): void
  onmessage: ((event: MessageEvent<NumberedRequest>) => void) | null
}

/** The minimum time between two progress messages, in milliseconds. */
const PROGRESS_INTERVAL_MS = 100

const port = globalThis as unknown as Port

let currentRequestId = 0
let lastProgressAt = 0
const session = new Session((share, taxpayers) => {
  const now = performance.now()
  if (now - lastProgressAt < PROGRESS_INTERVAL_MS) return
  lastProgressAt = now
  port.postMessage({ id: currentRequestId, kind: 'progress', share, taxpayers })
})

function read(files: readonly File[], policies: readonly string[]) {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  let bytes = 0
  const inputs = toInputs(files, count => {
    bytes += count
  })
  return session.read(inputs, policies, () => bytes / size)
}

async function handleRequest(request: WorkerRequest): Promise<WorkerResults[WorkerRequest['kind']]> {
  if (request.kind === 'read') return read(request.files, request.policies)
  if (request.kind === 'example') {
    const name = request.name.slice(request.name.lastIndexOf('/') + 1)
    return read([new File([EXAMPLE_TEXTS[request.name] ?? ''], name)], request.policies)
  }
  if (request.kind === 'policies') return session.usePolicies(request.policies)
  if (request.kind === 'borrowers') return session.borrowers(request.from, request.count, request.search)
  if (request.kind === 'report') return session.report(request.number)
  if (request.kind === 'facts') return session.useFacts(request.number, request.facts)
  if (request.kind === 'rows') return session.rows(request)
  if (request.kind === 'zip') return session.zip(request.number)
  return session.table(request.name, request.format)
}

async function reply(data: NumberedRequest): Promise<void> {
  currentRequestId = data.id
  try {
    port.postMessage({ id: data.id, kind: 'done', result: await handleRequest(data) })
  } catch (cause) {
    // The message of any other error may quote the data, so it is not shown.
    const message =
      cause instanceof UnreadableFileError ? cause.message : 'This is too much for a page: taxtally report reads it.'
    port.postMessage({ id: data.id, kind: 'failed', message })
  }
}

// Processes one request after another, because each may change the data that the next one uses.
let lastReply = Promise.resolve()
port.onmessage = ({ data }) => {
  lastReply = lastReply.then(() => reply(data))
}
