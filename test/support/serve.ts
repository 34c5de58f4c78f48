import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts an HTTP server that only this machine can reach. Its `close` also closes open connections. */
export async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { port, url: `http://localhost:${port}`, close }
}

/** Starts a server that stops at the end of the test. */
export async function serveForTest(listener: RequestListener) {
  const served = await serve(listener)
  onTestFinished(served.close)
  return served
}

/** Starts a webhook endpoint that records deliveries in `deliveries` and responds with the status that `getStatus` returns. */
export async function startWebhookEndpoint(getStatus: (nth: number) => number = () => 200) {
  const deliveries: { signature: string; type: string; body: string; event: string; id: string }[] = []
  const { url } = await serveForTest(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { 'service-signature': signature, 'content-type': type } = request.headers
    deliveries.push({ signature: String(signature), type: String(type), body, ...JSON.parse(body) })
    response.writeHead(getStatus(deliveries.length)).end()
  })
  return { url: `${url}/hook`, came: deliveries }
}
