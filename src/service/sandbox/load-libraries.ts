// The optional packages of the sandbox. They are loaded when a sandbox answers its first request, not when it is imported.
import type * as NodeServer from '@hono/node-server'
import type * as NodeServerResponse from '@hono/node-server/utils/response'
import type * as HonoModule from 'hono'
import type * as BodyLimit from 'hono/body-limit'
import type * as PdfLib from 'pdf-lib'
import { loadPeer } from '../../core/load-peer.js'

/** What the routes need of hono. */
export interface HonoLibrary {
  readonly Hono: typeof HonoModule.Hono
  readonly bodyLimit: typeof BodyLimit.bodyLimit
}

/** Loads hono. @throws PeerMissing if it is not installed. */
export async function loadHono(): Promise<HonoLibrary> {
  const [{ Hono }, { bodyLimit }] = await Promise.all([
    loadPeer<typeof HonoModule>('The sandbox', 'hono'),
    loadPeer<typeof BodyLimit>('The sandbox', 'hono/body-limit'),
  ])
  return { Hono, bodyLimit }
}

/** Loads the server that listens for hono. @throws PeerMissing if it is not installed. */
export async function loadNodeServer() {
  const [{ serve }, { RESPONSE_ALREADY_SENT }] = await Promise.all([
    loadPeer<typeof NodeServer>('The sandbox', '@hono/node-server'),
    loadPeer<typeof NodeServerResponse>('The sandbox', '@hono/node-server/utils/response'),
  ])
  return { serve, RESPONSE_ALREADY_SENT }
}

/** Loads pdf-lib. @throws PeerMissing if it is not installed. */
export const loadPdfLib = () => loadPeer<typeof PdfLib>('The sandbox', 'pdf-lib')
