// Detects the format of an input from its first bytes: NDJSON, concatenated JSON values, or a format that is not JSON.

import { parseJson } from '../../core/json-value.js'
import { isBalanced, isOpener } from '../../core/scan-json.js'
import type { Description } from '../../ingest/group/unrecognized.js'
import { isBlank, isSpace, LINE_FEED, removeByteOrderMark } from './bytes.js'

/** The number of bytes at the start of a file that are examined to describe a file that is not JSON. */
export const FOREIGN_HEAD_BYTES = 1024

const CONVERT_TABLE_ADVICE = 'taxtally reads JSON records, so convert the table to JSON first.'
const EXPORT_JSON_ADVICE = 'taxtally reads JSON records, so export it as JSON first.'
const COLLECT_PARSED_ADVICE =
  'taxtally reads parsed records, not documents: collect the records that were parsed from it.'
const OFFICE_ADVICE = 'taxtally reads JSON records. If it is a table, convert it to JSON first.'
const UNPACK_ADVICE = 'Unpack it first.'
const DOWNLOAD_ADVICE = 'It may be a login or error page that was saved in place of the records: download them again.'
const STATED_ADVICE = 'taxtally reads JSON records. A MISMO loan file belongs to --stated.'

/** File kinds by their first bytes, one character per byte. `requiredText` tells the kinds of ZIP archives apart. */
const MAGIC_NUMBERS: readonly (Description & { readonly prefix: string; readonly requiredText?: string })[] = [
  { prefix: '%PDF-', looksLike: 'a PDF', advice: COLLECT_PARSED_ADVICE },
  { prefix: 'PK\u0003\u0004', requiredText: 'xl/', looksLike: 'an Excel workbook', advice: CONVERT_TABLE_ADVICE },
  { prefix: 'PK\u0003\u0004', requiredText: 'word/', looksLike: 'a Word document', advice: COLLECT_PARSED_ADVICE },
  {
    // Excel and Word pad the first entry, so the name of their folder may come after the examined bytes.
    prefix: 'PK\u0003\u0004',
    requiredText: '[Content_Types].xml',
    looksLike: 'an Excel or Word file',
    advice: OFFICE_ADVICE,
  },
  { prefix: 'PK\u0003\u0004', looksLike: 'a ZIP archive', advice: UNPACK_ADVICE },
  { prefix: '\u00d0\u00cf\u0011\u00e0', looksLike: 'an old Excel or Word file', advice: OFFICE_ADVICE },
  { prefix: 'PAR1', looksLike: 'a Parquet file', advice: EXPORT_JSON_ADVICE },
  { prefix: 'ARROW1', looksLike: 'an Arrow file', advice: EXPORT_JSON_ADVICE },
  { prefix: 'Obj\u0001', looksLike: 'an Avro file', advice: EXPORT_JSON_ADVICE },
  { prefix: 'SQLite format 3', looksLike: 'a SQLite database', advice: EXPORT_JSON_ADVICE },
  {
    prefix: '\u0028\u00b5\u002f\u00fd',
    looksLike: 'a file compressed with zstd (which Node unpacks from version 22.15 on)',
    advice: UNPACK_ADVICE,
  },
  {
    prefix: 'BZh',
    looksLike: 'a file compressed with bzip2 (only gzip and zstd are supported)',
    advice: UNPACK_ADVICE,
  },
  {
    prefix: '\u00fd7zXZ',
    looksLike: 'a file compressed with xz (only gzip and zstd are supported)',
    advice: UNPACK_ADVICE,
  },
  { prefix: '\u0089PNG', looksLike: 'a picture', advice: COLLECT_PARSED_ADVICE },
  { prefix: '\u00ff\u00d8\u00ff', looksLike: 'a picture', advice: COLLECT_PARSED_ADVICE },
  { prefix: 'GIF8', looksLike: 'a picture', advice: COLLECT_PARSED_ADVICE },
]

/** Matches text that begins with an HTML tag, after an optional UTF-8 byte order mark and white space. */
const HTML_START_PATTERN = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|body)\b/i
const XML_START_PATTERN = /^(?:\u00ef\u00bb\u00bf)?\s*<[?!a-z]/i

