import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from './refusal.js'
import type { State } from './state.js'

/** How long the address of a form's file works. Source: interface, Limits. Units: milliseconds. */
const FILE_LIFETIME = 12 * 60 * 60 * 1000

const sign = (state: State, id: string, expires: string): Buffer =>
  createHmac('sha256', state.fileKey).update(`${id}.${expires}`).digest()

/** A pre-signed address of a Form 8821, which works for twelve hours without any credential. */
export function signFileAddress(state: State, origin: string, id: string): string {
  const expires = String(state.clock.now() + FILE_LIFETIME)
  return `${origin}/files/f8821/${id}.pdf?expires=${expires}&signature=${sign(state, id, expires).toString('hex')}`
}

/** Refuses an address that was changed, or is past its time. */
export function checkFileAddress(state: State, id: string, expires: string, signature: string): void {
  const given = Buffer.from(signature, 'hex')
  const right = sign(state, id, expires)
  if (given.length !== right.length || !timingSafeEqual(given, right))
    throw new Refusal(403, 'signature_wrong', 'The address is not one that was signed.')
  if (state.clock.now() >= Number(expires))
    throw new Refusal(403, 'address_expired', 'The address has expired.')
}
