import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { sandboxCommand } from '../../src/cli/commands/sandbox.js'
import { InputError } from '../../src/files/errors.js'
import type { JsonObject } from '../../src/service/sandbox/generate-documents.js'
import { verifyWebhook } from '../../src/service/webhooks/index.js'
import { newFolder } from '../cli/command.js'
import { captureOutput } from '../support/output.js'
import { HOOK, HOUR, makeWorld, type World } from './sandbox-world.js'

/**
 * Makes a sandbox, and a function that fails unless the last call of `onChange` had the current state. The state of the
 * clock is left out, because the tests move the clock themselves.
 */
function makeWatchedWorld() {
  let reported: JsonObject | null = null
  const readState = (): JsonObject => ({ ...world.sandbox.save(), aheadMs: 0 })
  const onChange = () => {
    reported = readState()
  }
  const world: World = makeWorld({ onChange })
  return { world, expectReported: (step: string) => expect(readState(), step).toEqual(reported) }
}

describe('onChange', () => {
  test('is called after every step that changes the state', async () => {
    const { world, expectReported } = makeWatchedWorld()
    const { sandbox, clock } = world
    world.answer(nth => (nth % 3 === 0 ? 500 : 200))
    const steps: Readonly<Record<string, () => unknown>> = {
      registerWebhook: () => world.hook(),
      registerClient: () => sandbox.registerClient({ id: 'other' }),
      trigger: () => sandbox.trigger('widget.opened'),
      sendTestEvents: () => sandbox.sendTestEvents(sandbox.client.webhooks[0] as never),
      authorize: () => sandbox.authorize({ provider: 'irs' }),
      connect: () => world.connect('irs'),
      link: () => world.link(),
      'the connect page': () => world.walk(world.embeddedPath),
      'a page that is only opened': () => world.page(world.embeddedPath),
      upload: async () => (await world.form()).upload(),
      'the end of an authorization and of parsing': () => clock.advance(5_000),
      connectAsync: () => world.connectAsync(),
      'the end of parsing': () => clock.advance(5_000),
      'the retries of deliveries': () => clock.advance(90 * HOUR),
      reset: () => sandbox.reset(),
    }
    for (const [name, run] of Object.entries(steps)) {
      await run()
      await sandbox.idle()
      expectReported(name)
    }
  })

  test('is called after a change by a timer, without a request or a delivery', async () => {
    const { world, expectReported } = makeWatchedWorld()
    const { token } = await world.connectAsync()
    expectReported('the exchange')
    await world.clock.advance(5_000)
    expectReported('the end of parsing')
    expect(world.sandbox.events.at(-1)?.data).toMatchObject({ status: 'COMPLETED' })
    expect((await world.get('/tax-payer', token)).status).toBe('COMPLETED')
  })
})

describe('an endpoint whose secret changes', () => {
  test('keeps its id, and signs pending deliveries with the secret of the time at which they are sent', async () => {
    const world = makeWorld()
    world.answer(nth => (nth === 1 ? 500 : 200))
    const webhook = world.hook('widget.opened')
    world.sandbox.trigger('widget.opened')
    await world.sandbox.idle()
    const { id, secret: formerSecret } = webhook
    webhook.secret = 'whsec_new'
    await world.clock.advance(HOUR)
    await world.sandbox.idle()
    expect(world.sandbox.client.webhooks).toMatchObject([{ id, url: HOOK, secret: 'whsec_new' }])
    const isSignedWith = async (secret: string, { body, signature }: (typeof world.received)[number]) => {
      const options = { now: world.clock.now(), toleranceMs: 2 * HOUR }
      return (await verifyWebhook(body, { 'service-signature': signature }, secret, options)).ok
    }
    const signedWith = (secret: string) => Promise.all(world.received.map(delivery => isSignedWith(secret, delivery)))
    expect([await signedWith(formerSecret), await signedWith('whsec_new')]).toEqual([
      [true, false],
      [false, true],
    ])
  })
})

describe('the errors of taxtally sandbox', () => {
  afterEach(() => vi.restoreAllMocks())

  test('have the error that caused them', async () => {
    captureOutput()
    await expect(sandboxCommand(['--port', '0', '--redirect', 'http://elsewhere.invalid/'])).rejects.toMatchObject({
      name: 'UsageError',
      cause: expect.any(RangeError),
    })
    const path = join(newFolder(), 'state.json')
    writeFileSync(path, '{"format":"taxtally sandbox, 2"}', { mode: 0o600 })
    const error = await sandboxCommand(['--port', '0', '--state', path]).catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(InputError)
    expect((error as Error).cause).toBeInstanceOf(TypeError)
  })
})
