import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AccessToken,
  ClientCredentials,
  createClient,
  type ServiceClient,
  ServiceError,
} from '../../service/client/index.js'
import { readNamedFile, UsageError } from '../options/parse-arguments.js'
import { TokenFile } from './token-file.js'

// The commands that call the service for each taxpayer of a list share their options, their client and their tokens.

/** The options that name the taxpayers. */
interface TaxpayerOptions {
  readonly taxpayer?: readonly string[]
  readonly taxpayers?: string
}

/** Reads the ids of the taxpayers, each once. Throws UsageError. Its message contains no id. */
export function readTaxpayerIds(command: string, options: TaxpayerOptions, positionals: readonly string[]): string[] {
  if (options.taxpayer === undefined && positionals.length > 0)
    throw new UsageError(`${command} takes its taxpayers after --taxpayer.`)
  // `--taxpayer a b` names two taxpayers, so positional arguments are also taxpayer ids.
  const ids = [...(options.taxpayer ?? []), ...positionals, ...readIdList(options.taxpayers)]
  if (ids.length === 0) throw new UsageError(`${command} needs --taxpayer ID..., or --taxpayers LIST.`)
  const invalidIndex = ids.findIndex(id => /^\.{0,2}$|[\p{Cc}\p{Cs}]/u.test(id))
  if (invalidIndex !== -1) throw new UsageError(`${command}: taxpayer ${invalidIndex + 1} of the list is not an id.`)
  return [...new Set(ids)]
}

function readIdList(path: string | undefined): string[] {
  if (path === undefined) return []
  return readNamedFile('--taxpayers', path === '-' ? 0 : path)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
}

/** The time limit of one operation. It is longer than the client's default, which suits a person who is waiting. */
const DEADLINE_MS = 300_000

/** The pause that the service requested in `Retry-After`. All calls wait until it ends. */
export class ServicePause {
  #endsAt = 0

  /** Extends the pause. A pause that is longer than an operation may take is ignored here, because the command stops instead. */
  extend(milliseconds: number): void {
    if (milliseconds < DEADLINE_MS) this.#endsAt = Math.max(this.#endsAt, Date.now() + milliseconds)
  }

  /** Waits until the pause ends, or for at most another second after the signal aborts. */
  async wait(signal: AbortSignal): Promise<void> {
    for (let ms = this.#endsAt - Date.now(); ms > 0 && !signal.aborted; ms = this.#endsAt - Date.now())
      await sleep(Math.min(ms, 1_000))
  }
}

/** Makes a client from the credentials in the environment, and the pause that the service requests. */
export function createServiceClient(command: string, url: string, environment: NodeJS.ProcessEnv) {
  const { TAXTALLY_CLIENT_ID: id, TAXTALLY_CLIENT_SECRET: secret } = environment
  if (!id || !secret)
    throw new UsageError(`${command} needs TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET in the environment.`)
  const pause = new ServicePause()
  try {
    const client = createClient({
      baseUrl: url,
      credentials: new ClientCredentials(id, secret),
      deadlineMs: DEADLINE_MS,
      attemptMs: 120_000,
      maxBodyBytes: 256 * 1024 * 1024,
      retry: { attempts: 6 },
      onResponse: ({ error }) => pause.extend(error?.retryAfterMs ?? 0),
    })
    return { client, pause }
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UsageError(
      /^baseUrl/.test(cause.message)
        ? '--url takes an https address, or an http address of this machine, without user, query and fragment.'
        : 'TAXTALLY_CLIENT_ID must not contain a colon.',
    )
  }
}

export const openTokenFile = async (path: string | undefined): Promise<TokenFile | null> =>
  path === undefined ? null : TokenFile.open(path)

/**
 * Runs an action with a taxpayer's token from the token file, or else with one that the service returns. If the service
 * rejects the token of the file, retrieves another one and runs the action again.
 */
export async function runWithToken<T>(
  { client, pause }: { readonly client: ServiceClient; readonly pause: ServicePause },
  tokens: TokenFile | null,
  { id, signal }: { readonly id: string; readonly signal: AbortSignal },
  run: (token: AccessToken) => Promise<T>,
): Promise<T> {
  const storedToken = tokens?.get(id) ?? undefined
  try {
    if (storedToken !== undefined) return await run(storedToken)
  } catch (error) {
    const { status } = error instanceof CallFailure ? error.failure : (error as Partial<ServiceError>)
    if (status !== 401) throw error
  }
  await pause.wait(signal)
  const { access_token: token } = await client.retrieveToken(id, { signal })
  await tokens?.set(id, token)
  return run(token)
}

/** The failure of a raw request. Its message names the endpoint, which the error of a raw request does not. */
export class CallFailure extends Error {
  constructor(
    endpoint: string,
    readonly failure: ServiceError,
  ) {
    super(failure.message.replace(/^request(?=:)/, endpoint))
  }
}

/** Requests JSON with a token. Throws CallFailure. */
export async function requestJson(
  client: ServiceClient,
  path: string,
  { credential, signal }: { readonly credential: AccessToken; readonly signal: AbortSignal },
) {
  try {
    return await client.request('GET', path, { credential, expectJson: true, signal })
  } catch (error) {
    throw error instanceof ServiceError ? new CallFailure(`GET ${path}`, error) : error
  }
}
