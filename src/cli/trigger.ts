import { parseArgs } from 'node:util'
import { isObject } from '../core/shape-of.js'
import { EVENT_TYPES } from '../service/resources/event.js'
import { orUsageError, UsageError } from './options.js'
import { callSandbox, readAddress, SANDBOX_URL } from './running-sandbox.js'

const SPEC = {
  url: { type: 'string' },
  data: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

const USAGE = `taxtally trigger: has a sandbox that runs send a test event to its webhook endpoints

  taxtally trigger EVENT [--data JSON] [--url URL]

  --data JSON   an object whose fields stand in the place of those of the test event
  --url URL     the sandbox; ${SANDBOX_URL} by default

EVENT is one of
${EVENT_TYPES.map(type => `  ${type}\n`).join('')}`

/** `taxtally trigger`: a test event of a sandbox that runs. Its words are those after the command's name. */
export async function triggerCommand(words: readonly string[]): Promise<number> {
  const { values, positionals } = orUsageError(() =>
    parseArgs({ args: [...words], options: SPEC, allowPositionals: true }),
  )
  if (values.help === true) {
    process.stdout.write(USAGE)
    return 0
  }
  const [event, ...more] = positionals
  if (event === undefined || more.length > 0)
    throw new UsageError('trigger takes one event; taxtally trigger --help lists them.')
  if (!(EVENT_TYPES as readonly string[]).includes(event))
    throw new UsageError('There is no such event; taxtally trigger --help lists them.')
  const data = readData(values.data)
  const sent = (await callSandbox(readAddress('url', values.url ?? SANDBOX_URL), 'POST', '/events', {
    event,
    ...(data === null ? {} : { data }),
  })) as { readonly event: { readonly id: string }; readonly endpoints: number }
  const to = sent.endpoints === 1 ? '1 endpoint' : `${sent.endpoints} endpoints`
  process.stdout.write(`${event} ${sent.event.id} to ${to}\n`)
  if (sent.endpoints === 0)
    process.stderr.write('taxtally: nobody takes it; begin with taxtally listen --forward-to URL.\n')
  return 0
}

function readData(text: string | undefined): object | null {
  if (text === undefined) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  if (!isObject(value)) throw new UsageError('--data takes a JSON object.')
  return value
}
