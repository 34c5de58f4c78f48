import { parseArgs } from 'node:util'
import { type Finding, runConformance } from '../service/conformance/run.js'
import { InputError } from '../stream/input.js'
import { orUsageError, UsageError } from './options.js'
import { readAddress } from './running-sandbox.js'

const SPEC = {
  url: { type: 'string' },
  destructive: { type: 'boolean' },
  all: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

const USAGE = `taxtally conformance: holds a service against every sentence of the interface

  taxtally conformance --url URL [--destructive] [--all] [--json]

  --url URL       the base URL, of a sandbox or of the service itself
  --destructive   also what removes, ends or begins something: disconnecting, clearing records, links, forms
  --all           prints the sentences that hold and those that no request shows, too
  --json          prints every sentence as a line of JSON

Credentials come from the environment: TAXTALLY_CLIENT_ID, TAXTALLY_CLIENT_SECRET and TAXTALLY_ACCESS_TOKEN; what needs
one that is not there is not run. A sandbox needs the first two, and has controls that some sentences need.
Exit code 4: a sentence does not hold.
`

/** `taxtally conformance`: a service against the interface. Its words are those after the command's name. */
export async function conformanceCommand(words: readonly string[]): Promise<number> {
  const { values } = orUsageError(() => parseArgs({ args: [...words], options: SPEC }))
  if (values.help === true) {
    process.stdout.write(USAGE)
    return 0
  }
  if (values.url === undefined) throw new UsageError('conformance needs --url URL.')
  const url = readAddress('url', values.url)
  await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => {
    throw new InputError('Nothing answers at --url.')
  })
  const { env } = process
  const counts = { holds: 0, fails: 0, 'not run': 0 }
  for await (const finding of runConformance({
    url,
    destructive: values.destructive,
    clientId: env['TAXTALLY_CLIENT_ID'],
    clientSecret: env['TAXTALLY_CLIENT_SECRET'],
    accessToken: env['TAXTALLY_ACCESS_TOKEN'],
  })) {
    counts[finding.outcome]++
    if (values.json === true) process.stdout.write(`${JSON.stringify(lineOf(finding))}\n`)
    else if (values.all === true || finding.outcome === 'fails') process.stdout.write(textOf(finding))
  }
  const { holds, fails } = counts
  if (values.json !== true)
    process.stdout.write(`${holds} sentences hold, ${fails} do not, ${counts['not run']} were not run\n`)
  return fails === 0 ? 0 : 4
}

const lineOf = ({ row, outcome, why }: Finding) => ({ part: row.part, sentence: row.sentence, outcome, why })

const textOf = ({ row, outcome, why }: Finding): string =>
  `${outcome.padEnd(8)}${row.part}: ${row.sentence}${why === null ? '' : `\n        ${why}`}\n`