const isUtf16 = (head: Buffer): boolean =>
  head.length > 8 &&
  [0, 1].some(byteOffset => [0, 2, 4, 6].every(i => head[i + byteOffset] === 0 && head[i + 1 - byteOffset] !== 0))

/** Describes a file from its first bytes alone. Returns null if they are not recognized. */
export function describeByMagicNumber(head: Buffer): Description | null {
  if (isUtf16(head)) return { looksLike: 'text in UTF-16 without a byte order mark', advice: 'Save it as UTF-8.' }
  const text = head.toString('latin1')
  const magic = MAGIC_NUMBERS.find(
    ({ prefix, requiredText = '' }) => text.startsWith(prefix) && text.includes(requiredText),
  )
  if (magic !== undefined) return { looksLike: magic.looksLike, advice: magic.advice }
  if (HTML_START_PATTERN.test(text)) return { looksLike: 'a web page', advice: DOWNLOAD_ADVICE }
  return XML_START_PATTERN.test(text) ? { looksLike: 'XML', advice: STATED_ADVICE } : null
}

const CELL_SEPARATORS = [',', ';', '\t', '|']

/** Describes a file whose first lines do not begin like JSON. Returns null if it is not recognized. */
function describeByLines(head: Buffer, lines: readonly Buffer[]): Description | null {
  if (head.includes(0)) return { looksLike: 'a binary file', advice: 'taxtally reads JSON records.' }
  const [firstLine = '', secondLine = firstLine] = lines.map(line => line.toString('latin1'))
  // The line may be a JSON number or string.
  if (parseJson(firstLine) !== undefined) return null
  const isTable = CELL_SEPARATORS.some(separator => {
    const [a, b] = [firstLine.split(separator).length, secondLine.split(separator).length]
    return a > 1 && (a === b || secondLine.includes('"'))
  })
  return isTable ? { looksLike: 'CSV or a table of another kind', advice: CONVERT_TABLE_ADVICE } : null
}

/** Describes a file from its first line. Returns null if it may be prose, in which a space follows each comma. */
export function describeByFirstLine(line: Buffer): Description | null {
  const text = line.toString('latin1').trimEnd()
  const isTable = CELL_SEPARATORS.some(separator => {
    const cells = text.split(separator)
    return cells.length > 2 || (cells.length === 2 && /^\S/.test(cells[1] as string))
  })
  return line.includes(0) || isTable ? describeByLines(line, [line]) : null
}

/** Hints about an input's format that do not come from its content. */
interface FormatHints {
  /** True if the file name suggests that each line is a value. */
  readonly isNamedNdjson: boolean
  /** True if the caller requires that each line is a value. */
  readonly isForcedNdjson: boolean
}

/** The first bytes of an input, without a byte order mark, and the detected format. */
interface InputHead {
  readonly bytes: Buffer
  readonly isNdjson: boolean
  /** A description of the input if it is not JSON. */
  readonly description?: Description
}

const MAX_HEAD_BYTES = 8 << 20

/** Reads enough bytes to detect the format of an input. Returns null if the input is empty. */
export async function readInputHead(
  source: AsyncIterator<Buffer>,
  maxValueBytes: number,
  hints: FormatHints,
): Promise<InputHead | null> {
  const limit = Math.min(MAX_HEAD_BYTES, maxValueBytes)
  let buffer = Buffer.alloc(0)
  let [usedBytes, neededBytes] = [0, 0]
  let hasEnded = false
  for (;;) {
    if (hasEnded || usedBytes >= neededBytes) {
      const head = buffer.subarray(0, usedBytes)
      const detectedFormat = detectFormat(head, hasEnded, usedBytes >= limit, hints)
      if (detectedFormat === 'empty') return null
      const bytes = removeByteOrderMark(head)
      if (typeof detectedFormat === 'string') return { bytes, isNdjson: detectedFormat === 'lines' }
      if (detectedFormat !== null) return { bytes, isNdjson: false, description: detectedFormat }
      // Double the size each time, because the bytes are examined again from the start and chunks may be small.
      neededBytes = Math.min(usedBytes * 2, limit)
    }
    const readResult = await source.next()
    if (readResult.done === true) hasEnded = true
    else {
      const size = usedBytes + readResult.value.length
      if (size > buffer.length)
        buffer = Buffer.concat([buffer.subarray(0, usedBytes)], Math.max(size, buffer.length * 2))
      usedBytes += readResult.value.copy(buffer, usedBytes)
    }
  }
}

