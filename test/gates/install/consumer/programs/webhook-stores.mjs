import { createFileStore } from 'taxtally/webhook-stores'

export default async () => {
  const store = await createFileStore(`events-${crypto.randomUUID()}.ndjson`)
  const lease = await store.lease('event', 'ev_1')
  await lease?.end('handled')
  const value = (await store.lease('event', 'ev_1'))?.value
  await store.close()
  return { value }
}
