import type { Sent } from './row.js'

/** What checks know: the base URL, credentials, and what was kept of answers. */
export type Known = Map<string, string | Uint8Array<ArrayBuffer>>

/** Why a step does not hold: what is wrong, in words without a value. */
export class Failed extends Error {
  override readonly name = 'Failed'
}

const TIMEOUT = 30_000
const VERSION = '2024-01-01'

/** A text with what is known in the place of its braces; `{name:url}` is written for a query. */
const filled = (text: string, known: Known): string =>
  text.replace(/\{([\w.]+)(:url)?\}/g, (_, name: string, url?: string) => {
    const value = known.get(name)
    if (typeof value !== 'string') throw new Failed(`{${name}} is not known`)
    return url === undefined ? value : encodeURIComponent(value)
  })

/** A value with every text in it filled. */
export const filledValue = (value: unknown, known: Known): unknown => {
  if (typeof value === 'string') return filled(value, known)
  if (Array.isArray(value)) return value.map(item => filledValue(item, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, filledValue(inner, known)]))
}

/** An answer, read whole. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
}

/** Sends a request of a check. */
export async function sendStep(step: Sent, known: Known): Promise<Answer> {
  const [method = 'GET', where = ''] = step.send.split(/ (.*)/s)
  const path = filled(where, known)
  const url = path.startsWith('http') ? path : `${filled('{base}', known)}${path}`
  const { version = VERSION } = step
  const headers: Record<string, string> = version === null ? {} : { 'Service-API-Version': version }
  if (step.as !== undefined) headers['authorization'] = `Bearer ${filled(`{${step.as}}`, known)}`
  for (const [name, value] of Object.entries(step.headers ?? {})) headers[name] = filled(value, known)
  let body: RequestInit['body'] | undefined
  if (step.body !== undefined) {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(filledValue(step.body, known))
  } else if (step.form !== undefined) body = new URLSearchParams(step.form)
  else if (step.file !== undefined) {
    const file = known.get(step.file) as Uint8Array<ArrayBuffer>
    body = new FormData()
    body.set('file', new Blob([file], { type: 'application/pdf' }), 'signed.pdf')
  }
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
      ...(body === undefined ? {} : { body }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { status, headers: given } = response
    return { status, headers: given, bytes, text: new TextDecoder().decode(bytes) }
  } catch {
    throw new Failed(`${step.send}: no answer`)
  }
}
