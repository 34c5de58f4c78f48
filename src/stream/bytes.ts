/** What is read of the bytes of a file before they are text. */
export const LINE_FEED = 10

/** White space of JSON. */
export const isSpace = (byte: number): boolean =>
  byte === 32 || byte === LINE_FEED || byte === 13 || byte === 9

/** True where there is nothing but white space. */
export const isBlank = (bytes: Uint8Array): boolean => bytes.every(isSpace)

/** The bytes behind a byte order mark, where one stands first. */
export const withoutMark = (bytes: Buffer): Buffer =>
  bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes

/** True for the first bytes of gzip. */
export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b
