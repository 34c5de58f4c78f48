// The only module that imports sax: a small streaming parser that expands no entities except those of XML itself.
import sax from 'sax'

/** Why an XML text was not read to its end. */
export type XmlStop = 'xml_malformed' | 'xml_doctype' | 'nesting_too_deep' | 'loan_file_unknown' | 'limit_reached'

/** Ends the reading of a text. Its message is its code, because messages of the parser quote the text. */
export class XmlStopped extends Error {
  override readonly name = 'XmlStopped'
  constructor(readonly code: XmlStop) {
    super(code)
  }
}

/** Receives the elements of a text. Names have no prefixes. Elements of other namespaces are skipped with their content. */
export interface ElementVisitor {
  /** An element begins. The last name of its path is its own. */
  open(path: readonly string[], getAttribute: (name: string) => string | null): void
  /** An element ends. `text` is its text if `wantsText` asked for it. */
  close(path: readonly string[], text: string): void
  wantsText(name: string): boolean
}

const MAX_DEPTH = 64

/** No element of a loan file has nearly as many attributes. The parser compares each attribute with all earlier ones. */
const MAX_ATTRIBUTES = 1000

/** The parser receives this many characters at a time, so that the attributes of an open element can be counted. */
const CHUNK_LENGTH = 16_384

/** A longer text cannot be an amount, date, code or name. */
const MAX_TEXT_LENGTH = 10_000

/** Excludes the entities of HTML. The types of the parser do not know this option. */
const OPTIONS = { xmlns: true, position: false, strictEntities: true } as sax.SAXOptions

const XLINK_NAMESPACE = 'http://www.w3.org/1999/xlink'

/**
 * Reads an XML text.
 *
 * @param isRoot Decides whether the root element is the expected one.
 * @throws XmlStopped
 */
export function visitElements(
  text: string,
  isRoot: (name: string, namespace: string) => boolean,
  visitor: ElementVisitor,
): void {
  const path: string[] = []
  let namespace = ''
  let skippedDepth = 0
  let hasRoot = false
  let wantedText: string | null = null
  const stop = (code: XmlStop): never => {
    throw new XmlStopped(code)
  }
  const parser = sax.parser(true, OPTIONS)
  parser.onerror = () => stop('xml_malformed')
  parser.ondoctype = () => stop('xml_doctype')
  parser.onopentag = tag => {
    const { local, uri, attributes } = tag as sax.QualifiedTag
    if (Object.keys(attributes).length > MAX_ATTRIBUTES) stop('limit_reached')
    if (path.length + skippedDepth >= MAX_DEPTH) stop('nesting_too_deep')
    if (path.length === 0) {
      if (hasRoot) stop('xml_malformed')
      hasRoot = true
      if (!isRoot(local, uri)) stop('loan_file_unknown')
      namespace = uri
    }
    if (skippedDepth > 0 || uri !== namespace) {
      skippedDepth++
      return
    }
    path.push(local)
    wantedText = visitor.wantsText(local) ? '' : null
    visitor.open(path, name => {
      for (const attribute of Object.values(attributes))
        if (attribute.local === name && attribute.uri === XLINK_NAMESPACE) return attribute.value
      return null
    })
  }
  const addText = (part: string): void => {
    if (wantedText === null || skippedDepth > 0) return
    wantedText += part
    if (wantedText.length > MAX_TEXT_LENGTH) stop('limit_reached')
  }
  parser.ontext = addText
  parser.oncdata = addText
  parser.onclosetag = () => {
    if (skippedDepth > 0) {
      skippedDepth--
      return
    }
    visitor.close(path, wantedText?.trim() ?? '')
    wantedText = null
    path.pop()
  }
  // The attributes of the open element. The types of the parser do not know them.
  const { attribList } = parser as unknown as { readonly attribList: readonly unknown[] }
  for (let start = 0; start < text.length; start += CHUNK_LENGTH) {
    parser.write(text.slice(start, start + CHUNK_LENGTH))
    if (attribList.length > MAX_ATTRIBUTES) stop('limit_reached')
  }
  parser.close()
  if (path.length > 0) stop('xml_malformed')
}
