import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { createReceiver, type Receipt, toWebHandler, verifyWebhook } from '../../src/service/webhooks/index.js'
import { makeEvent, NOW, SECRET, signDelivery } from '../service/webhooks-fake.js'

// test/service/client-secrets.test.ts has the tests of the client's secrets and of text that the service sends back.

const CANARY = /zqaaaaaqz|900-?01-?0008|whsec_CANARY/i
const WORD = 'Zoe zqaaaaaqz zqaaaaaqz@example.invalid sk_live_zqaaaaaqz 900-01-0008 900010008'

const printed = (value: unknown): string =>
  `${inspect(value, { depth: 20, showHidden: true, getters: true })}\n${JSON.stringify(value)}\n${String(value)}`

/** Everything that is written to the console or to a standard stream during a test. */
let written = ''
beforeEach(() => {
  written = ''
  for (const name of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const)
    vi.spyOn(console, name).mockImplementation((...values) => {
      written += values.map(printed).join()
    })
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(chunk => {
      written += String(chunk)
      return true
    })
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('webhooks', () => {
  const bodies: [string, unknown][] = [
    [
      'data of a known event',
      makeEvent('taxpayer.status_changed', { taxpayer_id: WORD, status: WORD, name: { [WORD]: WORD } }),
    ],
    ['an unknown event type', makeEvent(WORD, { [WORD]: WORD })],
    ['an event id that is not text', { ...makeEvent('widget.opened', {}), id: { [WORD]: WORD } }],
    ['a timestamp that is not a time', { ...makeEvent('widget.opened', {}), created_at: WORD }],
    ['an object that is not an event', { [WORD]: WORD }],
    ['a value that is not an object', JSON.stringify(WORD)],
    ['text that is not JSON', `{"id":"${WORD}`],
  ]

  test.each(bodies)('%s appears in no rejection or receipt, and nothing is logged', async (_, value) => {
    const { body, headers } = await signDelivery(value)
    const { headers: others } = await signDelivery('{}', `${SECRET}-other`)
    const thrown: unknown[] = []
    const refused: unknown[] = []
    const receiver = createReceiver({
      secrets: SECRET,
      now: NOW,
      handlers: {
        otherEvent: () => {
          throw new Error(WORD)
        },
      },
      onError: (error, read) => (read === undefined ? refused : thrown).push(error),
    })
    const receipts: Receipt[] = [
      await receiver.receive(body, headers),
      await receiver.receive(body, others),
      await receiver.receive(body, { 'service-signature': WORD }),
      await receiver.receive(body, { 'service-signature': `t=${WORD},v1=${WORD}` }),
      await receiver.receive(body, {}),
    ]
    expect(printed(receipts)).not.toMatch(CANARY)
    for (const source of [headers, others, { 'service-signature': WORD }]) {
      const verified = await verifyWebhook(body, source, SECRET, { now: NOW })
      if (!verified.ok) expect(printed(verified)).not.toMatch(CANARY)
    }
    const response = await toWebHandler(receiver)(
      new Request('https://app.example.invalid/', { method: 'POST', body, headers }),
    )
    expect(await response.text()).not.toMatch(CANARY)
    expect(printed([...response.headers])).not.toMatch(CANARY)
    // Only the caller receives the error that its own handler throws.
    expect(written).toBe('')
    expect(printed(refused)).not.toMatch(CANARY)
    for (const error of thrown) expect((error as Error).message).toBe(WORD)
  })
})

describe('the sandbox', () => {
  const sandbox = createSandbox()
  const { id: clientId, secret: clientSecret } = sandbox.client
  const tokens = [WORD, btoa(`${clientId}:${WORD}`), btoa(`${clientId}:${clientSecret}`)]
  const bearers = [WORD, ...tokens.map(token => `Bearer ${token}`)]
  const paths = [
    ...['/auth/token', '/auth/introspect', '/tax-payer', '/records', '/client-link', '/form-8821', '/refresh'],
    ...['/records/', '/'].map(folder => folder + encodeURIComponent(WORD)),
  ]
  const contents = [
    JSON.stringify({ [WORD]: WORD, code: WORD, client_id: WORD, personalInfo: { ssn: WORD } }),
    `{"${WORD}`,
    JSON.stringify(WORD),
  ]

  test('rejects requests without repeating their content, and logs nothing', async () => {
    let refusals = 0
    for (const path of paths)
      for (const authorization of bearers)
        for (const [method, body] of [
          ['GET', undefined],
          ['DELETE', undefined],
          ...contents.map(content => ['POST', content]),
        ] as const) {
          const response = await sandbox.fetch(`http://localhost:8821${path}?code=${encodeURIComponent(WORD)}`, {
            method: method as string,
            headers: { authorization, 'service-api-version': '2024-01-01', 'content-type': 'application/json' },
            ...(body === undefined ? {} : { body }),
          })
          if (response.ok) continue
          refusals++
          const text = await response.text()
          expect([method, path, text.match(CANARY)?.[0] ?? null]).toEqual([method, path, null])
          expect(response.status).toBeLessThan(500)
        }
    expect(refusals).toBeGreaterThan(150)
    expect(written).toBe('')
  })
})
