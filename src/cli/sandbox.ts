import { fileURLToPath } from 'node:url'
import { PeerMissing } from '../core/load-peer.js'
import { isObject } from '../core/shape-of.js'
import { RecordAhead } from '../normalize/ahead.js'
import type { SandboxDossier } from '../service/sandbox/index.js'
import { InputWatch } from '../stream/describe-input.js'
import { InputError } from '../stream/input.js'
import { OutputError } from '../stream/output-error.js'
import { readDossiers } from '../stream/read-files.js'
import { parseWords, readOption, type Texts } from './parse-words.js'
import { CLIENT, PEOPLE, PORT, REDIRECT, SANDBOX_OPTIONS, SEED } from './sandbox-options.js'
import { logDelivery, logRequest } from './service-log.js'
import { interrupted } from './signals.js'
import { counted, printable, say } from './text.js'
import { UsageError } from './usage-error.js'

/** The dossiers that come with the package; the sources lie as deep as the built files. */
const FIXTURES = fileURLToPath(new URL('../../fixtures/dossiers.ndjson', import.meta.url))

/**
 * `taxtally sandbox`: the collection service on this machine, until it is interrupted. Its words are those after the
 * command's name.
 */
export async function sandboxCommand(words: readonly string[]): Promise<number> {
  const call = readWords(words)
  const { options, port, host, files, people, seed, webhook, testEvents, quiet } = call
  const { createSandbox, generateDossiers, newSecret } = await import('../service/sandbox/index.js')
  const dossiers = [...(await readPeople(files)), ...generateDossiers(people, seed)]
  let sandbox: ReturnType<typeof createSandbox>
  let endpoint: ReturnType<typeof sandbox.registerWebhook> | null = null
  const secret = call.webhookSecret ?? newSecret('whsec')
  const log = quiet ? {} : { onRequest: logRequest, onAttempt: logDelivery }
  try {
    sandbox = createSandbox({ ...options, dossiers, ...log })
    if (webhook !== null) endpoint = sandbox.registerWebhook({ url: webhook, secret })
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
  const { url, close } = await sandbox.listen(port, host).catch((cause: NodeJS.ErrnoException) => {
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
    ...options.client.redirectUris.map(redirect => [
      'connect page',
      `${url}/connect?client_id=${id}&redirect_uri=${encodeURIComponent(redirect)}`,
    ]),
  ]
  process.stdout.write(lines.map(([name, value]) => `${(name ?? '').padEnd(16)}${value}\n`).join(''))
  if (testEvents && endpoint !== null) sandbox.sendTestEvents(endpoint)
  await interrupted()
  await close()
  return 0
}

function readWords(words: readonly string[]) {
  const { values, positionals } = parseWords(words, SANDBOX_OPTIONS)
  const port = readCount(values, 'port') ?? PORT
  if (port > 65_535) throw new UsageError('--port takes a port number.')
  // `--data a b` names two files: the further words are files too.
  const files = [...(values.data ?? []), ...positionals]
  if (values.data === undefined && files.length > 0)
    throw new UsageError('sandbox takes its files after --data.')
  for (const name of ['duplicates', 'reorder', 'test-events'] as const)
    if (values[name] !== undefined && values.webhook === undefined)
      throw new UsageError(`--${name} needs --webhook.`)
  return {
    port,
    files: values.data === undefined ? [FIXTURES] : files,
    people: readCount(values, 'people') ?? (values.data === undefined ? PEOPLE : 0),
    seed: readCount(values, 'seed') ?? SEED,
    host: values.host,
    webhookSecret: values['webhook-secret'] ?? null,
    quiet: values.quiet === true,
    webhook: values.webhook ?? null,
    testEvents: values['test-events'] === true,
    /** What the sandbox itself is told. */
    options: {
      client: {
        id: values['client-id'] ?? CLIENT,
        ...(values['client-secret'] === undefined ? {} : { secret: values['client-secret'] }),
        redirectUris: values.redirect ?? [REDIRECT],
      },
      strictVersion: values['strict-version'] === true,
      delivery: { duplicates: readCount(values, 'duplicates') ?? 0, reorder: values.reorder === true },
    },
  }
}

/** A whole number of at most five digits. */
const readCount = <Name extends string>(values: Texts<Name>, name: Name) =>
  readOption(values, name, 'a whole number, at most 99999', text =>
    /^[0-9]{1,5}$/.test(text) ? Number(text) : null,
  )

async function readPeople(files: readonly string[]): Promise<SandboxDossier[]> {
  const people: SandboxDossier[] = []
  let unusable = 0
  const watch = new InputWatch()
  for await (const found of readDossiers(files, { watch })) {
    if (!('dossier' in found)) {
      unusable++
      continue
    }
    const { taxpayerId, taxpayer, records } = found.dossier
    people.push({
      taxpayer: isObject(taxpayer) ? taxpayer : { id: taxpayerId, name: taxpayerId },
      records: records.map(({ raw }) => RecordAhead.wholeOf(raw)).filter(isObject),
    })
  }
  const { wrongInputs, emptyInputs } = watch.describeAll(files)
  const messages = [...wrongInputs, ...emptyInputs]
  if (people.length === 0) throw new InputError(...messages, 'The files of --data hold nobody.')
  for (const message of messages) say(printable(message))
  if (unusable > 0) say(`${counted(unusable, 'value')} of --data could not be used.`)
  return people
}
