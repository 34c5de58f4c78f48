import { mismatch } from './match.js'
import type { Sent } from './row.js'
import { type Answer, Failed, filledValue, type Known, sendStep } from './send.js'

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
export function jsonOf({ text }: Answer): unknown {
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
