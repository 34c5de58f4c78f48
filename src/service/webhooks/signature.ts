import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js'

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
  readonly hashes: readonly Uint8Array[]
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
  const hashes: Uint8Array[] = []
  for (const part of header.split(',')) {
    const at = part.indexOf('=')
    const name = part.slice(0, Math.max(at, 0)).trim()
    const value = part.slice(at + 1).trim()
    if (name === 't') stamps.add(value)
    if (name === 'v1' && /^[0-9a-fA-F]{64}$/.test(value)) hashes.push(hexToBytes(value))
  }
  const [timestamp] = stamps
  if (stamps.size !== 1 || timestamp === undefined || !/^[0-9]{1,15}$/.test(timestamp)) return null
  return hashes.length === 0 || hashes.length > MAX_HASHES ? null : { timestamp, hashes }
}

/** A webhook secret: its text, of which the UTF-8 bytes are the key, or the key's bytes. */
export type WebhookSecret = string | Uint8Array

/** A request body before anything has read it. */
export type RawBody = string | Uint8Array | ArrayBuffer

const encoder = new TextEncoder()

/** The bytes of a text, of bytes or of a buffer. */
export function bytesOf(data: RawBody): Uint8Array<ArrayBuffer> {
  if (typeof data === 'string') return encoder.encode(data)
  // Bytes of another realm are no instance of this one's.
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

/** What to change where the body was read too early; it stands in errors and answers. */
export const BODY_READ =
  'the body was read or parsed before its signature could be checked: hand over its bytes as they came (express: put the handler before express.json(), or express.raw() before it; fastify: a content type parser with parseAs "buffer"; fetch handlers: pass the request unread)'

/** True for text, bytes and buffers; what a framework made of them is none. */
export const isRawBody = (body: unknown): body is RawBody =>
  typeof body === 'string' ||
  ArrayBuffer.isView(body) ||
  Object.prototype.toString.call(body) === '[object ArrayBuffer]'

/** Secrets made ready for use, by what they are: that takes as long as a short message. */
const KEYS = new Map<string, ReturnType<typeof makeKey>>()
const MAX_KEYS = 64

// Not by the platform's own crypto: for messages as short as these, handing them to another thread takes longer.
const makeKey = (secret: WebhookSecret) => hmac.create(sha256, bytesOf(secret))

function keyOf(secret: WebhookSecret): ReturnType<typeof makeKey> {
  // Bytes are known by what is in them, one character each, because they may change.
  const name = typeof secret === 'string' ? `t${secret}` : `b${new TextDecoder('latin1').decode(secret)}`
  const known = KEYS.get(name)
  if (known !== undefined) return known
  const key = makeKey(secret)
  const [oldest] = KEYS.keys()
  if (KEYS.size >= MAX_KEYS && oldest !== undefined) KEYS.delete(oldest)
  KEYS.set(name, key)
  return key
}

/** HMAC-SHA-256. Shape: 32 bytes. */
const hmacSha256 = (secret: WebhookSecret, message: Uint8Array): Uint8Array =>
  keyOf(secret).clone().update(message).digest()

/** True where both are alike; it takes the same time wherever they differ. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length
  for (let i = 0; i < one.length; i++) difference |= (one[i] ?? 0) ^ (other[i] ?? 0)
  return difference === 0
}

/** True where any hash is that of the message under any secret. The comparison takes the same time for every hash. */
export function hasMatch(
  secrets: readonly WebhookSecret[],
  hashes: readonly Uint8Array[],
  message: Uint8Array,
): boolean {
  let matches = false
  for (const secret of secrets) {
    const right = hmacSha256(secret, message)
    // Every pair is tried, so that the time does not tell which secret it was.
    for (const hash of hashes) matches = isSame(right, hash) || matches
  }
  return matches
}

/** What is signed, in bytes of its own: `<timestamp>.<body>`. Source: interface, Signature verification. */
export const signedMessage = (timestamp: string, body: Uint8Array): Uint8Array =>
  concatBytes(encoder.encode(`${timestamp}.`), body)

/** The `Service-Signature` header that the service would send; for tests. Units: milliseconds since 1970. */
export async function signWebhook(
  rawBody: RawBody,
  secret: WebhookSecret,
  timestamp: number,
): Promise<string> {
  const hash = hmacSha256(secret, signedMessage(String(timestamp), bytesOf(rawBody)))
  return `t=${timestamp},v1=${bytesToHex(hash)}`
}
