const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True for a URL's host name that is this machine whoever looks it up; names below `localhost` go to a name server on
 * some systems. Source: interface, Authentication rule 4.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname)

/** Thrown by readBody for a body that is larger than the limit; it is not read further. */
export class BodyTooLarge extends Error {
  override readonly name = 'BodyTooLarge'
}

/** Reads the whole body of an answer or a request; throws BodyTooLarge past the limit. Units: bytes. */
export async function readBody(message: Request | Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const declared = Number(message.headers.get('content-length') ?? 0)
  if (declared > limit) {
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
    // Not awaited: a source that ignores its cancelling must not hold the call.
    reader.cancel().catch(() => {})
    throw fault
  }
}

/** Chunks up to the one that is undefined, in one piece; throws BodyTooLarge past the limit. Units: bytes. */
export async function readChunks(
  next: () => Promise<Uint8Array | undefined>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (let chunk = await next(); chunk !== undefined; chunk = await next()) {
    length += chunk.length
    if (length > limit) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
