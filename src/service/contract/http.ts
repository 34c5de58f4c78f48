const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Tests whether a URL's host name always means this machine. Subdomains of `localhost` do not, because some systems
 * look them up at a name server. Source: service API, Authentication rule 4.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK_HOSTS.has(hostname)

/** Thrown by `readBodyBytes` and `readChunks` if a body is larger than the limit. The rest of the body is not read. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Reads the complete body of a request or a response. Throws BodyTooLarge if it has more than `limit` bytes. */
export async function readBodyBytes(message: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declaredBytes = Number(message.headers.get('content-length') ?? 0)
  if (declaredBytes > limit) {
    await message.body?.cancel().catch(() => {})
    throw new BodyTooLarge()
  }
  if (message.body === null) {
    const bytes = new Uint8Array(await message.arrayBuffer())
    if (bytes.length > limit) throw new BodyTooLarge()
    return bytes
  }
  const reader = message.body.getReader()
  try {
    return await readChunks(async () => (await reader.read()).value, limit)
  } catch (fault) {
    // Not awaited: a source that ignores cancellation must not delay the call.
    reader.cancel().catch(() => {})
    throw fault
  }
}

/** Concatenates chunks until `readNext` returns undefined. Throws BodyTooLarge if there are more than `limit` bytes. */
export async function readChunks(
  readNext: () => Promise<Uint8Array | undefined>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let chunk = await readNext(); chunk !== undefined; chunk = await readNext()) {
    length += chunk.length
    if (length > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let byteOffset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, byteOffset)
    byteOffset += chunk.length
  }
  return bytes
}
