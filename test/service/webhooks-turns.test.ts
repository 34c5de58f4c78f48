import { expect, it, vi } from 'vitest'
import { createMemoryStore, createReceiver, type ServiceEvent } from '../../src/service/webhooks/index.js'
import { deliver, NOW, SECRET, statusChanged } from './webhooks-fake.js'

it('handles one delivery of a subject at a time, those too that come while a later one than the first runs', async () => {
  const opens: (() => void)[] = []
  const seen: string[] = []
  const handler = async (event: ServiceEvent) => {
    seen.push(event.id)
    await new Promise<void>(resolve => opens.push(resolve))
  }
  const store = createMemoryStore()
  const claim = vi.fn(store.claim)
  const receiver = createReceiver({
    secrets: SECRET,
    now: NOW,
    handlers: { other: handler },
    store: { ...store, claim },
  })
  const events = [1, 2, 3, 4].map(day => statusChanged('IN_PROGRESS', `2024-05-0${day}T00:00:00.000Z`))
  const sent: Promise<unknown>[] = []
  /** Sends the next event, and gives back when it is queued. */
  const send = async () => {
    const { body, headers } = await deliver(events[sent.length])
    sent.push(receiver.receive(body, headers))
    await vi.waitFor(() => expect(claim).toHaveBeenCalledTimes(sent.length))
  }
  await send()
  await send()
  opens[0]?.()
  await vi.waitFor(() => expect(opens).toHaveLength(2))
  // The first is done and has left, the second runs.
  await send()
  await send()
  for (const running of [2, 3, 4]) {
    await vi.waitFor(() => expect(opens.length).toBeGreaterThanOrEqual(running))
    expect(seen).toEqual(events.slice(0, running).map(({ id }) => id))
    opens[running - 1]?.()
  }
  expect(await Promise.all(sent)).toEqual(Array(4).fill({ status: 200, outcome: 'handled' }))
})
