import { DEFAULT_TAXPAYER_JOBS, DISCONNECT_OPTIONS } from '../options/option-table.js'
import { parseOptions, UsageError } from '../options/parse-arguments.js'
import { runUntilSignal } from '../output/signals.js'
import { countWithNoun, formatJsonObject, say } from '../output/text.js'
import { createServiceClient, openTokenFile, readTaxpayerIds, runWithToken } from './taxpayer-calls.js'
import { runForTaxpayers, type TaxpayerOutcome } from './taxpayer-run.js'

/** Runs `taxtally disconnect`, which ends the access to taxpayers. Accepts the arguments after its name. */
export async function disconnectCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, DISCONNECT_OPTIONS)
  const ids = readTaxpayerIds('disconnect', values, positionals)
  if (values.url === undefined) throw new UsageError('disconnect needs --url URL, the base URL of the service.')
  const service = createServiceClient('disconnect', values.url, process.env)
  const isQuiet = values.quiet === true
  return runUntilSignal(async endSignal => {
    const tokens = await openTokenFile(values.tokens)
    const taxpayers = ids.map((id, index) => ({ id, position: index + 1 })).filter(({ id }) => tokens?.get(id) !== null)
    const run = (id: string, signal: AbortSignal): Promise<TaxpayerOutcome> =>
      runWithToken<TaxpayerOutcome>(service, tokens, { id, signal }, async token => {
        // Does not abort, because the token file would then not say whether the taxpayer is still connected.
        await service.client.disconnect(token)
        await tokens?.set(id, null)
        return 'done'
      })
    const settings = { ...service, jobs: DEFAULT_TAXPAYER_JOBS, quiet: isQuiet, signal: endSignal, run }
    const { done, missing } = await runForTaxpayers(settings, taxpayers).finally(() => tokens?.close())
    const earlierCount = ids.length - taxpayers.length
    if (values.json === true)
      process.stdout.write(formatJsonObject({ disconnected: done, disconnected_before: earlierCount, missing }))
    else if (!isQuiet)
      say(
        `${countWithNoun(done, 'taxpayer')} disconnected; ${earlierCount} were disconnected before; ${missing} are not`,
      )
    return missing === 0 ? 0 : 3
  })
}
