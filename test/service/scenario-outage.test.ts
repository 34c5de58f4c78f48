import { describe, expect, test } from 'vitest'
import { createSandbox, generateDossiers, type ManualClock, manualClock } from '../../src/service/sandbox/index.js'
import { createReceiver, type ReceiverOptions, toNodeHandler } from '../../src/service/webhooks/index.js'
import { serveForTest } from '../support/serve.js'

// Delivers webhooks over the local network to an application's endpoint, with the sandbox's clock.

const HOUR = 3_600_000
const SECRET = 'whsec_1'

/** Creates an endpoint that can be down, and a sandbox that delivers to it. */
async function makeOutage(options: Partial<ReceiverOptions> = {}, people = 10) {
  const clock: ManualClock = manualClock()
  const handled: string[] = []
  let isDown: false | 'refuses' | 'breaks' = false
  const receiver = createReceiver({
    secrets: SECRET,
    now: () => clock.now(),
    handlers: { otherEvent: event => handled.push(event.id) },
    // Events have no subject here, so each one is handled even if a newer one has already arrived.
    findSubject: () => null,
    ...options,
  })
  const handle = toNodeHandler(receiver)
  const served = await serveForTest((request, response) => {
    if (isDown === 'breaks') request.socket.destroy()
    else if (isDown === 'refuses') response.writeHead(503).end()
    else handle(request, response)
  })
  const url = `${served.url}/webhooks`
  const sandbox = createSandbox({ clock, dossiers: generateDossiers(people, 3) })
  sandbox.registerWebhook({ url, secret: SECRET })
  const makeEvents = async () => {
    for (let person = 0; person < people; person++) sandbox.authorize({ person, provider: 'irs' })
    await sandbox.idle()
  }
  return { clock, sandbox, handled, makeEvents, setState: (state: typeof isDown) => (isDown = state) }
}

/** Advances the clock in steps of 15 minutes. Each step waits until its deliveries have arrived. */
async function passTime({ clock, sandbox }: Awaited<ReturnType<typeof makeOutage>>, hours: number) {
  for (let step = 0; step < hours * 4; step++) {
    await clock.advance(HOUR / 4)
    await sandbox.idle()
  }
}

describe('an outage', () => {
  test.each(['refuses', 'breaks'] as const)(
    'of an hour, in which the endpoint %s requests, loses no event and repeats none',
    async state => {
      const outage = await makeOutage()
      await outage.makeEvents()
      const before = outage.handled.length
      outage.setState(state)
      await outage.makeEvents()
      await passTime(outage, 1)
      await outage.makeEvents()
      expect(outage.handled).toHaveLength(before)
      outage.setState(false)
      await passTime(outage, 24)
      const ids = outage.sandbox.events.map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(2 * before)
      expect(outage.handled.toSorted()).toEqual(ids.toSorted())
    },
  )

  test('of two and a half days loses no event and repeats none', async () => {
    const long = await makeOutage({}, 2)
    long.setState('refuses')
    await long.makeEvents()
    await passTime(long, 60)
    long.setState(false)
    await passTime(long, 40)
    expect(long.handled.toSorted()).toEqual(long.sandbox.events.map(({ id }) => id).toSorted())
  })

  test("of the application's database loses no event", async () => {
    const waiting = new Set<string>()
    let isAway = true
    const done: string[] = []
    const outage = await makeOutage(
      {
        handlers: {
          otherEvent: event => {
            if (isAway) throw new Error('the database is away')
            done.push(event.id)
          },
        },
        onError: (_, event) => event && waiting.add(event.id),
      },
      3,
    )
    await outage.makeEvents()
    expect(waiting.size).toBe(outage.sandbox.events.length)
    await passTime(outage, 1)
    isAway = false
    await passTime(outage, 24)
    expect(done.toSorted()).toEqual([...waiting].toSorted())
  })
})
