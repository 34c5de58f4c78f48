import { type Finding, runConformance } from '../service/conformance/run.js'
import { InputError } from '../stream/input.js'
import { CONFORMANCE_OPTIONS } from './conformance-options.js'
import { parseWords, UsageError } from './options.js'
import { readAddress } from './running-sandbox.js'

/** `taxtally conformance`: a service against the interface. Its words are those after the command's name. */
export async function conformanceCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, CONFORMANCE_OPTIONS)
  if (positionals.length > 0) throw new UsageError('conformance takes options alone.')
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
