import { resolve } from 'node:path'
import { isFinalStatus } from '../../service/client/index.js'
import { COLLECT_OPTIONS, DEFAULT_TAXPAYER_JOBS } from '../options/option-table.js'
import { parseOptions, readWholeNumber, UsageError } from '../options/parse-arguments.js'
import { runUntilSignal } from '../output/signals.js'
import { countWithNoun, formatJsonObject, say } from '../output/text.js'
import { DossierFile, idOfTaxpayer, makeDossierLine } from './collect-file.js'
import { createServiceClient, openTokenFile, readTaxpayerIds, requestJson, runWithToken } from './taxpayer-calls.js'
import { runForTaxpayers, type TaxpayerOutcome, UnfinishedTaxpayerError } from './taxpayer-run.js'
import type { TokenFile } from './token-file.js'

export type CollectCall = ReturnType<typeof readCollectCall>

/** Reads the arguments of a call. Throws UsageError. Its message contains no value. */
export function readCollectCall(args: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseOptions(args, COLLECT_OPTIONS)
  const ids = readTaxpayerIds('collect', values, positionals)
  const { out, url, tokens } = values
  if (out === undefined) throw new UsageError('collect needs --out FILE.')
  if (url === undefined) throw new UsageError('collect needs --url URL, the base URL of the service.')
  if (tokens !== undefined && resolve(tokens) === resolve(out))
    throw new UsageError('--out and --tokens name the same file. Give two files.')
  const jobs = readWholeNumber(values, 'jobs', 999) ?? DEFAULT_TAXPAYER_JOBS
  return {
    ...createServiceClient('collect', url, environment),
    ids,
    out,
    tokensPath: tokens,
    refresh: values.refresh === true,
    wait: values.wait === true,
    disconnect: values.disconnect === true,
    jobs,
    quiet: values.quiet === true,
    json: values.json === true,
  }
}

/** Runs `taxtally collect`, which adds dossiers from the service to a file. Accepts the arguments after its name. */
export async function collectCommand(args: readonly string[]): Promise<number> {
  const call = readCollectCall(args, process.env)
  return runUntilSignal(async signal => {
    const tokens = await openTokenFile(call.tokensPath)
    try {
      const file = await DossierFile.open(call.out)
      return await collectDossiers(call, { file, tokens, signal }).finally(() => file.close())
    } finally {
      await tokens?.close()
    }
  })
}

/** The files to which dossiers and tokens are added, and the signal that ends the run early. */
interface CollectRun {
  readonly file: DossierFile
  readonly tokens: TokenFile | null
  readonly signal: AbortSignal
}

/** Collects the taxpayers that are not in the file, prints the counts, and returns the exit code. */
async function collectDossiers(call: CollectCall, collectRun: CollectRun): Promise<number> {
  const { file, signal: endSignal } = collectRun
  if (file.isRepaired && !call.quiet) say('the last line of the file was cut off; its taxpayer is collected again')
  const missingTaxpayers = call.ids
    .map((id, index) => ({ id, position: index + 1 }))
    .filter(({ id }) => !file.ids.has(id))
  const run = (id: string, signal: AbortSignal) => collectDossier(call, { ...collectRun, signal }, id)
  const counts = await runForTaxpayers({ ...call, signal: endSignal, run }, missingTaxpayers)
  const { done, rejected, missing } = counts
  const parts = [
    `${countWithNoun(done, 'taxpayer')} collected`,
    ...(rejected === 0 ? [] : [`${rejected} rejected`]),
    `${call.ids.length - missingTaxpayers.length} were in the file`,
    `${missing} are missing`,
  ]
  if (call.json)
    process.stdout.write(
      formatJsonObject({ collected: done, rejected, in_file: call.ids.length - missingTaxpayers.length, missing }),
    )
  else if (!call.quiet) say(parts.join('; '))
  if (missing > 0) return 3
  return rejected > 0 ? 4 : 0
}

/** Adds a taxpayer's dossier to the file, and disconnects the taxpayer if requested. Throws UnfinishedTaxpayerError or ServiceError. */
async function collectDossier(
  call: CollectCall,
  { file, tokens, signal }: CollectRun,
  id: string,
): Promise<TaxpayerOutcome> {
  const { client, pause } = call
  return runWithToken(call, tokens, { id, signal }, async token => {
    const credentials = { credential: token, signal }
    await pause.wait(signal)
    if (call.refresh) {
      const { outcome } = await client.refresh(token, { taxpayerId: id, signal })
      if (outcome === 'failed') throw new UnfinishedTaxpayerError('the refresh job failed')
    }
    if (call.wait) await client.waitForCompletion(token, { signal })
    const taxpayer = await requestJson(client, '/tax-payer', credentials)
    // Without this check, the file would get another taxpayer's dossier, and later runs would request this one again.
    if (idOfTaxpayer(taxpayer.json) !== id) throw new UnfinishedTaxpayerError('the service answered with another id')
    const { status } = taxpayer.json as { readonly status?: unknown }
    if (status !== undefined && status !== null && !isFinalStatus(status))
      throw new UnfinishedTaxpayerError('its records are not parsed yet; try again later, or with --wait')
    await pause.wait(signal)
    // The records are requested after the taxpayer. If the taxpayer's status was final by then, the records are complete.
    const records = await requestJson(client, '/records', credentials)
    if (!Array.isArray(records.json))
      throw new UnfinishedTaxpayerError('the service did not answer with a list of records')
    const isRejected = status === 'REJECTED'
    await file.add(id, makeDossierLine(taxpayer.bytes, records.bytes), isRejected)
    if (isRejected) return 'rejected'
    if (call.disconnect) {
      // The service may delete the records, so the dossier must be on disk first.
      await file.flush()
      try {
        // Does not abort, because the token file would then not say whether the taxpayer is still connected.
        await client.disconnect(token)
      } catch {
        // Another attempt would collect the taxpayer twice.
        throw new UnfinishedTaxpayerError('it was collected, but not disconnected; use taxtally disconnect')
      }
      await tokens?.set(id, null)
    }
    return 'done'
  })
}
