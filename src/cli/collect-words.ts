import { readFileSync } from 'node:fs'
import { ClientCredentials, createClient, type ServiceClient } from '../service/client/index.js'
import { COLLECT_JOBS, COLLECT_OPTIONS } from './collect-options.js'
import { parseWords, readWhole } from './parse-words.js'
import { UsageError } from './usage-error.js'

/** The words of a call, checked. */
export type CollectCall = ReturnType<typeof readCollectCall>

/** Reads a call. Throws UsageError; its message holds no value. */
export function readCollectCall(words: readonly string[], environment: NodeJS.ProcessEnv) {
  const { values, positionals } = parseWords(words, COLLECT_OPTIONS)
  if (values.taxpayer === undefined && positionals.length > 0)
    throw new UsageError('collect takes its taxpayers after --taxpayer.')
  // `--taxpayer a b` names two: the further words are taxpayers too.
  const given = [...(values.taxpayer ?? []), ...positionals, ...readList(values.taxpayers)]
  if (given.length === 0) throw new UsageError('collect needs --taxpayer ID..., or --taxpayers LIST.')
  const wrong = given.findIndex(id => /^\.{0,2}$|[\p{Cc}\p{Cs}]/u.test(id))
  if (wrong !== -1) throw new UsageError(`collect: taxpayer ${wrong + 1} of the list is no id.`)
  const { out, url } = values
  if (out === undefined) throw new UsageError('collect needs --out FILE.')
  if (url === undefined) throw new UsageError('collect needs --url URL, the base URL of the service.')
  const jobs = readWhole(values, 'jobs', 999) ?? COLLECT_JOBS
  return {
    client: clientOf(url, environment),
    /** Each taxpayer once. */
    ids: [...new Set(given)],
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

/** A client with more patience than one that a person waits for. */
function clientOf(url: string, environment: NodeJS.ProcessEnv): ServiceClient {
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
