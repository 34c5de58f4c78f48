/**
 * Headers as any platform hands them over: a Headers object, a plain object in any case, Node's lists of values, or
 * the flat list of names and values that Node calls raw headers.
 */
export type HeaderSource =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }
  | readonly string[]

/** A header's value, its repetitions joined by commas; the name is matched in any case. Missing: null. */
export function readHeader(headers: HeaderSource, name: string): string | null {
  if (isHeaders(headers)) return headers.get(name)
  const values: unknown[] = []
  const wanted = name.toLowerCase()
  if (Array.isArray(headers)) {
    for (let i = 0; i + 1 < headers.length; i += 2)
      if (String(headers[i]).toLowerCase() === wanted) values.push(headers[i + 1])
  } else {
    for (const [key, value] of Object.entries(headers)) {
      if (key.toLowerCase() === wanted) values.push(...(Array.isArray(value) ? value : [value]))
    }
  }
  const texts = values.filter(value => typeof value === 'string')
  return texts.length === 0 ? null : texts.join(',')
}

const isHeaders = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof (headers as { get?: unknown }).get === 'function'

/** The two values of the signature header. */
export interface Signature {
  /** As it was written, because the text is part of what is signed. Units: milliseconds since 1970. */
  readonly timestamp: string
  /** The `v1` values, each 32 bytes. More than one stands there while secrets change. */
  readonly hashes: readonly Uint8Array<ArrayBuffer>[]
}

const MAX_LENGTH = 4096
const MAX_HASHES = 16

/**
 * Reads `t=<milliseconds>,v1=<hex>`, in any order, with spaces around the parts; other schemes are passed over.
 * Missing: null where there is not one timestamp, or no hash of the right length. Source: interface, Signature
 * verification.
 */
export function parseSignature(header: string): Signature | null {
  if (header.length > MAX_LENGTH) return null
  const stamps = new Set<string>()
  const hashes: Uint8Array<ArrayBuffer>[] = []
  for (const part of header.split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    const value = part.slice(at + 1).trim()
    if (name === 't') stamps.add(value)
    if (name === 'v1' && /^[0-9a-fA-F]{64}$/.test(value)) hashes.push(decodeHex(value))
  }
  const [timestamp] = stamps
  if (stamps.size !== 1 || timestamp === undefined || !/^[0-9]{1,15}$/.test(timestamp)) return null
  return hashes.length === 0 || hashes.length > MAX_HASHES ? null : { timestamp, hashes }
}

function decodeHex(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, i) =>
    Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16),
  )
}

/** A webhook secret: its text, of which the UTF-8 bytes are the key, or the key's bytes. */
export type WebhookSecret = string | Uint8Array

/** A request body before anything has read it. */
export type RawBody = string | Uint8Array | ArrayBuffer

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' } as const

/** The bytes of a text, of bytes or of a buffer. */
export function bytesOf(data: RawBody): Uint8Array<ArrayBuffer> {
  return typeof data === 'string' ? new TextEncoder().encode(data) : new Uint8Array(data)
}

const keyOf = (secret: WebhookSecret, use: 'sign' | 'verify') =>
  crypto.subtle.importKey('raw', bytesOf(secret), ALGORITHM, false, [use])

/** HMAC-SHA-256. Shape: 32 bytes. */
async function hmacSha256(
  secret: WebhookSecret,
  message: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.sign('HMAC', await keyOf(secret, 'sign'), message))
}

/** True where any hash is that of the message under any secret. The comparison takes the same time for every hash. */
export async function hasMatch(
  secrets: readonly WebhookSecret[],
  hashes: readonly Uint8Array<ArrayBuffer>[],
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  let matches = false
  for (const secret of secrets) {
    const key = await keyOf(secret, 'verify')
    // Every pair is tried, so that the time does not tell which secret it was.
    for (const hash of hashes) matches = (await crypto.subtle.verify('HMAC', key, hash, message)) || matches
  }
  return matches
}

/** What is signed: `<timestamp>.<body>`. Source: interface, Signature verification. */
export function signedMessage(timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(`${timestamp}.`)
  const message = new Uint8Array(head.length + body.length)
  message.set(head)
  message.set(body, head.length)
  return message
}

/** The `Service-Signature` header that the service would send; for tests. Units: milliseconds since 1970. */
export async function signWebhook(
  rawBody: RawBody,
  secret: WebhookSecret,
  timestamp: number,
): Promise<string> {
  const hash = await hmacSha256(secret, signedMessage(String(timestamp), bytesOf(rawBody)))
  return `t=${timestamp},v1=${Array.from(hash, byte => byte.toString(16).padStart(2, '0')).join('')}`
}
