import { PeerMissing } from '../../core/load-peer.js'
import { OutputError } from '../../files/errors.js'
import { isLoopback } from '../../service/contract/http.js'
import { PRIVATE_TARGET_TEXT } from '../../service/sandbox/clients.js'
import type { DeliveryAttempt, RequestWithResponse, Sandbox, Webhook } from '../../service/sandbox/index.js'
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
import { formatJsonObject, replaceUnprintable, say } from '../output/text.js'
import { createNotStateError, StateFile } from './state-file.js'

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

  const { createSandbox, newSecret } = await import('../../service/sandbox/index.js')
  const [host, ...hostNames] = splitWords(values.host ?? '127.0.0.1')
  const isPublic = !isLoopback(host ?? '') && host !== '::1'
  const controlToken = process.env['TAXTALLY_CONTROL_TOKEN'] || (isPublic ? newSecret('ct') : undefined)
  const allowPrivateWebhooks = !isPublic || values['allow-private-webhooks'] === true
  if (webhook !== undefined && URL.canParse(webhook) && !allowPrivateWebhooks && (await isPrivateTarget(webhook)))
    throw new UsageError(PRIVATE_TARGET_TEXT)
  const { listPeople } = await import('./sandbox-people.js')
  const hasQuirks = values.quirks === true
  const dossiers = await listPeople({ files: values.data && files, count: peopleCount, seed, hasQuirks })
  const stateFile = values.state === undefined ? null : await StateFile.open(values.state)
  try {
    const saveSoon = () => stateFile?.writeSoon(() => sandbox.save())
    const { onRequest, onAttempt } =
      values.quiet === true ? NO_LISTENERS : createListeners(createLog(values.json === true))
    const sandbox = createFrom(stateFile, state =>
      createSandbox({
        ...{
          client,
          delivery,
          strictVersion: values['strict-version'] === true,
          dossiers,
          allowPrivateWebhooks,
          state,
        },
        ...(controlToken === undefined ? {} : { controlToken }),
        onRequest: request => {
          onRequest(request)
          // Reading changes nothing. `listen` reads every second.
          if (request.method !== 'GET') saveSoon()
        },
        onAttempt: attempt => {
          onAttempt(attempt)
          saveSoon()
        },
      }),
    )
    const endpoint = webhook === undefined ? null : registerOnce(sandbox, webhook, values['webhook-secret'])
    const { url, close } = await sandbox.listen(port, host, hostNames).catch((cause: NodeJS.ErrnoException) => {
      if (cause instanceof PeerMissing) throw cause
      throw new OutputError(
        cause.code === 'EADDRINUSE'
          ? 'The port is in use. Choose another with --port, or --port 0 for a free one.'
          : `The port cannot be used (${cause.code ?? 'unknown'}).`,
      )
    })
    await stateFile?.write(sandbox.save())
    const { id, secret: clientSecret } = sandbox.client
    // A saved state may have endpoints that this call does not name.
    const { webhooks } = sandbox.client
    const webhookUrls = webhooks.map(({ url: webhookUrl }) => webhookUrl)
    const webhookSecret = (endpoint ?? webhooks[0])?.secret ?? values['webhook-secret'] ?? newSecret('whsec')
    const connectPages = redirectUris.map(
      redirect => `${url}/connect?client_id=${id}&redirect_uri=${encodeURIComponent(redirect)}`,
    )
    const lines = [
      ['base URL', url],
      ['client id', id],
      ['client secret', clientSecret],
      ['webhook secret', webhookSecret],
      ...(controlToken === undefined ? [] : [['control token', controlToken]]),
      ['webhook', webhookUrls.join(' ') || 'none; give one with --webhook URL'],
      ['people', String(sandbox.people.length)],
      ['what to do next', url],
      ...connectPages.map(page => ['connect page', page]),
    ]
    const details = {
      ...{ base_url: url, client_id: id, client_secret: clientSecret, webhook_secret: webhookSecret },
      ...{ control_token: controlToken, webhook: webhookUrls[0] ?? null, people: sandbox.people.length },
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
    // The state is saved before `close` cancels what is in progress.
    await Promise.all([stateFile?.finish(sandbox.save()), close()])
  } finally {
    await stateFile?.close()
  }
  return 0
}

/** Creates the sandbox. Throws InputError if the state in the file is not usable, UsageError if an option is not. */
function createFrom(stateFile: StateFile | null, create: (state: unknown) => Sandbox): Sandbox {
  try {
    return create(stateFile?.state)
  } catch (cause) {
    if (cause instanceof RangeError) throw new UsageError(cause.message)
    throw stateFile?.state === undefined ? cause : createNotStateError()
  }
}

/** Registers the endpoint of `--webhook`. If the saved state has it with this secret, or without `--webhook-secret`, it is kept. */
function registerOnce(sandbox: Sandbox, url: string, secret: string | undefined): Webhook {
  const { webhooks } = sandbox.client
  const index = webhooks.findIndex(webhook => webhook.url === url)
  const savedWebhook = webhooks[index]
  if (savedWebhook !== undefined && (secret === undefined || secret === savedWebhook.secret)) return savedWebhook
  if (savedWebhook !== undefined) webhooks.splice(index, 1)
  try {
    return sandbox.registerWebhook({ url, ...(secret === undefined ? {} : { secret }) })
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
}

const readCount = <Name extends string>(values: OptionTexts<Name>, name: Name) =>
  readOption(values, name, 'a whole number, at most 99999', text => (/^[0-9]{1,5}$/.test(text) ? Number(text) : null))

const NO_LISTENERS = { onRequest: () => {}, onAttempt: () => {} }

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
