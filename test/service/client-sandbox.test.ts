import { afterAll, describe, expect, it } from 'vitest'
import { AccessToken, type ServiceError } from '../../src/service/client/index.js'
import { createSandbox, manualClock } from '../../src/service/sandbox/index.js'
import { createReceiver, type ServiceEvent, toNodeHandler } from '../../src/service/webhooks/index.js'
import { serve } from '../support/serve.js'
import { catchError } from './client-fake.js'
import { makeClient } from './sandbox-world.js'

// Tests the client, the sandbox and the webhooks over a real network, as an application uses them.
describe('the client, the sandbox and the webhooks together', async () => {
  const clock = manualClock()
  const sandbox = createSandbox({ clock })
  const service = await sandbox.listen()
  const client = makeClient(sandbox, service.url, { retry: { firstMs: 5 } })
  const pace = { firstMs: 2, longestMs: 5 }
  const events: ServiceEvent[] = []
  const hooks = await serve((request, response) => void handle(request, response))
  const { secret } = sandbox.registerWebhook({ url: hooks.url })
  const handlers = { otherEvent: (event: ServiceEvent) => events.push(event) }
  const handle = toNodeHandler(createReceiver({ secrets: secret, now: () => clock.now(), handlers }))
  afterAll(async () => {
    await service.close()
    hooks.close()
  })

  /** Advances the service's clock until a call ends. Returns the result of the call. */
  const runInTime = async <T>(call: Promise<T>): Promise<T> => {
    let running = true
    const end = call.finally(() => {
      running = false
    })
    while (running) {
      await clock.advance(1000)
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    return end
  }

  const connect = async (async = false) =>
    client.exchangeCode({ code: sandbox.authorize({ provider: 'irs' }).code }, { async })

  it('exchange, introspect, retrieve, collect, refresh, clear and disconnect', async () => {
    const grant = await connect()
    const token = grant.access_token
    expect(await client.introspect(token)).toMatchObject({ taxpayer_id: grant.taxpayer_id, provider_id: 'irs' })
    const retrieved = await client.retrieveToken(grant.taxpayer_id)
    expect(retrieved.access_token.reveal()).toBe(token.reveal())
    expect(await client.listProviders(token)).toBeInstanceOf(Array)
    expect(await client.getTaxpayer(token)).toMatchObject({ id: grant.taxpayer_id, status: 'COMPLETED' })
    const records = await client.listRecords(token)
    expect(await client.collect(token)).toMatchObject({ taxpayer: { id: grant.taxpayer_id }, records })
    expect(records.length).toBeGreaterThan(0)
    expect(await client.getRecord(token, records[0]?.id ?? '')).toMatchObject({ id: records[0]?.id })
    expect(await runInTime(client.refresh(token, { pace }))).toMatchObject({ outcome: 'completed' })
    expect(await client.clearRecords(token)).toEqual({ status: 'success' })
    expect(await client.listRecords(token)).toEqual([])
    const refreshedDossier = await runInTime(client.collect(token, { refresh: { pace } }))
    expect(refreshedDossier.records).toHaveLength(records.length)
    expect(await client.disconnect(token)).toEqual({ status: 'success' })
    expect(await catchError(client.getTaxpayer(token))).toMatchObject({ kind: 'status', status: 401 })
  })

  it('wait for an asynchronous exchange', async () => {
    const { access_token, taxpayer_id } = await connect(true)
    expect((await client.getTaxpayer(access_token)).status).toBe('AUTHORIZED')
    expect((await client.retrieveToken(taxpayer_id)).status).toBe('AUTHORIZED')
    expect(await runInTime(client.waitForCompletion(access_token, { pace }))).toMatchObject({ status: 'COMPLETED' })
  })

  it('make, sign and upload a form', async () => {
    const form = await client.createUnsignedForm({
      personalInfo: { firstName: 'Pat', lastName: 'Doe', ssn: '003-45-6789' },
      address: { street: '1 Main St', city: 'Reno', state: 'NV', zip: '89501' },
    })
    const file = form.file ?? new Uint8Array()
    expect(new TextDecoder().decode(file.slice(0, 5))).toBe('%PDF-')
    const grant = await client.uploadSignedForm(form.documentId ?? '', file)
    expect(grant.access_token).toBeInstanceOf(AccessToken)
    await runInTime(client.waitForCompletion(grant.access_token, { pace }))
  })

  it('pass the message of the service to the caller unchanged', async () => {
    const readServiceMessage = async (call: Promise<unknown>) =>
      ((await catchError(call)) as ServiceError).serviceMessage
    expect(await readServiceMessage(client.listProviders())).toBe(
      'The header Authorization must contain a credential of type Bearer.',
    )
    expect(await readServiceMessage(client.createUnsignedForm({ personalInfo: { firstName: 'Pat', ssn: '1' } }))).toBe(
      "Missing: $['personalInfo']['lastName'], $['address']['street'], $['address']['city'], " +
        "$['address']['state'], $['address']['zip'].",
    )
  })

  it('make a client link', async () => {
    expect((await client.createClientLink({ metadata: { ref: '1' } })).url).toContain('/link/')
  })

  it('recover from temporary faults', async () => {
    const { access_token: token } = await connect()
    for (const fault of [
      { kind: 'reset', times: 2 },
      { kind: 'truncated', times: 2 },
      { kind: 'malformed', times: 2 },
      { kind: 'status', status: 503, times: 2 },
      { kind: 'status', status: 429, retryAfter: 0, times: 2 },
    ] as const) {
      sandbox.inject(fault)
      expect(await client.getTaxpayer(token), fault.kind).toMatchObject({ status: 'COMPLETED' })
      sandbox.clearFaults()
    }
    sandbox.inject({ kind: 'wrong_type', field: 'id' })
    expect(await catchError(client.getTaxpayer(token))).toMatchObject({ kind: 'body', path: "$['id']" })
    sandbox.clearFaults()
    sandbox.inject({ kind: 'reset', after: true, path: '/auth/token' })
    expect(await catchError(connect())).toMatchObject({ kind: 'network', retryable: false })
    sandbox.clearFaults()
    sandbox.inject({ kind: 'latency', milliseconds: 5000 })
    expect(await catchError(client.introspect(token, { deadlineMs: 50 }))).toMatchObject({ kind: 'timeout' })
    sandbox.clearFaults()
  })

  it('deliver every event once, signed', async () => {
    await sandbox.idle()
    expect(events.length).toBeGreaterThan(10)
    expect(new Set(events.map(event => event.id)).size).toBe(events.length)
    expect(sandbox.deliveries.every(delivery => delivery.status === 'delivered')).toBe(true)
  })
})
