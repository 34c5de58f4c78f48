// The worker: it reads, reckons and writes, and speaks to the page alone.
import type { Answers, Ask, Asked, Said } from '../protocol.js'
import { inputsOf, Unreadable } from './file-bytes.js'
import { Session } from './session.js'

/** The texts of the examples by their files, which the bundle holds. */
declare const EXAMPLE_TEXTS: Readonly<Record<string, string>>

interface Port {
  postMessage(said: Said): void
  onmessage: ((event: MessageEvent<Asked>) => void) | null
}

/** The page is told so often, in milliseconds. */
const OFTEN = 100

const port = globalThis as unknown as Port

let id = 0
let told = 0
const session = new Session((share, taxpayers) => {
  const now = performance.now()
  if (now - told < OFTEN) return
  told = now
  port.postMessage({ id, kind: 'progress', share, taxpayers })
})

function read(files: readonly File[], policies: readonly string[]) {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  let bytes = 0
  const inputs = inputsOf(files, count => {
    bytes += count
  })
  return session.read(inputs, policies, () => bytes / size)
}

async function answer(ask: Ask): Promise<Answers[Ask['kind']]> {
  if (ask.kind === 'read') return read(ask.files, ask.policies)
  if (ask.kind === 'example') {
    const name = ask.name.slice(ask.name.lastIndexOf('/') + 1)
    return read([new File([EXAMPLE_TEXTS[ask.name] ?? ''], name)], ask.policies)
  }
  if (ask.kind === 'policies') return session.under(ask.policies)
  if (ask.kind === 'borrowers') return session.borrowers(ask.from, ask.count, ask.search)
  if (ask.kind === 'report') return session.report(ask.number)
  return session.table(ask.name, ask.format)
}

async function reply(data: Asked): Promise<void> {
  id = data.id
  try {
    port.postMessage({ id: data.id, kind: 'done', answer: await answer(data) })
  } catch (cause) {
    // What anything else says may quote what was read.
    const words =
      cause instanceof Unreadable ? cause.message : 'This is too much for a page: taxtally report reads it.'
    port.postMessage({ id: data.id, kind: 'failed', words })
  }
}

// One after another: each would else see what the next is about to change.
let before = Promise.resolve()
port.onmessage = ({ data }) => {
  before = before.then(() => reply(data))
}
