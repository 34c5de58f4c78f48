import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

/**
 * The headers in any platform's form: a Headers object, a plain object with keys in any case, Node's lists of values,
 * or the flat list of names and values that Node calls raw headers.
 */
export type HeaderSource =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined }
  | readonly string[]

/** Reads a header by name, ignoring case. Repeated headers are joined with commas. Returns null if it is absent. */
export function readHeader(headers: HeaderSource, name: string): string | null {
  if (hasGetter(headers)) return headers.get(name)
  const entries: [unknown, unknown][] = Array.isArray(headers)
    ? headers.flatMap((key, i) => (i % 2 === 0 ? [[key, headers[i + 1]] as [unknown, unknown]] : []))
    : Object.entries(headers)
  const values = entries
    .filter(([key]) => String(key).toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => value)
    .filter(value => typeof value === 'string')
  return values.length === 0 ? null : values.join(',')
}

const hasGetter = (headers: HeaderSource): headers is { get(name: string): string | null } =>
  typeof (headers as { get?: unknown }).get === 'function'

/** The two values of the signature header. */
export interface Signature {
  /** Milliseconds since 1970, as the text that was sent, because the text is part of the signed message. */
  readonly timestamp: string
  /** The `v1` values, each 32 bytes. There are several while a secret is being replaced. */
  readonly hashes: readonly Uint8Array[]
}

const MAX_HEADER_LENGTH = 4096
const MAX_HASHES = 16

/**
 * Parses `t=<milliseconds>,v1=<hex>`, in any order, with spaces around the parts. Other schemes are ignored. Source:
 * service API, Signature verification.
 *
 * @returns null if there is not exactly one timestamp, or no hash of the right length.
 */
export function parseSignature(header: string): Signature | null {
  if (header.length > MAX_HEADER_LENGTH) return null
  const timestamps = new Set<string>()
  const hashes: Uint8Array[] = []
  for (const part of header.split(',')) {
    const [, name, value = ''] = /^([^=]*)=(.*)$/s.exec(part)?.map(text => text.trim()) ?? []
    if (name === 't') timestamps.add(value)
    if (name === 'v1' && /^[0-9a-fA-F]{64}$/.test(value)) hashes.push(hexToBytes(value))
  }
  const [timestamp = ''] = timestamps
  const isValid = timestamps.size === 1 && /^[0-9]{1,15}$/.test(timestamp)
  return isValid && hashes.length > 0 && hashes.length <= MAX_HASHES ? { timestamp, hashes } : null
}

/** A webhook secret: text whose UTF-8 bytes are the key, or the key's bytes. */
export type WebhookSecret = string | Uint8Array

/** A request body that no code has parsed. */
export type RawBody = string | Uint8Array | ArrayBuffer

const encoder = new TextEncoder()

/** Converts a string, bytes or a buffer to bytes. */
export function toBytes(data: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') return encoder.encode(data)
  // Not `instanceof`, because bytes from another realm are not instances of this realm's class.
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

/** The advice for a body that was read too early, for errors and responses. */
export const BODY_ALREADY_READ_ADVICE =
  'the body was read or parsed before its signature could be checked: pass its bytes unchanged (express: put the handler before express.json(), or express.raw() before it; fastify: a content type parser with parseAs "buffer"; fetch handlers: pass the request unread)'

/** Tests whether a body is text, bytes or a buffer, and not an object that a framework parsed. */
export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  Object.prototype.toString.call(body) === '[object ArrayBuffer]'

// The platform's crypto is asynchronous. For a short message, switching threads takes longer than the hash.
const hmacSha256 = (secret: WebhookSecret, message: Uint8Array): Uint8Array => hmac(sha256, toBytes(secret), message)

/** Compares two hashes in constant time, so that the time does not reveal the first difference. */
const isEqualHash = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.reduce((difference, byte, i) => difference | (byte ^ (b[i] ?? 0)), 0) === 0

/** Tests whether any hash is the HMAC of the message under any secret. Takes constant time, to hide the hashes. */
export function hasMatch(secrets: readonly WebhookSecret[], hashes: readonly Uint8Array[], message: Uint8Array) {
  // Every pair is compared, so that the time does not reveal which secret matched.
  const matches = secrets.flatMap(secret => {
    const expectedHash = hmacSha256(secret, message)
    return hashes.map(hash => isEqualHash(expectedHash, hash))
  })
  return matches.includes(true)
}

/** Builds the signed bytes in a new array: `<timestamp>.<body>`. Source: service API, Signature verification. */
export const makeSignedMessage = (timestamp: string, body: Uint8Array): Uint8Array =>
  concatBytes(encoder.encode(`${timestamp}.`), body)

/** Makes the `Service-Signature` header of the service, for tests. `timestamp` is in milliseconds since 1970. */
export async function signWebhook(rawBody: RawBody, secret: WebhookSecret, timestamp: number): Promise<string> {
  const hash = hmacSha256(secret, makeSignedMessage(String(timestamp), toBytes(rawBody)))
  return `t=${timestamp},v1=${bytesToHex(hash)}`
}
