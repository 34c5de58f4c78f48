import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'

/** The networks that only this machine or its own network can reach. Sources: RFC 1918, 3927, 4193, 4291 and 6598. */
const PRIVATE_NETWORKS = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::', 127, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const

const privateAddresses = new BlockList()
for (const [network, prefix, family] of PRIVATE_NETWORKS) privateAddresses.addSubnet(network, prefix, family)

/** Looks up the addresses of a URL's host. Returns an empty list if the host is unknown. */
const findAddresses = (url: string) =>
  lookup(new URL(url).hostname.replace(/^\[|\]$/g, ''), { all: true }).catch(() => [])

const isPrivateAddress = ({ address, family }: LookupAddress): boolean =>
  privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4')

/** Tests whether a URL's host is this machine or in a private network. Returns false if the name cannot be resolved. */
export const isPrivateTarget = async (url: string): Promise<boolean> =>
  (await findAddresses(url)).some(isPrivateAddress)

/**
 * Sends a request over https, unless its host has a private address. Connects to an address that was checked: if the
 * host were looked up again, its name server could return a private address the second time (DNS rebinding).
 */
export async function fetchPublicTarget({ url, method, headers, signal, body }: Request): Promise<Response> {
  const addresses = await findAddresses(url)
  const [first] = addresses
  if (first === undefined || addresses.some(isPrivateAddress)) throw new TypeError('The target is private or unknown.')
  const bytes = new Uint8Array(await new Response(body).arrayBuffer())
  return new Promise((resolve, reject) => {
    const lookupChecked: LookupFunction = (_, { all }, done) =>
      all === true ? done(null, addresses) : done(null, first.address, first.family)
    const options = { method, headers: Object.fromEntries(headers), signal, lookup: lookupChecked, agent: false }
    request(url, options, message => {
      message.destroy()
      resolve(new Response(null, { status: message.statusCode ?? 500 }))
    })
      .once('error', reject)
      .end(bytes)
  })
}
