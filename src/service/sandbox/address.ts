import { isLoopback } from '../resources/http.js'

/**
 * Says what is wrong with a redirect or webhook address; null where it is allowed: https, or http to this machine.
 * Source: interface, Authentication rule 4 and Events, Delivery rule 1.
 * Gap: webhooks must use https; http to this machine is allowed too, so that they work without a certificate.
 */
export function checkAddress(address: string): string | null {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'is no absolute address'
  }
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  if (url.hash !== '' || address.includes('#')) return 'must not have a fragment'
  if (url.protocol === 'https:') return null
  if (url.protocol === 'http:') {
    return isLoopback(url.hostname) ? null : 'must be https, or http to localhost'
  }
  return 'must be http or https'
}
