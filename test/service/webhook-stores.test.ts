import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresStore, POSTGRES_STORE_SQL } from '../../src/service/webhooks/stores.js'
import { ROOT } from '../cli/command.js'
import { blocksOf } from '../docs/blocks.js'
import { type Postgres, startPostgres } from '../support/postgres.js'
import { requireFor } from '../support/requirements.mjs'
import { makeEvent, SECRET, signDelivery } from './webhooks-fake.js'

const LEASE_MS = 1_500
const TAXPAYERS = 40
const EVENTS = 2_000
const STATUSES = ['CREATED', 'CONSENT_RECEIVED', 'AUTHORIZED', 'COMPLETED']

/** Some writes of a status take up to a tenth of a second, so that handlers in two processes overlap. */
const SLOW_WRITES = `
  CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF random() < 0.2 THEN PERFORM pg_sleep(random() * 0.1); END IF;
    RETURN NEW;
  END $$;
  CREATE TABLE taxpayers (id text PRIMARY KEY, status text);
  CREATE TRIGGER slow BEFORE INSERT ON taxpayers FOR EACH ROW EXECUTE FUNCTION wait();
`

const postgresql = requireFor('receivers that share a store in PostgreSQL', 'postgresql')

describe.skipIf(postgresql === undefined)('the store in PostgreSQL', () => {
  let postgres: Postgres
  let pool: pg.Pool
  // The program is in the repository, so that it finds the package by its name.
  const program = join(ROOT, 'dist/shared-receiver.test.mjs')
  const processes = new Map<number, ChildProcess>()
  const selectRows = async (sql: string) => (await pool.query(sql)).rows as Record<string, string>[]
  const createStore = (leaseMs = LEASE_MS, keepMs?: number) => {
    const query = (text: string, values: unknown[]) => pool.query(text, values)
    return createPostgresStore({ query, leaseMs, ...(keepMs === undefined ? {} : { keepMs }) })
  }

  beforeAll(async () => {
    postgres = await startPostgres()
    pool = new pg.Pool({ host: postgres.env['PGHOST'], user: postgres.env['PGUSER'], database: 'postgres' })
    // Connections that are still closing report an error when the server stops.
    pool.on('error', () => {})
    await pool.query(POSTGRES_STORE_SQL)
    await pool.query(SLOW_WRITES)
    const block = blocksOf('docs/receivers.md').find(({ labels }) => labels.includes('file=shared-receiver.mjs'))
    writeFileSync(program, block?.code ?? '')
  }, 120_000)
  afterAll(async () => {
    for (const child of processes.values()) child.kill('SIGKILL')
    rmSync(program, { force: true })
    await pool?.end()
    await postgres?.stop()
  })

  function startReceiver(port: number): void {
    const env = {
      ...process.env,
      ...postgres.env,
      PORT: String(port),
      WEBHOOK_SECRET: SECRET,
      LEASE_MS: String(LEASE_MS),
    }
    processes.set(port, spawn(process.execPath, [program], { env, stdio: 'inherit' }))
  }

  /** Delivers an event as the service does: again, to any of the processes, until one of them accepts it. */
  async function deliver(event: object, ports: readonly number[]): Promise<void> {
    const { body, headers } = await signDelivery(event, SECRET, Date.now())
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const port = ports[Math.floor(Math.random() * ports.length)]
      const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body }).catch(() => null)
      await response?.body?.cancel()
      if (response?.status === 200) return
      await sleep(20 + Math.random() * 60)
    }
    throw new Error('No process accepted the event.')
  }

  test('makes two processes handle each of 2,000 events, and the newest status last, if one is killed', async () => {
    const newest = new Map<string, string>()
    const recordIds: string[] = []
    const events = Array.from({ length: EVENTS }, (_, index) => {
      const taxpayer_id = `t-${index % TAXPAYERS}`
      const updated_at = new Date(Date.UTC(2024, 5, 1) + index * 1000).toISOString()
      const fields = { taxpayer_id, provider_id: 'irs', updated_at }
      // Each taxpayer has events of both types, because the number of taxpayers divides neither group.
      if (Math.floor(index / TAXPAYERS) % 2 === 1) {
        recordIds.push(`r-${index}`)
        return makeEvent('taxpayer.records_synced', { ...fields, records: [{ record_id: `r-${index}` }] })
      }
      const status = `${STATUSES[index % STATUSES.length]}-${index}`
      newest.set(taxpayer_id, status)
      return makeEvent('taxpayer.status_changed', { ...fields, status })
    })
    const ports = [41_701, 41_702]
    for (const port of ports) startReceiver(port)
    // Nearly in order, as from the service: many events of a taxpayer arrive at once.
    const queue = events
      .map((event, index) => ({ event, key: index + Math.random() * 4 * TAXPAYERS }))
      .toSorted((first, second) => first.key - second.key)
    let delivered = 0
    const worker = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        await deliver(next.event, ports)
        delivered++
        if (delivered === 700) processes.get(41_702)?.kill('SIGKILL')
        if (delivered === 1_400) startReceiver(41_702)
      }
    }
    await Promise.all(Array.from({ length: 64 }, worker))
    expect(delivered).toBe(EVENTS)
    const [handled] = await selectRows(
      "SELECT count(*) FROM taxtally_webhooks WHERE kind = 'event' AND value = 'handled'",
    )
    expect(handled).toEqual({ count: String(EVENTS) })
    const records = await selectRows('SELECT id FROM records')
    expect(records.map(({ id }) => id).toSorted()).toEqual(recordIds.toSorted())
    const states = await selectRows('SELECT id, status FROM taxpayers')
    expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(newest)
    for (const child of processes.values()) {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    }
  }, 300_000)

  test('renews a lease while its process runs, and gives it to another caller after it has expired', async () => {
    const [store, secondStore] = [createStore(400), createStore(400)]
    const lease = await store.lease('subject', 's-1')
    expect(lease?.value).toBeNull()
    await sleep(1_000)
    expect(await secondStore.lease('subject', 's-1')).toBeNull()
    // A process that has ended renews nothing and never ends its lease.
    await pool.query("UPDATE taxtally_webhooks SET expires_at = now() - interval '1 second' WHERE id = 's-1'")
    const next = await secondStore.lease('subject', 's-1')
    expect(await lease?.end('old')).toBe(false)
    expect(await next?.end('new')).toBe(true)
    expect(await next?.end('new')).toBe(true)
    const last = await store.lease('subject', 's-1')
    expect(last?.value).toBe('new')
    expect(await last?.end()).toBe(true)
  })

  test('gives one of many callers the lease', async () => {
    const store = createStore()
    const leases = await Promise.all(Array.from({ length: 50 }, () => store.lease('event', 'ev_raced')))
    expect(leases.filter(lease => lease !== null)).toHaveLength(1)
    for (const lease of leases) await lease?.end('handled')
  })

  test('deletes what is older than it has to keep, but not what is leased', async () => {
    const store = createStore()
    const leased = await store.lease('event', 'ev_leased')
    await pool.query("UPDATE taxtally_webhooks SET changed_at = now() - interval '9 days' WHERE id <> 's-1'")
    const lease = await createStore().lease('event', 'ev_next')
    const rows = await selectRows('SELECT id FROM taxtally_webhooks ORDER BY id')
    expect(rows.map(({ id }) => id)).toEqual(['ev_leased', 'ev_next', 's-1'])
    for (const open of [leased, lease]) await open?.end()
  })
})
