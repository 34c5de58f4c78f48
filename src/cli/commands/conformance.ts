import { InputError } from '../../files/errors.js'
import { runConformance, type StatementResult } from '../../service/conformance/run.js'
import { isLoopback } from '../../service/contract/http.js'
import { CONFORMANCE_OPTIONS } from '../options/option-table.js'
import { parseOptions, readAddress, UsageError } from '../options/parse-arguments.js'
import { formatJsonObject } from '../output/text.js'

/** Runs `taxtally conformance`, which checks a service against its API document. `args` follow the command's name. */
export async function conformanceCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseOptions(args, CONFORMANCE_OPTIONS)
  if (positionals.length > 0) throw new UsageError('conformance takes only options.')
  const url = readAddress(values, 'url')
  if (url === undefined) throw new UsageError('conformance needs --url URL.')
  const { env } = process
  const { TAXTALLY_CLIENT_ID: clientId, TAXTALLY_CLIENT_SECRET: clientSecret, TAXTALLY_ACCESS_TOKEN } = env
  const { TAXTALLY_CONTROL_TOKEN: controlToken } = env
  if (!(clientId && clientSecret) && !TAXTALLY_ACCESS_TOKEN)
    throw new UsageError(
      'conformance needs credentials in the environment: TAXTALLY_CLIENT_ID and TAXTALLY_CLIENT_SECRET, or TAXTALLY_ACCESS_TOKEN.',
    )
  const { protocol, hostname } = new URL(url)
  // Over unencrypted http, anyone on the network could read the credentials.
  if ((clientSecret || TAXTALLY_ACCESS_TOKEN || controlToken) && protocol === 'http:' && !isLoopback(hostname))
    throw new UsageError('With credentials --url takes an https address, or an http address of this machine.')
  await fetch(url, { signal: AbortSignal.timeout(10_000), redirect: 'manual' }).catch(() => {
    throw new InputError('Nothing answers at --url.')
  })
  const counts = { holds: 0, fails: 0, 'not run': 0 }
  for await (const finding of runConformance({
    url,
    destructive: values.destructive,
    clientId,
    clientSecret,
    accessToken: TAXTALLY_ACCESS_TOKEN,
    controlToken,
  })) {
    counts[finding.outcome]++
    if (values.json === true) process.stdout.write(formatJsonObject(toJsonResult(finding)))
    else if (values.all === true || finding.outcome === 'fails') process.stdout.write(formatResult(finding))
  }
  const { holds, fails } = counts
  if (values.json !== true)
    process.stdout.write(`statements: ${holds} hold, ${fails} do not, ${counts['not run']} not run\n`)
  return fails === 0 ? 0 : 4
}

const toJsonResult = ({ statement, outcome, reason }: StatementResult) => ({
  part: statement.part,
  sentence: statement.sentence,
  outcome,
  why: reason,
})

const formatResult = ({ statement, outcome, reason }: StatementResult): string =>
  `${outcome.padEnd(8)}${statement.part}: ${statement.sentence}${reason === null ? '' : `\n        ${reason}`}\n`