/** Detects the format from the bytes read so far. Returns null if more bytes are needed. */
function detectFormat(
  head: Buffer,
  isEnd: boolean,
  isFull: boolean,
  hints: FormatHints,
): 'lines' | 'values' | 'empty' | Description | null {
  const canDecide = isEnd || isFull
  // A byte order mark may be split between chunks.
  if (head.length < 3 && !isEnd) return null
  const bytes = removeByteOrderMark(head)
  let start = 0
  while (start < bytes.length && isSpace(bytes[start] as number)) start++
  if (start === bytes.length && isEnd) return 'empty'
  if (start === bytes.length) return isFull ? 'lines' : null
  if (hints.isForcedNdjson) return 'lines'
  const isOpening = isOpener(bytes[start])
  // JSON never contains a zero byte, so a zero byte after the bracket indicates a binary file or UTF-16.
  if (!isOpening || bytes[start + 1] === 0) {
    const description = describeForeignInput(head, bytes, canDecide)
    if (description !== null) return description === 'unknown' ? null : description
  }
  const end = bytes.indexOf(LINE_FEED, start)
  // Trust the file name if the first line does not begin like JSON or does not end within the bytes read.
  if (hints.isNamedNdjson && (!isOpening || (end === -1 && isFull))) return 'lines'
  if (end === -1 && !isEnd) return isFull ? 'values' : null
  const firstLine = bytes.subarray(start, end === -1 ? bytes.length : end)
  const followingBytes = end === -1 ? Buffer.alloc(0) : bytes.subarray(end + 1)
  if (isBalanced(firstLine)) {
    if (hints.isNamedNdjson || !isBlank(followingBytes)) return 'lines'
    if (isEnd) return 'values'
    return isFull ? 'lines' : null
  }
  // The first line is not a complete value: it is a broken line of NDJSON or the start of a value that spans lines.
  const followingLines = listFirstLines(followingBytes)
  if (followingLines.length < 3 && !canDecide) return null
  const [secondLine, thirdLine] = followingLines
  // If one value spans lines, its later lines are usually indented or begin with a closing bracket.
  if (hints.isNamedNdjson && (secondLine === undefined || isOpener(secondLine[0]))) return 'lines'
  const isSecondValue =
    secondLine !== undefined && isOpener(secondLine[0]) && isBalanced(secondLine) && !hasTrailingComma(secondLine)
  return isSecondValue && (thirdLine === undefined || isOpener(thirdLine[0])) ? 'lines' : 'values'
}

/** Describes an input that is not JSON. Returns null if it may be JSON, or `unknown` if more bytes are needed. */
function describeForeignInput(head: Buffer, bytes: Buffer, canDecide: boolean): Description | 'unknown' | null {
  if (head.length < FOREIGN_HEAD_BYTES && !canDecide) return 'unknown'
  const start = head.subarray(0, FOREIGN_HEAD_BYTES)
  const magicDescription = describeByMagicNumber(start)
  if (magicDescription !== null) return magicDescription
  const lines = listFirstLines(bytes)
  if (lines.length < 3 && !canDecide) return 'unknown'
  return lines.some(line => isOpener(line[0])) ? null : describeByLines(start, lines)
}

/** Returns the first three lines that are not blank. Creates no buffers for blank lines, as there may be millions. */
function listFirstLines(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  let start = 0
  for (let at = 0; at < bytes.length && lines.length < 3; at++) {
    const byte = bytes[at] as number
    if (byte === LINE_FEED) start = at + 1
    else if (!isSpace(byte)) {
      const end = bytes.indexOf(LINE_FEED, at)
      at = end === -1 ? bytes.length : end
      lines.push(bytes.subarray(start, at))
      start = at + 1
    }
  }
  return lines
}

const hasTrailingComma = (line: Buffer): boolean => line.toString('latin1').trimEnd().endsWith(',')
