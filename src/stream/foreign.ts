// Describes a file that is not JSON by its first bytes.
import { parseJson } from '../core/parse-json.js'
import type { Description } from '../normalize/unrecognized.js'

/** How many of the first bytes are looked at. */
export const FOREIGN_HEAD = 1024

const CONVERT_TABLE = 'taxtally reads JSON records, so convert the table to JSON first.'
const EXPORT_JSON = 'taxtally reads JSON records, so export it as JSON first.'
const COLLECT_PARSED =
  'taxtally reads parsed records, not documents: collect the records that were parsed from it.'
const UNPACK = 'Unpack it first.'

/** Kinds of files by their first bytes, a character each. A ZIP archive is told apart by a text that it contains. */
const MAGIC: readonly (Description & { readonly begins: string; readonly contains?: string })[] = [
  { begins: '%PDF-', looksLike: 'a PDF', advice: COLLECT_PARSED },
  { begins: 'PK\u0003\u0004', contains: 'xl/', looksLike: 'an Excel workbook', advice: CONVERT_TABLE },
  { begins: 'PK\u0003\u0004', contains: 'word/', looksLike: 'a Word document', advice: COLLECT_PARSED },
  { begins: 'PK\u0003\u0004', looksLike: 'a ZIP archive', advice: UNPACK },
  {
    begins: '\u00d0\u00cf\u0011\u00e0',
    looksLike: 'an old Excel or Word file',
    advice: 'taxtally reads JSON records. If it is a table, convert it to JSON first.',
  },
  { begins: 'PAR1', looksLike: 'a Parquet file', advice: EXPORT_JSON },
  { begins: 'ARROW1', looksLike: 'an Arrow file', advice: EXPORT_JSON },
  { begins: 'Obj\u0001', looksLike: 'an Avro file', advice: EXPORT_JSON },
  { begins: 'SQLite format 3', looksLike: 'a SQLite database', advice: EXPORT_JSON },
  {
    begins: '\u0028\u00b5\u002f\u00fd',
    looksLike: 'a file that zstd compressed; gzip is read',
    advice: UNPACK,
  },
  { begins: 'BZh', looksLike: 'a file that bzip2 compressed; gzip is read', advice: UNPACK },
  { begins: '\u00fd7zXZ', looksLike: 'a file that xz compressed; gzip is read', advice: UNPACK },
  { begins: '\u0089PNG', looksLike: 'a picture', advice: COLLECT_PARSED },
  { begins: '\u00ff\u00d8\u00ff', looksLike: 'a picture', advice: COLLECT_PARSED },
  { begins: 'GIF8', looksLike: 'a picture', advice: COLLECT_PARSED },
]

const UTF_16: Description = {
  looksLike: 'text in UTF-16 without a byte order mark',
  advice: 'Save it as UTF-8.',
}
const WEB_PAGE: Description = {
  looksLike: 'a web page',
  advice: 'It may be a login or error page that was saved in place of the records: download them again.',
}
const XML_FILE: Description = {
  looksLike: 'XML',
  advice: 'taxtally reads JSON records. A MISMO loan file belongs to --stated.',
}
const BINARY: Description = { looksLike: 'a binary file', advice: 'taxtally reads JSON records.' }
const TABLE: Description = { looksLike: 'CSV or a table of another kind', advice: CONVERT_TABLE }

/** Text that begins with a tag, behind a mark of UTF-8 or white space. */
const HTML = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|body)\b/i
const XML = /^(?:\u00ef\u00bb\u00bf)?\s*<[?!a-z]/i

const isUtf16 = (head: Buffer): boolean =>
  head.length > 8 &&
  [0, 1].some(odd => [0, 2, 4, 6].every(i => head[i + odd] === 0 && head[i + 1 - odd] !== 0))

/** Describes a file by its first bytes alone; null if they say nothing. */
export function foreignByMagic(head: Buffer): Description | null {
  if (isUtf16(head)) return UTF_16
  const text = head.toString('latin1')
  const magic = MAGIC.find(({ begins, contains = '' }) => text.startsWith(begins) && text.includes(contains))
  if (magic !== undefined) return { looksLike: magic.looksLike, advice: magic.advice }
  return HTML.test(text) ? WEB_PAGE : XML.test(text) ? XML_FILE : null
}

const SEPARATORS = [',', ';', '\t', '|']

/** Describes a file by its first lines, none of which begins as JSON does; null if they say nothing. */
export function foreignByLines(head: Buffer, lines: readonly Buffer[]): Description | null {
  if (head.includes(0)) return BINARY
  const [first = '', second = first] = lines.map(line => line.toString('latin1'))
  // Who writes JSON a value a line may write numbers and strings.
  if (parseJson(first) !== undefined) return null
  const isTable = SEPARATORS.some(separator => {
    const [a, b] = [first.split(separator).length, second.split(separator).length]
    return a > 1 && (a === b || second.includes('"'))
  })
  return isTable ? TABLE : null
}

/** Describes a file by its first line alone; null if it says nothing. A sentence has a space after its comma. */
export function guessForeignByLine(line: Buffer): Description | null {
  const text = line.toString('latin1').trimEnd()
  const isTable = SEPARATORS.some(separator => {
    const cells = text.split(separator)
    return cells.length > 2 || (cells.length === 2 && /^\S/.test(cells[1] as string))
  })
  return line.includes(0) || isTable ? foreignByLines(line, [line]) : null
}
