import { type Endpoint, waitForDelivery } from './endpoint.js'
import { entriesIn, Failed, fillText, fillValue, type Known, mismatch, wrongInEntry } from './match.js'
import { authorize, type Entries, otherProvider, type Sent, type Step } from './steps.js'

const TIMEOUT_MS = 30_000
const VERSION = '2024-01-01'

/** A complete answer. `json` is undefined if the text is not JSON. */
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
  readonly json: unknown
}

/** Sends the request of a step. Throws Failed if there is no answer. */
export async function sendRequest(step: Sent, known: Known): Promise<Answer> {
  const [method = 'GET', address = ''] = step.send.split(/ (.*)/s)
  const path = fillText(address, known)
  const url = path.startsWith('http') ? path : `${fillText('{base}', known)}${path}`
  const { version = VERSION, as } = step
  const headers = fillValue(
    {
      ...(version === null ? {} : { 'Service-API-Version': version }),
      ...(as === undefined ? {} : { authorization: `Bearer {${as}}` }),
      ...(step.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...step.headers,
    },
    known,
  )
  const body = makeBody(step, known)
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return { status: response.status, headers: response.headers, bytes, text, json: parseJson(text) }
  } catch {
    throw new Failed(`${step.send}: no answer`)
  }
}

function makeBody({ body, form, file }: Sent, known: Known): NonNullable<RequestInit['body']> | null {
  if (body !== undefined) return JSON.stringify(fillValue(body, known))
  if (form !== undefined) return new URLSearchParams(form)
  if (file === undefined) return null
  const data = new FormData()
  const bytes = known.get(file) as Uint8Array<ArrayBuffer>
  data.set('file', new Blob([bytes], { type: 'application/pdf' }), 'signed.pdf')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends a request, compares the answer with the expectation, and stores values for later steps. Throws Failed. */
export async function runRequest(step: Sent, known: Known): Promise<void> {
  const answer = await sendRequest(step, known)
  const fail = (problem: string) => new Failed(`${step.send}: ${problem}`)
  const { gives = 200, shows } = step
  if (answer.status !== gives) throw fail(`status ${answer.status}, not ${gives}`)
  for (const [name, pattern] of Object.entries(step.has ?? {}))
    if (!new RegExp(pattern).test(answer.headers.get(name) ?? ''))
      throw fail(`header ${name} is not as expected`)
  const difference = shows === undefined ? null : mismatch(fillValue(shows, known), answer.json)
  if (difference !== null) throw fail(difference)
  for (const [name, source] of Object.entries(step.keep ?? {})) {
    const value = extractValue(source, answer)
    if (!value) throw fail(`${source} is missing`)
    known.set(name, value)
  }
}

/** Reads the value of an answer that a step stores, in the notation of `keep`. */
function extractValue(source: string, answer: Answer): string | Uint8Array<ArrayBuffer> | null | undefined {
  const [kind, name = ''] = source.split(/:(.*)/s)
  if (kind === 'body') return answer.bytes
  if (kind === 'header') return answer.headers.get(name)
  if (kind === 'text') return new RegExp(name).exec(answer.text)?.[1]
  if (kind === 'query') {
    const location = answer.headers.get('location')
    return location === null ? null : new URL(location).searchParams.get(name)
  }
  let value = answer.json
  for (const key of name.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' ? value : null
}

/** Looks up the taxpayer of the access token. With a sandbox, each check first gets a new token. */
export async function takeToken(known: Known, isSandbox: boolean, person = 0): Promise<void> {
  if (isSandbox) {
    await runRequest(authorize({ person }), known)
    await runRequest({ ...otherProvider, keep: { token: 'json:access_token' } }, known)
    known.set('code', 'unknown')
  }
  const keep = { taxpayer: 'json:taxpayer_id' }
  await runRequest({ send: 'GET /introspect', as: 'token', keep }, known)
}

/** Runs one step against the service. Throws Failed. */
export async function runStep(step: Step, known: Known, endpoint: Endpoint | null): Promise<void> {
  if ('send' in step) return runRequest(step, known)
  if ('advance' in step) return runRequest({ send: 'POST /_sandbox/clock', body: step }, known)
  if ('entries' in step) return checkEntries(step, known)
  return waitForDelivery(step, known, endpoint?.deliveries ?? [])
}

async function checkEntries(form: Entries, known: Known): Promise<void> {
  const { json: people } = await sendRequest({ send: 'GET /_sandbox/people' }, known)
  const count = Array.isArray(people) ? people.length : 0
  let first: string | null = null
  for (let person = 0; person < Math.max(1, count); person++) {
    if (count > 0) await takeToken(known, true, person)
    const { json: records } = await sendRequest({ send: 'GET /records', as: 'token' }, known)
    for (const entry of entriesIn(records, form.entries)) {
      const difference = wrongInEntry(form, entry)
      if (difference === null) return
      first ??= difference
    }
  }
  throw new Failed(
    first === null ? `no entry of ${form.entries} can be read` : `GET /records, ${form.entries}: ${first}`,
  )
}
