// The commands that run a sandbox on this machine or control a running one.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { isObject, parseJson } from '../../core/json-value.js'
import { PeerMissing } from '../../core/load-peer.js'
import { OutputError } from '../../files/output/output-file.js'
import { InputWatch } from '../../files/read/describe-input.js'
import { InputError } from '../../files/read/input-error.js'
import { readDossiers } from '../../files/read/read-files.js'
import { EVENT_TYPES } from '../../service/contract/event.js'
import type { DeliveryAttempt, RequestWithResponse, SandboxDossier } from '../../service/sandbox/index.js'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_PEOPLE_COUNT,
  DEFAULT_PORT,
  DEFAULT_REDIRECT_URI,
  DEFAULT_SEED,
  LISTEN_OPTIONS,
  SANDBOX_OPTIONS,
  SANDBOX_URL,
  TRIGGER_OPTIONS,
} from '../options/option-table.js'
import {
  type OptionTexts,
  parseOptions,
  readAddress,
  readOption,
  splitWords,
  UsageError,
} from '../options/parse-arguments.js'
import { waitForInterrupt } from '../output/signals.js'
import { countWithNoun, replaceUnprintable, say } from '../output/text.js'

/** The dossiers that ship with the package. The relative path is the same from source and built files. */
const FIXTURES = fileURLToPath(new URL('../../../fixtures/dossiers.ndjson', import.meta.url))

/** Runs `taxtally sandbox`, which serves the collection service's API on this machine until it is interrupted. */
export async function sandboxCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, SANDBOX_OPTIONS)
  const port = readCount(values, 'port') ?? DEFAULT_PORT
  if (port > 65_535) throw new UsageError('--port takes a port number.')
  // `--data a b` names two files, so positional arguments are also files.
  const files = values.data === undefined ? positionals : [...values.data, ...positionals]
  if (values.data === undefined && files.length > 0) throw new UsageError('sandbox takes its files after --data.')
  const { webhook } = values
  for (const name of ['duplicates', 'reorder', 'test-events'] as const)
    if (values[name] !== undefined && webhook === undefined) throw new UsageError(`--${name} needs --webhook.`)
  const peopleCount = readCount(values, 'people') ?? (values.data === undefined ? DEFAULT_PEOPLE_COUNT : 0)
  const seed = readCount(values, 'seed') ?? DEFAULT_SEED
  const redirectUris = values.redirect ?? [DEFAULT_REDIRECT_URI]
  const client = {
    id: values['client-id'] ?? DEFAULT_CLIENT_ID,
    ...(values['client-secret'] === undefined ? {} : { secret: values['client-secret'] }),
    redirectUris,
  }
  const delivery = { duplicates: readCount(values, 'duplicates') ?? 0, reorder: values.reorder === true }

  const { createSandbox, generateDossiers, newSecret } = await import('../../service/sandbox/index.js')
  const people = await readPeople(values.data === undefined ? [FIXTURES] : files)
  const dossiers = [...people, ...generateDossiers(peopleCount, seed)]
  const secret = values['webhook-secret'] ?? newSecret('whsec')
  let sandbox: ReturnType<typeof createSandbox>
  let endpoint: ReturnType<typeof sandbox.registerWebhook> | null = null
  try {
    sandbox = createSandbox({
      ...{ client, delivery, strictVersion: values['strict-version'] === true, dossiers },
      ...(values.quiet === true ? {} : { onRequest: logRequest, onAttempt: logDelivery }),
    })
    if (webhook !== undefined) endpoint = sandbox.registerWebhook({ url: webhook, secret })
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
  const { url, close } = await sandbox.listen(port, values.host).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof PeerMissing) throw cause
    throw new OutputError(
      cause.code === 'EADDRINUSE'
        ? 'The port is in use; --port takes another, and 0 picks a free one.'
        : `The port cannot be used (${cause.code ?? 'unknown'}).`,
    )
  })
  const { id, secret: clientSecret } = sandbox.client
  const lines = [
    ['base URL', url],
    ['client id', id],
    ['client secret', clientSecret],
    ['webhook secret', secret],
    ['webhook', webhook ?? 'none; give one with --webhook URL'],
    ['people', String(sandbox.people.length)],
    ['what to do next', url],
    ...redirectUris.map(redirect => [
      'connect page',
      `${url}/connect?client_id=${id}&redirect_uri=${encodeURIComponent(redirect)}`,
    ]),
  ]
  process.stdout.write(lines.map(([name, value]) => `${(name ?? '').padEnd(16)}${value}\n`).join(''))
  if (values['test-events'] === true && endpoint !== null) sandbox.sendTestEvents(endpoint)
  await waitForInterrupt()
  await close()
  return 0
}

