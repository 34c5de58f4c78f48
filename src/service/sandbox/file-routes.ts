import { Hono } from 'hono'
import { checkFileAddress } from './file-address.js'
import { makeForm8821 } from './form-8821.js'
import { Refusal } from './refusal.js'
import type { State } from './state.js'

/** The files behind pre-signed addresses: no credential, only the signature of the address. */
export function fileRoutes(state: State): Hono {
  const routes = new Hono()
  routes.get('/files/f8821/:file', async context => {
    const id = context.req.param('file').replace(/\.pdf$/, '')
    checkFileAddress(state, id, context.req.query('expires') ?? '', context.req.query('signature') ?? '')
    const form = state.forms8821.get(id)
    if (form === undefined) throw new Refusal(404, 'not_found', 'There is no such form.')
    form.unsigned ??= await makeForm8821(form.request, id, new Date(state.clock.now()))
    return context.body((form.signed ?? form.unsigned) as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    })
  })
  return routes
}
