import { describe, expect, test } from 'vitest'
import { manualClock } from '../../src/service/sandbox/index.js'
import { createReceiver } from '../../src/service/webhooks/index.js'
import { makeWorld, type World } from './sandbox-world.js'

const HOOK = 'https://app.example.invalid/hook'

const disconnect = (world: World, token: string) => world.call('POST', '/disconnect', { token })

describe('who connects again after disconnecting', () => {
  test('has newer changes than before, though the clock stands still', async () => {
    const world = makeWorld()
    for (let time = 0; time < 3; time++) await disconnect(world, (await world.connect('irs')).token)
    const moments = world.sandbox.events.flatMap(({ data }) => data['updated_at'] ?? []) as string[]
    // Four statuses, the records, COMPLETED and the end, three times.
    expect(moments).toHaveLength(3 * 7)
    expect(moments).toEqual([...new Set(moments)].toSorted())
  })

  test('is heard by a receiver to the end', async () => {
    const clock = manualClock()
    const handled: string[] = []
    const receiver = createReceiver({
      secrets: 'whsec_1',
      now: () => clock.now(),
      handlers: { 'taxpayer.status_changed': ({ data }) => handled.push(data.status) },
    })
    const world = makeWorld({ clock })
    world.sandbox.deliver({
      fetch: async request => {
        const { status } = await receiver.receive(await request.text(), request.headers)
        return new Response(null, { status })
      },
    })
    world.sandbox.registerWebhook({ url: HOOK, secret: 'whsec_1' })
    await disconnect(world, (await world.connect('turbotax')).token)
    await world.sandbox.idle()
    await world.connect('turbotax')
    await world.sandbox.idle()
    expect(handled.filter(status => status === 'COMPLETED')).toHaveLength(2)
  })
})
