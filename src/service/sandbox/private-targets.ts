import { lookup } from 'node:dns/promises'
import { BlockList } from 'node:net'

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

/** Tests whether the host of a URL has an address on this machine or in a private network. An unknown host has none. */
export async function isPrivateTarget(url: string): Promise<boolean> {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(host, { all: true }).catch(() => [])
  return addresses.some(({ address, family }) => privateAddresses.check(address, family === 6 ? 'ipv6' : 'ipv4'))
}

/** The message for a webhook address that is refused because it is private. */
export const PRIVATE_TARGET_TEXT =
  'The webhook address is on this machine or in a private network. The sandbox needs --allow-private-webhooks for it.'
