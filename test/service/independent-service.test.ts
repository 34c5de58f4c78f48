// The client, the receiver and the commands against a service that shares no code with them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { analyze } from '../../src/index.js'
import { ClientCredentials, createClient } from '../../src/service/client/index.js'
import { runConformance, type StatementResult } from '../../src/service/conformance/run.js'
import { createReceiver, toNodeHandler } from '../../src/service/webhooks/index.js'
import { newFolder, parseLines, taxtallyInBackground } from '../cli/command.js'
import { expectAccepted } from '../support/run.js'
import { serveForTest } from '../support/serve.js'
import { startIndependentService } from './independent-service.mjs'

const CREDENTIALS = { clientId: 'app', clientSecret: 'cs_1' }
const ENV = { TAXTALLY_CLIENT_ID: 'app', TAXTALLY_CLIENT_SECRET: 'cs_1' }

async function start(webhook?: { readonly url: string; readonly secret: string }) {
  const service = await startIndependentService({ ...CREDENTIALS, ...(webhook === undefined ? {} : { webhook }) })
  onTestFinished(() => service.close())
  const credentials = new ClientCredentials(CREDENTIALS.clientId, CREDENTIALS.clientSecret)
  const client = createClient({ baseUrl: service.url, credentials, retry: { firstMs: 1 } })
  return { ...service, client }
}

describe('a service that shares no code with the library', () => {
  test('is used by every operation of the client', async () => {
    const { client, authorize } = await start()
    const { code, taxpayerId } = authorize()
    const { access_token: token, taxpayer_id } = await client.exchangeCode({ code })
    expect(taxpayer_id).toBe(taxpayerId)
    await expect(client.exchangeCode({ code })).rejects.toMatchObject({ status: 400 })
    expect(await client.introspect(token)).toMatchObject({ taxpayer_id: taxpayerId, client_id: 'app' })
    expect(await client.getTaxpayer(token)).toMatchObject({ id: taxpayerId, status: 'COMPLETED' })
    expect((await client.retrieveToken(taxpayerId)).access_token.reveal()).toBe(token.reveal())
    expect(await client.listProviders(token)).toEqual({ items: { irs: { title: 'IRS' } } })
    const [record] = await client.listRecords(token)
    expect(await client.getRecord(token, String(record?.id))).toMatchObject({ record: { id: 'rec/1?1' } })
    expect((await client.refresh(token)).status).toMatchObject({ status: 'completed' })
    expect(await client.createClientLink({ metadata: { loan: 1 } })).toMatchObject({ id: 'link_1' })
    const form = await client.createUnsignedForm({ personalInfo: { firstName: 'Alex', lastName: 'Doe' } })
    expect(form.documentId).toBe('doc_77')
    const uploaded = await client.uploadSignedForm(String(form.documentId), form.file as Uint8Array<ArrayBuffer>)
    expect(uploaded.provider_id).toBe('irs')
    await client.clearRecords(token)
    expect(await client.listRecords(token)).toEqual([])
    await client.disconnect(token)
    await expect(client.introspect(token)).rejects.toMatchObject({ status: 401 })
  })

  test('delivers events that the receiver accepts, and is waited for', async () => {
    const statuses: unknown[] = []
    const receiver = createReceiver({
      secrets: 'whsec_1',
      handlers: { 'taxpayer.status_changed': ({ data }) => void statuses.push([data.taxpayer_id, data.status]) },
    })
    const app = await serveForTest(toNodeHandler(receiver))
    const { client, authorize } = await start({ url: `${app.url}/hook`, secret: 'whsec_1' })
    const { code, taxpayerId } = authorize()
    const { access_token: token } = await client.exchangeCode({ code }, { async: true })
    await client.waitForCompletion(token)
    await expect.poll(() => statuses).toEqual([[taxpayerId, 'COMPLETED']])
    const dossier = await client.collect(token)
    const { income } = expectAccepted(analyze(dossier)).value
    expect(income.map(({ category, amount }) => [category, amount?.toFixed(2)])).toEqual([['wages', '41001.00']])
  })

  test('is collected into a file, and disconnected', async () => {
    const { client, authorize, url } = await start()
    const ids: string[] = []
    for (let count = 0; count < 3; count++) {
      const { code, taxpayerId } = authorize()
      await client.exchangeCode({ code }, { async: true })
      ids.push(taxpayerId)
    }
    const folder = newFolder()
    const [list, out] = [join(folder, 'ids.txt'), join(folder, 'dossiers.ndjson')]
    writeFileSync(list, ids.join('\n'))
    const args = ['collect', '--url', url, '--taxpayers', list, '--out', out, '--wait', '--disconnect']
    expect(await taxtallyInBackground(args, ENV)).toMatchObject({ code: 0 })
    const dossiers = parseLines<{ taxpayer: { id: string }; records: unknown[] }>(readFileSync(out, 'utf8'))
    expect(dossiers.map(({ taxpayer }) => taxpayer.id).toSorted()).toEqual(ids.toSorted())
    for (const { records } of dossiers) expect(records).toHaveLength(1)
    await expect(client.retrieveToken(ids[0] as string)).rejects.toMatchObject({ status: 410 })
  })

  test('passes conformance, although it chooses otherwise than the sandbox where the document is open', async () => {
    const { client, authorize, url } = await start()
    const { access_token } = await client.exchangeCode(authorize())
    const results: StatementResult[] = []
    const options = { url, ...CREDENTIALS, accessToken: access_token.reveal(), destructive: true }
    for await (const result of runConformance(options)) results.push(result)
    const failures = results.filter(({ outcome }) => outcome === 'fails')
    expect(failures.map(({ statement, reason }) => `${statement.sentence}: ${reason}`)).toEqual([])
    expect(results.filter(({ outcome }) => outcome === 'holds').length).toBeGreaterThan(60)
  })
})
