import { join } from 'node:path'
import { createFileStore } from 'taxtally/webhook-stores'

export default async ({ newFolder }) => {
  const store = await createFileStore(join(newFolder(), 'events.ndjson'))
  const lease = await store.lease('event', 'ev_1')
  await lease?.end('handled')
  const value = (await store.lease('event', 'ev_1'))?.value
  await store.close()
  return { value }
}
