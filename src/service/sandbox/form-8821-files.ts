import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import { makeForm8821 } from './form-8821.js'
import { HttpError, notFound } from './requests.js'
import type { State } from './state.js'

/** How long the address of a form's file works. Source: interface, Limits. Units: milliseconds. */
const FILE_LIFETIME = 12 * 60 * 60 * 1000

const signatureOf = (state: State, id: string, expires: string): Buffer =>
  createHmac('sha256', state.fileKey).update(`${id}.${expires}`).digest()

/** A pre-signed address of a Form 8821, which works for twelve hours without any credential. */
export function signFileAddress(state: State, origin: string, id: string): string {
  const expires = String(state.clock.now() + FILE_LIFETIME)
  const signature = signatureOf(state, id, expires).toString('hex')
  return `${origin}/files/f8821/${id}.pdf?expires=${expires}&signature=${signature}`
}

/** Refuses an address that was changed, or is past its time. */
function checkFileAddress(state: State, id: string, expires: string, signature: string): void {
  const claimed = Buffer.from(signature, 'hex')
  const right = signatureOf(state, id, expires)
  if (claimed.length !== right.length || !timingSafeEqual(claimed, right))
    throw new HttpError(403, 'signature_wrong', 'The address is not one that was signed.')
  if (state.clock.now() >= Number(expires))
    throw new HttpError(403, 'address_expired', 'The address has expired.')
}

/** The files behind pre-signed addresses: no credential, only the signature of the address. */
export function fileRoutes(routes: Hono, state: State): void {
  routes.get('/files/f8821/:file', async context => {
    const id = context.req.param('file').replace(/\.pdf$/, '')
    checkFileAddress(state, id, context.req.query('expires') ?? '', context.req.query('signature') ?? '')
    const form = state.forms8821.get(id)
    if (form === undefined) throw notFound('There is no such form.')
    form.unsigned ??= await makeForm8821(form.request, id, new Date(state.clock.now()))
    return context.body((form.signed ?? form.unsigned) as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    })
  })
}
