import { parseArgs } from 'node:util'
import type { SandboxDossier } from '../service/sandbox/index.js'
import { readDossiers } from '../stream/dossiers.js'
import { InputError } from '../stream/input.js'
import { UsageError } from './options.js'

const SPEC = {
  port: { type: 'string' },
  data: { type: 'string', multiple: true },
  redirect: { type: 'string', multiple: true },
  webhook: { type: 'string' },
} as const

const PORT = 8821
const REDIRECT = 'http://localhost:3000/callback'

/**
 * `taxtally sandbox [--port N] [--data FILE...] [--redirect URL] [--webhook URL]`: the collection service on this
 * machine, until it is interrupted. Its words are those after the command's name.
 */
export async function sandboxCommand(words: readonly string[]): Promise<number> {
  const { port, files, redirects, webhook } = readWords(words)
  const { createSandbox, newSecret } = await load()
  const dossiers = files.length === 0 ? undefined : await readPeople(files)
  let sandbox: ReturnType<typeof createSandbox>
  const secret = newSecret('whsec')
  try {
    sandbox = createSandbox({
      client: { id: 'sandbox-client', redirectUris: redirects },
      ...(dossiers === undefined ? {} : { dossiers }),
    })
    if (webhook !== null) sandbox.registerWebhook({ url: webhook, secret })
  } catch (cause) {
    throw cause instanceof RangeError ? new UsageError(cause.message) : cause
  }
  const { url, close } = await sandbox.listen(port).catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`The port cannot be used (${cause.code ?? 'unknown'}).`)
  })
  const { id, secret: clientSecret } = sandbox.client
  const lines = [
    ['base URL', url],
    ['client id', id],
    ['client secret', clientSecret],
    ['webhook secret', secret],
    ['webhook', webhook ?? 'none; give one with --webhook URL'],
    ['people', String(sandbox.people.length)],
    ...redirects.map(redirect => [
      'connect page',
      `${url}/connect?client_id=${id}&redirect_uri=${encodeURIComponent(redirect)}`,
    ]),
  ]
  process.stdout.write(lines.map(([name, value]) => `${(name ?? '').padEnd(16)}${value}\n`).join(''))
  await interrupted()
  await close()
  return 0
}

function readWords(words: readonly string[]) {
  let parsed: ReturnType<typeof parse>
  try {
    parsed = parse(words)
  } catch (cause) {
    throw new UsageError(cause instanceof Error ? cause.message : 'The options cannot be read.')
  }
  const { values, positionals } = parsed
  const port = values.port ?? String(PORT)
  if (!/^[0-9]{1,5}$/.test(port) || Number(port) > 65_535) throw new UsageError('--port takes a port number.')
  // `--data a b` names two files: the further words are files too.
  const files = [...(values.data ?? []), ...positionals]
  if (values.data === undefined && files.length > 0)
    throw new UsageError('sandbox takes its files after --data.')
  return {
    port: Number(port),
    files,
    redirects: values.redirect ?? [REDIRECT],
    webhook: values.webhook ?? null,
  }
}

const parse = (words: readonly string[]) =>
  parseArgs({ args: [...words], options: SPEC, allowPositionals: true })

/** The sandbox's libraries are optional: without them there is a sentence, not a stack. */
async function load() {
  try {
    return await import('../service/sandbox/index.js')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new UsageError(
      'The sandbox needs hono, @hono/node-server and pdf-lib: install them beside taxtally.',
    )
  }
}

async function readPeople(files: readonly string[]): Promise<SandboxDossier[]> {
  const people: SandboxDossier[] = []
  let unusable = 0
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  for await (const found of readDossiers(files)) {
    if (!('dossier' in found)) {
      unusable++
      continue
    }
    const { taxpayerId, taxpayer, records } = found.dossier
    people.push({
      taxpayer: isObject(taxpayer) ? taxpayer : { id: taxpayerId, name: taxpayerId },
      records: records.map(record => record.raw).filter(isObject),
    })
  }
  if (people.length === 0) throw new InputError('The files of --data hold nobody.')
  if (unusable > 0) process.stderr.write(`taxtally: ${unusable} values of --data could not be used.\n`)
  return people
}

const interrupted = (): Promise<void> =>
  new Promise(resolve => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
