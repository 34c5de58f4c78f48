// Serves the built site on this machine as a static host would, for its tests and screenshots and for previews.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

/** Serves a folder on a free port. Returns its URL, and a function that stops the server. */
export const serveFolder = root =>
  new Promise(resolve => {
    const app = new Hono().use('/*', serveStatic({ root }))
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ url: `http://127.0.0.1:${port}`, close: () => new Promise(done => server.close(done)) }),
    )
  })
