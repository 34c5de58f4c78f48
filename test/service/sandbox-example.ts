import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { analyze } from '../../src/index.js'
import { ClientCredentials, createClient } from '../../src/service/client/index.js'
import { createSandbox } from '../../src/service/sandbox/index.js'
import { createReceiver, toNodeHandler } from '../../src/service/webhooks/index.js'

// The service, with made-up people; `taxtally sandbox` is the same as a command.
const sandbox = createSandbox()
const service = await sandbox.listen()

// The application's webhook endpoint.
const secret = 'whsec_of_this_endpoint'
let finish = (_: string) => {}
const completed = new Promise<string>(resolve => {
  finish = resolve
})
const receiver = createReceiver({
  secrets: secret,
  handlers: {
    'taxpayer.status_changed': ({ data }) => {
      if (data.status === 'COMPLETED') finish(data.taxpayer_id)
    },
  },
})
const server = createServer(toNodeHandler(receiver)).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
sandbox.registerWebhook({ url: `http://localhost:${port}/webhooks`, secret })

// The taxpayer authorizes. In a browser this is the connect page; here it is one call.
const { code } = sandbox.authorize({ provider: 'service-sandbox', person: 0 })

// The application's backend exchanges the code, waits for the event and collects.
const client = createClient({
  baseUrl: service.url,
  credentials: new ClientCredentials(sandbox.client.id, sandbox.client.secret),
})
const { access_token: token } = await client.exchangeCode({ code }, { async: true })
await completed
const dossier = await client.collect(token)

// The core adds it up.
const outcome = analyze(dossier)
if (outcome.status === 'rejected') throw new Error('nothing to use')
for (const { taxYear, category, amount } of outcome.value.income)
  console.log(taxYear, category, amount.toFixed(2))

await client.disconnect(token)
server.close()
await service.close()
