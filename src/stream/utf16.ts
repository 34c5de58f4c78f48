import { rest } from './split-lines.js'

/** A byte that stands in no UTF-8: what holds one is malformed, as half a character of UTF-16 is. */
const WRONG = Buffer.of(0xff)

/** The text as UTF-8; half a character, which none stands for, is a byte that is none either. */
const utf8Of = (text: string): Buffer =>
  !/\p{Cs}/u.test(text)
    ? Buffer.from(text, 'utf8')
    : Buffer.concat(
        text.split(/(\p{Cs})/u).map((part, i) => (i % 2 === 1 ? WRONG : Buffer.from(part, 'utf8'))),
      )

/** Chunks of UTF-16 without their mark, as UTF-8. */
async function* decoded(chunks: AsyncIterable<Buffer>, isBig: boolean): AsyncGenerator<Buffer> {
  // A chunk may end within two bytes, and between the halves of a character.
  let left: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([left, chunk])
    let end = bytes.length & ~1
    const high = end === 0 ? 0 : (bytes[isBig ? end - 2 : end - 1] as number)
    if (high >= 0xd8 && high <= 0xdb) end -= 2
    left = bytes.subarray(end)
    const whole = isBig ? bytes.subarray(0, end).swap16() : bytes.subarray(0, end)
    if (end > 0) yield utf8Of(whole.toString('utf16le'))
  }
  if (left.length > 0) yield WRONG
}

/** A source as UTF-8: UTF-16 is known by the byte order mark at its head, and anything else is handed on. */
export async function asUtf8(source: AsyncIterator<Buffer>): Promise<AsyncIterator<Buffer>> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await source.next()
    if (next.done === true) break
    head = head.length === 0 ? next.value : Buffer.concat([head, next.value])
    // The bytes of a chunk may be others when the next comes.
    if (head.length === 1) head = Buffer.from(head)
  }
  const mark = head.length < 2 ? 0 : head.readUInt16BE(0)
  if (mark === 0xfffe || mark === 0xfeff)
    return decoded(rest(head.subarray(2), source), mark === 0xfeff)[Symbol.asyncIterator]()
  return rest(head, source)[Symbol.asyncIterator]()
}
