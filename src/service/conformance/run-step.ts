import { type Endpoint, waitForDelivery } from './endpoint.js'
import {
  fillText,
  fillValue,
  findEntryMismatch,
  findMismatch,
  listEntries,
  StepFailure,
  type StoredValues,
} from './match-pattern.js'
import {
  type EntriesStep,
  exchangeStep,
  makeAuthorizeStep,
  makeTokenStep,
  type RequestStep,
  type Step,
} from './steps.js'

const REQUEST_TIMEOUT_MS = 30_000
const API_VERSION = '2024-01-01'

/** A complete response. `json` is undefined if the text is not JSON. */
interface StepResponse {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly text: string
  readonly json: unknown
}

/** Sends the request of a step. Throws StepFailure if there is no response. */
export async function sendStepRequest(step: RequestStep, values: StoredValues): Promise<StepResponse> {
  const [method = 'GET', address = ''] = step.send.split(/ (.*)/s)
  const target = fillText(address, values)
  const url = target.startsWith('http') ? target : `${fillText('{base}', values)}${target}`
  const { version = API_VERSION, credentialName } = step
  const headers = fillValue(
    {
      ...(version === null ? {} : { 'Service-API-Version': version }),
      ...(credentialName === undefined ? {} : { authorization: `Bearer {${credentialName}}` }),
      ...(target.startsWith('/_sandbox') && values.has('control') ? { authorization: 'Bearer {control}' } : {}),
      ...(step.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...step.headers,
    },
    values,
  )
  const body = makeBody(step, values)
  try {
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal })
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return { status: response.status, headers: response.headers, bytes, text, json: parseJson(text) }
  } catch {
    throw new StepFailure(`${step.send}: no response`)
  }
}

function makeBody({ body, form, file }: RequestStep, values: StoredValues): NonNullable<RequestInit['body']> | null {
  if (body !== undefined) return JSON.stringify(fillValue(body, values))
  if (form !== undefined) return new URLSearchParams(form)
  if (file === undefined) return null
  const data = new FormData()
  const bytes = values.get(file) as Uint8Array<ArrayBuffer>
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

/** Formats the expected status of a step. */
export const formatStatus = (expectedStatus: NonNullable<RequestStep['expectedStatus']>): string =>
  [expectedStatus].flat().join(' or ').replace(/^4$/, '4xx')

/** Sends a request, compares the response with the expected one, and stores values. Throws StepFailure. */
export async function runRequest(step: RequestStep, values: StoredValues): Promise<void> {
  const response = await sendStepRequest(step, values)
  const makeFailure = (problem: string) => new StepFailure(`${step.send}: ${problem}`)
  const { expectedStatus = 200, expectedBody } = step
  const { status } = response
  if (![expectedStatus].flat().some(expected => expected === status || expected === Math.floor(status / 100)))
    throw makeFailure(`status ${status}, not ${formatStatus(expectedStatus)}`)
  for (const [name, pattern] of Object.entries(step.expectedHeaders ?? {}))
    if (!new RegExp(pattern).test(response.headers.get(name) ?? ''))
      throw makeFailure(`header ${name} is not as expected`)
  const difference = expectedBody === undefined ? null : findMismatch(fillValue(expectedBody, values), response.json)
  if (difference !== null) throw makeFailure(difference)
  for (const [name, source] of Object.entries(step.storeValues ?? {})) {
    const value = extractValue(source, response)
    if (!value) throw makeFailure(`${source} is missing`)
    values.set(name, value)
  }
}

/** Extracts a value that a step stores from the response. `source` is in the notation of `storeValues`. */
function extractValue(source: string, response: StepResponse): string | Uint8Array<ArrayBuffer> | null | undefined {
  const [kind, name = ''] = source.split(/:(.*)/s)
  if (kind === 'body') return response.bytes
  if (kind === 'header') return response.headers.get(name)
  if (kind === 'text') return new RegExp(name).exec(response.text)?.[1]
  if (kind === 'query') {
    const location = response.headers.get('location')
    return location === null ? null : new URL(location).searchParams.get(name)
  }
  let value = response.json
  for (const key of name.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[key]
  return typeof value === 'string' ? value : null
}

/** Stores the taxpayer id of the access token. With a sandbox, first gets and stores a new token for a person. */
export async function takeToken(values: StoredValues, isSandbox: boolean, person = 0): Promise<void> {
  if (isSandbox) {
    await runRequest(makeAuthorizeStep({ person }), values)
    await runRequest({ ...exchangeStep, storeValues: { token: 'json:access_token' } }, values)
    values.set('code', 'unknown')
  }
  await runRequest(makeTokenStep('GET /introspect', { storeValues: { taxpayer: 'json:taxpayer_id' } }), values)
}

/** Runs one step against the service. Throws StepFailure. */
export async function runStep(step: Step, values: StoredValues, endpoint: Endpoint | null): Promise<void> {
  if ('send' in step) return runRequest(step, values)
  if ('advance' in step) return runRequest({ send: 'POST /_sandbox/clock', body: step }, values)
  if ('forms' in step) return checkEntries(step, values)
  return waitForDelivery(step, values, endpoint?.deliveries ?? [])
}

async function checkEntries({ forms }: EntriesStep, values: StoredValues): Promise<void> {
  const { json: people } = await sendStepRequest({ send: 'GET /_sandbox/people' }, values)
  const count = Array.isArray(people) ? people.length : 0
  let entryCount = 0
  for (let person = 0; person < Math.max(1, count); person++) {
    if (count > 0) await takeToken(values, true, person)
    const { json: records } = await sendStepRequest(makeTokenStep('GET /records'), values)
    for (const form of forms)
      for (const entry of listEntries(records, form.form)) {
        const difference = findEntryMismatch(form, entry)
        if (difference !== null) throw new StepFailure(`GET /records, ${form.form}: ${difference}`)
        entryCount++
      }
  }
  if (entryCount === 0)
    throw new StepFailure(
      `no entry of ${forms.length === 1 ? forms[0]?.form : `the ${forms.length} forms`} can be read`,
    )
}
