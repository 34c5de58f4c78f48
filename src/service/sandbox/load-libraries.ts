// The optional packages of the sandbox. Each is loaded when it is first needed, so importing the sandbox and creating one works
// without them.

import type * as PdfLib from '@cantoo/pdf-lib'
import type * as NodeServer from '@hono/node-server'
import type * as NodeServerResponse from '@hono/node-server/utils/response'
import type * as HonoModule from 'hono'
import type * as BodyLimit from 'hono/body-limit'
import { loadPeer } from '../../core/load-peer.js'

/** The parts of hono that the routes use. */
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

/** Loads @cantoo/pdf-lib. @throws PeerMissing if it is not installed. */
export const loadPdfLib = () => loadPeer<typeof PdfLib>('The sandbox', '@cantoo/pdf-lib')
