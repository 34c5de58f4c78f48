import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, isIP, type Socket } from 'node:net'
import type * as NodeServer from '@hono/node-server'
import type * as NodeServerResponse from '@hono/node-server/utils/response'
import { loadPeer } from '../../core/load-peer.js'
import { isLoopback } from '../contract/http.js'
import { TruncatedResponse } from './faults.js'
import { createErrorResponse, HttpError } from './requests.js'
import type { Listening } from './sandbox.js'

/** The time in milliseconds that `finishRequests` gives the requests in progress. */
const REQUEST_END_TIMEOUT_MS = 2000

const WRONG_HOST = new HttpError(421, 'wrong_host', 'The sandbox does not answer to this host name.')

/**
 * Starts a server on a host's address. A truncated response closes the connection. Port 0 selects a free port. Rejects
 * if the port is in use.
 */
export async function startServer(
  respond: (request: Request) => Promise<Response>,
  port = 0,
  host = '127.0.0.1',
  hostNames: readonly string[] = [],
) {
  const [{ serve }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    loadPeer<typeof NodeServer>('The sandbox', '@hono/node-server'),
    loadPeer<typeof NodeServerResponse>('The sandbox', '@hono/node-server/utils/response'),
  ])
  const isLoopbackHost = isLoopback(host) || host === '::1'
  // A page of another site whose host name resolves to this address (DNS rebinding) sends that name, not an address.
  const isAcceptedName = (name: string) =>
    isLoopback(name) ||
    name === host.toLowerCase() ||
    hostNames.some(hostName => hostName.toLowerCase() === name) ||
    (!isLoopbackHost && isIP(name.replace(/^\[|\]$/g, '')) !== 0)
  return new Promise<Listening>((resolve, reject) => {
    const server = serve({
      port,
      hostname: host,
      overrideGlobalObjects: false,
      fetch: async (request, { outgoing }) => {
        const isAccepted = isAcceptedName(new URL(request.url).hostname)
        try {
          const response = isAccepted ? await respond(request) : createErrorResponse(WRONG_HOST)
          // A connection that stays open after its last response would delay `finishRequests`.
          if (!server.listening) (outgoing as ServerResponse).shouldKeepAlive = false
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
    // Browsers open connections ahead of requests. Node does not count such a connection as idle.
    const unusedSockets = new Set<Socket>()
    server.on('connection', (socket: Socket) => {
      unusedSockets.add(socket)
      socket.once('close', () => unusedSockets.delete(socket))
    })
    server.on('request', ({ socket }: IncomingMessage) => unusedSockets.delete(socket))
    server.once('error', reject)
    server.once('listening', () => {
      const { port: boundPort } = server.address() as AddressInfo
      const stopAccepting = () =>
        new Promise<void>(done => {
          server.close(() => done())
        })
      const breakConnections = () => {
        if ('closeAllConnections' in server) server.closeAllConnections()
      }
      const finishRequests = async () => {
        const timer = setTimeout(breakConnections, REQUEST_END_TIMEOUT_MS)
        for (const socket of unusedSockets) socket.destroy()
        await stopAccepting()
        clearTimeout(timer)
      }
      const close = () => {
        const closed = stopAccepting()
        breakConnections()
        return closed
      }
      const hostName = isLoopbackHost || host === '0.0.0.0' || host === '::' ? 'localhost' : host
      resolve({ url: `http://${hostName}:${boundPort}`, finishRequests, close })
    })
  })
}
