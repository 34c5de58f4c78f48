import { describe, expect, test } from 'vitest'
import { type SandboxOptions, signBody } from '../../src/service/sandbox/index.js'
import { createReceiver, findMoment, findSubject, isEventOf, signWebhook } from '../../src/service/webhooks/index.js'
import { HOUR, makeWorld } from './sandbox-world.js'

/** Creates a sandbox whose webhooks are delivered to the library's receiver. */
function connectReceiver(
  delivery: NonNullable<SandboxOptions['delivery']>,
  toleranceMs?: number,
  events: readonly string[] = ['taxpayer.status_changed'],
) {
  const handled: string[] = []
  const outcomes: string[] = []
  let failing = 0
  const world = makeWorld({ delivery })
  const { sandbox, clock } = world
  const { secret } = world.hook(...events)
  const receiver = createReceiver({
    secrets: secret,
    now: () => clock.now(),
    toleranceMs,
    handlers: { 'taxpayer.status_changed': ({ data }) => handled.push(String(data.status)) },
  })
  sandbox.deliver({
    fetch: async request => {
      if (failing-- > 0) return new Response(null, { status: 503 })
      const receipt = await receiver.receive(await request.text(), request.headers)
      outcomes.push(receipt.outcome)
      return new Response(null, { status: receipt.status })
    },
  })
  const run = async () => {
    sandbox.authorize({ provider: 'irs' })
    await sandbox.idle()
    await clock.advance(100 * HOUR)
  }
  return { world, sandbox, handled, outcomes, run, fail: (times: number) => (failing = times) }
}

describe('the sandbox and the receiver of webhooks', () => {
  test('compute the same signatures', async () => {
    for (const body of ['', '{"a":"é\u2028"}', 'x'.repeat(9999)])
      expect(signBody('whsec_1', body, 1736942400000)).toBe(await signWebhook(body, 'whsec_1', 1736942400000))
  })

  test('use the same event names and types', () => {
    const { sandbox } = makeWorld()
    const { taxpayerId } = sandbox.authorize({ provider: 'irs' })
    const [created] = sandbox.events
    if (created === undefined) throw new Error('Nothing happened.')
    expect(findSubject(created)).toBe(JSON.stringify(['connection', taxpayerId, 'irs']))
    expect(findMoment(created)).toBe('2025-01-15T12:00:00.000Z')
    expect(isEventOf(created, 'taxpayer.status_changed') && created.data.status).toBe('CREATED')
  })

  test('handle a taxpayer who disconnects and connects again', async () => {
    const events = ['taxpayer.status_changed', 'taxpayer.disconnected']
    const { world, handled } = connectReceiver({}, undefined, events)
    for (const again of [false, true]) {
      const { token } = await world.connect('turbotax')
      if (!again) await world.call('POST', '/disconnect', { token })
      await world.sandbox.idle()
    }
    expect(handled.filter(status => status === 'COMPLETED')).toHaveLength(2)
  })

  test('keep the delivery settings that a later change does not mention', async () => {
    const { sandbox, handled, outcomes, run, fail } = connectReceiver({ signedAt: 'attempt', reorder: true })
    sandbox.deliver({ duplicates: 1 })
    sandbox.deliver({ reorder: false })
    // After 16 failed attempts, the four statuses arrive, each with one duplicate.
    fail(16)
    await run()
    expect(handled.at(-1)).toBe('AUTHORIZED')
    expect(outcomes).toHaveLength(8)
  })

  test('keep the first signature in a retry, which a tolerance of five minutes rejects and the default of four days accepts', async () => {
    for (const [delivery, toleranceMs, last] of [
      [{}, 300_000, undefined],
      [{}, undefined, 'AUTHORIZED'],
      [{ signedAt: 'attempt' }, undefined, 'AUTHORIZED'],
    ] as const) {
      const { run, fail, handled } = connectReceiver(delivery, toleranceMs)
      fail(16)
      await run()
      expect(handled.at(-1)).toBe(last)
    }
  })
})
