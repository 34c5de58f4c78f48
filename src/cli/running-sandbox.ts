import { InputError } from '../stream/input.js'
import { readOption, type Texts } from './parse-words.js'
import { UsageError } from './usage-error.js'

/** The http or https address that an option gives, without a slash at its end. Throws UsageError. */
export const readAddress = <Name extends string>(values: Texts<Name>, name: Name) =>
  readOption(values, name, 'an address that begins with http:// or https://', text => {
    const url = URL.canParse(text) ? new URL(text) : null
    return url !== null && /^https?:$/.test(url.protocol) ? url.href.replace(/\/$/, '') : null
  })

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
