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
    // No subject: each event is handled even if a newer one has already arrived.
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
      const all = await makeOutage()
      await all.makeEvents()
      const before = all.handled.length
      all.setState(state)
      await all.makeEvents()
      await passTime(all, 1)
      await all.makeEvents()
      expect(all.handled).toHaveLength(before)
      all.setState(false)
      await passTime(all, 24)
      const ids = all.sandbox.events.map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(2 * before)
      expect(all.handled.toSorted()).toEqual(ids.toSorted())
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
    const all = await makeOutage(
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
    await all.makeEvents()
    expect(waiting.size).toBe(all.sandbox.events.length)
    await passTime(all, 1)
    isAway = false
    await passTime(all, 24)
    expect(done.toSorted()).toEqual([...waiting].toSorted())
  })
})
