import { readFileSync } from 'node:fs'
import {
  ClientCredentials,
  createClient,
  isFinalStatus,
  type ServiceClient,
  ServiceError,
} from '../../service/client/index.js'
import { COLLECT_OPTIONS, DEFAULT_COLLECT_JOBS } from '../options/option-table.js'
import { parseOptions, readWholeNumber, UsageError } from '../options/parse-arguments.js'
import { say } from '../output/text.js'
import { DossierFile, idOfTaxpayer, makeDossierLine } from './collect-file.js'

export type CollectCall = ReturnType<typeof readCollectCall>

/** Reads the arguments of a call. Throws UsageError. Its message contains no value. */
export function readCollectCall(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseOptions(args, COLLECT_OPTIONS)
  if (values.taxpayer === undefined && positionals.length > 0)
    throw new UsageError('collect takes its taxpayers after --taxpayer.')
  // `--taxpayer a b` names two taxpayers, so positional arguments are also taxpayer ids.
  const givenIds = [...(values.taxpayer ?? []), ...positionals, ...readList(values.taxpayers)]
  if (givenIds.length === 0) throw new UsageError('collect needs --taxpayer ID..., or --taxpayers LIST.')
  const invalidIndex = givenIds.findIndex(id => /^\.{0,2}$|[\p{Cc}\p{Cs}]/u.test(id))
  if (invalidIndex !== -1) throw new UsageError(`collect: taxpayer ${invalidIndex + 1} of the list is not an id.`)
  const { out, url } = values
  if (out === undefined) throw new UsageError('collect needs --out FILE.')
  if (url === undefined) throw new UsageError('collect needs --url URL, the base URL of the service.')
  const jobs = readWholeNumber(values, 'jobs', 999) ?? DEFAULT_COLLECT_JOBS
  return {
    client: createServiceClient(url, environment),
    ids: [...new Set(givenIds)],
    out,
    refresh: values.refresh === true,
    wait: values.wait === true,
    jobs,
    quiet: values.quiet === true,
  }
}

function readList(path: string | undefined): string[] {
  if (path === undefined) return []
  try {
    const text = readFileSync(path === '-' ? 0 : path, 'utf8').replace(/^\ufeff/, '')
    return text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '')
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new UsageError(`The file of --taxpayers cannot be read (${code}).`)
  }
}

/** Makes a client with longer timeouts than the defaults, which suit a person who is waiting. */
function createServiceClient(url: string, environment: NodeJS.ProcessEnv): ServiceClient {
  const { TAXTALLY_CLIENT_ID: id, TAXTALLY_CLIENT_SECRET: secret } = environment
  if (!id || !secret)
    throw new UsageError('collect needs TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET in the environment.')
  try {
    return createClient({
      baseUrl: url,
      credentials: new ClientCredentials(id, secret),
      deadlineMs: 300_000,
      attemptMs: 120_000,
      maxBodyBytes: 256 * 1024 * 1024,
      retry: { attempts: 6 },
    })
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause
    throw new UsageError(
      /^baseUrl/.test(cause.message)
        ? '--url takes an https address, or an http address of this machine, without user, query and fragment.'
        : 'TAXTALLY_CLIENT_ID must not hold a colon.',
    )
  }
}

/** The maximum number of failures that are printed. Further failures are only counted. */
const MAX_PRINTED_FAILURES = 20
/** The number of consecutive failures after which the service counts as down and the command stops. */
const MAX_CONSECUTIVE_FAILURES = 10

/** The service responded, but the taxpayer could not be collected. The message contains no data. */
class NotCollected extends Error {}

/** A taxpayer id and its position in the list, from 1. Messages contain the position instead of the id. */
interface PositionedTaxpayer {
  readonly id: string
  readonly position: number
}

interface CollectionCounts {
  collected: number
  failed: number
  failedInARow: number
  /** Why the command stopped early. Null if it did not. */
  stopped: string | null
}

/** Runs `taxtally collect`, which adds dossiers from the service to a file. Accepts the arguments after its name. */
export async function collectCommand(args: readonly string[]): Promise<number> {
  const call = readCollectCall(args, process.env)
  const file = await DossierFile.open(call.out)
  if (file.isRepaired && !call.quiet) say('the last line of the file was cut off; its taxpayer is collected again')
  const missingTaxpayers = call.ids
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id }) => !file.ids.has(id))
  const total = missingTaxpayers.length
  const counts = await collectAll(call, missingTaxpayers, file).finally(() => file.close())
  const { collected, failed, stopped } = counts
  if (failed > MAX_PRINTED_FAILURES) say(`${failed - MAX_PRINTED_FAILURES} more could not be collected`)
  if (stopped !== null) say(`stopped: ${stopped}; ${total - collected - failed} were not tried`)
  const existingCount = call.ids.length - total
  if (!call.quiet)
    say(`${collected} taxpayers collected; ${existingCount} were in the file; ${total - collected} are missing`)
  return collected === total ? 0 : 3
}

