import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseJson } from '../core/parse-json.js'
import { isObject } from '../core/shape-of.js'
import { parseWords, wordsIn } from './parse-words.js'
import { callSandbox, readAddress } from './running-sandbox.js'
import { LISTEN_OPTIONS, SANDBOX_URL } from './sandbox-options.js'
import { log, shownAddress } from './service-log.js'
import { interrupted } from './signals.js'
import { UsageError } from './usage-error.js'

/** The largest body that is forwarded, and how long its receiver has. Units: bytes, milliseconds. */
const MAX_BODY = 1 << 20
const TIMEOUT = 10_000

/** `taxtally listen`: an endpoint of a sandbox that runs, until it is interrupted. Its words are those after the name. */
export async function listenCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, LISTEN_OPTIONS)
  if (positionals.length > 0) throw new UsageError('listen takes options alone.')
  const target = readAddress(values, 'forward-to')
  if (target === undefined) throw new UsageError('listen needs --forward-to URL.')
  const base = readAddress(values, 'url') ?? SANDBOX_URL
  const server = createServer((request, response) => void forward(request, response, target))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { id, secret } = (await callSandbox(base, 'POST', '/webhooks', {
      url: `http://localhost:${port}/`,
      events: values.events === undefined ? undefined : wordsIn(values.events),
      secret: values['webhook-secret'],
    })) as { readonly id: string; readonly secret: string }
    process.stdout.write(`webhook secret  ${secret}\nforwarding to   ${shownAddress(target)}\n`)
    await interrupted()
    // A sandbox that is gone has nothing to forget.
    await callSandbox(base, 'DELETE', `/webhooks/${id}`).catch(() => {})
  } finally {
    const closed = once(server.close(), 'close')
    server.closeAllConnections()
    await closed
  }
  return 0
}

async function forward(request: IncomingMessage, response: ServerResponse, target: string): Promise<void> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) return void response.writeHead(413).end()
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  const headers = Object.fromEntries(
    ['content-type', 'service-signature'].flatMap(name => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  let status: number | null = null
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const answer = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await answer.body?.cancel()
    status = answer.status
  } catch {
    // Nobody there: the sandbox tries again.
  }
  log(`${nameOf(body)} ${shownAddress(target)} ${status ?? 'no answer'}`)
  response.writeHead(status ?? 502).end()
}

/** The type and id of an event, as its body says them. */
function nameOf(body: Buffer): string {
  const event = parseJson(body)
  return isObject(event) ? `${event['event']} ${event['id']}` : 'a body that is no event'
}
