// The built site over HTTP on this machine, as a static host has it: for its tests and pictures, and to look at.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** Serves a folder on a free port. Gives its address and what ends it. */
export const serveFolder = root =>
  new Promise(resolve => {
    const app = new Hono().use('/*', serveStatic({ root }))
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => new Promise(done => server.close(done)) }),
    )
  })