/** Collects several taxpayers concurrently, and adds each one to the file when it is complete. */
async function collectAll(
  call: CollectCall,
  taxpayers: PositionedTaxpayer[],
  file: DossierFile,
): Promise<CollectionCounts> {
  const counts: CollectionCounts = { collected: 0, failed: 0, failedInARow: 0, stopped: null }
  const progress = createCollectProgress(call, taxpayers.length)
  let pendingWrite: Promise<void> = Promise.resolve()
  const collectNext = async (): Promise<void> => {
    while (counts.stopped === null) {
      const nextTaxpayer = taxpayers.shift()
      if (nextTaxpayer === undefined) return
      try {
        const line = await fetchDossier(call, nextTaxpayer.id)
        pendingWrite = pendingWrite.then(() => file.add(line))
        await pendingWrite
        counts.collected++
        counts.failedInARow = 0
      } catch (error) {
        progress.clear()
        countFailure(counts, nextTaxpayer, error)
      }
      progress.show(counts.collected + counts.failed)
    }
  }
  try {
    await Promise.all(Array.from({ length: call.jobs }, collectNext))
  } finally {
    // If one worker throws, this keeps the others from starting another taxpayer.
    taxpayers.length = 0
    progress.clear()
  }
  return counts
}

/** Reports a taxpayer that could not be collected, and decides whether to stop. Rethrows unexpected errors. */
function countFailure(counts: CollectionCounts, { position }: PositionedTaxpayer, error: unknown): void {
  if (!(error instanceof ServiceError || error instanceof NotCollected)) throw error
  counts.failed++
  const code = error instanceof ServiceError && error.code !== undefined ? ` (${error.code})` : ''
  if (counts.failed <= MAX_PRINTED_FAILURES) say(`taxpayer ${position} of the list: ${error.message}${code}`)
  if (!(error instanceof ServiceError)) return
  const { operation, status = 0, kind } = error
  if (operation === 'retrieveToken' && (status === 401 || status === 403))
    counts.stopped = 'the service rejected the credentials'
  counts.failedInARow = kind === 'network' || kind === 'timeout' || status >= 500 ? counts.failedInARow + 1 : 0
  if (counts.failedInARow >= MAX_CONSECUTIVE_FAILURES)
    counts.stopped = `the service failed ${MAX_CONSECUTIVE_FAILURES} times in a row`
}

/** Shows progress on standard error. Updates one line on a terminal, and otherwise prints a line every 10 seconds. */
function createCollectProgress({ quiet }: CollectCall, total: number): { show(done: number): void; clear(): void } {
  const { isTTY } = process.stderr
  const updateIntervalMs = isTTY ? 200 : 10_000
  let lastUpdateAt = Date.now()
  let isShown = false
  return {
    show: done => {
      if (quiet || Date.now() - lastUpdateAt < updateIntervalMs) return
      lastUpdateAt = Date.now()
      isShown = isTTY
      process.stderr.write(isTTY ? `\r${done} of ${total}` : `taxtally: ${done} of ${total}\n`)
    },
    clear: () => {
      if (isShown) process.stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}

/** Requests a taxpayer's dossier and returns its line. Throws NotCollected or ServiceError if that is not possible. */
async function fetchDossier({ client, refresh, wait }: CollectCall, id: string): Promise<Buffer> {
  const { access_token: token } = await client.retrieveToken(id)
  if (refresh) {
    const { outcome } = await client.refresh(token, { taxpayerId: id })
    if (outcome === 'failed') throw new NotCollected('the refresh job failed')
  }
  if (wait) await client.waitForCompletion(token)
  const requestJson = (path: string) => client.request('GET', path, { credential: token, expectJson: true })
  const taxpayer = await requestJson('/tax-payer')
  // Without this check, the file would get another taxpayer's dossier, and later runs would request this one again.
  if (idOfTaxpayer(taxpayer.json) !== id) throw new NotCollected('the service answered with another id')
  const { status } = taxpayer.json as { readonly status?: unknown }
  if (status !== undefined && status !== null && !isFinalStatus(status))
    throw new NotCollected('its records are not parsed yet; try again later, or with --wait')
  // The records are requested after the taxpayer. If the taxpayer's status was final by then, the records are complete.
  const records = await requestJson('/records')
  if (!Array.isArray(records.json)) throw new NotCollected('the service did not answer with a list of records')
  return makeDossierLine(taxpayer.bytes, records.bytes)
}
