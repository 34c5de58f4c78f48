import {
  decodePDFRawStream,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib'

const decodeStream = (object: PDFObject | undefined): string =>
  object instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(object).decode()).toString('latin1') : ''

/** Reads the characters of a font's glyphs from its ToUnicode table, which has lines such as `<0003> <0020>`. */
function readGlyphs(font: PDFDict | undefined): ReadonlyMap<number, string> {
  const glyphs = new Map<number, string>()
  const [, table = ''] = decodeStream(font?.lookup(PDFName.of('ToUnicode'))).split('endcodespacerange')
  for (const line of table.split('\n')) {
    const codes = [...line.matchAll(/<([0-9A-F]{4})>/g)].map(([, code = '']) => Number.parseInt(code, 16))
    const [first = 0, last = 0, character = 0] = codes.length === 2 ? [codes[0], codes[0], codes[1]] : codes
    if (codes.length > 0)
      for (let glyph = first; glyph <= last; glyph++) glyphs.set(glyph, String.fromCharCode(character + glyph - first))
  }
  return glyphs
}

function readPageText(page: PDFPage): string {
  const fonts = page.node.Resources()?.lookup(PDFName.of('Font'), PDFDict)
  let glyphs: ReadonlyMap<number, string> = new Map()
  let text = ''
  const content = decodeStream(page.node.lookup(PDFName.of('Contents')))
  for (const [, fontName, codes = ''] of content.matchAll(/\/(\w+) [\d.]+ Tf|<([0-9A-F]+)> Tj/g)) {
    if (fontName !== undefined) glyphs = readGlyphs(fonts?.lookupMaybe(PDFName.of(fontName), PDFDict))
    for (const code of codes.match(/.{4}/g) ?? []) text += glyphs.get(Number.parseInt(code, 16)) ?? '\ufffd'
  }
  return text
}

/** Returns the text of each page of a PDF file that Chromium printed, in the order in which it was drawn. */
export async function readPdfPages(bytes: Uint8Array): Promise<string[]> {
  return (await PDFDocument.load(bytes)).getPages().map(readPageText)
}
