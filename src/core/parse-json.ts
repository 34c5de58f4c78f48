/**
 * A JSON value from text or UTF-8 bytes; undefined if they are not JSON. The message of `JSON.parse` is dropped because it
 * quotes its input.
 */
export function parseJson(json: string | Uint8Array): unknown {
  try {
    return JSON.parse(
      typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json),
    )
  } catch {
    return undefined
  }
}
