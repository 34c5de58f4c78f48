/** Returns the unescaped tokens of a JSON pointer (RFC 6901), or null if the text is not a pointer. */
export function parsePointer(text: string): string[] | null {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return null
  return text
    .slice(1)
    .split('/')
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
}
