import { PeerMissing } from '../../core/load-peer.js'
import { OutputError } from '../../files/errors.js'
import { newSecret, PRIVATE_TARGET_TEXT } from '../../service/sandbox/clients.js'
import { createSandbox, type Sandbox, type Webhook } from '../../service/sandbox/index.js'
import { isPrivateTarget } from '../../service/sandbox/private-targets.js'
import { UsageError } from '../options/parse-arguments.js'
import { onFirstSignal } from '../output/signals.js'
import { formatJsonObject, say } from '../output/text.js'
import { readSandboxCall, type SandboxCall } from './sandbox-call.js'
import { createListeners, createLog } from './sandbox-log.js'
import { listPeople } from './sandbox-people.js'
import { createNotStateError, StateFile } from './state-file.js'

/** Runs `taxtally sandbox`, which serves the collection service's API on this machine until it is interrupted. */
export async function sandboxCommand(args: readonly string[]): Promise<number> {
  const call = readSandboxCall(args, process.env)
  const { webhook, allowPrivateWebhooks, statePath } = call
  if (webhook !== undefined && URL.canParse(webhook) && !allowPrivateWebhooks && (await isPrivateTarget(webhook)))
    throw new UsageError(PRIVATE_TARGET_TEXT)
  const dossiers = await listPeople(call.people)
  // From here on, a signal ends the sandbox only after its state is saved and its files are unlocked.
  let stopListening = () => {}
  const interrupted = new Promise(resolve => {
    stopListening = onFirstSignal(resolve)
  })
  try {
    const stateFile = statePath === undefined ? null : await StateFile.open(statePath)
    try {
      const sandbox = createSandboxFrom(call, dossiers, stateFile)
      await serve(call, { sandbox, stateFile, interrupted })
    } finally {
      await stateFile?.close()
    }
  } finally {
    stopListening()
  }
  return 0
}

/** Creates the sandbox. Throws InputError if the state in the file is not usable, UsageError if an option is not. */
function createSandboxFrom(call: SandboxCall, dossiers: Sandbox['people'], stateFile: StateFile | null): Sandbox {
  const { client, delivery, isStrict: strictVersion, allowPrivateWebhooks, controlToken } = call
  try {
    const sandbox = createSandbox({
      ...{ client, delivery, strictVersion, dossiers, allowPrivateWebhooks, state: stateFile?.state },
      ...(controlToken === undefined ? {} : { controlToken }),
      ...(call.quiet ? {} : createListeners(createLog(call.json))),
      onChange: () => stateFile?.writeSoon(),
    })
    stateFile?.writeFrom(() => sandbox.save())
    return sandbox
  } catch (cause) {
    if (cause instanceof RangeError) throw toUsageError(cause)
    throw stateFile?.state === undefined ? cause : createNotStateError(cause)
  }
}

const toUsageError = (cause: RangeError): UsageError => Object.assign(new UsageError(cause.message), { cause })

/** Registers the endpoint of `--webhook`. If the saved state has it, keeps its id, and replaces its secret if one is given. */
function registerEndpoint(sandbox: Sandbox, url: string, secret: string | undefined): Webhook {
  const savedWebhook = sandbox.client.webhooks.find(webhook => webhook.url === url)
  if (savedWebhook === undefined) {
    try {
      return sandbox.registerWebhook({ url, ...(secret === undefined ? {} : { secret }) })
    } catch (cause) {
      throw cause instanceof RangeError ? toUsageError(cause) : cause
    }
  }
  if (secret !== undefined) savedWebhook.secret = secret
  return savedWebhook
}

/** A sandbox with the file of its state, and a promise that resolves when the command is interrupted. */
interface SandboxRun {
  readonly sandbox: Sandbox
  readonly stateFile: StateFile | null
  readonly interrupted: Promise<unknown>
}

/** Serves a sandbox until the command is interrupted. Prints its addresses and secrets first. */
async function serve(call: SandboxCall, { sandbox, stateFile, interrupted }: SandboxRun): Promise<void> {
  const { webhook, webhookSecret } = call
  const endpoint = webhook === undefined ? null : registerEndpoint(sandbox, webhook, webhookSecret)
  const { url, finishRequests, close } = await sandbox
    .listen(call.port, call.host, call.hostNames)
    .catch((cause: NodeJS.ErrnoException) => {
      if (cause instanceof PeerMissing) throw cause
      throw new OutputError(
        cause.code === 'EADDRINUSE'
          ? 'The port is in use. Choose another with --port, or --port 0 for a free one.'
          : `The port cannot be used (${cause.code ?? 'unknown'}).`,
        { cause },
      )
    })
  try {
    await stateFile?.write()
    printAddresses(call, sandbox, { url, endpoint })
    if (call.isPublic) say('warning: other machines can reach this sandbox. Do not give it data of real people.')
    if (call.hasTestEvents && endpoint !== null) sandbox.sendTestEvents(endpoint)
    await interrupted
    // The state is saved after the last request, and before `close` cancels parsing, refreshing and deliveries.
    await finishRequests()
    await stateFile?.finish()
  } finally {
    await close()
  }
}

/** Prints the addresses and secrets of a sandbox that is running. */
function printAddresses(
  { client, webhookSecret: statedSecret, controlToken, json }: SandboxCall,
  sandbox: Sandbox,
  { url, endpoint }: { readonly url: string; readonly endpoint: Webhook | null },
): void {
  const { id, secret: clientSecret, webhooks } = sandbox.client
  // A saved state may have endpoints that this call does not name.
  const webhookUrls = webhooks.map(({ url: webhookUrl }) => webhookUrl)
  const webhookSecret = (endpoint ?? webhooks[0])?.secret ?? statedSecret ?? newSecret('whsec')
  const connectPages = client.redirectUris.map(
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
    json ? formatJsonObject(details) : lines.map(([name, value]) => `${(name ?? '').padEnd(16)}${value}\n`).join(''),
  )
}
