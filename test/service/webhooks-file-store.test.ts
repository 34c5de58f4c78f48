import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createReceiver } from '../../src/service/webhooks/index.js'
import { createFileStore } from '../../src/service/webhooks/stores.js'
import { newFolder } from '../cli/command.js'
import { makeStatusChanged, NOW, SECRET, signDelivery } from './webhooks-fake.js'

const newPath = () => join(newFolder(), 'events.ndjson')

describe('the store in a file', () => {
  test('remembers events and the newest data of a subject after a restart', async () => {
    const path = newPath()
    const states: string[] = []
    const send = async (...values: object[]) => {
      const store = await createFileStore(path, { now: () => NOW })
      const handlers = {
        'taxpayer.status_changed': ({ data }: { data: { status: string } }) => states.push(data.status),
      }
      const receiver = createReceiver({ secrets: SECRET, now: NOW, handlers, store })
      const outcomes: string[] = []
      for (const value of values) {
        const { body, headers } = await signDelivery(value)
        outcomes.push((await receiver.receive(body, headers)).outcome)
      }
      await store.close()
      return outcomes
    }
    const newer = makeStatusChanged('COMPLETED', '2024-06-01T00:00:02Z')
    const older = makeStatusChanged('AUTHORIZED', '2024-06-01T00:00:01Z')
    expect(await send(newer)).toEqual(['handled'])
    expect(await send(newer, older)).toEqual(['duplicate', 'stale'])
    expect(await send(older)).toEqual(['duplicate'])
    expect(states).toEqual(['COMPLETED'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  test('ignores a last line that was cut off, and continues on a new line', async () => {
    const path = newPath()
    const first = await createFileStore(path)
    await (await first.lease('event', 'ev_1'))?.end('handled')
    await first.close()
    appendFileSync(path, '["event","ev_2","han')
    for (const line of ['7\n', 'null\n', '{}\n']) appendFileSync(path, line)
    const second = await createFileStore(path)
    const readBack = async (id: string) => (await second.lease('event', id))?.value
    expect([await readBack('ev_1'), await readBack('ev_2')]).toEqual(['handled', null])
    await (await second.lease('event', 'ev_3'))?.end('handled')
    await second.close()
    const ids = readFileSync(path, 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)[1])
    expect(ids).toEqual(['ev_1', 'ev_3'])
  })

  test('is rewritten without old values, so that it does not grow with every event', async () => {
    const path = newPath()
    const store = await createFileStore(path, { limit: 10 })
    for (let i = 0; i < 3_000; i++) await (await store.lease('event', `ev_${i}`))?.end('handled')
    expect(readFileSync(path, 'utf8').split('\n').length).toBeLessThan(1_100)
    expect((await store.lease('event', 'ev_2999'))?.value).toBe('handled')
    await store.close()
  })

  test('is open in one process at a time, and does not replace a file that it cannot read', async () => {
    const path = newPath()
    const store = await createFileStore(path)
    await expect(createFileStore(path)).rejects.toThrow('Another process is using the file of the event store.')
    await store.close()
    await (await createFileStore(path)).close()
    const folder = newFolder()
    await expect(createFileStore(folder)).rejects.toThrow()
    writeFileSync(join(folder, 'still-there'), '')
  })
})
