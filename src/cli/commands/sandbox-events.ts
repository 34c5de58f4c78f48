// The commands that control a running sandbox: `trigger` and `listen`.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setInterval } from 'node:timers/promises'
import { isObject, parseJson } from '../../core/json-value.js'
import { InputError } from '../../files/errors.js'
import { EVENT_TYPES } from '../../service/contract/event.js'
import { LISTEN_OPTIONS, SANDBOX_URL, TRIGGER_OPTIONS } from '../options/option-table.js'
import { parseOptions, readAddress, readOption, splitWords, UsageError } from '../options/parse-arguments.js'
import { waitForInterrupt } from '../output/signals.js'
import { countWithNoun, formatJsonObject, say } from '../output/text.js'
import { createLog, type Log, redactUrl } from './sandbox-log.js'

/** Calls a sandbox's control API. Throws InputError if no sandbox responds, UsageError if it rejects the request. */
async function callSandbox(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const { TAXTALLY_CONTROL_TOKEN: controlToken } = process.env
  const headers = {
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(controlToken ? { authorization: `Bearer ${controlToken}` } : {}),
  }
  const payload = body === undefined ? {} : { body: JSON.stringify(body) }
  let response: Response
  try {
    response = await fetch(`${base}/_sandbox${path}`, { method, headers, ...payload })
  } catch {
    throw new InputError('No sandbox answers at --url; start one with taxtally sandbox.')
  }
  const json = (await response.json().catch(() => null)) as { readonly message?: unknown } | null
  if (response.ok && json !== null) return json
  if (response.status === 400 && typeof json?.message === 'string') throw new UsageError(json.message)
  if (response.status === 401)
    throw new UsageError('This sandbox needs its control token in the environment: TAXTALLY_CONTROL_TOKEN.')
  throw new InputError(`What answers at --url is not a sandbox (status ${response.status}).`)
}

/** Runs `taxtally trigger`, which makes a running sandbox send a test event. Accepts the arguments after its name. */
export async function triggerCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, TRIGGER_OPTIONS)
  const [event, ...furtherArgs] = positionals
  if (event === undefined || furtherArgs.length > 0)
    throw new UsageError(`trigger takes one event of ${EVENT_TYPES.join(', ')}.`)
  if (!(EVENT_TYPES as readonly string[]).includes(event))
    throw new UsageError(`There is no such event. The events are ${EVENT_TYPES.join(', ')}.`)
  const data = readOption(values, 'data', 'a JSON object', text => {
    const value = parseJson(text)
    return isObject(value) ? value : null
  })
  const url = readAddress(values, 'url') ?? SANDBOX_URL
  const sent = (await callSandbox(url, 'POST', '/events', { event, data })) as {
    readonly event: { readonly id: string }
    readonly endpoints: number
  }
  process.stdout.write(
    values.json === true
      ? formatJsonObject({ event, id: sent.event.id, endpoints: sent.endpoints })
      : `${event} ${sent.event.id} to ${countWithNoun(sent.endpoints, 'endpoint')}\n`,
  )
  if (sent.endpoints === 0) say('no endpoint receives it; start one with taxtally listen --forward-to URL.')
  return 0
}

/** The maximum size of a forwarded body in bytes, and the time that its receiver has to respond, in milliseconds. */
const MAX_BODY_BYTES = 1 << 20
const FORWARD_TIMEOUT_MS = 10_000

/** How often `listen` asks whether the sandbox still has its endpoint, in milliseconds. */
const CHECK_EVERY_MS = 1_000

interface RegisteredEndpoint {
  readonly id: string
  readonly secret: string
}

/** Runs `taxtally listen`, which forwards a sandbox's webhooks until interrupted. `args` follow the command's name. */
export async function listenCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, LISTEN_OPTIONS)
  if (positionals.length > 0) throw new UsageError('listen takes only options.')
  const target = readAddress(values, 'forward-to')
  if (target === undefined) throw new UsageError('listen needs --forward-to URL.')
  const base = readAddress(values, 'url') ?? SANDBOX_URL
  const log = createLog(values.json === true)
  const stopping = new AbortController()
  const server = createServer(
    (request, response) => void forward(request, response, { target, log, stopSignal: stopping.signal }),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const endpoint = { url: `http://localhost:${port}/`, events: values.events && splitWords(values.events) }
    const register = async (secret: string | undefined) =>
      (await callSandbox(base, 'POST', '/webhooks', { ...endpoint, secret })) as RegisteredEndpoint
    let { id, secret } = await register(values['webhook-secret'])
    process.stdout.write(
      values.json === true
        ? formatJsonObject({ webhook_secret: secret, forwarding_to: redactUrl(target) })
        : `webhook secret  ${secret}\nforwarding to   ${redactUrl(target)}\n`,
    )
    /** Registers the endpoint again if the sandbox does not have it, because the sandbox was restarted or reset. */
    const registerAgain = async () => {
      const endpoints = (await callSandbox(base, 'GET', '/webhooks')) as readonly RegisteredEndpoint[]
      if (endpoints.some(registered => registered.id === id)) return
      id = (await register(secret)).id
      log('The sandbox no longer had this endpoint. It is registered again.', { registered_again: id })
    }
    const watch = async () => {
      // Ignores errors, because the sandbox may be away until it is started again.
      for await (const _ of setInterval(CHECK_EVERY_MS, undefined, stopping)) await registerAgain().catch(() => {})
    }
    const watching = watch().catch(() => {})
    await waitForInterrupt()
    stopping.abort()
    await watching
    // Ignores errors, because a sandbox that has stopped has no endpoint to remove.
    await callSandbox(base, 'DELETE', `/webhooks/${id}`).catch(() => {})
  } finally {
    const closed = once(server.close(), 'close')
    server.closeAllConnections()
    await closed
  }
  return 0
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  { target, log, stopSignal }: { readonly target: string; readonly log: Log; readonly stopSignal: AbortSignal },
): Promise<void> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) return void response.writeHead(413).end()
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
    const signal = AbortSignal.any([stopSignal, AbortSignal.timeout(FORWARD_TIMEOUT_MS)])
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    status = response.status
  } catch {
    // The target did not respond. The response 502 makes the sandbox retry.
  }
  const event = parseJson(body)
  const fields = isObject(event) ? { event: event['event'], id: event['id'] } : { event: null, id: null }
  const name = isObject(event) ? `${event['event']} ${event['id']}` : 'a body that is not an event'
  log(`${name} ${redactUrl(target)} ${status ?? 'no answer'}`, { ...fields, url: redactUrl(target), status })
  response.writeHead(status ?? 502).end()
}
