import { parseJson } from '../core/parse-json.js'
import { isObject } from '../core/shape-of.js'
import { EVENT_TYPES } from '../service/resources/event.js'
import { parseWords, readOption } from './parse-words.js'
import { callSandbox, readAddress } from './running-sandbox.js'
import { SANDBOX_URL, TRIGGER_OPTIONS } from './sandbox-options.js'
import { counted, say } from './text.js'
import { UsageError } from './usage-error.js'

/** `taxtally trigger`: a test event of a sandbox that runs. Its words are those after the command's name. */
export async function triggerCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, TRIGGER_OPTIONS)
  const [event, ...more] = positionals
  if (event === undefined || more.length > 0)
    throw new UsageError(`trigger takes one event of ${EVENT_TYPES.join(', ')}.`)
  if (!(EVENT_TYPES as readonly string[]).includes(event))
    throw new UsageError(`There is no such event; there are ${EVENT_TYPES.join(', ')}.`)
  const data = readOption(values, 'data', 'a JSON object', text => {
    const value = parseJson(text)
    return isObject(value) ? value : null
  })
  const url = readAddress(values, 'url') ?? SANDBOX_URL
  const sent = (await callSandbox(url, 'POST', '/events', { event, data })) as {
    readonly event: { readonly id: string }
    readonly endpoints: number
  }
  process.stdout.write(`${event} ${sent.event.id} to ${counted(sent.endpoints, 'endpoint')}\n`)
  if (sent.endpoints === 0) say('nobody takes it; begin with taxtally listen --forward-to URL.')
  return 0
}
