import { fileURLToPath } from 'node:url'
import { isObject } from '../../core/json-value.js'
import { PeerMissing } from '../../core/load-peer.js'
import { OutputError } from '../../files/output/output-file.js'
import { InputWatch } from '../../files/read/describe-input.js'
import { InputError } from '../../files/read/input-error.js'
import { readDossiers } from '../../files/read/read-files.js'
import { isLoopback } from '../../service/contract/http.js'
import { PRIVATE_TARGET_TEXT } from '../../service/sandbox/clients.js'
import type { DeliveryAttempt, RequestWithResponse, SandboxDossier } from '../../service/sandbox/index.js'
import { isPrivateTarget } from '../../service/sandbox/private-targets.js'
import {
  DEFAULT_CLIENT_ID,
  DEFAULT_PEOPLE_COUNT,
  DEFAULT_PORT,
  DEFAULT_REDIRECT_URI,
  DEFAULT_SEED,
  SANDBOX_OPTIONS,
} from '../options/option-table.js'
import { type OptionTexts, parseOptions, readOption, splitWords, UsageError } from '../options/parse-arguments.js'
import { waitForInterrupt } from '../output/signals.js'
import { countWithNoun, formatJsonObject, replaceUnprintable, say } from '../output/text.js'

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
  const [host, ...hostNames] = splitWords(values.host ?? '127.0.0.1')
  const isPublic = !isLoopback(host ?? '') && host !== '::1'
  const controlToken = process.env['TAXTALLY_CONTROL_TOKEN'] || (isPublic ? newSecret('ct') : undefined)
  const allowPrivateWebhooks = !isPublic || values['allow-private-webhooks'] === true
  if (webhook !== undefined && URL.canParse(webhook) && !allowPrivateWebhooks && (await isPrivateTarget(webhook)))
    throw new UsageError(PRIVATE_TARGET_TEXT)
  const people = await readPeople(values.data === undefined ? [FIXTURES] : files)
  const dossiers = [...people, ...generateDossiers(peopleCount, seed)]
  const secret = values['webhook-secret'] ?? newSecret('whsec')
  let sandbox: ReturnType<typeof createSandbox>
  let endpoint: ReturnType<typeof sandbox.registerWebhook> | null = null
  try {
    sandbox = createSandbox({
      ...{ client, delivery, strictVersion: values['strict-version'] === true, dossiers, allowPrivateWebhooks },
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(values.quiet === true ? {} : createListeners(createLog(values.json === true))),
    })
    if (webhook !== undefined) endpoint = sandbox.registerWebhook({ url: webhook, secret })
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
  const { url, close } = await sandbox.listen(port, host, hostNames).catch((cause: NodeJS.ErrnoException) => {
    if (cause instanceof PeerMissing) throw cause
    throw new OutputError(
      cause.code === 'EADDRINUSE'
        ? 'The port is in use; --port takes another, and 0 picks a free one.'
        : `The port cannot be used (${cause.code ?? 'unknown'}).`,
    )
  })
  const { id, secret: clientSecret } = sandbox.client
  const connectPages = redirectUris.map(
    redirect => `${url}/connect?client_id=${id}&redirect_uri=${encodeURIComponent(redirect)}`,
  )
  const lines = [
    ['base URL', url],
    ['client id', id],
    ['client secret', clientSecret],
    ['webhook secret', secret],
    ...(controlToken === undefined ? [] : [['control token', controlToken]]),
    ['webhook', webhook ?? 'none; give one with --webhook URL'],
    ['people', String(sandbox.people.length)],
    ['what to do next', url],
    ...connectPages.map(page => ['connect page', page]),
  ]
  const details = {
    ...{ base_url: url, client_id: id, client_secret: clientSecret, webhook_secret: secret },
    ...{ control_token: controlToken, webhook: webhook ?? null, people: sandbox.people.length },
    connect_pages: connectPages,
  }
  process.stdout.write(
    values.json === true
      ? formatJsonObject(details)
      : lines.map(([name, value]) => `${(name ?? '').padEnd(16)}${value}\n`).join(''),
  )
  if (isPublic) say('warning: other machines can reach this sandbox. Do not give it data of real people.')
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
  if (people.length === 0) throw new InputError([...messages, 'The files of --data contain no people.'])
  for (const message of messages) say(replaceUnprintable(message))
  if (unusable > 0) say(`${countWithNoun(unusable, 'value')} of --data could not be used.`)
  return people
}

const createListeners = (log: Log) => ({
  /** Logs a request to the sandbox. Leaves out the query, because it can contain codes and signatures. */
  onRequest: ({ method, path, status, milliseconds }: RequestWithResponse): void => {
    // `listen` sends this request every second.
    if (method === 'GET' && path === '/_sandbox/webhooks') return
    log(`${method} ${path} ${status ?? 'connection broken'} ${milliseconds} ms`, { method, path, status, milliseconds })
  },
  onAttempt: ({ delivery, status }: DeliveryAttempt): void => {
    const { event, id } = delivery.event
    const [url, attempt] = [redactUrl(delivery.webhook.url), delivery.attempts.length]
    log(`-> ${event} ${id} ${url} ${status ?? 'no answer'} attempt ${attempt}`, { event, id, url, status, attempt })
  },
})

/** Returns a URL for a log, without the parts that may be secret: credentials, query and fragment. */
export function redactUrl(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname}`
}

/** Writes a log line, as text or as the fields of an object. */
export type Log = (text: string, fields: Readonly<Record<string, unknown>>) => void

/** Returns a function that writes log lines with the time. Control characters of text are replaced. */
export const createLog =
  (isJson: boolean): Log =>
  (text, fields) => {
    const time = new Date()
    process.stdout.write(
      isJson
        ? formatJsonObject({ time: time.toISOString(), ...fields })
        : `${time.toTimeString().slice(0, 8)} ${replaceUnprintable(text)}\n`,
    )
  }
