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
export async function hmacSha256(
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
