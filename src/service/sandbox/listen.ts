import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLoopback } from '../resources/http.js'
import { truncationOf } from './faults.js'
import { loadNodeServer } from './load-libraries.js'
import { errorResponse, HttpError } from './requests.js'

// A page of another site whose name was made to point here gets nothing.
const elsewhere = new HttpError(421, 'wrong_host', 'The sandbox answers to localhost alone.')

/** A sandbox that listens. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Where the sandbox listens unless told otherwise: on this machine alone. */
const OWN_HOST = '127.0.0.1'

/**
 * Listens at a host's address; on this machine alone, it answers to no other name. An answer that breaks off breaks the
 * connection. Rejects where the port is taken; port 0 takes a free one.
 */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  port = 0,
  host = OWN_HOST,
): Promise<Listening> {
  const { serve, RESPONSE_ALREADY_SENT } = await loadNodeServer()
  const isOwn = isLoopback(host) || host === '::1'
  return new Promise((resolve, reject) => {
    const server = serve({
      port,
      hostname: host,
      overrideGlobalObjects: false,
      fetch: async (request, { outgoing }) => {
        if (isOwn && !isLoopback(new URL(request.url).hostname)) return errorResponse(elsewhere)
        try {
          const whole = await answer(request)
          const broken = truncationOf(whole)
          if (broken === undefined) return whole
          const headers = { ...Object.fromEntries(whole.headers), 'content-length': broken.length }
          const plain = outgoing as ServerResponse
          plain.writeHead(whole.status, headers).write(broken.head, () => plain.destroy())
        } catch {
          outgoing.destroy()
        }
        return RESPONSE_ALREADY_SENT
      },
    })
    server.once('error', reject)
    server.once('listening', () => {
      const { port: taken } = server.address() as AddressInfo
      const close = () =>
        new Promise<void>(done => {
          server.close(() => done())
          if ('closeAllConnections' in server) server.closeAllConnections()
        })
      const named = isOwn || host === '0.0.0.0' || host === '::' ? 'localhost' : host
      resolve({ url: `http://${named}:${taken}`, close })
    })
  })
}
