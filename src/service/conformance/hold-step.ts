import type { Came, Endpoint } from './endpoint.js'
import { entriesIn, mismatch, wrongInEntry } from './match.js'
import type { Delivered, Entries, Sent, Step } from './row.js'
import { type Answer, Failed, filledValue, type Known, sendStep } from './send.js'
import { authorize, otherProvider } from './steps.js'

/** Sends a request and holds its answer against what is expected; keeps what is to be kept. Throws Failed. */
export async function holdRequest(step: Sent, known: Known): Promise<void> {
  const answer = await sendStep(step, known)
  const fail = (what: string) => new Failed(`${step.send}: ${what}`)
  const { gives = 200 } = step
  if (answer.status !== gives) throw fail(`status ${answer.status}, not ${gives}`)
  for (const [name, pattern] of Object.entries(step.has ?? {}))
    if (!new RegExp(pattern).test(answer.headers.get(name) ?? ''))
      throw fail(`header ${name} is not as expected`)
  if (step.shows !== undefined) {
    const wrong = mismatch(filledValue(step.shows, known), jsonOf(answer))
    if (wrong !== null) throw fail(wrong)
  }
  for (const [name, from] of Object.entries(step.keep ?? {})) {
    const value = take(from, answer)
    if (value === null || value === '') throw fail(`${from} is missing`)
    known.set(name, value)
  }
}

/** The JSON of an answer; undefined where it is none. */
function jsonOf({ text }: Answer): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a check keeps of an answer. */
function take(from: string, answer: Answer): string | Uint8Array<ArrayBuffer> | null {
  const [kind, name = ''] = from.split(/:(.*)/s)
  if (kind === 'body') return answer.bytes
  if (kind === 'header') return answer.headers.get(name)
  if (kind === 'text') return new RegExp(name).exec(answer.text)?.[1] ?? null
  if (kind === 'query') {
    const location = answer.headers.get('location')
    return location === null ? null : new URL(location).searchParams.get(name)
  }
  const found = name
    .split('.')
    .reduce<unknown>(
      (inner, key) => (inner as Record<string, unknown> | null | undefined)?.[key],
      jsonOf(answer),
    )
  return typeof found === 'string' ? found : null
}

/** An access token of its own where there is a sandbox, and whose it is. */
export async function takeToken(known: Known, isSandbox: boolean, person = 0): Promise<void> {
  if (isSandbox) {
    await holdRequest(authorize({ person }), known)
    await holdRequest({ ...otherProvider, keep: { token: 'json:access_token' } }, known)
    known.set('code', 'unknown')
  }
  const keep = { taxpayer: 'json:taxpayer_id' }
  await holdRequest({ send: 'GET /introspect', as: 'token', keep }, known)
}

/** Holds one step against the service. Throws Failed. */
export async function holdStep(step: Step, known: Known, endpoint: Endpoint | null): Promise<void> {
  if ('send' in step) return holdRequest(step, known)
  if ('advance' in step)
    return holdRequest({ send: 'POST /_sandbox/clock', body: { advance: step.advance } }, known)
  if ('entries' in step) return holdEntries(step, known)
  return holdDelivery(step, known, endpoint?.came ?? [])
}

/** How long an event is waited for, and how often it is looked for. Units: milliseconds. */
const PATIENCE = 5_000
const PAUSE = 10

async function holdDelivery(
  { delivered, data, times }: Delivered,
  known: Known,
  came: readonly Came[],
): Promise<void> {
  const expected = data === undefined ? '$object' : filledValue(data, known)
  const matches = () =>
    came.filter(each => each.event === delivered && mismatch(expected, each.data) === null)
  const end = Date.now() + (times === 0 ? 200 : PATIENCE)
  while (Date.now() < end && (times === 0 || matches().length < (times ?? 1)))
    await new Promise(resolve => setTimeout(resolve, PAUSE))
  const found = matches()
  if (times === undefined ? found.length === 0 : found.length !== times) {
    const other = came.filter(each => each.event === delivered).map(each => mismatch(expected, each.data))
    throw new Failed(
      `${delivered}: came ${found.length} times as expected${other.length > 0 && other[0] !== null ? ` (${other[0]})` : ''}`,
    )
  }
  const fields = found[0]?.data as Readonly<Record<string, unknown>> | undefined
  for (const [key, value] of Object.entries(fields ?? {}))
    if (typeof value === 'string') known.set(`event.${key}`, value)
}

async function holdEntries(form: Entries, known: Known): Promise<void> {
  const people = jsonOf(await sendStep({ send: 'GET /_sandbox/people' }, known))
  const count = Array.isArray(people) ? people.length : 0
  let first: string | null = null
  for (let person = 0; person < Math.max(1, count); person++) {
    if (count > 0) await takeToken(known, true, person)
    const records = jsonOf(await sendStep({ send: 'GET /records', as: 'token' }, known))
    for (const entry of entriesIn(records, form.entries)) {
      const wrong = wrongInEntry(form, entry)
      if (wrong === null) return
      first ??= wrong
    }
  }
  throw new Failed(
    first === null ? `no entry of ${form.entries} can be read` : `GET /records, ${form.entries}: ${first}`,
  )
}
