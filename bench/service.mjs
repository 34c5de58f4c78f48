// Measures the cost of the sandbox, the client and the webhooks.
//   node bench/service.mjs [--records 10000] [--rounds 5]
// First, the client fetches one taxpayer with many records from a sandbox on this machine, compared with a bare fetch
// of the same response. Then webhooks are verified one after another and with 1,000 in flight, compared with a bare
// HMAC of node:crypto. The results of this part are webhooks per second.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { computeMedian, describeMachine, formatTable } from './report.mjs'

const { values } = parseArgs({
  options: { records: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '5' } },
})
const count = Number(values.records)
const rounds = Number(values.rounds)

const built = name => new URL(`../dist/service/${name}/index.js`, import.meta.url)
if (!existsSync(built('sandbox'))) {
  console.error('The library is not built: run `npm run build` first.')
  process.exit(2)
}
const { createSandbox, generateDossier } = await import(built('sandbox').href)
const { AccessToken, ClientCredentials, createClient } = await import(built('client').href)
const { verifyWebhook } = await import(built('webhooks').href)

/** Makes one person with the given number of records, each with a unique id. */
const makePerson = total => {
  const people = []
  for (let made = 0; made < total; made += 6) people.push(generateDossier(people.length))
  const records = people.flatMap(person => person.records).slice(0, total)
  return { ...people[0], records: records.map((record, i) => ({ ...record, id: `record-${i}` })) }
}

/** Returns the median time of the rounds in seconds. An additional first round is a warm-up and does not count. */
const measureTime = async run => {
  const times = []
  for (let round = 0; round <= rounds; round++) {
    const start = performance.now()
    await run()
    if (round > 0) times.push((performance.now() - start) / 1000)
  }
  return computeMedian(times)
}

const moveRecords = async () => {
  const person = makePerson(count)
  const bytes = JSON.stringify(person.records).length
  const sandbox = createSandbox({ dossiers: [person] })
  const { url, close } = await sandbox.listen()
  const credentials = new ClientCredentials(sandbox.client.id, sandbox.client.secret)
  const client = createClient({ baseUrl: url, credentials, maxBodyBytes: 1024 ** 3 })
  const { access_token: token } = await client.exchangeCode({ code: sandbox.authorize().code })
  const headers = { 'service-api-version': '2024-01-01', authorization: `Bearer ${token.reveal()}` }
  const expectAll = records => {
    if (records.length !== count) throw new Error(`${records.length} records came, not ${count}`)
  }
  const bareSeconds = await measureTime(async () =>
    expectAll(await (await fetch(`${url}/records`, { headers })).json()),
  )
  const collect = await measureTime(async () =>
    expectAll((await client.collect(new AccessToken(token.reveal()))).records),
  )
  await close()
  const row = (name, seconds) => [
    name,
    `${(seconds * 1000).toFixed(0)} ms`,
    Math.round(count / seconds).toLocaleString('en-US'),
    `${(bytes / 1e6 / seconds).toFixed(0)} MB/s`,
    (seconds / bareSeconds).toFixed(2),
  ]
  console.log(`\n${count.toLocaleString('en-US')} records, ${(bytes / 1e6).toFixed(1)} MB\n`)
  console.log(
    formatTable(
      ['', 'time', 'records/s', 'throughput', 'to bare fetch'],
      [row('bare fetch and JSON', bareSeconds), row('client.collect', collect)],
    ),
  )
}

const verify = async () => {
  const secret = 'whsec_benchmark'
  const times = 20_000
  const inFlight = 1000
  const rows = []
  for (const records of [0, 100]) {
    const data = {
      taxpayer_id: '00000000-0000-4000-8000-000000000000',
      provider_id: 'irs',
      records: Array.from({ length: records }, (_, i) => ({ record_id: `record-${i}`, tax_year: 2024 })),
    }
    const created_at = new Date().toISOString()
    const body = Buffer.from(JSON.stringify({ event: 'taxpayer.records_synced', id: 'ev_1', data, created_at }))
    const issued = String(Date.now())
    const computeMac = () => createHmac('sha256', secret).update(`${issued}.`).update(body).digest()
    const signature = computeMac()
    const headers = { 'service-signature': `t=${issued},v1=${signature.toString('hex')}` }
    const bareSeconds = await measureTime(() => {
      for (let i = 0; i < times; i++) if (!timingSafeEqual(computeMac(), signature)) throw new Error('no match')
    })
    const check = async () => {
      const verified = await verifyWebhook(body, headers, secret, { toleranceMs: 1e9 })
      if (!verified.ok) throw new Error(verified.reason)
    }
    const single = await measureTime(async () => {
      for (let i = 0; i < times; i++) await check()
    })
    const concurrentSeconds = await measureTime(async () => {
      let remaining = times
      const checkRemaining = async () => {
        while (remaining-- > 0) await check()
      }
      await Promise.all(Array.from({ length: inFlight }, checkRemaining))
    })
    const perSecond = seconds => Math.round(times / seconds).toLocaleString('en-US')
    const cells = [bareSeconds, single, concurrentSeconds].map(perSecond)
    rows.push([`${body.length} bytes`, ...cells, (concurrentSeconds / bareSeconds).toFixed(1)])
  }
  console.log('\nWebhooks verified per second\n')
  const heads = ['bare HMAC', 'verifyWebhook, one by one', '1,000 in flight', 'times the work of the HMAC']
  console.log(formatTable(['body', ...heads], rows))
}

console.log(describeMachine())
await moveRecords()
await verify()
