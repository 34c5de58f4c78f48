import { describe, expect, test } from 'vitest'
import {
  createSandbox,
  generateDossiers,
  type ManualClock,
  manualClock,
} from '../../src/service/sandbox/index.js'
import {
  createReceiver,
  type ReceiverOptions,
  signWebhook,
  toNodeHandler,
} from '../../src/service/webhooks/index.js'
import { serveForTest } from '../support/serve.js'

// The application's own endpoint, over the network of this machine, by the sandbox's clock.

const HOUR = 3_600_000
const SECRET = 'whsec_1'

/** An endpoint that can be down, and a sandbox that delivers to it. */
async function world(options: Partial<ReceiverOptions> = {}, people = 10) {
  const clock: ManualClock = manualClock()
  const handled: string[] = []
  let isDown: false | 'refuses' | 'breaks' = false
  const receiver = createReceiver({
    secrets: SECRET,
    now: () => clock.now(),
    handlers: { other: event => handled.push(event.id) },
    // Each event counts, whatever came before it.
    subjectOf: () => null,
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
  const happen = async () => {
    for (let person = 0; person < people; person++) sandbox.authorize({ person, provider: 'irs' })
    await sandbox.idle()
  }
  const send = (body: string, signature: string) =>
    fetch(url, { method: 'POST', body, headers: { 'service-signature': signature } })
  return { clock, sandbox, handled, happen, send, go: (state: typeof isDown) => (isDown = state) }
}

/** Moves on in steps, each awaited until what it sends has arrived. */
async function pass({ clock, sandbox }: Awaited<ReturnType<typeof world>>, hours: number) {
  for (let step = 0; step < hours * 4; step++) {
    await clock.advance(HOUR / 4)
    await sandbox.idle()
  }
}

describe('an outage', () => {
  test.each(['refuses', 'breaks'] as const)(
    'of an hour, in which the endpoint %s, loses no event, and none comes twice',
    async state => {
      const all = await world()
      await all.happen()
      const before = all.handled.length
      all.go(state)
      await all.happen()
      await pass(all, 1)
      await all.happen()
      expect(all.handled).toHaveLength(before)
      all.go(false)
      await pass(all, 24)
      const ids = all.sandbox.events.map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(2 * before)
      expect(all.handled.toSorted()).toEqual(ids.toSorted())
    },
  )

  test('of two days and a half too, and of an hour not with five minutes of tolerance', async () => {
    const long = await world({}, 2)
    long.go('refuses')
    await long.happen()
    await pass(long, 60)
    long.go(false)
    await pass(long, 40)
    expect(long.handled.toSorted()).toEqual(long.sandbox.events.map(({ id }) => id).toSorted())
    const short = await world({ toleranceMs: 300_000 }, 2)
    short.go('refuses')
    await short.happen()
    await pass(short, 1)
    short.go(false)
    await pass(short, 80)
    expect(short.handled).toEqual([])
  })

  test("of the application's own store loses none", async () => {
    const waiting = new Set<string>()
    let isAway = true
    const done: string[] = []
    const all = await world(
      {
        handlers: {
          other: event => {
            if (isAway) throw new Error('the database is away')
            done.push(event.id)
          },
        },
        onError: (_, event) => event && waiting.add(event.id),
      },
      3,
    )
    await all.happen()
    expect(waiting.size).toBe(all.sandbox.events.length)
    await pass(all, 1)
    isAway = false
    await pass(all, 24)
    expect(done.toSorted()).toEqual([...waiting].toSorted())
  })
})

describe('signatures', () => {
  const event = (id: string) =>
    JSON.stringify({ event: 'widget.opened', id, data: {}, created_at: '2025-01-15T12:00:00Z' })

  test('that were tampered with, or made with another secret, are refused and handled by nobody', async () => {
    const { clock, handled, send } = await world()
    const body = event('ev_1')
    const good = await signWebhook(body, SECRET, clock.now())
    const moved = good.replace(/^t=\d+/, `t=${clock.now() + 1}`)
    const forged = [
      moved,
      good.replace(/.$/, last => (last === '0' ? '1' : '0')),
      await signWebhook(body, 'other', clock.now()),
    ]
    for (const signature of forged) expect((await send(body, signature)).status).toBe(400)
    expect((await send(body.replace('opened', 'closed'), good)).status).toBe(400)
    expect((await send(`${body}\n`, good)).status).toBe(400)
    expect(handled).toEqual([])
    expect((await send(body, good)).status).toBe(200)
    expect(handled).toEqual(['ev_1'])
  })

  test('that are replayed are handled once, and refused once they are older than the tolerance', async () => {
    const { clock, handled, send } = await world()
    const body = event('ev_2')
    const signature = await signWebhook(body, SECRET, clock.now())
    const outcomes: string[] = []
    // At the moment of signing, an hour later, a day, and four days, which are the tolerance; then a millisecond more.
    for (const wait of [0, HOUR, 23 * HOUR, 72 * HOUR, 1]) {
      await clock.advance(wait)
      const answer = await send(body, signature)
      outcomes.push(`${answer.status} ${((await answer.json()) as { outcome: string }).outcome}`)
    }
    expect(outcomes).toEqual(['200 handled', ...Array(3).fill('200 duplicate'), '400 refused'])
    expect(handled).toEqual(['ev_2'])
  })

  test('of the old secret and of the new one are taken while secrets change, and the old one not after', async () => {
    const both = await world({ secrets: ['whsec_2', SECRET] })
    const statusOf = async (all: typeof both, secret: string, id: string) =>
      (await all.send(event(id), await signWebhook(event(id), secret, all.clock.now()))).status
    expect([await statusOf(both, SECRET, 'ev_3'), await statusOf(both, 'whsec_2', 'ev_4')]).toEqual([
      200, 200,
    ])
    expect(both.handled).toEqual(['ev_3', 'ev_4'])
    const later = await world({ secrets: 'whsec_2' })
    expect([await statusOf(later, SECRET, 'ev_5'), await statusOf(later, 'whsec_2', 'ev_6')]).toEqual([
      400, 200,
    ])
  })
})
