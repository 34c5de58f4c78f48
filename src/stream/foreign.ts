// What a file is that is no JSON at all, by its first bytes.

/** How many of the first bytes are looked at. */
export const FOREIGN_HEAD = 1024

/** First bytes, a character each, and what begins so; of ZIP archives what stands behind them says more. */
const MAGIC: readonly (readonly [begins: string, what: string, holds?: string])[] = [
  ['%PDF-', 'a PDF'],
  ['PK\u0003\u0004', 'an Excel workbook', 'xl/'],
  ['PK\u0003\u0004', 'a Word document', 'word/'],
  ['PK\u0003\u0004', 'a ZIP archive'],
  ['\u00d0\u00cf\u0011\u00e0', 'an old Excel or Word file'],
  ['PAR1', 'a Parquet file'],
  ['ARROW1', 'an Arrow file'],
  ['Obj\u0001', 'an Avro file'],
  ['SQLite format 3', 'a SQLite database'],
  ['\u0028\u00b5\u002f\u00fd', 'a file that zstd compressed; gzip is read'],
  ['BZh', 'a file that bzip2 compressed; gzip is read'],
  ['\u00fd7zXZ', 'a file that xz compressed; gzip is read'],
  ['\u0089PNG', 'a picture'],
  ['\u00ff\u00d8\u00ff', 'a picture'],
  ['GIF8', 'a picture'],
]

/** Text that begins with a tag, behind a mark of UTF-8 or white space. */
const HTML = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html|head|body)\b/i
const XML = /^(?:\u00ef\u00bb\u00bf)?\s*<[?!a-z]/i

const isUtf16 = (head: Buffer): boolean =>
  head.length > 8 &&
  [0, 1].some(odd => [0, 2, 4, 6].every(i => head[i + odd] === 0 && head[i + 1 - odd] !== 0))

/** What a file is by its first bytes alone; null where they say nothing. */
export function foreignByMagic(head: Buffer): string | null {
  if (isUtf16(head)) return 'text in UTF-16 without a byte order mark'
  const text = head.toString('latin1')
  const known = MAGIC.find(([begins, , holds = '']) => text.startsWith(begins) && text.includes(holds))
  if (known !== undefined) return known[1]
  return HTML.test(text) ? 'a web page' : XML.test(text) ? 'XML' : null
}

const SEPARATORS = [',', ';', '\t', '|']

/** What a file is whose first lines are these, of which none begins as JSON does; null where they say nothing. */
export function foreignByLines(head: Buffer, lines: readonly Buffer[]): string | null {
  if (head.includes(0)) return 'a binary file'
  const [first = '', second = first] = lines.map(line => line.toString('latin1'))
  // Who writes JSON a value a line may write numbers and strings.
  if (isJson(first)) return null
  const isTable = SEPARATORS.some(separator => {
    const [a, b] = [first.split(separator).length, second.split(separator).length]
    return a > 1 && (a === b || second.includes('"'))
  })
  return isTable ? 'CSV or a table of another kind' : null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
