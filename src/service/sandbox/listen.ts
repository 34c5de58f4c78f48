import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type * as NodeServer from '@hono/node-server'
import type * as NodeServerResponse from '@hono/node-server/utils/response'
import { loadPeer } from '../../core/load-peer.js'
import { isLoopback } from '../resources/http.js'
import { TruncatedResponse } from './faults.js'
import { errorResponse, HttpError } from './requests.js'

/** A sandbox that listens. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/**
 * Listens at a host's address; on this machine alone, it answers to no other name. An answer that breaks off breaks the
 * connection. Rejects where the port is taken; port 0 takes a free one.
 */
export async function listen(
  answer: (request: Request) => Promise<Response>,
  port = 0,
  host = '127.0.0.1',
): Promise<Listening> {
  const [{ serve }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    loadPeer<typeof NodeServer>('The sandbox', '@hono/node-server'),
    loadPeer<typeof NodeServerResponse>('The sandbox', '@hono/node-server/utils/response'),
  ])
  const isOwn = isLoopback(host) || host === '::1'
  return new Promise((resolve, reject) => {
    const server = serve({
      port,
      hostname: host,
      overrideGlobalObjects: false,
      fetch: async (request, { outgoing }) => {
        // A page of another site whose name was made to point here gets nothing.
        if (isOwn && !isLoopback(new URL(request.url).hostname))
          return errorResponse(new HttpError(421, 'wrong_host', 'The sandbox answers to localhost alone.'))
        try {
          const response = await answer(request)
          if (!(response instanceof TruncatedResponse)) return response
          const headers = { ...Object.fromEntries(response.headers), 'content-length': response.length }
          const stream = outgoing as ServerResponse
          stream.writeHead(response.status, headers).write(response.head, () => stream.destroy())
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
