import { InputError } from '../stream/input.js'
import { UsageError } from './usage-error.js'

/** An http or https address that an option gives, without a slash at its end. Throws UsageError. */
export function readAddress(option: string, text: string): string {
  const url = parseUrl(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--${option} takes an address that begins with http:// or https://.`)
  return url.href.replace(/\/$/, '')
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Calls a control of a sandbox that runs. Throws InputError where none answers, UsageError with what it refuses. */
export async function callSandbox(
  base: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const payload =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  let response: Response
  try {
    response = await fetch(`${base}/_sandbox${path}`, { method, ...payload })
  } catch {
    throw new InputError('No sandbox answers at --url; start one with taxtally sandbox.')
  }
  const json = (await response.json().catch(() => null)) as { readonly message?: unknown } | null
  if (response.ok && json !== null) return json
  if (response.status === 400 && typeof json?.message === 'string') throw new UsageError(json.message)
  throw new InputError(`What answers at --url is no sandbox (status ${response.status}).`)
}
