/** A JSON value from text or UTF-8 bytes; undefined where they are not one. The parser's own message would quote them. */
export function parseJson(json: Uint8Array | string): { readonly value: unknown } | undefined {
  try {
    const text = typeof json === 'string' ? json : new TextDecoder('utf-8', { fatal: true }).decode(json)
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * True for a URL's host name that is this machine whoever looks it up; names below `localhost` go to a name server on
 * some systems. Source: interface, Authentication rule 4.
 */
export const isLoopback = (hostname: string): boolean => LOOPBACK.has(hostname)
