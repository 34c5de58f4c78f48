/** The two values of the signature header. */
export interface Signature {
  /** As it was written, because the text is part of what is signed. Units: milliseconds since 1970. */
  readonly timestamp: string
  /** The `v1` values, each 32 bytes. More than one stands there while secrets change. */
  readonly hashes: readonly Uint8Array<ArrayBuffer>[]
}

const LONGEST = 4096
const MOST_HASHES = 16

/**
 * Reads `t=<milliseconds>,v1=<hex>`, in any order, with spaces around the parts; other schemes are passed over.
 * Missing: null where there is not one timestamp, or no hash of the right length. Source: interface, Signature
 * verification.
 */
export function parseSignature(header: string): Signature | null {
  if (header.length > LONGEST) return null
  const stamps = new Set<string>()
  const hashes: Uint8Array<ArrayBuffer>[] = []
  for (const part of header.split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    const value = part.slice(at + 1).trim()
    if (name === 't') stamps.add(value)
    if (name === 'v1' && /^[0-9a-fA-F]{64}$/.test(value)) hashes.push(bytesOfHex(value))
  }
  const [timestamp] = stamps
  if (stamps.size !== 1 || timestamp === undefined || !/^[0-9]{1,15}$/.test(timestamp)) return null
  return hashes.length === 0 || hashes.length > MOST_HASHES ? null : { timestamp, hashes }
}

function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}