const readCount = <Name extends string>(values: OptionTexts<Name>, name: Name) =>
  readOption(values, name, 'a whole number, at most 99999', text => (/^[0-9]{1,5}$/.test(text) ? Number(text) : null))

async function readPeople(files: readonly string[]): Promise<SandboxDossier[]> {
  const people: SandboxDossier[] = []
  let unusable = 0
  const watch = new InputWatch()
  for await (const outcome of readDossiers(files, { watch })) {
    if (!('dossier' in outcome)) {
      unusable++
      continue
    }
    const { taxpayerId, taxpayer, records } = outcome.dossier
    people.push({
      taxpayer: isObject(taxpayer) ? taxpayer : { id: taxpayerId, name: taxpayerId },
      records: records.map(({ raw }) => raw).filter(isObject),
    })
  }
  const { wrongInputs, emptyInputs } = watch.describeAll(files)
  const messages = [...wrongInputs, ...emptyInputs]
  if (people.length === 0) throw new InputError(...messages, 'The files of --data contain no people.')
  for (const message of messages) say(replaceUnprintable(message))
  if (unusable > 0) say(`${countWithNoun(unusable, 'value')} of --data could not be used.`)
  return people
}

/** Logs a request to the sandbox. Leaves out the query, because it can contain codes and signatures. */
const logRequest = ({ method, path, status, milliseconds }: RequestWithResponse): void =>
  log(`${method} ${path} ${status ?? 'connection broken'} ${milliseconds} ms`)

function logDelivery({ delivery, status }: DeliveryAttempt): void {
  const { event, webhook, attempts } = delivery
  const answer = status ?? 'no answer'
  log(`-> ${event.event} ${event.id} ${redactUrl(webhook.url)} ${answer} attempt ${attempts.length}`)
}

/** Returns a URL for a log, without the parts that may be secret: credentials, query and fragment. */
export function redactUrl(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Writes a log line that begins with the time. Control characters are replaced. */
export function log(text: string): void {
  process.stdout.write(`${new Date().toTimeString().slice(0, 8)} ${replaceUnprintable(text)}\n`)
}

/** Calls a sandbox's control API. Throws InputError if no sandbox responds, UsageError if it rejects the request. */
async function callSandbox(base: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const payload =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  let response: Response
  try {
    response = await fetch(`${base}/_sandbox${path}`, { method, ...payload })
  } catch {
    throw new InputError('No sandbox answers at --url; start one with taxtally sandbox.')
  }
  const json = (await response.json().catch(() => null)) as { readonly message?: unknown } | null
  if (response.ok && json !== null) return json
  if (response.status === 400 && typeof json?.message === 'string') throw new UsageError(json.message)
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
  process.stdout.write(`${event} ${sent.event.id} to ${countWithNoun(sent.endpoints, 'endpoint')}\n`)
  if (sent.endpoints === 0) say('no endpoint receives it; start one with taxtally listen --forward-to URL.')
  return 0
}

/** The maximum size of a forwarded body in bytes, and the time that its receiver has to respond, in milliseconds. */
const MAX_BODY_BYTES = 1 << 20
const FORWARD_TIMEOUT_MS = 10_000

/** Runs `taxtally listen`, which forwards a sandbox's webhooks until interrupted. `args` follow the command's name. */
export async function listenCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, LISTEN_OPTIONS)
  if (positionals.length > 0) throw new UsageError('listen takes only options.')
  const target = readAddress(values, 'forward-to')
  if (target === undefined) throw new UsageError('listen needs --forward-to URL.')
  const base = readAddress(values, 'url') ?? SANDBOX_URL
  const server = createServer((request, response) => void forward(request, response, target))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const { port } = server.address() as AddressInfo
    const { id, secret } = (await callSandbox(base, 'POST', '/webhooks', {
      url: `http://localhost:${port}/`,
      events: values.events === undefined ? undefined : splitWords(values.events),
      secret: values['webhook-secret'],
    })) as { readonly id: string; readonly secret: string }
    process.stdout.write(`webhook secret  ${secret}\nforwarding to   ${redactUrl(target)}\n`)
    await waitForInterrupt()
    // Ignores errors, because a sandbox that has stopped has no endpoint to remove.
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
    const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
    const response = await fetch(target, { method: 'POST', headers, body, redirect: 'manual', signal })
    await response.body?.cancel()
    status = response.status
  } catch {
    // The target did not respond. The response 502 makes the sandbox retry.
  }
  const event = parseJson(body)
  const name = isObject(event) ? `${event['event']} ${event['id']}` : 'a body that is not an event'
  log(`${name} ${redactUrl(target)} ${status ?? 'no answer'}`)
  response.writeHead(status ?? 502).end()
}
